"""Correlations are measured on 2000 draws: 4 standard errors are about 0.09 (1 in 16,000)."""

import numpy as np
import pytest

from bakeoff.worlds import WORLDS


def measured(key):
    rng = np.random.default_rng(2)
    draws = [next(iter(WORLDS[key].draw.values()))(0.0, rng) for _ in range(2000)]
    return np.array([d.a for d in draws]), np.array([d.b for d in draws])


@pytest.mark.parametrize(
    ("key", "pairing", "between"),
    [("paired-samples", 0.5, 0), ("unpaired-samples", 0, 0), ("shared-samples", 0.5, 0.5)],
)
def test_samples_share_what_they_say(key, pairing, between):
    a, b = measured(key)
    assert np.corrcoef(a[:, 0], b[:, 0])[0, 1] == pytest.approx(pairing, abs=0.09)
    x = a - b
    assert np.corrcoef(x[:, 0], x[:, 1])[0, 1] == pytest.approx(between, abs=0.09)
