"""Worked examples on Honavar's slides ("Measuring classifier performance"), as corrected by the errata."""

from fractions import Fraction

import numpy as np
import pytest

from bakeoff.compare.measure import sample_error, true_error
from bakeoff.metrics import METRICS
from bakeoff.metrics._confusion import class_counts

# The slide's table: rows are labels (predictions), columns classes (truth); TP 55, FP 5, FN 10, TN 30.
SLIDE = [[55, 5], [10, 30]]


def of_class_1(key):
    return float(METRICS[key].compute(SLIDE)[0])


def test_orientation_of_the_slide():
    counts = class_counts(SLIDE)
    assert (counts.tp[0], counts.fp[0], counts.fn[0], counts.tn[0]) == (55, 5, 10, 30)


@pytest.mark.parametrize(
    ("key", "printed"),
    [
        ("recall", Fraction(55, 65)),
        ("specificity", Fraction(30, 35)),  # E-H1: his example, and right
        ("precision", Fraction(55, 60)),  # E-H1: what his definition of specificity gives
        ("class-accuracy", Fraction(85, 100)),
        ("false-alarm", Fraction(5, 35)),
        ("false-discovery", Fraction(5, 60)),
    ],
)
def test_example_of_one_class(key, printed):
    assert of_class_1(key) == pytest.approx(float(printed), rel=1e-15)


def test_both_readings_of_specificity_differ_and_name_each_other():
    assert of_class_1("specificity") != of_class_1("precision")
    assert "specificity" in dict(METRICS["precision"].not_to_confuse)
    assert "precision" in dict(METRICS["specificity"].not_to_confuse)


def test_correlation_coefficient():
    assert of_class_1("class-mcc") == pytest.approx(0.6847367880174607, rel=1e-14)
    assert float(METRICS["mcc"].compute(SLIDE)) == pytest.approx(0.6847367880174607, rel=1e-14)


def test_correlation_is_pearsons_with_the_division_that_the_slide_lacks():
    label = np.repeat([1, 1, 0, 0], [55, 5, 10, 30])
    true = np.repeat([1, 0, 1, 0], [55, 5, 10, 30])
    products = (label - label.mean()) * (true - true.mean()) / (label.std() * true.std())
    assert products.sum() / 100 == pytest.approx(of_class_1("class-mcc"), rel=1e-14)
    assert products.sum() == pytest.approx(68.47367880174607)  # as printed (E-H6)


def test_both_readings_of_the_micro_false_alarm():
    three = [[8, 1, 0], [0, 5, 2], [0, 0, 4]]
    precision = float(METRICS["micro-precision"].compute(three))
    assert float(METRICS["micro-false-discovery"].compute(three)) == pytest.approx(1 - precision, rel=1e-15)
    assert float(METRICS["micro-false-alarm"].compute(three)) == pytest.approx(3 / (3 + 37), rel=1e-15)


def test_true_error():
    assert true_error([1 / 8, 1 / 2, 1 / 8, 1 / 4], [0, 1, 1, 0], [1, 1, 0, 0]) == 0.25


def test_sample_error():
    assert sample_error([1] * 8 + [0] * 92, [0] * 100) == 0.08
