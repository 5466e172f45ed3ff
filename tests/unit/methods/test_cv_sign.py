import numpy as np
import pytest
from scipy import stats

from bakeoff.core.outcomes import FoldScores
from bakeoff.designs import RepeatedKFold
from bakeoff.methods.cv_sign import cv_sign, record


def ask(x, alternative="two-sided", **options):
    x = np.asarray(x, dtype=float)
    scores = FoldScores(a=x, b=0 * x, design=RepeatedKFold(runs=x.shape[0], folds=x.shape[1]))
    return cv_sign(scores, level=0.95, alternative=alternative, **options)


def test_nominal_is_the_plain_sign_test_without_ties():
    x = [[1, 2, 0], [3, -1, 4]]
    assert ask(x, df="nominal").p_value == pytest.approx(stats.binomtest(4, 5).pvalue, rel=1e-12)
    assert ask(x, "greater", df="nominal").p_value == pytest.approx(6 / 32, rel=1e-12)


def test_calibrated_counts_all_folds_as_eleven():
    # All 100 folds won: 11 of 11 throws of a coin.
    result = ask(np.ones((10, 10)))
    assert (result.df, result.statistic) == (10, 100)
    assert result.p_value == pytest.approx(2 * 0.5**11, rel=1e-12)


def test_more_degrees_of_freedom_than_folds_count_each_fold_once():
    assert ask([[1, 2], [3, 4]], df=50).p_value == ask([[1, 2], [3, 4]], df="nominal").p_value == 2 * 0.5**4


def test_the_estimate_is_the_median():
    assert ask([[1, 2], [3, 100]]).estimate == 2.5


def test_record():
    assert record.compute is cv_sign
