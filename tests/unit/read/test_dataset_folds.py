import itertools

import numpy as np
import pytest

from bakeoff import rank_datasets
from bakeoff.core.exceptions import InputError
from bakeoff.read.dataset_folds import panels_of
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
    found = panels_of(
        table_of({name: [own[at] for at in order] for name, own in TIDY.items()}, "x"), "dataset"
    )
    for (data, learner, run, fold), score in zip(CELLS, TIDY["score"], strict=True):
        panel = found[data]
        assert panel.scores[panel.names.index(learner), run - 1, fold - 1] == score


def test_a_tidy_table_gives_what_arrays_of_fold_scores_give():
    panels = panels_of(without(lambda *_: False), "dataset")
    arrays = {
        name: np.array([each.scores[at] for each in panels.values()]) for at, name in enumerate(["nb", "c45"])
    }
    named = rank_datasets(arrays, datasets=["iris", "wine", "glass"], method="random-effects")
    assert rank_datasets(TIDY, method="random-effects") == named


def test_of_a_file_learners_can_be_chosen(tmp_path):
    lines = [",".join(TIDY), *(",".join(map(str, row)) for row in zip(*TIDY.values(), strict=True))]
    (tmp_path / "folds.csv").write_text("\n".join(lines) + "\n")
    assert read_datasets(tmp_path / "folds.csv", ["c45", "nb"]).names == ("c45", "nb")
    assert read_datasets(tmp_path / "folds.csv").values.shape == (3, 2, 2, 3)
    with pytest.raises(InputError, match="there is only one learner, 'c45'"):
        read_datasets(tmp_path / "folds.csv", ["c45"])
    with pytest.raises(
        InputError, match=r"no learner in .*folds.csv, data set 'iris' is called 'c46'; did you mean 'c45'"
    ):
        read_datasets(tmp_path / "folds.csv", ["c46"])


def test_what_is_missing_is_named_with_its_data_set():
    with pytest.raises(InputError, match="no learner in the table, data set 'wine' is called 'nb'"):
        panels_of(without(lambda data, learner, *_: (data, learner) == ("wine", "nb")), "dataset")
    with pytest.raises(
        InputError, match="the table, data set 'wine' has no score of 'nb' for run 2, fold 3, which 'c45'"
    ):
        panels_of(without(lambda *cell: cell == ("wine", "nb", 2, 3)), "dataset")
    with pytest.raises(InputError, match="no column with the data set; expected a column dataset"):
        score_table({name: own for name, own in TIDY.items() if name != "dataset"})


WIDE = {
    "dataset": ["iris", "iris", "wine", "wine"],
    "fold": [1, 2, 2, 1],
    "nb": [0.9, 0.8, 0.6, 0.7],
    "c45": [0.5, 0.4, 0.3, 0.2],
}


def test_a_table_with_folds_and_a_column_for_each_learner_has_no_learner_called_fold():
    table = score_table(WIDE | {"run": [1] * 4, "n_train": [90] * 4, "n_test": [45] * 4})
    assert (table.names, table.datasets) == (("nb", "c45"), ("iris", "wine"))
    assert table.values[1, 0].tolist() == [[0.7, 0.6]]
    assert table.test_to_train.tolist() == [0.5, 0.5]
    assert score_table(WIDE).test_to_train is None


def test_sizes_of_sets_are_no_learners(tmp_path):
    (tmp_path / "scores.csv").write_text("dataset,nb,c45,n_test\niris,0.9,0.8,50\nwine,0.7,0.6,60\n")
    assert read_datasets(tmp_path / "scores.csv").names == ("nb", "c45")


def test_a_column_of_learners_without_folds_is_told(tmp_path):
    (tmp_path / "scores.csv").write_text("dataset,learner,score\niris,nb,0.9\niris,c45,0.8\n")
    with pytest.raises(InputError, match="columns learner and score, but no column fold"):
        read_datasets(tmp_path / "scores.csv")
