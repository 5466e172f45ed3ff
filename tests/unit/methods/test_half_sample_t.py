import math

import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import FoldScores
from bakeoff.designs import KFold
from bakeoff.methods._fold_scores import HALVES_ALIKE
from bakeoff.methods._reference import CANCELLED, NO_SPREAD
from bakeoff.methods.half_sample_t import half_sample_t

APART = [[1, 3], [3, 1]]  # mean (D1 - D2)^2 / 4 = 1


def ask(halves, x=(1, 2, 3), **options):
    scores = FoldScores(a=[list(x)], b=[[0, 0, 0]], design=KFold(folds=3), halves=halves)
    return half_sample_t(scores, level=0.95, alternative="two-sided", **options)


def test_by_hand():
    assert ask(APART).statistic == pytest.approx(2, rel=1e-14)


@pytest.mark.parametrize(("halvings", "df"), [(1, 1), (7, 7), (15, 10), (16, 10), (50, 15), (80, 15)])
def test_degrees_of_freedom_grow_with_the_halvings(halvings, df):
    assert ask(APART[:1] * halvings).df == df


def test_degrees_of_freedom_may_be_given():
    assert ask(APART, df=4).df == 4


def test_the_floor_is_the_corrected_resampled_variance():
    # (1/3 + 1/2) x 1 is below V = 1, and above V = 1/100.
    near = [[1, 1.2], [1.2, 1]]
    assert ask(APART, floor="nadeau-bengio").statistic == pytest.approx(2, rel=1e-14)
    assert ask(near, floor="nadeau-bengio").statistic == pytest.approx(2 / math.sqrt(5 / 6), rel=1e-14)
    assert ask(near).statistic == pytest.approx(20, rel=1e-12)
    assert HALVES_ALIKE in ask(near).notes
    guarded = ask(near, floor="nadeau-bengio").notes
    assert HALVES_ALIKE in guarded
    assert "0.01 from the halves, 0.833 from the corrected resampled t" in guarded[0]
    assert "that of the halves, is used" in ask(APART, floor="nadeau-bengio").notes[0]


def test_halves_that_agree_leave_no_spread():
    result = ask([[2, 2]] * 15)
    assert (result.p_value, result.statistic, result.degenerate) == (0, math.inf, True)
    assert NO_SPREAD in result.notes
    assert CANCELLED in ask([[0, 0]] * 15, x=(1, -1, 0)).notes


@pytest.mark.parametrize(
    ("halves", "options", "message"),
    [
        (None, {}, r"needs halves, an array \(halvings, 2\)"),
        (APART, {"floor": "zero"}, "floor is 'zero'; expected one of none, items, nadeau-bengio"),
        (APART, {"floor": "items"}, "needs items, the mean difference of each item"),
        (APART, {"df": "calibrated"}, "df of half-sample-t is 'calibrated'"),
    ],
)
def test_bad_input(halves, options, message):
    with pytest.raises(InputError, match=message):
        ask(halves, **options)


def test_the_floor_of_items_is_the_variance_of_their_mean():
    def floored(items, halves=APART):
        scores = FoldScores(a=[[1, 2, 3]], b=[[0, 0, 0]], design=KFold(folds=3), halves=halves, items=items)
        return half_sample_t(scores, level=0.95, alternative="two-sided", floor="items")

    # variance 16 of four items: 4 for their mean, above V = 1; variance 4/3 gives 1/3, below it
    assert floored([6, 6, -2, -2]).statistic == pytest.approx(2 / math.sqrt(64 / 3 / 4), rel=1e-14)
    assert floored([3, 3, 1, 1]).statistic == pytest.approx(2, rel=1e-14)
    assert "5.33 from the items; the larger, that of the items, is used" in floored([6, 6, -2, -2]).notes[0]


def test_halves_that_show_nothing_have_the_larger_of_both_floors():
    scores = FoldScores(
        a=[[1, 2, 3]], b=[[0, 0, 0]], design=KFold(folds=3), halves=[[2, 2]] * 15, items=[2.0, 2, 2, 2.1]
    )
    found = half_sample_t(scores, level=0.95, alternative="two-sided", floor="items")
    assert HALVES_ALIKE in found.notes
    assert found.statistic == pytest.approx(2 / math.sqrt(5 / 6), rel=1e-14)
