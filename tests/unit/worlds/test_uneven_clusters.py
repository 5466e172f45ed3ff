import numpy as np

from bakeoff.core.outcomes import PairedScores
from bakeoff.worlds.uneven_clusters import SIZES, record


def test_clusters_of_unequal_size_share_their_outcome():
    drawn = record.draw[PairedScores](0.0, np.random.default_rng(0))
    assert np.bincount(drawn.clusters).tolist() == SIZES.tolist()
    for cluster in np.unique(drawn.clusters):
        assert len(np.unique(drawn.a[drawn.clusters == cluster])) == 1
