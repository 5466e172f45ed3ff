import math

import numpy as np
import pytest

from bakeoff.core.outcomes import FoldScores
from bakeoff.designs import RepeatedKFold
from bakeoff.methods.cv_all_data import record, terms

# The mean is 4 and the squared deviations add up to 22.
X = np.array([[1, 5], [2, 4], [6, 6]], dtype=float)


def test_terms_by_hand():
    means, deviations = terms(X, 0.0)
    assert means == pytest.approx([4], rel=1e-14)
    assert deviations == pytest.approx([math.sqrt(22 / 5)], rel=1e-14)


def test_nominal_degrees_of_freedom():
    scores = FoldScores(a=X, b=np.zeros_like(X), design=RepeatedKFold(runs=3, folds=2))
    result = record.compute(scores, level=0.95, alternative="two-sided", df="nominal")
    assert result.df == 5
    assert result.estimate == 4


def test_any_order_of_the_scores_gives_the_same():
    shuffled = np.random.default_rng(0).permutation(X.ravel()).reshape(X.shape)
    assert np.concatenate(terms(shuffled, 0.0)) == pytest.approx(np.concatenate(terms(X, 0.0)), rel=1e-14)
