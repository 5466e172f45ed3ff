import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.read.fold_scores import grid_of, numbers, sizes
from bakeoff.read.table import table_of


def table(**columns):
    return table_of(columns, "the table")


def test_cells_are_picked_in_order():
    scores = table(run=[2, 2, 1, 1], fold=[1, 10, 10, 1], score=[3.0, 4.0, 2.0, 1.0])
    grid = grid_of(scores, {"x": range(4)})
    assert (grid.runs, grid.folds) == ([1, 2], [1, 10])
    assert grid.pick(scores.column("score")).tolist() == [[[1.0, 2.0], [3.0, 4.0]]]


def test_labels_that_are_not_numbers_keep_the_order_of_appearance():
    scores = table(run=["second", "first"], fold=["f10", "f10"])
    grid = grid_of(scores, {"x": range(2)})
    assert (grid.runs, grid.folds) == (["second", "first"], ["f10"])


def test_a_table_of_unrelated_runs_and_folds_is_refused_at_once():
    n = 20_000
    scores = table(run=list(range(n)), fold=list(range(n)))
    with pytest.raises(
        InputError, match=f"no score of x for run 0, fold 1 \\({n * n - n} of {n * n} are missing"
    ):
        grid_of(scores, {"x": range(n)})


def test_only_the_rows_that_are_used_must_be_numbers():
    scores = table(score=[0.5, "bad", 0.25])
    assert np.isnan(numbers(scores, "score", [0, 2])[1])
    with pytest.raises(
        InputError, match="column 'score' of the table has 'bad' at position 1; expected a finite"
    ):
        numbers(scores, "score", [0, 1])


@pytest.mark.parametrize("value", [float("inf"), -float("inf"), "0.5"])
def test_scores_are_finite_numbers(value):
    with pytest.raises(InputError, match=r"at position 1; expected a finite number"):
        numbers(table(score=[0.5, value]), "score", [0, 1])


@pytest.mark.parametrize("value", [0, -3, 1.5])
def test_sizes_are_whole_and_positive(value):
    with pytest.raises(
        InputError, match=f"column 'n_test' of the table has {value}.* at position 1; expected the"
    ):
        sizes(table(n_test=[10, value]), "n_test", [0, 1])
    assert sizes(table(n_test=[10, value]), "n_train", [0, 1]) is None
