"""What every metric's record owes, in this room."""

import numpy as np
import pytest
from tests.looping import in_one_test

from bakeoff.core.exceptions import UnknownNameError
from bakeoff.metrics import METRICS

CONTRACT = {
    *("accuracy", "error", "balanced-accuracy", "precision", "recall", "specificity", "false-alarm", "f1"),
    *("macro-f1", "micro-f1", "mcc", "kappa", "auc", "log-loss", "brier", "squared-error"),
}
LABELS = [metric.key for metric in METRICS if metric.kind == "labels"]


def test_contract_keys_are_there():
    assert set(METRICS.keys()) >= CONTRACT


@in_one_test("key", METRICS.keys())
def test_record_is_complete(key):
    record = METRICS[key]
    assert record.key == key
    assert record.title
    assert record.formula
    assert record.aliases
    assert record.not_to_confuse
    assert record.references
    assert record.low < record.high


@in_one_test("key", METRICS.keys())
def test_other_names_do_not_point_at_another_metric(key):
    other_keys = set(METRICS.keys()) - {key}
    assert not other_keys & set(METRICS[key].aliases)
    assert not set(METRICS[key].aliases) & {name for name, _ in METRICS[key].not_to_confuse}


@in_one_test("key", LABELS)
def test_formula_is_in_counts(key):
    assert "TP" in METRICS[key].formula or "TN" in METRICS[key].formula or "FP" in METRICS[key].formula


@in_one_test("key", LABELS)
def test_shapes_for_one_matrix_and_for_a_stack(key):
    stack = np.random.default_rng(0).integers(1, 9, size=(2, 5, 3, 3))
    classes = (3,) if METRICS[key].per_class else ()
    for matrices, shape in ((stack[0, 0], ()), (stack, (2, 5))):
        values = np.asarray(METRICS[key].compute(matrices))
        assert values.dtype == np.float64
        assert values.shape == shape + classes


@in_one_test("key", LABELS)
def test_undefined_is_explained_just_where_it_can_happen(key):
    awkward = ([[4]], [[3, 0], [2, 0]], [[3, 2], [0, 0]], [[0, 0], [0, 5]], [[1, 0, 0], [2, 4, 0], [0, 0, 0]])
    is_nan = [np.isnan(METRICS[key].compute(matrix)).any() for matrix in awkward]
    assert any(is_nan) == bool(METRICS[key].undefined)


@in_one_test("record", METRICS)
def test_scorers_of_scikit_learn_are_taken_for_the_key(record):
    from sklearn.metrics import get_scorer, get_scorer_names

    for name in record.scikit:
        assert METRICS[name] is record
        assert name in get_scorer_names()
        assert get_scorer(name)._sign == record.sign  # it negates what is lower the better


def test_no_scorer_has_two_metrics():
    names = [name for record in METRICS for name in record.scikit]
    assert len(set(names)) == len(names)


def test_what_scorers_are_called_is_suggested():
    with pytest.raises(UnknownNameError, match="no metric is called 'ROC-AUC'; did you mean 'auc'"):
        METRICS["ROC-AUC"]
