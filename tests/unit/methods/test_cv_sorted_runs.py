import math

import numpy as np
import pytest

from bakeoff.core.outcomes import FoldScores
from bakeoff.designs import RepeatedKFold
from bakeoff.methods.cv_sorted_runs import record, terms

# Sorted ranks have means 3, 5 and variances 7, 1 over the runs; the mean of all is 4.
X = np.array([[5, 1], [2, 4], [6, 6]], dtype=float)


def test_terms_by_hand():
    means, deviations = terms(X, 0.0)
    assert means == pytest.approx([4], rel=1e-14)
    assert deviations == pytest.approx([math.sqrt(2)], rel=1e-14)


def test_nominal_degrees_of_freedom():
    scores = FoldScores(a=X, b=np.zeros_like(X), design=RepeatedKFold(runs=3, folds=2))
    result = record.compute(scores, level=0.95, alternative="two-sided", df="nominal")
    assert result.df == 1
    assert result.estimate == 4


def test_sorting_makes_fold_numbers_irrelevant():
    assert np.concatenate(terms(np.sort(X, axis=1), 0.0)) == pytest.approx(
        np.concatenate(terms(X, 0.0)), rel=1e-14
    )
