import itertools

import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import ClusterKinds, PairedLabels
from bakeoff.methods._paired_items import NONE_DISCORDANT
from bakeoff.methods.permutation import NO_WIDTH, permutation
from bakeoff.metrics import METRICS


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


def test_identical_answers():
    result = ask([[[5, 0], [0, 2]], [[1, 0], [0, 4]]])
    assert (result.estimate, result.p_value, result.degenerate) == (0, 1, True)
    assert result.interval.high == -result.interval.low == pytest.approx(1.959964**2 / (12 + 1.959964**2))
    assert NONE_DISCORDANT in result.notes


def test_one_item_proves_nothing():
    assert ask([[[0, 1], [0, 0]], [[0, 0], [0, 0]]]).p_value == 1


def test_resamples_are_a_positive_whole_number():
    with pytest.raises(InputError, match="resamples is 0"):
        ask(FOUR_WINS, resamples=0)


def enumerated(rows, groups, metric):
    """The exact p-value over all exchanges of A and B in whole groups of rows."""

    def gap(rows):
        table = np.zeros((2, 2, 2), dtype=np.int64)
        np.add.at(table, tuple(rows.T), 1)
        return float(metric(table.sum(axis=2).T) - metric(table.sum(axis=1).T))

    observed, found = gap(rows), []
    for coins in itertools.product([False, True], repeat=len(set(groups))):
        swapped = np.where(np.array(coins)[groups][:, None], rows[:, [0, 2, 1]], rows)
        found.append(gap(swapped))
    found = np.array(found)
    above, below = np.mean(found >= observed - 1e-12), np.mean(found <= observed + 1e-12)
    return min(1, 2 * min(above, below))


@pytest.mark.parametrize("clustered", [False, True], ids=["items", "clusters"])
@pytest.mark.parametrize("metric", ["macro-f1", "mcc"])
@pytest.mark.slow
def test_p_values_agree_with_all_exchanges(metric, clustered):
    # Twelve rows; four standard errors of twice a share found from 20,000 resamples are at most .0283.
    compute = METRICS[metric].compute
    rng = np.random.default_rng(3)
    truth = np.array([0, 1] * 6)
    a = np.where(rng.random(12) < 0.85, truth, 1 - truth)
    b = np.where(rng.random(12) < 0.5, truth, 1 - truth)
    rows, groups = np.column_stack([truth, a, b]), np.repeat(np.arange(6), 2) if clustered else np.arange(12)
    cells = (truth * 2 + a) * 2 + b
    kinds = None
    if clustered:
        pairs, count = np.unique(np.column_stack([groups, cells]), axis=0, return_counts=True)
        kinds = ClusterKinds(
            kind=pairs[:, 0], cell=pairs[:, 1], count=count, repeats=np.ones(6, dtype=np.int64)
        )
    labels = PairedLabels(
        table=np.bincount(cells, minlength=8).reshape(2, 2, 2), labels=(0, 1), metric=compute, clusters=kinds
    )
    ours = permutation(labels, level=0.95, alternative="two-sided", resamples=20_000).p_value
    assert ours == pytest.approx(enumerated(rows, groups, compute), abs=0.0283)


def test_one_cluster_proves_nothing():
    kinds = ClusterKinds(
        kind=np.array([0, 1]), cell=np.array([1, 7]), count=np.array([9, 3]), repeats=np.array([1, 4])
    )
    table = np.array([[[0, 9], [0, 0]], [[0, 0], [0, 12]]])
    labels = PairedLabels(table=table, labels=(0, 1), metric=accuracy, clusters=kinds)
    assert permutation(labels, level=0.95, alternative="two-sided", resamples=200).p_value == 1


def test_an_interval_without_width_is_told():
    table = np.zeros((2, 2, 2), dtype=int)
    table[0, 0, 1] = table[1, 1, 0] = 10  # A always right, B never

    def accuracy(m):
        return (m[..., 0, 0] + m[..., 1, 1]) / m.sum(axis=(-2, -1))

    labels = PairedLabels(table=table, labels=(0, 1), metric=accuracy, span=1.0)
    found = permutation(labels, level=0.95, alternative="two-sided", resamples=200)
    assert tuple(found.interval) == (1.0, 1.0)
    assert NO_WIDTH in found.notes
    assert not found.degenerate
