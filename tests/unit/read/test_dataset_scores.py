import numpy as np
import polars as pl
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.read.dataset_scores import score_table


def test_a_column_of_words_or_one_called_dataset_names_the_data_sets():
    for naming in ({"which": ["x", "y"]}, {"Data Set": [3, 7]}):
        table = score_table({"a": [0.1, 0.2], **naming, "b": [0.3, 0.4]})
        assert table.names == ("a", "b")
        assert table.datasets in (("x", "y"), ("3", "7"))
        assert table.values.tolist() == [[0.1, 0.3], [0.2, 0.4]]


def test_text_that_is_numbers_is_numbers():
    assert score_table({"a": ["0.5"], "b": ["0.25"]}).values.tolist() == [[0.5, 0.25]]


def test_polars_frames_have_no_row_names():
    table = score_table(pl.DataFrame({"a": [0.1, 0.2], "b": [0.3, 0.4]}))
    assert table.datasets == ("1", "2")


def test_fold_scores_have_runs_and_folds():
    one, many = np.zeros((4, 10)), np.zeros((4, 3, 10))
    assert score_table({"a": one, "b": one}).values.shape == (4, 2, 1, 10)
    assert score_table({"a": many.tolist(), "b": many}).values.shape == (4, 2, 3, 10)


def test_what_is_no_column():
    with pytest.raises(InputError, match="a is a float; expected one score for each data set"):
        score_table({"a": 0.5, "b": [0.5]})


def test_scores_in_per_cent_are_shares():
    table = score_table({"set": ["x", "y"], "a": ["81.5%", "92 %"], "b": ["80%", "0.9"]})
    assert table.datasets == ("x", "y")
    assert table.values.tolist() == [[0.815, 0.8], [0.92, 0.9]]
