"""One sort gives what a search for every item does."""

import numpy as np
import pytest

from bakeoff.core.outcomes import RankedItems
from bakeoff.core.ranks import Ranks
from bakeoff.metrics.auc import auc

DRAWS = np.random.default_rng(0)
KINDS = {
    "no ties": DRAWS.normal(size=300),
    "ties": DRAWS.integers(0, 9, 300).astype(float),
    "one score": np.zeros(300),
    "two scores": DRAWS.integers(0, 2, 300).astype(float),
    "both signs of zero": np.where(DRAWS.random(300) < 0.5, 0.0, -0.0),
}
CLASSES = DRAWS.random(300) < 0.3


def searched(score, positive):
    """The plain form: for each item a search among the other class."""

    def twice_below(others, values):
        return np.searchsorted(others, values, side="left") + np.searchsorted(others, values, side="right")

    above, below = np.sort(score[positive]), np.sort(score[~positive])
    placed = np.empty(score.size, dtype=np.int64)
    placed[positive] = twice_below(below, score[positive])
    placed[~positive] = 2 * above.size - twice_below(above, score[~positive])
    return placed


@pytest.mark.parametrize("kind", KINDS)
def test_items_are_placed_as_by_a_search(kind):
    ranks, expected = Ranks.of(CLASSES, KINDS[kind]), searched(KINDS[kind], CLASSES)
    assert ranks.placed(CLASSES).tolist() == expected.tolist()
    above, below = ranks.placed_in_order()
    assert above.tolist() == sorted(expected[CLASSES])
    assert below.tolist() == sorted(expected[~CLASSES])
    assert ranks.groups == len(np.unique(KINDS[kind]))
    assert ranks.area() == auc(CLASSES, KINDS[kind])


@pytest.mark.parametrize("kind", KINDS)
def test_moments_are_exact_sums(kind):
    placed = [int(each) for each in searched(KINDS[kind], CLASSES)]
    for found, side in zip(Ranks.of(CLASSES, KINDS[kind]).moments(), (CLASSES, ~CLASSES), strict=True):
        held = [each for each, chosen in zip(placed, side, strict=True) if chosen]
        assert found == (len(held), sum(held), sum(each**2 for each in held))


def test_moments_of_large_counts_do_not_overflow():
    """Two groups of 10^9 items, a positive above all negatives: as if there were so many."""
    many = 10**9
    ranks = Ranks(
        positives=np.array([0, 0, many]),
        negatives=np.array([0, many, many]),
        group=np.zeros(0, dtype=np.int64),
    )
    assert ranks.moments() == ((many, 2 * many**2, 4 * many**3),) * 2


def test_corners_go_from_none_to_all():
    false, true = Ranks.of(np.array([True, False, True, False]), np.array([0.9, 0.4, 0.4, 0.1])).corners()
    assert (false.tolist(), true.tolist()) == ([0, 0, 1, 2], [0, 1, 2, 2])


def test_scores_are_sorted_once(monkeypatch):
    items = RankedItems(positive=CLASSES, a=KINDS["ties"], b=KINDS["no ties"])
    first = items.ranks
    monkeypatch.setattr(Ranks, "of", None)
    assert items.ranks == first
    assert items.swapped().ranks == first[::-1]
