import json
import math
from dataclasses import fields, replace

import numpy as np
import pytest
from tests.rankings import MADE, ranking, sliced

from bakeoff.core.ranking import RankedModel, RankedPair, Ranking
from bakeoff.core.result import Interval


@pytest.mark.parametrize("name", MADE)
def test_strict_json_comes_back_as_it_was(name):
    values = MADE[name]().to_dict()
    assert json.loads(json.dumps(values, allow_nan=False)) == values


def test_names_are_those_of_the_fields():
    values = ranking().to_dict()
    of_logs = {"conditions", "differ", "missing", "roles", "left_out"}  # only where they are known
    assert {each.name for each in fields(Ranking)} - of_logs <= set(values)
    assert not of_logs & set(values)
    known = replace(ranking(), conditions={"x": {"version": 1}}).to_dict()
    assert (known["conditions"], known["differ"]) == ({"x": {"version": 1}}, {})
    assert {each.name for each in fields(RankedModel)} == set(values["models"][0])
    assert {each.name for each in fields(RankedPair)} | {"strength"} == set(values["pairs"][0])
    assert {"method", "statistic", "df", "p_value"} <= set(values["omnibus"])
    assert values["sentence"] == ranking().sentence


def test_intervals_and_ranks_are_lists_of_two():
    values = ranking().to_dict()
    assert values["models"][0]["rank"] == [1, 3]
    assert values["models"][0]["interval"] == pytest.approx([0.89, 0.94])
    assert values["pairs"][0]["interval"] == pytest.approx([-0.015, 0.035])
    assert values["omnibus"]["df"] == [5.0]


def test_what_is_infinite_is_none_with_a_note():
    made = ranking(3)
    wide = replace(made.pairs[0], interval=Interval(low=-math.inf, high=math.inf))
    values = replace(made, pairs=(wide, wide, *made.pairs[2:]), critical=math.inf).to_dict()
    assert values["pairs"][0]["interval"] == [None, None]
    assert values["critical"] is None
    assert values["notes"] == [
        "the interval of m0 and m1 and 1 more is not finite and null in this form",
        "the critical value of all pairs is not finite and null in this form",
    ]


def test_details_of_any_kind_are_plain():
    values = ranking(3, details={"draws": np.array([1.0, np.nan]), "at": np.int64(3), "odd": {1}}).to_dict()
    assert values["details"] == {"draws": [1.0, None], "at": 3, "odd": "{1}"}
    json.dumps(values, allow_nan=False)


def test_slices_hold_rankings():
    north, south = sliced().to_dict()["slices"]
    assert north["ranking"]["best"] == ["m0", "m1", "m2"]
    assert (south["ranking"], south["refused"]) == (None, "every truth is 'cat'")
