from itertools import pairwise

import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import PairedLabels
from bakeoff.methods._paired_items import NONE_DISCORDANT
from bakeoff.methods.permutation import permutation


def accuracy(matrices):
    return np.trace(matrices, axis1=-2, axis2=-1) / matrices.sum(axis=(-2, -1))


def ask(table, alternative="two-sided", **options):
    labels = PairedLabels(table=np.asarray(table), labels=(0, 1), metric=accuracy)
    return permutation(labels, level=0.95, alternative=alternative, **{"resamples": 4000} | options)


FOUR_WINS = [[[5, 3], [0, 0]], [[0, 0], [1, 4]]]


@pytest.mark.parametrize(("alternative", "p"), [("two-sided", 1 / 8), ("greater", 1 / 16), ("less", 1)])
def test_swapping_is_throwing_a_coin(alternative, p):
    # 4 standard errors of a share of 1/16 found from 4000 resamples are .0153, twice that two-sided.
    assert ask(FOUR_WINS, alternative).p_value == pytest.approx(p, abs=0.0306)


def test_swaps_keep_each_items_two_answers():
    seen = []

    def spy(matrices):
        seen.append(matrices)
        return accuracy(matrices)

    labels = PairedLabels(table=np.asarray(FOUR_WINS), labels=(0, 1), metric=spy)
    permutation(labels, level=0.95, alternative="two-sided", resamples=50)
    of_a, of_b = next((a, b) for a, b in pairwise(seen) if a.shape[0] == b.shape[0] == 50)
    # Together A and B gave the same answers as before, whatever was swapped.
    assert np.unique(of_a + of_b, axis=0).tolist() == [[[13, 1], [3, 9]]]


def test_identical_answers():
    result = ask([[[5, 0], [0, 2]], [[1, 0], [0, 4]]])
    assert (result.estimate, result.p_value, result.degenerate) == (0, 1, True)
    assert tuple(result.interval) == (0, 0)
    assert NONE_DISCORDANT in result.notes


def test_one_item_proves_nothing():
    assert ask([[[0, 1], [0, 0]], [[0, 0], [0, 0]]]).p_value == 1


def test_resamples_are_a_positive_whole_number():
    with pytest.raises(InputError, match="resamples is 0"):
        ask(FOUR_WINS, resamples=0)
