import numpy as np
import pytest

from bakeoff.core.outcomes import ClusterKinds, PairedLabels, PairedScores, RankedItems
from bakeoff.core.result import Interval, Result
from bakeoff.methods._mirror import Faced, content, faced, in_order, swapped

TABLE = np.array([[[9, 4], [1, 2]], [[0, 3], [5, 7]]])
POSITIVE = np.arange(6) < 3


def accuracy(matrices):
    return np.trace(matrices, axis1=-2, axis2=-1) / matrices.sum(axis=(-2, -1))


def clusters(order=(0, 1)):
    """Two kinds of clusters, named in this order: one item where A alone is right, two where B alone is."""
    cells, counts, repeats = np.array([1, 2])[list(order)], np.array([1, 2])[list(order)], np.array([3, 1])
    return ClusterKinds(kind=np.arange(2), cell=cells, count=counts, repeats=repeats[list(order)])


def labels(table=TABLE, kinds=None):
    return PairedLabels(table=table, labels=(0, 1), metric=accuracy, clusters=kinds)


OUTCOMES = [
    labels(),
    labels(np.array([[[0, 3], [2, 0]], [[0, 0], [0, 0]]]), clusters()),
    PairedScores(a=[1.0, 0.5, 0.2], b=[0.3, 0.5, 0.1]),
    PairedScores(a=[1.0, 0.5, 0.2, 0.4], b=[0.3, 0.5, 0.1, 0.9], clusters=[0, 0, 1, 1]),
    RankedItems(positive=POSITIVE, a=[6, 5, 1, 2, 3, 4], b=[6, 2, 5, 4, 3, 1]),
    RankedItems(positive=POSITIVE, a=[6, 5, 1, 2, 3, 4], b=[6, 2, 5, 4, 3, 1], clusters=[0, 1, 2] * 2),
]


@pytest.mark.parametrize("outcomes", OUTCOMES)
def test_both_ways_face_the_same_way(outcomes):
    here, there = faced(outcomes), faced(swapped(outcomes))
    assert content(here.outcomes) == content(there.outcomes)
    assert {here.turned, there.turned} == {True, False}
    assert not here.even
    assert not there.even


@pytest.mark.parametrize("outcomes", OUTCOMES)
def test_to_swap_twice_is_to_do_nothing(outcomes):
    assert content(swapped(swapped(outcomes))) == content(outcomes)
    assert content(swapped(outcomes)) != content(outcomes)


def test_the_order_of_rows_and_of_kinds_does_not_matter():
    scores = PairedScores(a=[1.0, 0.5, 0.2], b=[0.3, 0.5, 0.1])
    turned = PairedScores(a=scores.a[::-1], b=scores.b[::-1])
    assert content(scores) == content(turned)
    table = np.array([[[0, 3], [2, 0]], [[0, 0], [0, 0]]])
    one, other = (in_order(labels(table, clusters(order))) for order in ((0, 1), (1, 0)))
    assert content(one) == content(other)
    assert one.clusters.repeats.tolist() == other.clusters.repeats.tolist()


def test_what_a_swap_does_not_change_is_even():
    assert faced(labels(TABLE + TABLE.swapaxes(1, 2))).even
    assert faced(PairedScores(a=[1.0, 0.5, 0.25], b=[0.5, 1.0, 0.25])).even
    assert faced(RankedItems(positive=[True, True, False], a=[3, 1, 2], b=[1, 3, 2])).even


def test_an_answer_is_turned_back():
    found = Result(
        method="m", estimate=0.2, interval=Interval(low=-0.1, high=1.0), level=0.9, alternative="greater",
        p_value=0.3, n=9, favours=1,
    )  # fmt: skip
    kept, back = (Faced(labels(), turned=turned, even=False).answered(found) for turned in (False, True))
    assert kept is found
    assert (back.estimate, tuple(back.interval), back.alternative, back.favours) == (
        -0.2,
        (-1, 0.1),
        "less",
        -1,
    )
    assert Faced(labels(), turned=True, even=False).asked("less") == "greater"
