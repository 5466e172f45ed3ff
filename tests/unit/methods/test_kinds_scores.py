import numpy as np
import pytest

from bakeoff.core.outcomes import PairedScores
from bakeoff.methods._kinds import score_kinds, units_of

A = np.array([0.5, 1.0, 0.25, 0.5, 1.0, 0.0])
B = np.array([0.25, 0.5, 0.0, 0.5, 1.0, 1.0])
CLUSTERS = np.array([7, 7, 2, 2, 7, 5])


def test_items_that_are_alike_are_one_kind():
    units = units_of(A - B, PairedScores(a=A, b=B))
    assert units.total.tolist() == [-1, 0, 0.25, 0.5]
    assert units.repeats.tolist() == [1, 2, 2, 1]


def test_counts_are_so_many_rows():
    counts = np.array([3, 1, 2, 1, 1, 4])
    for clusters in (None, CLUSTERS):
        short = PairedScores(a=A, b=B, clusters=clusters, counts=counts)
        rows = np.repeat(np.arange(6), counts)
        written = PairedScores(a=A[rows], b=B[rows], clusters=None if clusters is None else clusters[rows])
        one, two = score_kinds(short), score_kinds(written)
        assert one.n == two.n == 12
        assert one.estimate == two.estimate
        assert np.array_equal(one.repeats, two.repeats)
        assert np.array_equal(one.without(), two.without())


def test_clusters_by_hand():
    # Sums of differences: cluster 2: 0.25 of 2 items, 5: -1 of 1, 7: 0.75 of 3.
    kinds = score_kinds(PairedScores(a=A, b=B, clusters=CLUSTERS))
    assert kinds.units == 3
    assert kinds.estimate == 0
    assert units_of(A - B, PairedScores(a=A, b=B, clusters=CLUSTERS)).size.tolist() == [1, 2, 3]
    assert kinds.gaps(np.array([[1, 1, 1], [0, 3, 0], [2, 0, 1]])) == pytest.approx([0, 0.125, -1.25 / 5])
    assert kinds.without() == pytest.approx([1 / 5, -0.25 / 4, -0.75 / 3])


def test_a_cluster_whose_differences_cancel_does_not_differ():
    kinds = score_kinds(PairedScores(a=[1, 0, 1], b=[0, 1, 0], clusters=[1, 1, 2]))
    assert kinds.differing == 1


def test_order_of_rows_does_not_change_a_bit():
    rng = np.random.default_rng(0)
    a, b, clusters = rng.normal(size=50), rng.normal(size=50), rng.integers(0, 9, 50)
    rows = rng.permutation(50)
    for groups in (None, clusters):
        one = score_kinds(PairedScores(a=a, b=b, clusters=groups))
        two = score_kinds(
            PairedScores(a=a[rows], b=b[rows], clusters=None if groups is None else groups[rows])
        )
        assert one.estimate == two.estimate
        assert np.array_equal(one.without(), two.without())
