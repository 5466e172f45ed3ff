"""Correlations are measured on 2000 draws: 4 standard errors are about 0.09 (1 in 16,000)."""

import numpy as np
import pytest

from bakeoff.designs import FiveByTwo, KFold, LeaveOneOut, Resampling
from bakeoff.worlds import WORLDS, _draws


@pytest.mark.parametrize(
    ("design", "share"),
    [(KFold(folds=10), 0.1), (Resampling(test=1 / 3), 1 / 3), (FiveByTwo(), 0.5), (LeaveOneOut(), 0)],
)
def test_share_tested_on(design, share):
    assert _draws.tested_share(design) == pytest.approx(share, rel=1e-12)


@pytest.mark.parametrize(
    ("key", "correlation"),
    [
        ("independent-folds", 0),
        ("weakly-correlated-folds", 0.08),
        ("correlated-folds", 0.5),
        ("strongly-correlated-folds", 2 / 3),
    ],
)
def test_any_two_differences_correlate_as_said(key, correlation):
    rng = np.random.default_rng(1)
    x = np.array([WORLDS[key].draw["five-by-two"](0.0, rng).differences for _ in range(2000)])
    found = np.corrcoef(x.reshape(2000, -1), rowvar=False)
    assert found[0, [1, 2, 9]] == pytest.approx([correlation] * 3, abs=0.09)
    assert x.std() == pytest.approx(_draws.OF_FOLDS, rel=0.09)
