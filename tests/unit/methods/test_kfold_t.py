import math

import pytest
from scipy import stats

from bakeoff.core.outcomes import FoldScores
from bakeoff.designs import KFold
from bakeoff.methods.kfold_t import kfold_t


def test_by_hand():
    scores = FoldScores(a=[[1, 2, 3]], b=[[0, 0, 0]], design=KFold(folds=3))
    result = kfold_t(scores, level=0.9, alternative="two-sided")
    assert (result.estimate, result.df) == (2, 2)
    assert result.statistic == pytest.approx(2 * math.sqrt(3), rel=1e-14)
    reach = stats.t(2).isf(0.05) / math.sqrt(3)
    assert tuple(result.interval) == pytest.approx((2 - reach, 2 + reach), rel=1e-12)
