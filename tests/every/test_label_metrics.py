"""Which items determine each metric of labels, measured on confusion matrices [predicted, true]."""

import numpy as np
import pytest

from bakeoff.metrics import METRICS

OF_LABELS = [each for each in METRICS if each.kind == "labels"]
OWN = np.array([[8, 0, 0], [3, 0, 0], [1, 0, 0]])  # items of the first class
OTHER = np.array([[0, 2, 4], [0, 7, 1], [0, 3, 8]])


def value(metric, matrix):
    """The metric, of the first class if it measures one."""
    with np.errstate(divide="ignore", invalid="ignore"):
        found = metric.compute(matrix)
    return float(found[..., 0] if metric.per_class else found)


def same(one, other):
    return bool(np.isclose(one, other, rtol=1e-12))


def measured(metric):
    """Which items determine it: items of the first class, items of other classes, and both together."""
    if same(value(metric, OWN + OTHER), value(metric, OWN)) and metric.per_class:
        return "class"
    if same(value(metric, OWN + OTHER), value(metric, OTHER)) and metric.per_class:
        return "rest"
    n, m = OWN.sum(), OTHER.sum()
    mean = (n * value(metric, OWN) + m * value(metric, OTHER)) / (n + m)
    return "items" if same(value(metric, OWN + OTHER), mean) else "classes"


@pytest.mark.parametrize("metric", OF_LABELS, ids=lambda each: each.key)
def test_a_metric_rests_on_the_items_that_determine_it(metric):
    assert metric.rests_on == measured(metric)


def test_metrics_of_other_kinds_do_not_say():
    assert {each.rests_on for each in METRICS if each.kind != "labels"} == {None}
