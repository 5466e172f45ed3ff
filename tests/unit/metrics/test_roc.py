from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.integrate import trapezoid

from bakeoff.core.exceptions import InputError
from bakeoff.core.ranks import Ranks
from bakeoff.metrics._roc import dominates, in_front, roc


def test_points_and_thresholds():
    curve = roc([True, False, True, False, False], [0.9, 0.5, 0.5, 0.3, 0.1])
    assert curve.false_alarm.tolist() == [0, 0, 1 / 3, 2 / 3, 1]
    assert curve.sensitivity.tolist() == [0, 0.5, 1, 1, 1]
    assert curve.thresholds.tolist() == [0.9, 0.5, 0.3, 0.1, -np.inf]
    assert (curve.positives, curve.negatives) == (2, 3)


def test_positive_means_score_above_the_threshold():
    rng = np.random.default_rng(1)
    positive, score = rng.random(40) < 0.5, np.round(rng.normal(size=40), 1)
    curve = roc(positive, score)
    for point, threshold in enumerate(curve.thresholds):
        called = score > threshold
        assert curve.sensitivity[point] == np.mean(called[positive])
        assert curve.false_alarm[point] == np.mean(called[~positive])


def test_area_is_the_trapezoids():
    curve = roc([1, 1, 0, 0, 1], [3, 2, 2, 1, 0])
    assert curve.auc == pytest.approx(trapezoid(curve.sensitivity, curve.false_alarm), rel=1e-15)


@pytest.mark.parametrize("column", [list, np.array, pd.Series, pl.Series])
def test_kinds_of_columns(column):
    assert roc(column([True, False, True]), column([0.5, 0.1, 0.2])).auc == 1


def test_object_booleans_are_taken():
    assert roc(np.array([True, False], dtype=object), [1, 0]).auc == 1


@pytest.mark.parametrize(
    ("positive", "score", "message"),
    [
        ([], [], r"positive has shape \(0,\); expected True or False for each item, at least one"),
        ([True, False], [1.0], r"positive has shape \(2,\) and score \(1,\)"),
        (
            [True, False],
            [1.0, np.nan],
            r"score is missing \(nan\) at row 1, counting from 0 \(1 missing in all\)",
        ),
        ([True, False], [1.0, None], r"score is missing \(nan\) at row 1"),
        ([True, False], ["high", "low"], "score holds something that is not a number"),
        ([1, 2], [1.0, 2.0], "positive is 2 at row 1, counting from 0; expected True or False"),
        (["yes", "no"], [1.0, 2.0], "positive is 'yes' at row 0"),
        ([True, None], [1.0, 2.0], "positive is None at row 1"),
        ([[1], [1, 0]], [1.0, 2.0], "positive has rows of different lengths"),
        ([False, False], [1.0, 2.0], "0 of 2 items are positive; a ROC curve needs items of both classes"),
    ],
)
def test_bad_input_says_where(positive, score, message):
    with pytest.raises(InputError, match=message):
        roc(positive, score)


TRUTH = [1, 1, 0, 0]
PERFECT = roc(TRUTH, [4, 3, 2, 1])
CHANCE = roc(TRUTH, [1, 1, 1, 1])
WORST = roc(TRUTH, [1, 2, 3, 4])
EARLY = roc(TRUTH, [4, 1, 3, 2])  # finds one at once, the other last
LATE = roc(TRUTH, [3, 2, 4, 1])  # a false alarm first, then finds both


def test_dominance():
    assert dominates(PERFECT, CHANCE)
    assert dominates(CHANCE, WORST)
    assert not dominates(CHANCE, PERFECT)
    assert not dominates(PERFECT, PERFECT)


def test_crossing_curves_dominate_neither_way():
    assert EARLY.auc == LATE.auc == 0.5
    assert not dominates(EARLY, LATE)
    assert not dominates(LATE, EARLY)


def test_vertical_segments_are_compared_at_both_ends():
    # Both start at 0 and are vertical at false alarm 0.5 up to 1; one comes in at 0.5, the other at 0.
    higher = roc(TRUTH, [3, 2, 3, 1])
    lower = roc(TRUTH, [2, 2, 3, 1])
    assert dominates(higher, lower)
    assert not dominates(lower, higher)


def test_a_corner_on_the_other_curves_segment_is_no_difference():
    # The second splits the first's one segment (0, 0)-(1, 1) into three equal steps, in thirds.
    one_segment = roc([1, 1, 1, 0, 0, 0], [1, 1, 1, 1, 1, 1])
    three_steps = roc([1, 0, 1, 0, 1, 0], [3, 3, 2, 2, 1, 1])
    assert not dominates(one_segment, three_steps)
    assert not dominates(three_steps, one_segment)


def test_curves_of_different_test_sets():
    seven = roc([1] * 7 + [0] * 3, [1] * 10)
    other = roc([1] * 4 + [0] * 9, [1] * 13)
    assert not dominates(seven, other)
    assert not dominates(other, seven)
    assert dominates(PERFECT, seven)


def test_sizes_too_large_for_machine_integers():
    # two primes near 10^5 each way: the common unit has more than 62 bits
    first = roc(np.repeat([True, False], [99_991, 99_989]), np.ones(199_980))
    second = roc(np.repeat([True, False], [99_971, 99_961]), np.ones(199_932))
    assert not dominates(first, second)
    ahead = roc(np.repeat([True, False], [99_971, 99_961]), np.append([2.0], np.ones(199_931)))
    assert dominates(ahead, first)


def by_every_place(first, second):
    """The plain form: heights at both ends of every place on either curve, as fractions."""

    def heights(corners, x):
        xs, ys = (list(map(int, each)) for each in corners)
        at = [y for own, y in zip(xs, ys, strict=True) if own == x]
        if at:
            return Fraction(min(at)), Fraction(max(at))
        after = next(i for i, own in enumerate(xs) if own > x)
        run, rise = xs[after] - xs[after - 1], ys[after] - ys[after - 1]
        return (ys[after - 1] + Fraction(rise * (x - xs[after - 1]), run),) * 2

    apart = [
        one - other
        for x in {*map(int, first[0]), *map(int, second[0])}
        for one, other in zip(heights(first, x), heights(second, x), strict=True)
    ]
    below, above = any(each < 0 for each in apart), any(each > 0 for each in apart)
    return "" if below == above else "a" if above else "b"


@pytest.mark.parametrize("digits", [0, 1, 3])
@pytest.mark.parametrize("ahead", [0.0, 0.5, 3.0])
def test_the_curve_in_front_is_found_whatever_is_tried_first(digits, ahead, monkeypatch):
    draws = np.random.default_rng(3)
    for some in (2, 500):
        monkeypatch.setattr("bakeoff.metrics._roc.SOME", some)
        monkeypatch.setattr("bakeoff.metrics._roc.PART", 7)
        for _ in range(20):
            positive = np.arange(30) < 12
            a, b = (positive * d + draws.normal(size=30).round(digits) for d in (1 + ahead, 1))
            corners = [Ranks.of(positive, side).corners() for side in (a, b)]
            assert in_front(*corners) == by_every_place(*corners)
            assert in_front(*corners[::-1]) == {"a": "b", "b": "a", "": ""}[in_front(*corners)]
