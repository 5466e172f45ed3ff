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


SETS = ["adult", "iris", "wine", "zoo"]
SCORES = {"ridge": [3.2, 5.1, 1.1, 9.2], "forest": [2.9, 4.2, 0.9, 8.8], "svm": [2.7, 4.0, 0.8, 8.1]}


def _with_rows(**rows):
    table = {"data": [*SETS, *rows]}
    for at, (name, scores) in enumerate(SCORES.items()):
        table[name] = [*scores, *(cells[at] for cells in rows.values())]
    return table


def test_ids_and_sizes_are_no_learners():
    sizes = {"did": [11, 61, 187, 62], "n_samples": [48842, 150, 178, 101], "n_classes": [2, 3, 3, 7]}
    table = score_table({"data": SETS, **sizes, **SCORES, "items": [48842, 150, 178, 101]})
    assert table.names == tuple(SCORES)
    assert table.left_out == ("did", "n_samples", "n_classes", "items")
    (note,) = table.notes
    assert "did (called like items)" in note
    kept = score_table({"data": SETS, "did": sizes["did"], **SCORES}, kept=["did"])
    assert kept.names == ("did", *SCORES)


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("Average", [4.65, 4.2, 3.9]),
        ("Mean", [4.7, 4.2, 3.9]),  # rounded
        ("avg. rank", [3.0, 2.0, 1.0]),
        ("Mean rank", [2.75, 2.15, 1.1]),
        ("Median", [4.15, 3.55, 3.35]),
        ("std", [2.9837, 2.9043, 2.6786]),
    ],
)
def test_averages_are_no_data_sets(name, cells):
    plain = score_table(_with_rows())
    table = score_table(_with_rows(**{name: cells}))
    assert table.datasets == tuple(SETS)
    assert table.values.tolist() == plain.values.tolist()
    (note,) = table.notes
    assert note == f"row {name} is not a data set but summarises the others; left out"


def test_a_mean_and_mean_ranks_beside_ids_that_they_lack():
    rows = {"Average": [4.65, 4.2, 3.9], "Avg. rank": [3, 2, 1]}
    table = score_table({"did": [3, 1, 2, 4, 2.5, None], **_with_rows(**rows)})
    assert (table.names, table.datasets) == (tuple(SCORES), tuple(SETS))
    assert (
        table.notes[-1] == "rows Average and Avg. rank are not data sets but summarise the others; left out"
    )


def test_a_row_that_is_called_an_average_and_is_none_is_refused():
    with pytest.raises(
        InputError, match="row 'Average' is called like a summary of the others, but its numbers"
    ):
        score_table(_with_rows(Average=[4.65, 9.9, 3.9]))
    # other names of summaries may be those of data sets
    assert score_table(_with_rows(total=[4.65, 9.9, 3.9])).datasets == (*SETS, "total")
