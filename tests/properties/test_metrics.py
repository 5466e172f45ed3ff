"""What holds of metrics whatever the data."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from bakeoff.compare.measure import confusion, measure
from bakeoff.metrics import METRICS
from bakeoff.metrics._roc import dominates, roc
from bakeoff.metrics.auc import auc

LABELS = [metric for metric in METRICS if metric.kind == "labels"]

# a busy machine may pause in the middle of an example
unhurried = settings(deadline=None)

columns = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=30)
stacks = arrays.arrays(np.int64, (4, 3, 3), elements=st.integers(0, 6)).filter(
    lambda stack: bool((stack.sum(axis=(1, 2)) > 0).all())
)
ranked = st.lists(st.tuples(st.booleans(), st.integers(-4, 4)), min_size=2, max_size=14).filter(
    lambda items: len({positive for positive, _ in items}) == 2
)


def split(items):
    return [list(column) for column in zip(*items, strict=True)]


@unhurried
@given(stack=stacks)
def test_a_stack_equals_a_loop(stack):
    for metric in LABELS:
        one_by_one = [metric.compute(matrix) for matrix in stack]
        np.testing.assert_array_equal(metric.compute(stack), one_by_one, err_msg=metric.key)


@unhurried
@given(stack=stacks)
def test_values_stay_in_range(stack):
    for metric in LABELS:
        values = metric.compute(stack)
        values = values[~np.isnan(values)]
        assert np.all((values >= metric.low - 1e-12) & (values <= metric.high + 1e-12)), metric.key


@unhurried
@given(items=columns, order=st.permutations(range(4)))
def test_renaming_classes_permutes_their_values(items, order):
    truth, predicted = split(items)
    before = measure(truth, predicted, labels=range(4))
    after = measure([order[t] for t in truth], [order[p] for p in predicted], labels=range(4))
    for key, values in before.per_class.items():
        np.testing.assert_array_equal(after.per_class[key][list(order)], values)
    for key, value in before.overall.items():
        assert after.overall[key] == pytest.approx(value, abs=1e-12, nan_ok=True)


@unhurried
@given(items=columns, order=st.randoms(use_true_random=False))
def test_the_order_of_items_does_not_matter(items, order):
    shuffled = list(items)
    order.shuffle(shuffled)
    assert str(measure(*split(items))) == str(measure(*split(shuffled)))


@unhurried
@given(items=columns)
def test_strings_and_numbers_are_measured_alike(items):
    truth, predicted = split(items)
    as_numbers = confusion(truth, predicted)
    as_strings = confusion([f"class {t}" for t in truth], [f"class {p}" for p in predicted])
    assert as_numbers.matrix.tolist() == as_strings.matrix.tolist()


@unhurried
@given(items=columns)
def test_the_four_counts_add_up_to_n(items):
    table = measure(*split(items))
    assert np.all(sum(table.counts.values()) == len(items))


@unhurried
@given(items=columns)
def test_micro_averages_are_the_accuracy(items):
    overall = measure(*split(items)).overall
    for key in ("micro-precision", "micro-recall", "micro-f1"):
        assert overall[key] == overall["accuracy"]
    assert overall["micro-false-discovery"] == overall["error"]
    assert overall["accuracy"] + overall["error"] == pytest.approx(1, rel=1e-15)


@unhurried
@given(items=columns)
def test_complements(items):
    of = measure(*split(items)).per_class
    np.testing.assert_allclose(of["false-alarm"], 1 - of["specificity"], rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose(of["false-discovery"], 1 - of["precision"], rtol=1e-12, atol=1e-15)


@unhurried
@given(items=columns)
def test_mcc_of_a_class_is_pearsons_correlation(items):
    truth, predicted = (np.array(column) for column in split(items))
    table = measure(truth, predicted)
    for label, value in zip(table.labels, table.per_class["class-mcc"], strict=True):
        is_class, is_called = truth == label, predicted == label
        if is_class.all() or not is_class.any() or is_called.all() or not is_called.any():
            assert np.isnan(value)
        else:
            assert value == pytest.approx(np.corrcoef(is_class, is_called)[0, 1], abs=1e-12)


@unhurried
@given(stack=arrays.arrays(np.int64, (2, 2), elements=st.integers(0, 50)).filter(lambda m: m.sum() > 0))
def test_mcc_of_two_classes_is_that_of_either(stack):
    by_class = METRICS["class-mcc"].compute(stack)
    np.testing.assert_allclose(by_class, np.repeat(METRICS["mcc"].compute(stack), 2), rtol=1e-12)


@unhurried
@given(items=ranked)
def test_auc_counts_pairs(items):
    positive, score = (np.array(column) for column in split(items))
    gaps = score[positive][:, None] - score[~positive][None, :]
    assert auc(positive, score) == (np.sum(gaps > 0) + np.sum(gaps == 0) / 2) / gaps.size


@unhurried
@given(items=ranked)
def test_auc_looks_at_the_order_alone(items):
    positive, score = split(items)
    assert auc(positive, [np.exp(3 * s) - 7 for s in score]) == auc(positive, score)


@unhurried
@given(items=ranked)
def test_auc_of_reversed_scores_or_classes_is_the_rest(items):
    positive, score = split(items)
    rest = pytest.approx(1 - auc(positive, score), abs=1e-15)
    assert auc(positive, [-s for s in score]) == rest
    assert auc([not p for p in positive], score) == rest


@unhurried
@given(items=ranked)
def test_roc_rises_from_corner_to_corner(items):
    curve = roc(*split(items))
    for axis in (curve.false_alarm, curve.sensitivity):
        assert (axis[0], axis[-1]) == (0, 1)
        assert np.all(np.diff(axis) >= 0)
    assert curve.auc == auc(*split(items))


@unhurried
@given(first=ranked, second=ranked)
def test_dominance_is_what_a_dense_look_sees(first, second):
    a, b = roc(*split(first)), roc(*split(second))
    gaps = [height(a, x) - height(b, x) for x in looks(a, b)]
    assert dominates(a, b) == (min(gaps) >= 0 and max(gaps) > 0)


@unhurried
@given(first=ranked, noise=st.lists(st.integers(-2, 2), min_size=14, max_size=14))
def test_dominance_implies_a_larger_area_and_is_one_way(first, noise):
    positive, score = split(first)
    # raising positives can only lift the curve, so that dominance does occur
    raised = [s + max(0, n) * p for s, p, n in zip(score, positive, noise, strict=False)]
    a, b = roc(positive, raised), roc(positive, score)
    assume(dominates(a, b))
    assert a.auc > b.auc
    assert not dominates(b, a)


def corners(curve):
    """The curve's corners as exact fractions."""
    x = [Fraction(round(v * curve.negatives), curve.negatives) for v in curve.false_alarm]
    y = [Fraction(round(v * curve.positives), curve.positives) for v in curve.sensitivity]
    return list(zip(x, y, strict=True))


def looks(a, b):
    """Places between all corners, near enough to each to see which way a segment leaves it."""
    stops = sorted({x for curve in (a, b) for x, _ in corners(curve)})
    near = Fraction(1, 10**6)
    return [left + share * (right - left) for left, right in pairwise(stops) for share in (near, 1 - near)]


def height(curve, x):
    """The curve over a place that is no corner."""
    points = corners(curve)
    for (x0, y0), (x1, y1) in pairwise(points):
        if x0 < x < x1:
            return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    raise AssertionError(f"{x} is a corner")
