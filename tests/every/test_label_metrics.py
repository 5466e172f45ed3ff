"""Which items determine each metric of labels, measured on confusion matrices [predicted, true]."""

import numpy as np
import pytest

from bakeoff.metrics import METRICS
from bakeoff.metrics._assumed import SHARES

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


@pytest.mark.parametrize("metric", OF_LABELS, ids=lambda each: each.key)
def test_a_metric_assumes_the_class_frequencies_of_use_if_it_depends_on_them(metric):
    counts = np.array([[8, 2, 4], [3, 7, 1], [1, 3, 9]])
    more_of_the_first_class = counts * [5, 1, 1]
    depends = not same(value(metric, counts), value(metric, more_of_the_first_class))
    assert (SHARES in metric.assumptions) == depends


@pytest.mark.parametrize("key", ["mcc", "class-mcc"])
def test_exchanging_two_classes_does_not_change_a_correlation(key):
    counts = np.array([[8, 2], [3, 17]])
    assert same(value(METRICS[key], counts), value(METRICS[key], counts[::-1, ::-1]))
