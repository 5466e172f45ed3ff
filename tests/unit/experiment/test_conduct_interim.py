import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

from bakeoff.core.outcomes import FoldScores
from bakeoff.designs import RepeatedKFold
from bakeoff.experiment import conduct
from bakeoff.experiment.conduct import interim_of
from bakeoff.experiment.data import make_data
from bakeoff.experiment.learner import Learner
from bakeoff.experiment.observer import Silent
from bakeoff.experiment.run import Run, Setup, extend
from bakeoff.experiment.scoring import measure_for, split_scores
from bakeoff.experiment.stage import MAIN, Stage, split_by
from bakeoff.methods import METHODS
from bakeoff.metrics import METRICS


class Watching(Silent):
    def __init__(self):
        self.seen = []

    def finished(self, cells, failed, interim):
        self.seen.append(interim)


def looked_at(two, metric="accuracy", a=None, level=0.95):
    data = make_data(*two)
    learners = (
        Learner(name="a", estimator=a or LogisticRegression()),
        Learner(name="b", estimator=GaussianNB()),
    )
    run, watching = Run(data=data, learners=learners, rng=0), Watching()
    measure = measure_for(metric, data, None)
    main = Stage(key=MAIN, splits=split_by(RepeatedKFold(runs=2, folds=4), data, 0))
    extend(run, [main], Setup(observer=watching), interim=interim_of("a", "b", measure, level))
    return run, watching.seen, [split_scores(run, name, MAIN, measure) for name in "ab"]


@pytest.fixture
def at_once(monkeypatch):
    monkeypatch.setattr(conduct, "PAUSE", 0)


@pytest.mark.parametrize("metric", ["accuracy", "log-loss"])
@pytest.mark.slow
def test_the_difference_so_far_is_that_of_the_splits_that_are_there(two, at_once, metric):
    run, seen, (a, b) = looked_at(two, metric)
    splits = run.splits
    assert seen[:3] == [None, None, None]
    sign = METRICS[metric].sign
    for now in seen[3:]:
        assert now.estimate == pytest.approx(sign * np.mean((a - b)[: now.splits]), abs=1e-12)
        assert (now.names, now.metric, now.of) == (("a", "b"), metric, 8)
    assert [now.splits for now in seen[3:]] == [2 + i // 2 for i in range(13)]
    full = FoldScores(
        a=sign * a.reshape(2, 4),
        b=sign * b.reshape(2, 4),
        design=splits.design,
        n_train=splits.n_train,
        n_test=splits.n_test,
    )
    last = METHODS["corrected-resampled-t"].compute(full, level=0.95, alternative="two-sided")
    assert (seen[-1].low, seen[-1].high) == pytest.approx((last.interval.low, last.interval.high))


@pytest.mark.slow
def test_the_interval_has_the_level_that_was_asked(two, at_once):
    narrow, wide = (looked_at(two, level=level)[1][-1] for level in (0.5, 0.99))
    assert wide.low < narrow.low <= narrow.estimate <= narrow.high < wide.high


@pytest.mark.slow
def test_cells_that_failed_are_left_out(two, at_once, learners):
    _, seen, _ = looked_at(two, a=learners.Failing(two[0][0, 0]))
    assert seen[-1].splits == 6
    assert seen[-1].of == 8


def test_what_cannot_be_said_yet_is_not_said(two, at_once, learners):
    data = make_data(*two)
    learner = Learner(name="a", estimator=learners.Majority())
    run = Run(data=data, learners=(learner, Learner(name="b", estimator=GaussianNB())), rng=0)
    measure = measure_for("mcc", data, None)
    main = Stage(key=MAIN, splits=split_by(RepeatedKFold(runs=1, folds=4), data, 0))
    watching = Watching()
    extend(run, [main], Setup(observer=watching), interim=interim_of("a", "b", measure, 0.95))
    assert watching.seen == [None] * 8


def test_nobody_looks_before_it_is_time(two, monkeypatch):
    monkeypatch.setattr(conduct, "PAUSE", 3600)
    assert looked_at(two)[1] == [None] * 16
