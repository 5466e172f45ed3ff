import pytest

from bakeoff.core.outcomes import FoldScores
from bakeoff.designs import KFold
from bakeoff.methods.kfold_t import kfold_t
from bakeoff.methods.kfold_weighted_t import EQUAL_SIZES, kfold_weighted_t

TWO = {"level": 0.95, "alternative": "two-sided"}


def folds(**sizes):
    return FoldScores(a=[[0, 2, 1]], b=[[0, 0, 0]], design=KFold(folds=3), **sizes)


def test_by_hand():
    # Weights 1, 1, 2: mean (0 + 2 + 2) / 4 = 1, squares (1 + 1 + 0) / (2 x 4) = 1/4.
    result = kfold_weighted_t(folds(n_test=[[1, 1, 2]]), **TWO)
    assert result.estimate == 1
    assert result.statistic == pytest.approx(2, rel=1e-14)
    assert not result.notes


def test_equal_folds_are_the_plain_test():
    weighted, plain = kfold_weighted_t(folds(n_test=9), **TWO), kfold_t(folds(), **TWO)
    assert weighted.statistic == pytest.approx(plain.statistic, rel=1e-14)
    assert weighted.p_value == pytest.approx(plain.p_value, rel=1e-12)


def test_unknown_sizes_are_noted():
    assert kfold_weighted_t(folds(), **TWO).notes == (EQUAL_SIZES,)
