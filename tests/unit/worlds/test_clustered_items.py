import numpy as np

from bakeoff.core.outcomes import PairedItems, PairedScores
from bakeoff.worlds.clustered_items import CLUSTERS, SIZE, record


def test_items_of_a_cluster_share_their_outcome():
    drawn = record.draw[PairedScores](0.0, np.random.default_rng(0))
    assert drawn.a.size == CLUSTERS * SIZE
    for scores in (drawn.a, drawn.b):
        assert np.all(np.ptp(scores.reshape(CLUSTERS, SIZE), axis=1) == 0)
    assert np.bincount(drawn.clusters).tolist() == [SIZE] * CLUSTERS


def test_counts_come_in_fives():
    items = record.draw[PairedItems](0.1, np.random.default_rng(0))
    assert {items.only_a % SIZE, items.only_b % SIZE, items.n % SIZE} == {0}
