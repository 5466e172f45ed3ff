"""Values computed by R (caret and pROC); metrics.R made metrics.json."""

import json
from pathlib import Path

import numpy as np
import pytest
from tests.looping import in_one_test

from bakeoff.compare.measure import confusion
from bakeoff.metrics import METRICS
from bakeoff.metrics._roc import roc

CASES = json.loads(Path(__file__).with_name("metrics.json").read_text())
PER_CLASS = ("recall", "specificity", "precision", "f1")


@pytest.mark.parametrize("case", CASES["classes"])
def test_confusion_matrix_has_carets_orientation(case):
    # caret, too, has predictions in rows and the truth ("reference") in columns
    assert confusion(case["truth"], case["predicted"]).matrix.tolist() == case["table"]


@in_one_test("key", ["accuracy", "kappa", *PER_CLASS])
@in_one_test("case", CASES["classes"])
def test_metrics_agree_with_caret(case, key):
    value = METRICS[key].compute(case["table"])
    np.testing.assert_allclose(value, case[key], rtol=1e-12)


@pytest.mark.parametrize("case", CASES["roc"])
def test_roc_agrees_with_proc(case):
    curve = roc(case["positive"], case["score"])
    assert curve.auc == pytest.approx(case["auc"], rel=1e-12)
    np.testing.assert_allclose(curve.sensitivity, case["sensitivity"], rtol=1e-12)
    np.testing.assert_allclose(1 - curve.false_alarm, case["specificity"], rtol=1e-12, atol=1e-15)
