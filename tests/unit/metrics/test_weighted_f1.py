import numpy as np

from bakeoff.metrics.f1 import f1
from bakeoff.metrics.weighted_f1 import weighted_f1

MATRIX = np.array([[5, 1, 0], [2, 6, 1], [0, 1, 4]])


def test_by_hand():
    assert np.isclose(weighted_f1(MATRIX), np.average(f1(MATRIX), weights=MATRIX.sum(axis=0)))


def test_a_class_that_nobody_speaks_of_is_left_out():
    wider = np.pad(MATRIX, (0, 1))
    assert np.isclose(weighted_f1(wider), weighted_f1(MATRIX))


def test_a_class_never_predicted():
    never = [[5, 1], [0, 0]]
    expected = {"nan": False, "zero": False, "exclude": False}
    assert {each: bool(np.isnan(weighted_f1(never, undefined=each))) for each in expected} == expected
