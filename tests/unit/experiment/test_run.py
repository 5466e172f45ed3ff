import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.naive_bayes import GaussianNB

from bakeoff.core.exceptions import InputError
from bakeoff.designs import KFold, RepeatedKFold
from bakeoff.experiment import run as module
from bakeoff.experiment.content import Content, encode
from bakeoff.experiment.data import make_data
from bakeoff.experiment.learner import Learner
from bakeoff.experiment.observer import Silent
from bakeoff.experiment.run import Place, Run, Setup, extend, has_failed, hold
from bakeoff.experiment.stage import MAIN, Stage, halves, split_by
from bakeoff.read.run_store import RunStore


class Watching(Silent):
    def __init__(self):
        self.told = []

    def start(self, total, done, what):
        self.told.append(("start", total, done, what))

    def finished(self, cells, failed, interim):
        self.told.append((cells, failed, interim))

    def stop(self):
        self.told.append("stop")


def named(**estimators):
    return tuple(Learner(name=name, estimator=each) for name, each in estimators.items())


def main_part(data, design=None, rng=0):
    return Stage(key=MAIN, splits=split_by(design or KFold(folds=5), data, rng))


def finished(two, learners, how=None, rng=0, design=None, name="data"):
    data = make_data(*two, name=name)
    run = Run(data=data, learners=learners, rng=rng)
    extend(run, [main_part(data, design)], how or Setup())
    return run


@pytest.fixture
def path(tmp_path):
    return tmp_path / "s.bakeoff"


def test_every_learner_does_every_split(two):
    run = finished(two, named(a=GaussianNB(), b=DummyClassifier()))
    assert len(run.contents) == len(run.seconds) == 10
    assert set(run.contents) == {(name, MAIN, at) for name in "ab" for at in range(5)}
    assert run.cell("b", MAIN, 2).predicted.shape == run.stages[MAIN].test(2).shape


def test_learners_that_are_the_same_are_trained_once(two, learners):
    run = finished(two, named(a=learners.Majority(), b=learners.Majority()))
    assert len(learners.fits) == 5
    assert len(run.contents) == 10
    first, second = ([run.contents[Place(name, MAIN, i)] for i in range(5)] for name in "ab")
    assert first == second


def test_folds_parts_and_learners_have_seeds_of_their_own(two):
    data = make_data(*two)
    run = Run(data=data, learners=named(a=RandomForestClassifier(3), b=RandomForestClassifier(4)), rng=0)
    parts = [main_part(data), *halves(data, 1, 0)]
    seeds = [make("k").seed for _, _, make in module._cells(run, parts)]
    assert len(set(seeds)) == len(seeds) == 2 * (5 + 20)
    other = replace_rng(run, 1)
    assert not set(seeds) & {make("k").seed for _, _, make in module._cells(other, parts)}


def replace_rng(run, rng):
    return Run(data=run.data, learners=run.learners, rng=rng)


def test_names_and_the_number_of_cells_do_not_enter_the_seed(two):
    short = finished(two, named(a=RandomForestClassifier(3)))
    long = finished(two, named(b=GaussianNB(), c=RandomForestClassifier(3)), name="other")
    assert [short.contents[Place("a", MAIN, i)] for i in range(5)] == [
        long.contents[Place("c", MAIN, i)] for i in range(5)
    ]


def test_what_is_stored_is_not_run_again(two, learners, path):
    pair = named(a=learners.Majority(), b=learners.Failing(two[0][0, 0]))
    with RunStore(path) as store:
        first = finished(two, pair, Setup(store=store))
    assert len(learners.fits) == 9
    watching = Watching()
    with RunStore(path) as store:
        second = finished(two, pair, Setup(store=store, observer=watching))
    assert len(learners.fits) == 9
    assert second.contents == first.contents
    assert second.seconds == first.seconds
    assert watching.told == [("start", 10, 10, "data"), "stop"]


def test_a_run_that_was_stopped_goes_on(two, learners, path):
    class Stopping(Silent):
        def finished(self, cells, failed, interim):
            if len(learners.fits) == 3:
                raise KeyboardInterrupt

    with RunStore(path) as store, pytest.raises(KeyboardInterrupt):
        finished(two, named(a=learners.Majority()), Setup(store=store, observer=Stopping()))
    with RunStore(path) as store:
        resumed = finished(two, named(a=learners.Majority()), Setup(store=store))
    assert len(learners.fits) == 5
    assert resumed.contents == finished(two, named(a=learners.Majority())).contents


def test_failures_are_stored_too_and_run_again_where_asked(two, learners, path):
    failing = named(a=learners.Failing(two[0][0, 0]))
    counts = []
    for retry in (False, False, True):
        watching = Watching()
        with RunStore(path) as store:
            finished(two, failing, Setup(store=store, observer=watching, retry=retry))
        counts.append(watching.told[0][1:3])
        if retry:
            assert watching.told[1:] == [(1, 1, None), "stop"]
    assert counts == [(5, 0), (5, 5), (5, 4)]


@pytest.mark.parametrize(
    "change",
    [
        {"rng": 1},
        {"design": KFold(folds=4)},
        {"learners": {"a": GaussianNB(var_smoothing=1e-8)}},
        {"flip": True},
    ],
)
def test_anything_that_counts_makes_other_cells(two, path, change):
    X, y = two
    with RunStore(path) as store:
        finished(two, named(a=GaussianNB()), Setup(store=store))
        watching = Watching()
        other = (X, 1 - y) if change.pop("flip", False) else two
        learners = named(**change.pop("learners", {"a": GaussianNB()}))
        finished(other, learners, Setup(store=store, observer=watching), **change)
    assert watching.told[0][2] == 0


def test_other_libraries_make_other_cells(two, path, monkeypatch):
    with RunStore(path) as store:
        finished(two, named(a=GaussianNB()), Setup(store=store))
        monkeypatch.setattr(module, "versions", lambda: "numpy 99")
        watching = Watching()
        finished(two, named(a=GaussianNB()), Setup(store=store, observer=watching))
    assert watching.told[0][1:3] == (5, 0)


def test_the_store_says_where_a_cell_belongs(two, path):
    with RunStore(path) as store:
        finished(
            two, named(a=GaussianNB()), Setup(store=store), design=RepeatedKFold(runs=2, folds=3), name="d"
        )
        rows = list(store._rows("SELECT data, learner, part, run, fold FROM cells ORDER BY run, fold"))
    assert rows == [("d", "a", MAIN, run, fold) for run in range(2) for fold in range(3)]


def test_the_observer_is_told_of_each_cell_and_of_the_end(two, learners):
    watching = Watching()
    pair = named(a=GaussianNB(), b=learners.Failing(two[0][0, 0]))
    finished(two, pair, Setup(observer=watching))
    assert watching.told[0] == ("start", 10, 0, "data")
    assert sorted(each[:2] for each in watching.told[1:-1]) == [(1, 0)] * 9 + [(1, 1)]
    assert watching.told[-1] == "stop"


def test_parts_may_be_added_later(two, learners):
    run = finished(two, named(a=learners.Majority()))
    extend(run, [run.stages[MAIN], *halves(run.data, 1, 0)], Setup())
    assert len(learners.fits) == 5 + 20
    assert list(run.stages) == [MAIN, "half 1.1", "half 1.2"]


class Held:
    """A store that keeps what it should hold to."""

    def hold_to(self, facts):
        self.facts = list(facts)


def facts_of(two, design=None, rng=0):
    data, held = make_data(*two, name="iris"), Held()
    run = Run(data=data, learners=named(a=GaussianNB()), rng=3, stages={MAIN: main_part(data, rng=rng)})
    hold(Setup(store=held), [run], design)
    return held.facts


def test_facts_name_all_that_must_not_change(two):
    facts = facts_of(two, KFold(folds=5))
    assert [(fact.what, fact.name) for fact in facts] == [
        ("set of libraries", ""),
        ("rng", ""),
        ("design", ""),
        ("data set", "iris"),
        ("learner", "a"),
        ("splits of the data set", "iris"),
    ]
    assert facts[2].words == "KFold(folds=5)"
    assert facts[3].words.startswith("60 items (mark ")
    assert facts[4].words.startswith("GaussianNB() (mark ")
    without = ["set of libraries", "rng", "data set", "learner"]
    assert [fact.what for fact in facts_of(two)] == without


def test_a_changed_value_among_many_is_named(two, path):
    X, y = two
    changed = X.copy()
    changed[7, 1] += 1e-9
    data = [make_data(each, y, name="iris") for each in (X, changed)]
    first, second = (Run(data=each, learners=named(a=GaussianNB()), rng=0) for each in data)
    with RunStore(path) as store:
        hold(Setup(store=store), [first])
        with pytest.raises(InputError, match=r"'iris' changed: X was mark \w+ and is now mark \w+;"):
            hold(Setup(store=store), [second])


def test_splits_are_a_fact_of_their_data(two):
    first, second = (facts_of(two, KFold(folds=5), rng=rng)[-1] for rng in (0, 1))
    assert first.fingerprint != second.fingerprint


@pytest.mark.parametrize("jobs", [0, -2, 1.5, "2", True, None])
def test_numbers_of_workers_that_make_no_sense(jobs):
    with pytest.raises(InputError, match=r"jobs is .*; expected a whole number of at least 1"):
        Setup(jobs=jobs)
    assert Setup(jobs=-1).jobs == -1


def test_a_cell_that_failed_is_known_by_its_first_bytes():
    assert has_failed(encode(Content(error="x")))
    assert has_failed(encode(Content(error="x", warnings={'"predicted":[': 1})))
    assert not has_failed(encode(Content(predicted=np.array([0, 1], dtype=np.uint8))))
    assert not has_failed(encode(Content(predicted=np.array([0.5]))))
