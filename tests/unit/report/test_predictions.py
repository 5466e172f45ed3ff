import csv

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.tree import DecisionTreeClassifier

from bakeoff.core.exceptions import FileError
from bakeoff.designs import RepeatedKFold
from bakeoff.experiment.conduct import conduct
from bakeoff.experiment.data import make_data
from bakeoff.experiment.experiment import Experiment
from bakeoff.experiment.learner import Learner
from bakeoff.experiment.run import Setup
from bakeoff.report.predictions import write_predictions


class Fails(DecisionTreeClassifier):
    def fit(self, X, y):
        raise ValueError("no")


def conducted(*estimators, y, kind="classes", **settings):
    X = np.arange(len(y), dtype=float)[:, None]
    return conduct(
        Experiment(
            data=(make_data(X, y, kind=kind),),
            learners=tuple(Learner(name=f"l{at}", estimator=each) for at, each in enumerate(estimators)),
            design=RepeatedKFold(runs=2, folds=2),
            method="corrected-resampled-t",
            **settings,
        ),
        Setup(),
    )


def rows(path):
    with path.open(newline="") as stream:
        return list(csv.DictReader(stream))


def test_every_item_of_every_run_once_with_what_was_said(tmp_path):
    y = ["no", "no", "no", "no", "yes", "yes", "yes", "yes"]
    run = conducted(DecisionTreeClassifier(), DummyClassifier(), y=y)
    write_predictions(run, str(tmp_path / "p.csv"))
    found = rows(tmp_path / "p.csv")
    assert list(found[0]) == ["data", "run", "fold", "item", "truth", "l0", "l1"]
    for number in ("1", "2"):
        mine = [row for row in found if row["run"] == number]
        assert sorted(int(row["item"]) for row in mine) == list(range(8))
        assert all(row["truth"] == y[int(row["item"])] for row in mine)
    assert {row["l0"] for row in found} == {"no", "yes"}


def test_a_learner_that_failed_leaves_its_cells_empty(tmp_path):
    run = conducted(DummyClassifier(), Fails(), y=[0, 1] * 4)
    write_predictions(run, str(tmp_path / "p.csv"))
    assert {row["l1"] for row in rows(tmp_path / "p.csv")} == {""}


def test_numbers_stay_numbers(tmp_path):
    run = conducted(
        DummyRegressor(),
        DummyRegressor(strategy="median"),
        y=[1.5] * 8,
        kind="numbers",
        metrics=("squared-error",),
    )
    write_predictions(run, str(tmp_path / "p.csv"))
    assert {(row["truth"], row["l0"]) for row in rows(tmp_path / "p.csv")} == {("1.5", "1.5")}


def test_a_place_that_cannot_be_written_to(tmp_path):
    run = conducted(DummyClassifier(), DummyClassifier(strategy="prior"), y=[0, 1] * 4)
    with pytest.raises(FileError, match="cannot be written: No such file"):
        write_predictions(run, str(tmp_path / "none" / "p.csv"))
