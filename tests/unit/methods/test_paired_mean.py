import math

import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import PairedScores
from bakeoff.methods._reference import CANCELLED
from bakeoff.methods.paired_mean import paired_mean

TWO = {"level": 0.95, "alternative": "two-sided"}


def ask(x, clusters=None):
    return paired_mean(PairedScores(a=x, b=[0] * len(x), clusters=clusters), **TWO)


def test_by_hand():
    # Variance 4/3, four items.
    result = ask([1, 1, 3, 3])
    assert result.statistic == pytest.approx(2 / math.sqrt(1 / 3), rel=1e-14)
    assert result.df == pytest.approx(3, rel=1e-12)


def test_clusters_by_hand():
    # Sums of deviations -2 and 2: se^2 = 2/1 x (4 + 4) / 16 = 1.
    result = ask([1, 1, 3, 3], clusters=[0, 0, 1, 1])
    assert result.statistic == pytest.approx(2, rel=1e-14)
    assert result.df == pytest.approx(1, rel=1e-12)
    assert ask([1, 1, 3, 3], clusters=[7, 7, -2, -2]).statistic == pytest.approx(2, rel=1e-14)


def test_each_item_its_own_cluster_is_no_cluster():
    plain, own = ask([1, 5, 3, 2]), ask([1, 5, 3, 2], clusters=[0, 1, 2, 3])
    assert own.p_value == pytest.approx(plain.p_value, rel=1e-14)


def test_one_cluster_is_too_few():
    with pytest.raises(InputError, match="at least 2 independent items or clusters; got 1"):
        ask([1, 2, 3], clusters=[4, 4, 4])


def test_differences_that_cancel_within_clusters_are_not_called_identical():
    result = ask([1, -1, 2, -2], clusters=[0, 0, 1, 1])
    assert (result.estimate, result.p_value, result.notes) == (0, 1, (CANCELLED,))


@pytest.mark.parametrize("sizes", [[5, 5, 5], [100, 10, 10, 10, 10], [1, 2, 3, 4, 5, 6], [1] * 7])
def test_clusters_by_the_matrices_of_bell_and_mccaffrey(sizes):
    # The general formulas for a regression, with an intercept alone and errors alike as working model.
    clusters = np.repeat(np.arange(len(sizes)), sizes)
    x = np.random.default_rng(3).normal(size=len(clusters)).round(3)
    n, ones = len(x), np.ones((len(x), 1))
    residual_maker = np.eye(n) - ones @ ones.T / n
    columns = []
    for g in range(len(sizes)):
        rows = np.flatnonzero(clusters == g)
        values, vectors = np.linalg.eigh(residual_maker[np.ix_(rows, rows)])
        root = vectors @ np.diag(values**-0.5) @ vectors.T
        columns.append(residual_maker[rows].T @ root @ ones[rows] / n)
    weights = np.hstack(columns)
    spectrum = np.linalg.eigvalsh(weights.T @ weights)
    result = paired_mean(PairedScores(a=x, b=0 * x, clusters=clusters), level=0.95, alternative="two-sided")
    assert result.df == pytest.approx(spectrum.sum() ** 2 / (spectrum**2).sum(), rel=1e-9)
    assert result.statistic == pytest.approx(x.mean() / np.sqrt(np.sum((weights.T @ x) ** 2)), rel=1e-9)


def test_one_item_has_a_defined_answer():
    result = ask([2.0])
    assert (result.estimate, result.p_value, result.degenerate) == (2, 1, True)
    assert (result.interval.low, result.interval.high) == (-math.inf, math.inf)
    assert result.notes


@pytest.mark.parametrize("clusters", [None, np.array([4, 1, 1, 4, 9])], ids=["items", "clusters"])
def test_counts_are_so_many_rows(clusters):
    a, b = np.array([1, 0, 1, 0.5, 0]), np.array([0, 0, 1, 0.25, 1])
    counts = np.array([3, 5, 2, 1, 4])
    rows = np.repeat(np.arange(5), counts)
    short = paired_mean(PairedScores(a=a, b=b, clusters=clusters, counts=counts), **TWO)
    written = PairedScores(a=a[rows], b=b[rows], clusters=None if clusters is None else clusters[rows])
    long = paired_mean(written, **TWO)
    assert short.n == long.n == 15
    for name in ("estimate", "p_value", "statistic", "df"):
        assert getattr(short, name) == pytest.approx(getattr(long, name), rel=1e-12)


def test_one_row_of_many_items_is_many_items():
    result = paired_mean(PairedScores(a=[1.0], b=[0.0], counts=[7]), **TWO)
    assert (result.n, result.estimate, result.p_value, result.degenerate) == (7, 1, 0, True)


def test_order_of_rows_does_not_change_a_bit():
    rng = np.random.default_rng(0)
    a, b, clusters = rng.normal(size=90), rng.normal(size=90), rng.integers(0, 12, 90)
    rows = rng.permutation(90)
    for groups in (None, clusters):
        moved = PairedScores(a=a[rows], b=b[rows], clusters=None if groups is None else groups[rows])
        assert paired_mean(moved, **TWO) == paired_mean(PairedScores(a=a, b=b, clusters=groups), **TWO)


def test_the_interval_stays_where_differences_can_be():
    scores = PairedScores(a=[1.0, 0.5, 0.9], b=[0.1, 0.5, 0.2], span=1.0)
    low, high = paired_mean(scores, level=0.95, alternative="two-sided").interval
    assert (round(low, 3), high) == (-0.641, 1.0)
    alone = PairedScores(a=[1.0], b=[0.0], span=1.0)
    assert [*paired_mean(alone, level=0.95, alternative="two-sided").interval] == [-1.0, 1.0]
