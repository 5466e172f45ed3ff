import math

import numpy as np
import pytest
from tests.looping import in_one_test

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import FoldScores
from bakeoff.designs import LeaveOneOut, RepeatedKFold
from bakeoff.methods import METHODS
from bakeoff.methods._reference import CANCELLED, IDENTICAL
from bakeoff.methods._repeated_cv import SOME_FLAT, UNDEFINED, deviations_along

FAMILY = [key for key in METHODS.keys() if key.startswith("cv-")]  # noqa: SIM118
NONE = ["cv-folds", "cv-runs", "cv-sorted-runs-averaged-variance", "cv-sorted-runs-averaged-t"]
AVERAGED = ["cv-folds-averaged-t", "cv-runs-averaged-t", "cv-sorted-runs-averaged-t"]
ALTERNATIVES = ("two-sided", "greater", "less")


def ask(key, x, alternative="two-sided", df="nominal"):
    x = np.asarray(x, dtype=float)
    scores = FoldScores(a=x, b=np.zeros_like(x), design=RepeatedKFold(runs=x.shape[0], folds=x.shape[1]))
    return METHODS[key].compute(scores, level=0.95, alternative=alternative, df=df)


def test_deviations_count_rounding_as_nothing():
    rows = np.array([[1.0, 1.0 + 1e-16], [1.0, 3.0], [0.3, 0.1 + 0.2]])
    assert deviations_along(-1, rows, 1e-15).tolist() == [0, math.sqrt(2), 0]


@pytest.mark.parametrize("key", FAMILY)
def test_default_is_calibrated_where_that_exists(key):
    expected = 9 if key in NONE else 10 if key in ("cv-all-data", "cv-sign") else 11
    assert ask(key, np.arange(100).reshape(10, 10) % 7, df=None).df == expected


@pytest.mark.parametrize("key", NONE)
def test_four_refuse_calibration_and_say_why(key):
    with pytest.raises(InputError, match=rf"{key} cannot be calibrated: .* were found.*nominal"):
        ask(key, [[1, 2], [3, 5]], df="calibrated")


@in_one_test("key", FAMILY)
@in_one_test("df", ["many", "", 0, -1, float("nan"), float("inf"), [3]])
def test_bad_degrees_of_freedom_are_named(key, df):
    with pytest.raises(
        InputError, match=rf'df of {key} is .*; expected "calibrated", "nominal" or a positive'
    ):
        ask(key, [[1, 2], [3, 5]], df=df)


@pytest.mark.parametrize(
    ("df", "used"), [("12", 12), (2.5, 2.5), ("nominal", 3), ("calibrated", 3), (None, 3)]
)
def test_a_number_may_be_text_and_calibration_gives_no_more_than_there_are_scores(df, used):
    assert ask("cv-all-data", [[1, 2], [3, 5]], df=df).df == used


@pytest.mark.parametrize("df", [3, 10, 99.5])
def test_degrees_of_freedom_scale_the_statistic_too(df):
    # U = mean / deviation = 3 / sqrt(14 / 3)
    result = ask("cv-all-data", [[1, 3], [2, 6]], df=df)
    assert result.statistic == pytest.approx(3 / math.sqrt(14 / 3) * math.sqrt(df + 1), rel=1e-14)
    assert result.df == df


@in_one_test("key", FAMILY)
@in_one_test("shape", [(3, 1), (1, 3)])
def test_single_folds_and_single_runs_are_too_few(key, shape):
    x = np.arange(3.0).reshape(shape)
    scores = FoldScores(a=x, b=0 * x, design=LeaveOneOut())  # it fits any shape
    if shape == (1, 3) and key == "cv-folds-averaged-t":
        assert METHODS[key].compute(scores, level=0.95, alternative="two-sided").n == 3
        return
    with pytest.raises(InputError, match=rf"{key} needs at least \d .*; got {shape[0]} of {shape[1]}"):
        METHODS[key].compute(scores, level=0.95, alternative="two-sided")


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize(
    ("key", "x"),
    [
        ("cv-folds-averaged-t", [[1, 1], [-2, -2]]),
        ("cv-runs-averaged-t", [[1, -2], [1, -2]]),
        ("cv-sorted-runs-averaged-t", [[1, -2], [-2, 1]]),
    ],
)
def test_infinity_minus_infinity_is_no_answer(key, x, alternative):
    result = ask(key, x, alternative)
    assert (result.p_value, result.statistic, result.direction) == (1, None, 0)
    assert tuple(result.interval) == (-math.inf, math.inf)
    assert result.degenerate
    assert result.notes == (UNDEFINED,)


@pytest.mark.parametrize("key", AVERAGED)
def test_a_term_without_variation_is_infinite_and_its_mean_is_not_rejected(key):
    # One term is 1 / 0; another pulls the mean of all to -1/2 or below. Only the flat term's own
    # difference, 1, would not be rejected, and the interval reaches from there to the mean.
    x = {"cv-folds-averaged-t": [[1, 1], [-1, -4]]}.get(key, [[-1, 1], [-4, 1]])
    both, for_a, for_b = (ask(key, x, alternative) for alternative in ALTERNATIVES)
    assert (both.p_value, for_a.p_value, for_b.p_value) == (0, 0, 1)
    assert tuple(both.interval) == (-0.75, 1)
    assert for_b.interval.low <= 0 <= for_b.interval.high
    assert both.direction == 0, "the statistic and the mean point in opposite directions"
    assert both.notes == (SOME_FLAT,)


def test_an_infinite_ratio_with_a_mean_of_0_favours_nobody():
    result = ask("cv-folds-averaged-t", [[1, 1], [-2, 0]])
    assert (result.estimate, result.statistic, result.direction) == (0, math.inf, 0)


def test_nothing_by_nothing_counts_as_nothing():
    # The first run is 0 / 0; the second 2 / sqrt(2).
    result = ask("cv-folds-averaged-t", [[0, 0], [1, 3]])
    assert result.statistic == pytest.approx(math.sqrt(2) / 2 * math.sqrt(2), rel=1e-14)
    assert not result.degenerate


@pytest.mark.parametrize(
    ("key", "x", "note"),
    [
        ("cv-folds", [[0, 0], [0, 0]], IDENTICAL),
        ("cv-folds", [[1, -1], [2, -2]], CANCELLED),
        ("cv-runs", [[1, -1], [-1, 1]], CANCELLED),
    ],
)
def test_a_note_says_why_there_is_no_difference(key, x, note):
    result = ask(key, x)
    assert (result.estimate, result.p_value, result.statistic) == (0, 1, 0)
    assert result.degenerate
    assert result.notes == (note,)


def test_interval_of_an_average_of_ratios_by_hand():
    # Ratios 2 / sqrt(2) and 4 / sqrt(8) have mean sqrt(2), weights 1 / sqrt(2) and 1 / sqrt(8) mean .53033:
    # centre 8/3; reach t(1, .975) / (sqrt(2) x .53033) = 12.7062 / .75.
    result = ask("cv-folds-averaged-t", [[1, 3], [2, 6]])
    assert result.statistic == pytest.approx(2, rel=1e-14)
    assert tuple(result.interval) == pytest.approx(
        (8 / 3 - 12.7062047361747 / 0.75, 8 / 3 + 12.7062047361747 / 0.75)
    )


@in_one_test("key", [key for key in FAMILY if METHODS[key].over_runs is not None])
def test_over_drawn_runs_it_is_the_statistic_of_each_draw(key):
    rng = np.random.default_rng(4)
    x = rng.normal(0.2, 1, (4, 3)).round(1)
    x[1] = 0.5  # a run without variation
    x[3] = -0.5
    at = np.vstack([rng.integers(4, size=(40, 4)), [[1] * 4, [1, 3, 1, 3]]])
    scores = FoldScores(a=x, b=np.zeros_like(x), design=RepeatedKFold(runs=4, folds=3))
    found = METHODS[key].over_runs(scores, at, df="nominal")
    alone = [ask(key, x[each]) for each in at]
    z = [math.nan if each.statistic is None else each.statistic for each in alone]
    assert found.estimates / found.errors == pytest.approx(np.array(z), nan_ok=True)
    assert {each.df for each in alone} == {found.df}
    assert [each.direction == 0 for each in alone] == (found.opposed | (found.estimates == 0)).tolist()
