import json
from dataclasses import replace

import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

from bakeoff.core.exceptions import FileError, IllegalMethodError
from bakeoff.designs import KFold
from bakeoff.experiment.calibrate import Calibrated, recall, remember
from bakeoff.experiment.data import make_data
from bakeoff.experiment.learner import Learner
from bakeoff.experiment.run import Run
from bakeoff.experiment.stage import MAIN, Stage
from bakeoff.read.run_store import RunStore

FOUND = Calibrated(
    data="d",
    names=("a", "b"),
    metric="accuracy",
    method="cv-all-data",
    df=6.0,
    low=4.0,
    high=9.0,
    size=0.045,
    size_error=0.0146,
    published=0.11,
    draws=200,
    zeros=0.01,
    alpha=0.05,
    at_end=False,
)


@pytest.fixture
def run(two):
    learners = (Learner(name="a", estimator=GaussianNB()), Learner(name="b", estimator=DummyClassifier()))
    return Run(data=make_data(*two), learners=learners, rng=0)


@pytest.fixture
def store(tmp_path):
    with RunStore(tmp_path / "s") as opened:
        yield opened


def split(run, rng=0):
    """The same run, split as asked."""
    main = Stage(key=MAIN, splits=KFold(folds=3).split(run.data.y, rng=rng))
    return Run(data=run.data, learners=run.learners, rng=run.rng, stages={MAIN: main})


def recalled(store, run, names=("a", "b"), metric="accuracy", rng=0, alpha=0.05):
    return recall(store, split(run, rng), names, (metric, alpha))


def test_what_would_be_refused_today_is_not_recalled(store, run):
    remember(store, split(run), replace(FOUND, zeros=0.1))
    assert recalled(store, run) == {}


def test_what_is_remembered_is_recalled(store, run):
    remember(store, split(run), FOUND)
    assert recalled(store, run) == {"cv-all-data": FOUND}


def test_nothing_is_recalled_for_another_question(store, run, hundred):
    remember(store, split(run), FOUND)
    assert recalled(store, run, names=("b", "a")) == {}
    assert recalled(store, run, metric="auc") == {}
    assert recalled(store, run, rng=1) == {}
    assert recalled(store, run, alpha=0.01) == {}
    assert recalled(store, Run(data=run.data, learners=run.learners, rng=1)) == {}
    changed = (Learner(name="a", estimator=GaussianNB(var_smoothing=1)), run.learners[1])
    assert recalled(store, Run(data=run.data, learners=changed, rng=0)) == {}
    other = make_data(hundred[0][:60], hundred[1][:60])
    assert recalled(store, Run(data=other, learners=run.learners, rng=0)) == {}


def test_learners_go_by_what_they_are_and_not_by_their_names(store, run):
    remember(store, split(run), FOUND)
    renamed = tuple(replace(each, name=f"new {each.name}") for each in run.learners)
    found = recalled(store, Run(data=run.data, learners=renamed, rng=0), names=("new a", "new b"))
    assert found["cv-all-data"].df == 6


def test_what_could_not_be_calibrated_is_recalled_and_refused(store, run):
    failed = replace(FOUND, df=None, low=1.0, high=1.0, size=0.31)
    remember(store, split(run), failed)
    found = recalled(store, run)
    assert found == {"cv-all-data": failed}
    words = r"cv-all-data cannot be calibrated on d: even 2 degrees of freedom gave 31 % false alarms in 200"
    with pytest.raises(IllegalMethodError, match=words):
        _ = found["cv-all-data"].checked_df
    with pytest.raises(IllegalMethodError, match=r"use items-folds-t, or set df yourself"):
        _ = found["cv-all-data"].caveat


def test_degrees_of_freedom_that_hold_the_level():
    assert FOUND.checked_df == 6.0


def test_without_a_store_nothing_is_remembered(run):
    remember(None, split(run), FOUND)
    assert recalled(None, run) == {}


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"names": ["a"], "df": 3}', "null"])
def test_a_damaged_calibration_is_told(store, run, monkeypatch, text):
    monkeypatch.setattr(store, "kept", lambda key: text)
    with pytest.raises(FileError, match=r"a calibration in .* cannot be read; calibrate again"):
        recalled(store, run)


def test_the_caveat_says_where_the_number_comes_from_and_how_sure_it_is():
    assert FOUND.caveat.key == "calibrated-here"
    assert FOUND.caveat.text.startswith("6 degrees of freedom were calibrated on these data, learners and")
    assert (
        "200 permutations of the labels (95 % interval 4 to 9; the learners did not differ at all in 1 % of "
        "them)"
    ) in FOUND.caveat.text
    assert "200 permutations of the labels (95 % interval 4 to 9)" in replace(FOUND, zeros=0.0).caveat.text


def test_plain_values(store, run):
    plain = json.loads(json.dumps(FOUND.to_dict(), allow_nan=False))
    assert Calibrated(**plain | {"names": tuple(plain["names"])}) == FOUND
