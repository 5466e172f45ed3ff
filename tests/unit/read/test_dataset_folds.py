import itertools

import numpy as np
import pytest

from bakeoff import rank_datasets
from bakeoff.core.exceptions import InputError
from bakeoff.read.dataset_folds import by_data_set
from bakeoff.read.dataset_scores import read_datasets, score_table
from bakeoff.read.table import table_of

CELLS = list(itertools.product(["iris", "wine", "glass"], ["nb", "c45"], [1, 2], [1, 2, 3]))
RNG = np.random.default_rng(7)
TIDY = {
    **dict(zip(("dataset", "learner", "run", "fold"), map(list, zip(*CELLS, strict=True)), strict=True)),
    "score": RNG.normal(0.8, 0.01, len(CELLS)).round(4).tolist(),
}


def without(dropped):
    kept = [at for at, cell in enumerate(CELLS) if not dropped(*cell)]
    return table_of({name: [own[at] for at in kept] for name, own in TIDY.items()}, "the table")


def test_each_score_is_at_its_run_and_fold_whatever_the_order_of_the_rows():
    order = RNG.permutation(len(CELLS))
    found = by_data_set(
        table_of({name: [own[at] for at in order] for name, own in TIDY.items()}, "x"), "dataset"
    )
    for (data, learner, run, fold), score in zip(CELLS, TIDY["score"], strict=True):
        assert found[learner][data][run - 1, fold - 1] == score


def test_a_tidy_table_gives_what_arrays_of_fold_scores_give():
    arrays = {
        name: np.array(list(own.values()))
        for name, own in by_data_set(without(lambda *_: False), "dataset").items()
    }
    named = rank_datasets(arrays, datasets=["iris", "wine", "glass"], method="random-effects")
    assert rank_datasets(TIDY, method="random-effects") == named


def test_of_a_file_learners_can_be_chosen(tmp_path):
    lines = [",".join(TIDY), *(",".join(map(str, row)) for row in zip(*TIDY.values(), strict=True))]
    (tmp_path / "folds.csv").write_text("\n".join(lines) + "\n")
    assert list(read_datasets(tmp_path / "folds.csv", ["c45"])) == ["c45"]
    assert score_table(read_datasets(tmp_path / "folds.csv")).values.shape == (3, 2, 2, 3)
    with pytest.raises(
        InputError, match=r"no learner in .*folds.csv, data set 'iris' is called 'c46'; did you mean 'c45'"
    ):
        read_datasets(tmp_path / "folds.csv", ["c46"])


def test_what_is_missing_is_named_with_its_data_set():
    with pytest.raises(InputError, match="no learner in the table, data set 'wine' is called 'nb'"):
        by_data_set(without(lambda data, learner, *_: (data, learner) == ("wine", "nb")), "dataset")
    with pytest.raises(
        InputError, match="the table, data set 'wine' has no score of 'nb' for run 2, fold 3, which 'c45'"
    ):
        by_data_set(without(lambda *cell: cell == ("wine", "nb", 2, 3)), "dataset")
    with pytest.raises(InputError, match="no column with the data set; expected a column dataset"):
        score_table({name: own for name, own in TIDY.items() if name != "dataset"})
