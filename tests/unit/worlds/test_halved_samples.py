import numpy as np
import pytest

from bakeoff.worlds.halved_samples import HALVINGS, record


def test_halves_average_to_the_mean_of_the_folds():
    drawn = record.draw["kfold"](0.05, np.random.default_rng(0))
    assert drawn.halves.shape == (HALVINGS, 2)
    assert drawn.halves.mean(axis=1) == pytest.approx(np.full(HALVINGS, drawn.differences.mean()), abs=1e-12)
    assert len(np.unique(drawn.halves[:, 0])) == HALVINGS
