"""Every method on given numbers against R, pROC, Weka and mpmath.

The cases are made by methods.R, delong.R, jackknife.R, score_t.R, weka/collect.py and tails.py. A case
expects only what the specification fixes: where an interval or a statistic is a choice of this package, it is
left out.
"""

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from bakeoff import designs
from bakeoff.core import outcomes
from bakeoff.core.exceptions import InputError
from bakeoff.methods import METHODS
from bakeoff.metrics import METRICS

FILES = ("methods.json", "delong.json", "jackknife.json", "score_t.json", "weka.json", "tails.json")
RANDOM = {"bootstrap", "permutation"}  # what these two find is no fixed number
BY_DIFFERENCES = {"score-t"}  # its slopes are found by differences, which have about ten digits
# No other program has these: tests/unit/methods has them by loops and formulas of its own.
OURS = {"skewed-t", "area-t", "prediction-powered-t"}


@cache
def cases():
    """The cases of each method, by where they are."""
    found = {}
    for name in FILES:
        for at, case in enumerate(json.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))):
            found.setdefault(case["method"], {})[name, at, case["source"]] = case
    return found


def fold_scores(inputs):
    design = inputs.pop("design")
    made = getattr(designs, design["name"])(**design["arguments"])
    return outcomes.FoldScores(design=made, **inputs)


def ranked_items(inputs):
    return outcomes.RankedItems(**inputs | {"positive": np.array(inputs["positive"], dtype=bool)})


def paired_labels(inputs):
    truth, a, b = (np.array(inputs[name]) for name in ("truth", "a", "b"))
    classes, metric = inputs.get("classes", 3), METRICS[inputs["metric"]]
    cell, kinds = (truth * classes + a) * classes + b, None
    if "clusters" in inputs:
        cluster = np.unique(inputs["clusters"], return_inverse=True)[1]
        pairs, count = np.unique(np.column_stack([cluster, cell]), axis=0, return_counts=True)
        repeats = np.ones(cluster.max() + 1, dtype=np.int64)
        kinds = outcomes.ClusterKinds(kind=pairs[:, 0], cell=pairs[:, 1], count=count, repeats=repeats)
    return outcomes.PairedLabels(
        table=np.bincount(cell, minlength=classes**3).reshape(classes, classes, classes),
        labels=tuple(range(classes)),
        metric=(lambda m: metric.compute(m)[..., 1]) if metric.per_class else metric.compute,
        clusters=kinds,
        span=metric.high - metric.low,
    )


BUILD = {
    "paired-items": lambda inputs: outcomes.PairedItems(**inputs),
    "rates": lambda inputs: outcomes.RatePair(**inputs),
    "folds": fold_scores,
    "samples": lambda inputs: outcomes.SampleScores(**inputs),
    "datasets": lambda inputs: outcomes.DatasetScores(**inputs),
    "layout": lambda inputs: outcomes.LayoutScores(**inputs),
    "item-scores": lambda inputs: outcomes.PairedScores(**inputs),
    "ranked": ranked_items,
    "labels": paired_labels,
}


def found(result, name):
    return getattr(result.interval if name in ("low", "high") else result, name)


def agrees(method, name, ours, expected):
    if name == "degenerate":
        return ours is expected
    if method in BY_DIFFERENCES:
        return ours == pytest.approx(expected, rel=1e-9, abs=1e-9)
    if name == "df":
        return ours == pytest.approx(tuple(expected) if isinstance(expected, list) else expected, rel=1e-10)
    if isinstance(expected, str) or name == "p_value":
        return ours == pytest.approx(float(expected), rel=1e-10, abs=0)
    return ours == pytest.approx(expected, rel=1e-10, abs=1e-12)


def wrong_in(case):
    """What is not as the case expects: (ours, theirs)."""
    numbers = BUILD[case["kind"]](dict(case["input"]))
    asked = {"level": case["level"], "alternative": case["alternative"]}
    if case["expected"] == {"refused": True}:
        return refusal_missing(numbers, METHODS[case["method"]], asked)
    result = METHODS[case["method"]].compute(numbers, **asked, **case["options"])
    return {
        name: (found(result, name), expected)
        for name, expected in case["expected"].items()
        if not agrees(case["method"], name, found(result, name), expected)
    }


def refusal_missing(numbers, method, asked):
    with pytest.raises(InputError, match="0/0"):
        method.compute(numbers, **asked)


@pytest.mark.parametrize("method", [key for key in METHODS.keys() if key not in RANDOM | OURS])  # noqa: SIM118
def test_method_agrees_with_its_oracles(method):
    asked = cases()[method]
    assert asked
    wrong = {where: found for where, case in asked.items() if (found := wrong_in(case))}
    assert not wrong, "(file, number, source): (ours, theirs)"


def test_no_case_is_left_out():
    assert set(cases()) == set(METHODS.keys()) - RANDOM - OURS
