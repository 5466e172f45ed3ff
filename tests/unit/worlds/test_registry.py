"""Worlds that only name numbers for a draw tested elsewhere: the numbers."""

import numpy as np
import pytest

from bakeoff.core.outcomes import PairedItems, RatePair
from bakeoff.worlds import WORLDS


@pytest.mark.parametrize(("key", "discordant"), [("independent-items", 0.2), ("opposed-items", 0.9)])
def test_share_of_discordant_items(key, discordant):
    rng = np.random.default_rng(0)
    draws = [WORLDS[key].draw[PairedItems](0.0, rng) for _ in range(500)]
    assert {each.n for each in draws} == {200}
    found = np.mean([each.only_a + each.only_b for each in draws]) / 200
    # 4 standard errors among 100,000 items: at most .0051
    assert found == pytest.approx(discordant, abs=0.0051)


def test_independent_rates_have_two_sizes():
    drawn = WORLDS["independent-rates"].draw[RatePair](0.1, np.random.default_rng(0))
    assert (drawn.n_a, drawn.n_b) == (100, 120)
