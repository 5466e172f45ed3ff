import numpy as np
import pytest

from bakeoff.compare.predictions import compare_predictions
from bakeoff.core.exceptions import InputError
from bakeoff.metrics.auc import auc
from bakeoff.metrics.auc_ovr import auc_ovr

RNG = np.random.default_rng(5)
TRUTH = RNG.integers(0, 2, 80)
A, B = (TRUTH + RNG.normal(size=80) for _ in "ab")


def test_two_classes_are_the_area():
    area = auc(TRUTH == 1, A)
    assert auc_ovr(TRUTH, A).mean() == pytest.approx(area)
    assert auc_ovr(TRUTH, np.column_stack([-A, A])).mean() == pytest.approx(area)


def test_two_classes_have_the_standard_error_of_delong():
    by_ranks = compare_predictions(TRUTH, A, B, metric="auc", method="delong").result
    values = auc_ovr(TRUTH, A) - auc_ovr(TRUTH, B)
    error = values.std() / np.sqrt(80)
    assert error == pytest.approx(by_ranks.estimate / by_ranks.statistic, rel=0.02)


def test_a_class_that_does_not_occur():
    with pytest.raises(InputError, match="no item belongs to class number 2"):
        auc_ovr([0, 1, 1], np.eye(3))
    with pytest.raises(InputError, match="every item belongs to class number 1"):
        auc_ovr([1, 1], [0.2, 0.3])
