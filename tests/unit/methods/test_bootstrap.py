import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import PairedLabels
from bakeoff.methods._paired_items import NONE_DISCORDANT
from bakeoff.methods._reference import NO_SPREAD
from bakeoff.methods.bootstrap import bootstrap

TABLE = np.array([[[40, 5], [2, 3]], [[4, 1], [8, 37]]])


def accuracy(matrices):
    return np.trace(matrices, axis1=-2, axis2=-1) / matrices.sum(axis=(-2, -1))


def ask(table=TABLE, alternative="two-sided", **options):
    labels = PairedLabels(table=np.asarray(table), labels=(0, 1), metric=accuracy)
    return bootstrap(labels, level=0.95, alternative=alternative, **{"resamples": 1000} | options)


def test_spread_is_that_of_the_items():
    # 13 items for A, 6 for B: the standard error of the difference is sqrt(.19 - .07^2) / 10 = .0431; 4
    # standard errors of a deviation found from 1000 resamples are 9 %.
    table = [[[40, 13], [6, 0]], [[0, 0], [0, 41]]]
    low, high = ask(table, resamples=4000).interval
    assert (high - low) / 2 == pytest.approx(1.96 * 0.0431, rel=0.09)


def test_another_rng_is_another_answer():
    assert ask(rng=3) == ask(rng=3)
    assert ask(rng=3).p_value != ask(rng=4).p_value


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_identical_answers(alternative):
    result = ask([[[5, 0], [0, 2]], [[1, 0], [0, 4]]], alternative)
    assert (result.estimate, result.p_value, result.degenerate) == (0, 1, True)
    assert result.interval.low == (-np.inf if alternative == "less" else 0)
    assert result.interval.high == (np.inf if alternative == "greater" else 0)
    assert NONE_DISCORDANT in result.notes


def test_one_item_proves_nothing_and_does_not_vary():
    result = ask([[[0, 1], [0, 0]], [[0, 0], [0, 0]]])
    assert result.estimate == 1
    assert result.degenerate
    assert NO_SPREAD in result.notes


def test_p_values_are_never_0():
    assert ask([[[0, 90], [0, 0]], [[0, 0], [0, 10]]]).p_value == pytest.approx(2 / 1001, rel=1e-12)


@pytest.mark.parametrize("resamples", [0, -5, 2.5, "many"])
def test_resamples_are_a_positive_whole_number(resamples):
    with pytest.raises(InputError, match="resamples is"):
        ask(resamples=resamples)


def test_the_note_tells_the_monte_carlo_error():
    assert ask().notes[0].startswith("1000 resamples: the p-value has a Monte-Carlo error of ")


def test_a_resample_without_difference_speaks_for_neither_side():
    # One win each: by symmetry a share t of the resamples is tied and each one-sided p-value is (1 + t) / 2.
    # Both kinds are drawn equally often with chance sum_k 10!/(k! k! (10-2k)!) .1^2k .8^(10-2k) = .2931; 4
    # standard errors of a share found from 4000 resamples are .03.
    table = [[[4, 1], [1, 0]], [[0, 0], [0, 4]]]
    p = [ask(table, alternative, resamples=4000).p_value for alternative in ("greater", "less")]
    assert sum(p) == pytest.approx(1.2931, abs=0.03)


@pytest.mark.parametrize(("differ", "two_sided", "greater"), [(1, 1.0, 0.5), (3, 0.25, 0.125)])
def test_it_is_never_surer_than_the_items_that_differ_allow(differ, two_sided, greater):
    table = np.zeros((2, 2, 2), dtype=np.int64)
    table[0, 0, 0], table[1, 1, 1], table[0, 0, 1] = 50, 50, differ
    assert ask(table).p_value == two_sided
    assert ask(table, "greater").p_value == greater
