import numpy as np

from bakeoff.metrics.precision import precision
from bakeoff.metrics.weighted_precision import weighted_precision

MATRIX = np.array([[5, 1, 0], [2, 6, 1], [0, 1, 4]])


def test_by_hand():
    assert np.isclose(weighted_precision(MATRIX), np.average(precision(MATRIX), weights=MATRIX.sum(axis=0)))


def test_a_class_that_nobody_speaks_of_is_left_out():
    wider = np.pad(MATRIX, (0, 1))
    assert np.isclose(weighted_precision(wider), weighted_precision(MATRIX))


def test_a_class_never_predicted():
    never = [[5, 1], [0, 0]]
    expected = {"nan": True, "zero": False, "exclude": False}
    assert {each: bool(np.isnan(weighted_precision(never, undefined=each))) for each in expected} == expected
