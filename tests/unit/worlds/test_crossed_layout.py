import numpy as np
import pytest

from bakeoff.core.outcomes import LayoutScores
from bakeoff.worlds.crossed_layout import ITEMS, SETS, SPREAD_ITEMS, SPREAD_REST, SPREAD_SETS, record


def test_the_mean_moves_with_sets_items_and_the_rest():
    rng = np.random.default_rng(0)
    draws = [record.draw[LayoutScores](0.0, rng) for _ in range(2000)]
    means = [(each.a - each.b).mean() for each in draws]
    variance = SPREAD_SETS**2 / SETS + SPREAD_ITEMS**2 / ITEMS + SPREAD_REST**2 / (SETS * ITEMS)
    # 4 standard errors of a variance found from 2000 draws: 4 sqrt(2 / 2000) = 13 %
    assert np.var(means) == pytest.approx(variance, rel=0.13)
