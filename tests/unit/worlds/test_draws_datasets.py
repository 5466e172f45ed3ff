"""Correlations are measured on 2000 draws: 4 standard errors are about 0.09 (1 in 16,000)."""

import numpy as np
import pytest

from bakeoff.core.outcomes import DatasetScores
from bakeoff.worlds import WORLDS


@pytest.mark.parametrize(("key", "inside"), [("many-datasets", 0), ("related-datasets", 0.8)])
def test_data_sets_of_one_family_are_relatives(key, inside):
    rng = np.random.default_rng(2)
    draws = [WORLDS[key].draw[DatasetScores](0.0, rng) for _ in range(2000)]
    x = np.array([each.a - each.b for each in draws])
    assert np.corrcoef(x[:, 0], x[:, 5])[0, 1] == pytest.approx(inside, abs=0.09)
    assert np.corrcoef(x[:, 0], x[:, 6])[0, 1] == pytest.approx(0, abs=0.09)
