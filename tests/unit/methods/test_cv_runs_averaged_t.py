import math

import numpy as np
import pytest

from bakeoff.core.outcomes import FoldScores
from bakeoff.designs import RepeatedKFold
from bakeoff.methods.cv_runs_averaged_t import record, terms

# Fold numbers have means 3, 5 and variances 7, 1 over the runs; the mean of all is 4.
X = np.array([[1, 5], [2, 4], [6, 6]], dtype=float)


def test_terms_by_hand():
    means, deviations = terms(X, 0.0)
    assert means == pytest.approx([3, 5], rel=1e-14)
    assert deviations == pytest.approx([math.sqrt(7), 1], rel=1e-14)


def test_nominal_degrees_of_freedom():
    scores = FoldScores(a=X, b=np.zeros_like(X), design=RepeatedKFold(runs=3, folds=2))
    result = record.compute(scores, level=0.95, alternative="two-sided", df="nominal")
    assert result.df == 2
    assert result.estimate == 4


def test_fold_numbers_matter_though_they_mean_nothing():
    turned = X.copy()
    turned[0] = X[0, ::-1]
    assert np.concatenate(terms(turned, 0.0)) != pytest.approx(np.concatenate(terms(X, 0.0)), rel=0.01)
