"""What a verdict says where cells of its run failed."""

import json

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from tests.unit.experiment.judging import asked, auto, judge

from bakeoff.core.exceptions import IllegalMethodError, InputError
from bakeoff.core.verdict import Reason
from bakeoff.designs import KFold, RepeatedKFold
from bakeoff.experiment.data import make_data
from bakeoff.experiment.learner import Learner
from bakeoff.experiment.run import Run, Setup, extend
from bakeoff.experiment.stage import MAIN, Stage, halves, split_by
from bakeoff.methods import METHODS

DESIGN = RepeatedKFold(runs=2, folds=5)


def finished(two, a, b, design=DESIGN, halvings=0):
    data = make_data(*two)
    run = Run(data=data, learners=(Learner(name="a", estimator=a), Learner(name="b", estimator=b)), rng=0)
    more = halves(data, halvings, 0) if halvings else []
    extend(run, [Stage(key=MAIN, splits=split_by(design, data, 0)), *more], Setup())
    return run


def keys(verdict):
    return [caveat.key for caveat in verdict.caveats]


@pytest.fixture
def run(two, learners):
    """A learner that fails in one fold of each run, and in the halves, against one that does not."""
    return finished(two, learners.Failing(two[0][0, 0]), GaussianNB(), halvings=2)


def differences(run, kept):
    """What the majority has over naive Bayes in some splits, by plain loops."""
    splits, y = run.splits, run.data.y
    found = []
    for train, test in (splits[at] for at in kept):
        labels, counts = np.unique(y[train], return_counts=True)
        bayes = GaussianNB().fit(run.data.X[train], y[train]).score(run.data.X[test], y[test])
        found.append(np.mean(y[test] == labels[counts.argmax()]) - bayes)
    return np.array(found)


def test_the_rest_still_answers_and_what_is_missing_is_named(run):
    verdict = judge(run, auto(2))
    splits = run.splits
    kept = [at for at in range(10) if 0 not in splits.test[at]]
    left, sizes = differences(run, kept), (splits.n_test / splits.n_train).ravel()[kept]
    error = np.sqrt((1 / 8 + np.mean(sizes)) * np.var(left, ddof=1))
    assert (verdict.result.method, verdict.result.n) == ("corrected-resampled-t", 8)
    assert verdict.result.statistic == pytest.approx(np.mean(left) / error, rel=1e-9)
    assert {"no-halves", "halvings-skipped", "missing-cells"} <= set(keys(verdict))
    text = next(c.text for c in verdict.caveats if c.key == "missing-cells")
    for at in set(range(10)) - set(kept):
        assert f"a run {at // 5 + 1} fold {at % 5 + 1}" in text
    assert "ValueError: the marked item is missing" in text
    json.dumps(verdict.to_dict(), allow_nan=False)


def test_what_needs_items_gives_way_to_what_does_not(run):
    verdict = judge(run, {"chosen": "items-folds-t"})
    assert verdict.result.method == "corrected-resampled-t"
    assert verdict.reason == Reason(why="without-halvings")
    assert {"halvings-skipped", "missing-cells"} <= set(keys(verdict))
    assert "no-halves" not in keys(verdict)
    refused = {each.method for each in verdict.opinions if each.refused == "needs every run and fold"}
    assert "items-folds-t" in refused


@pytest.mark.slow
def test_methods_that_need_every_run_and_fold_are_refused(run):
    for method in METHODS:
        if "repeated-kfold" in method.designs and "resampling" not in method.designs:
            with pytest.raises(IllegalMethodError, match=rf"^{method.key} needs every run and fold: 2 cell"):
                judge(run, asked(method.key))
    verdict = judge(run, auto(2))
    said = {each.method for each in verdict.opinions if not each.refused}
    assert said == {"corrected-resampled-t", "resampled-t"}
    refused = {each.method for each in verdict.opinions if each.refused == "needs every run and fold"}
    assert {"cv-all-data", "cv-runs-averaged-t", "cv-sign"} <= refused


def test_the_half_sample_test_is_refused_where_it_was_asked_for(run):
    words = r"needs scores on all halves: 22 cells failed in the halves \(a: ValueError: the marked item"
    with pytest.raises(IllegalMethodError, match=words):
        judge(run, asked("half-sample-t", halvings=2))


@pytest.mark.slow
def test_a_gap_in_the_design_alone_rules_out_the_half_sample_test_too(two, learners):
    most = int(KFold(folds=7).split(two[1]).n_train.max()) - 1
    run = finished(two, learners.Limited(most), GaussianNB(), KFold(folds=7), halvings=2)
    verdict = judge(run, auto(2))
    assert verdict.result.method == "corrected-resampled-t"
    assert "missing-cells" in keys(verdict)
    assert "no-halves" not in keys(verdict)
    with pytest.raises(InputError, match="half-sample-t needs"):
        judge(run, asked("half-sample-t", halvings=2))


@pytest.mark.slow
def test_a_gap_in_the_halves_alone(two, learners):
    run = finished(two, learners.Limited(most=99, least=40), GaussianNB(), halvings=2)
    verdict = judge(run, auto(2))
    assert (verdict.result.method, verdict.result.n) == ("corrected-resampled-t", 10)
    assert {"no-halves", "halvings-skipped"} <= set(keys(verdict))
    assert "missing-cells" not in keys(verdict)
    assert "cv-all-data" in {each.method for each in verdict.opinions}


def test_items_of_the_folds_that_are_left_can_be_compared(two, learners):
    run = finished(two, learners.Failing(two[0][0, 0]), GaussianNB(), KFold(folds=2))
    verdict = judge(run, asked("mcnemar"))
    assert verdict.result.n == 30
    assert "missing-cells" in keys(verdict)
    assert {each.method for each in verdict.opinions} >= {"mcnemar", "bootstrap"}
    with pytest.raises(InputError, match="only 1 of 2 splits were completed by both learners"):
        judge(run, asked("corrected-resampled-t"))


def test_a_learner_that_always_fails_is_told_with_its_own_words(two, learners):
    run = finished(two, GaussianNB(), learners.Limited())
    with pytest.raises(InputError) as caught:
        judge(run, {})
    assert str(caught.value) == "b failed in all 10 trainings: RuntimeError: not my number of items"
