"""What a verdict says about items that repeat others."""

import json

import numpy as np
import pytest

from bakeoff.compare.copies import with_copies
from bakeoff.compare.counts import compare_counts
from bakeoff.core.copies import Copies

VERDICT = compare_counts(15, 35, n=412)


def copies(**given):
    usual = {
        "attributes": ("age", "sex", "town", "weight", "height"),
        "items": 412,
        "repeated": 103,
        "relabelled": 9,
        "beyond_chance": True,
        "false_alarms": 0.1096,
        "shared": "doc",
    }
    return Copies(**usual | given)


def test_the_caveat_says_how_many_what_it_does_and_what_to_do():
    (first, *others) = with_copies(VERDICT, copies()).caveats
    assert (first.key, tuple(others)) == ("duplicated-rows", VERDICT.caveats)
    assert first.text == (
        "103 of 412 rows repeat the attributes of another row (9 of them with another label), more than "
        "chance explains (attributes: age, sex, town and 2 more): these rows are not independent, but "
        "the test treats them as independent. If both models predict equal rows alike, the false-alarm "
        "rate at a nominal 5 % is about 11 %; remove the copies, or declare them: column 'doc' is the "
        "same in equal rows, so use it as cluster"
    )


def test_without_a_column_that_is_shared_and_with_clusters():
    (first, *_) = with_copies(VERDICT, copies(shared="", false_alarms=None, relabelled=0)).caveats
    assert "label" not in first.text
    assert "5 %" not in first.text
    assert first.remedy == (
        "remove the copies, or declare them with a column of clusters that is the same in equal rows"
    )


@pytest.mark.parametrize("repeated", [0, 1, 30])
def test_what_chance_explains_is_counted_without_a_caveat(repeated):
    verdict = with_copies(VERDICT, copies(repeated=repeated, relabelled=0, beyond_chance=False))
    assert verdict.caveats == VERDICT.caveats
    told = {0: "none of 412 items repeat", 1: "1 of 412 items repeats", 30: "30 of 412 items repeat"}
    assert f"{told[repeated]} the attributes of another (age, sex, town and 2 more)" in str(verdict)


def test_json_has_the_counts_where_they_were_looked_for():
    found = json.loads(json.dumps(with_copies(VERDICT, copies()).to_dict()))["copies"]
    assert (found["repeated"], found["relabelled"], found["shared"]) == (103, 9, "doc")
    assert np.shape(found["attributes"]) == (5,)
    assert "copies" not in VERDICT.to_dict()


def test_several_answers_to_an_item_name_what_to_use():
    found = copies(
        attributes=("doc id",), items=400, repeated=320, shared="doc id", answers=5, false_alarms=None
    )
    verdict = with_copies(VERDICT, found)
    assert verdict.caveats[0].text == (
        "column 'doc id' names 80 items, but there are 400 rows: rows of one item are not independent, but "
        "the test treats each row as an item; use the column as cluster (--cluster 'doc id'), or as id with "
        "a metric over several answers (--id 'doc id' --metric pass@3)"
    )
    assert "400 rows for 80 items (doc id)" in str(verdict)
    assert verdict.to_dict()["copies"]["answers"] == 5
