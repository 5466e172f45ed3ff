"""Functions of users as metrics."""

from dataclasses import replace

import numpy as np
import pytest

from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.metrics import METRICS, metric_of

STACK = np.random.default_rng(1).integers(1, 50, size=(9, 2, 2))


def one_by_one(matrix):
    assert matrix.shape == (2, 2)
    return matrix[0, 0] / matrix.sum()


def stacked(matrix):
    return matrix[..., 0, 0] / matrix.sum(axis=(-2, -1))


def first_only(matrix):
    """Takes a stack without a word and gives something else for it."""
    return matrix.ravel()[0] / 100


@pytest.mark.parametrize("function", [one_by_one, stacked])
def test_a_stack_is_judged_matrix_by_matrix(function):
    expected = STACK[:, 0, 0] / STACK.sum(axis=(1, 2))
    compute = metric_of(function).compute
    assert compute(STACK) == pytest.approx(expected, abs=1e-15)
    assert compute(STACK.reshape(3, 3, 2, 2)).shape == (3, 3)
    assert compute(STACK[0]) == pytest.approx(expected[0], abs=1e-15)


def test_a_function_that_misreads_stacks_is_asked_one_at_a_time():
    assert metric_of(first_only).compute(STACK).tolist() == (STACK[:, 0, 0] / 100).tolist()


def test_stacks_are_used_where_they_are_understood():
    calls = []

    def counted(matrix):
        calls.append(matrix.shape)
        return stacked(matrix)

    metric_of(counted).compute(np.repeat(STACK, 100, axis=0))
    assert calls[-1] == (900, 2, 2)


def test_records_and_keys_stay_what_they_are():
    assert metric_of(METRICS["f1"]) is METRICS["f1"]
    assert metric_of("mcc") is METRICS["mcc"]
    assert metric_of(one_by_one).title == "one by one"
    with pytest.raises(UnknownNameError, match="accuracy"):
        metric_of("acuracy")


def test_what_is_no_number_is_refused():
    with pytest.raises(InputError, match=r"the metric 'rows' gave .* expected a number"):
        metric_of(_rows).compute(STACK)


def _rows(matrix):
    return [1, 2]


_rows.__name__ = "rows"


def test_a_record_around_a_function_takes_one_matrix_at_a_time():
    record = replace(METRICS["accuracy"], key="mine", compute=one_by_one)
    assert metric_of(record).compute(STACK).shape == (9,)
    assert metric_of(METRICS["f1"]).compute is METRICS["f1"].compute


@pytest.mark.parametrize("own", [stacked, replace(METRICS["f1"], compute=lambda matrices: matrices[..., 0])])
def test_counts_of_classes_are_not_given_to_what_users_wrote(own):
    assert METRICS["f1"].of_counts
    assert not metric_of(own).of_counts
