"""A p-value too small for a number is printed as such, never as 0; where nothing varies it is 0."""

import re

import numpy as np
import pytest

import bakeoff

MOST = {"n": 100_000_000, "both_right": 50_000_000}


def verdict():
    return bakeoff.compare_counts(30_000_000, 10_000_000, **MOST)


def watched():
    watch = bakeoff.Watch()
    watch.update(only_a=3_000_000, only_b=1_000_000, n=10_000_000)
    return watch


def ranked():
    items = np.arange(200_000)
    models = {"a": items % 20 == 0, "b": items % 3 == 0, "c": items < 0}
    return bakeoff.rank_predictions(items < 0, models, resamples=100)


def sliced():
    items = np.arange(200_000)
    a, part = items % 20 == 0, items % 2
    return bakeoff.compare_predictions(items < 0, a, np.where(part == 0, a, True), by=part)


CASES = {
    "verdict": verdict,
    "rates": lambda: bakeoff.compare_rates(10_000_000, 50_000_000, 20_000_000, 50_000_000),
    "passing gate": lambda: bakeoff.check_not_worse_counts(
        10_000_000, 30_000_000, n=100_000_000, margin=0.01
    ),
    "failing gate": lambda: bakeoff.check_not_worse_counts(
        30_000_000, 10_000_000, n=100_000_000, margin=0.01
    ),
    "watch": watched,
    "ranking": ranked,
    "slices": sliced,
}


@pytest.mark.parametrize("make", CASES.values(), ids=CASES)
def test_no_text_says_that_p_is_0(make):
    text = str(make())
    assert "< 1e-300" in text
    assert not re.search(r"p = 0(?![.\d])|p-value +0(?![.\d])", text)


@pytest.mark.parametrize("ending", ["txt", "md", "tex", "html"])
def test_no_document_says_that_p_is_0(ending, tmp_path):
    path = tmp_path / f"report.{ending}"
    bakeoff.write_report(verdict(), path)
    text = path.read_text(encoding="utf-8")
    assert "1e-300" in text
    assert not re.search(r"p = 0(?![.\d])|p-value +0(?![.\d])", text)


def test_json_has_a_number():
    assert verdict().to_dict()["p_value"] == 0.0


def test_where_nothing_varies_p_is_0():
    found = bakeoff.compare_scores([[0.9, 0.9, 0.9]], [[0.8, 0.8, 0.8]], design=bakeoff.KFold(folds=3))
    assert "p = 0," in str(found)
