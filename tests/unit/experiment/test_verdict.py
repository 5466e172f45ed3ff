import json

import numpy as np
import pytest
from scipy import stats
from sklearn.base import clone
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from tests.unit.experiment.judging import asked, auto, judge
from threadpoolctl import threadpool_limits

from bakeoff.core.exceptions import IllegalMethodError, UnknownNameError
from bakeoff.core.verdict import Reason
from bakeoff.designs import FiveByTwo, Holdout, KFold, LeaveOneOut, RepeatedKFold
from bakeoff.experiment.calibrate import Calibrated
from bakeoff.experiment.data import make_data
from bakeoff.experiment.learner import Learner
from bakeoff.experiment.run import Run, Setup, extend
from bakeoff.experiment.scoring import UndefinedScoreError
from bakeoff.experiment.stage import MAIN, Stage, halves, split_by
from bakeoff.methods import METHODS
from bakeoff.report.words.facts import work_rows

DESIGN = RepeatedKFold(runs=2, folds=5)


def finished(data, a, b, design=DESIGN, halvings=0):
    run = Run(data=data, learners=(Learner(name="a", estimator=a), Learner(name="b", estimator=b)), rng=0)
    more = halves(data, halvings, 0) if halvings else []
    extend(run, [Stage(key=MAIN, splits=split_by(design, data, 0)), *more], Setup())
    return run


def keys(verdict):
    return [caveat.key for caveat in verdict.caveats]


@pytest.fixture(scope="module")
def usual(two):
    """Both learners under the design, with three halvings."""
    return finished(make_data(*two), LogisticRegression(), GaussianNB(), halvings=3)


def plain_differences(run, splits, items=None):
    """Differences of accuracies by plain loops of clone, fit and predict over the splits, and of items."""
    X, y = run.data.X, run.data.y
    inside = np.arange(len(y)) if items is None else items
    found, by_item = [], np.zeros(len(y))
    for train, test in ((inside[train], inside[test]) for train, test in splits):
        models = [clone(learner.estimator).fit(X[train], y[train]) for learner in run.learners]
        right = [(model.predict(X[test]) == y[test]).astype(float) for model in models]
        found.append(np.mean(right[0]) - np.mean(right[1]))
        by_item[test] += right[0] - right[1]
    return np.array(found), by_item


@pytest.mark.slow
def test_the_half_sample_test_by_the_letter_of_its_definition(usual):
    verdict = judge(usual, auto(3))
    with threadpool_limits(limits=1):
        main, by_item = plain_differences(usual, usual.stages[MAIN].splits)
        means = [
            np.mean(plain_differences(usual, part.splits, part.items)[0])
            for key, part in usual.stages.items()
            if key != MAIN
        ]
    D, first, second = np.mean(main), np.array(means[::2]), np.array(means[1::2])
    halved = np.mean((first - second) ** 2) / 4
    runs = usual.stages[MAIN].splits.shape[0]
    floor = np.var(by_item / runs, ddof=1) / len(by_item)
    V = max(halved, floor)
    assert halved != floor
    result = verdict.result
    assert (result.method, result.df, result.n) == ("half-sample-t", 3, 10)
    assert result.estimate == pytest.approx(D, abs=1e-14)
    assert result.statistic == pytest.approx(D / np.sqrt(V), rel=1e-12)
    assert result.p_value == pytest.approx(2 * stats.t.sf(abs(D) / np.sqrt(V), 3), rel=1e-9)
    reach = stats.t.ppf(0.975, 3) * np.sqrt(V)
    assert (result.interval.low, result.interval.high) == pytest.approx((D - reach, D + reach), rel=1e-9)
    assert any(f"{halved:.3g} from the halves, {floor:.3g} from the items" in note for note in result.notes)


@pytest.mark.slow
def test_the_floor_can_be_left_out(usual):
    bare = judge(usual, asked("half-sample-t", halvings=3, options={"floor": "none"}))
    floored = judge(usual, asked("half-sample-t", halvings=3))
    assert abs(bare.result.statistic) >= abs(floored.result.statistic)
    assert bare.result.notes != floored.result.notes


@pytest.mark.slow
def test_fifteen_halvings_have_ten_degrees_of_freedom(hundred):
    run = finished(make_data(*hundred), DummyClassifier(), GaussianNB(), KFold(folds=5), halvings=15)
    verdict = judge(run, auto(15))
    assert (verdict.result.method, verdict.result.df) == ("half-sample-t", 10)
    work = dict(work_rows(verdict.work))
    assert work["data"] == "data, 100 items"
    assert work["design"] == "KFold(folds=5), random seed 0: 10 trainings"
    assert work["halvings"].startswith("15 times both halves with 10 folds each: 600 more trainings")
    assert len(run.contents) == 10 + 600
    (outside,) = (caveat.text for caveat in verdict.caveats if caveat.key == "not-measured-here")
    assert "its false-alarm rate is not known for: KFold(folds=5)" in outside


@pytest.mark.slow
def test_what_is_chosen_says_why(usual):
    verdict = judge(usual, auto(3))
    assert verdict.reason == Reason(why="usual-with-halves")
    assert keys(verdict).count("not-measured-here") == 1
    assert "halvings-skipped" not in keys(verdict)


@pytest.mark.slow
def test_skipping_the_halvings_is_told(usual):
    verdict = judge(usual, asked("corrected-resampled-t"))
    assert keys(verdict)[0] == "halvings-skipped"
    main = plain_differences(usual, usual.stages[MAIN].splits)[0]
    error = np.sqrt((1 / 10 + 12 / 48) * np.var(main, ddof=1))
    assert verdict.result.statistic == pytest.approx(np.mean(main) / error, rel=1e-9)


@pytest.mark.slow
def test_every_legal_method_has_its_say_and_the_unsound_are_marked(usual):
    verdict = judge(usual, auto(3))
    said = {opinion.method: opinion for opinion in verdict.opinions}
    expected = {m.key for m in METHODS if "repeated-kfold" in m.designs}
    assert set(said) == expected
    assert {key for key, each in said.items() if each.unsound} == {
        m.key for m in METHODS if m.unsound
    } & expected
    assert said["half-sample-t"].result is verdict.result
    for key, opinion in said.items():
        alone = judge(usual, asked(key, halvings=3))
        assert (opinion.result, opinion.decision) == (alone.result, alone.decision), key
    json.dumps(verdict.to_dict(), allow_nan=False)


def test_folds_tested_once_are_judged_by_items_too(two):
    run = finished(make_data(*two), LogisticRegression(), GaussianNB(), KFold(folds=5))
    verdict = judge(run, asked("corrected-resampled-t"))
    said = {opinion.method for opinion in verdict.opinions}
    assert {"kfold-t", "mcnemar", "mcnemar-exact", "mcnemar-mid-p", "paired-mean", "bootstrap"} <= said
    assert "half-sample-t" not in said
    assert "cv-all-data" not in said


@pytest.mark.parametrize("method", ["mcnemar", "mcnemar-exact", "mcnemar-mid-p", "difference-of-proportions"])
@pytest.mark.slow
def test_pooled_predictions_are_compared_with_a_caveat(two, method):
    run = finished(make_data(*two), LogisticRegression(), GaussianNB(), KFold(folds=5))
    verdict = judge(run, asked(method))
    assert "pooled-predictions" in keys(verdict)
    assert verdict.result.n == 60
    assert verdict.result.estimate == pytest.approx(
        float(np.mean(plain_differences(run, run.splits)[0])), abs=1e-12
    )


def test_one_split_is_judged_by_its_items(two):
    run = finished(make_data(*two), LogisticRegression(), GaussianNB(), Holdout())
    verdict = judge(run, {})
    assert (verdict.result.method, verdict.result.n) == ("mcnemar-mid-p", 20)
    assert "pooled-predictions" not in keys(verdict)
    assert all(METHODS[opinion.method].takes.__name__.startswith("Paired") for opinion in verdict.opinions)


def test_leave_one_out_of_the_majority_of_two_equal_classes_is_always_wrong(learners):
    data = make_data(np.random.default_rng(0).normal(size=(20, 2)), np.arange(20) % 2)
    run = finished(data, learners.Majority(), DummyClassifier(strategy="constant", constant=0), LeaveOneOut())
    verdict = judge(run, {})
    assert verdict.values == (0.0, 0.5)
    assert verdict.result.method == "mcnemar-mid-p"


@pytest.mark.parametrize(
    ("metric", "method"),
    [("f1", "score-t"), ("mcc", "score-t"), ("log-loss", "skewed-t")],
)
@pytest.mark.slow
def test_metrics_of_all_items_where_one_item_alone_has_none(two, metric, method):
    data = make_data(two[0][:30], two[1][:30])
    run = finished(data, LogisticRegression(), GaussianNB(), LeaveOneOut())
    verdict = judge(run, {"metric": metric})
    assert verdict.result.method == method
    assert verdict.result.n == 30


def test_a_metric_that_is_undefined_on_all_folds_is_refused(two, learners):
    run = finished(make_data(*two), learners.Majority(), GaussianNB())
    with pytest.raises(
        UndefinedScoreError, match=r"mcc of a is undefined \(0/0\) on all folds of main together, where"
    ):
        judge(run, asked("corrected-resampled-t", metric="mcc"))


@pytest.mark.slow
def test_the_same_learner_twice_is_no_difference_for_sure(usual):
    run = finished(usual.data, GaussianNB(), GaussianNB(), halvings=2)
    for wanted in (auto(2), *(asked(key, halvings=2) for key in ("corrected-resampled-t", "cv-all-data"))):
        verdict = judge(run, wanted)
        assert (verdict.result.estimate, verdict.result.p_value, verdict.decision) == (0.0, 1.0, "undecided")


def test_warnings_of_learners_become_caveats(two):
    run = finished(make_data(*two), LogisticRegression(max_iter=1), GaussianNB())
    verdict = judge(run, asked("corrected-resampled-t"))
    assert keys(verdict)[-1] == "learner-warned"
    assert "ConvergenceWarning" in verdict.caveats[-1].text


@pytest.mark.slow
def test_what_was_tuned_is_part_of_the_work(two):
    search = GridSearchCV(DecisionTreeClassifier(), {"max_depth": [1, 2]}, cv=2)
    run = finished(make_data(*two), search, GaussianNB())
    work = dict(work_rows(judge(run, asked("corrected-resampled-t")).work))
    assert work["tuned a"].startswith("2 configurations in each of 10 trainings, 20 in all")
    assert "tuned b" not in work


CALIBRATED = Calibrated(
    data="data",
    names=("a", "b"),
    metric="accuracy",
    method="cv-all-data",
    df=6,
    low=4,
    high=9,
    size=0.045,
    size_error=0.01,
    published=0.09,
    draws=200,
    zeros=0.0,
    alpha=0.05,
    at_end=False,
)


@pytest.mark.parametrize("options", [{}, {"df": "calibrated"}])
@pytest.mark.slow
def test_degrees_of_freedom_found_here_are_used(usual, options):
    wanted = asked("cv-all-data", calibrated={"cv-all-data": CALIBRATED}, options=options)
    verdict = judge(usual, wanted)
    assert verdict.result.df == 6
    assert "calibrated-here" in keys(verdict)
    assert not {"calibration-domain", "calibration-not-universal"} & set(keys(verdict))
    other = next(each for each in verdict.opinions if each.method == "cv-runs")
    assert other.result.df != 6


def test_degrees_of_freedom_that_the_user_gives_go_first(usual):
    wanted = asked("cv-all-data", calibrated={"cv-all-data": CALIBRATED}, options={"df": 3})
    verdict = judge(usual, wanted)
    assert verdict.result.df == 3
    assert "calibrated-here" not in keys(verdict)


def test_the_positive_class_is_named_or_guessed(two):
    y = np.array(["ill", "well"])[two[1]]
    run = finished(make_data(two[0], y), LogisticRegression(), GaussianNB())
    guessed = judge(run, asked("corrected-resampled-t", metric="f1"))
    named = judge(run, asked("corrected-resampled-t", metric="f1", positive="ill"))
    assert "positive-guessed" in keys(guessed)
    assert "positive-guessed" not in keys(named)
    assert named.unit.subject.endswith("of class 'ill'")


def test_items_tested_twice_cannot_be_pooled(usual):
    with pytest.raises(IllegalMethodError, match="tests items more than once, but mcnemar needs"):
        judge(usual, asked("mcnemar"))


def test_unknown_options_name_those_there_are(usual):
    with pytest.raises(UnknownNameError, match="no option of corrected-resampled-t is called 'halves'"):
        judge(usual, asked("corrected-resampled-t", options={"halves": 3}))


def test_five_by_two_has_its_own_methods_beside(two):
    run = finished(make_data(*two), LogisticRegression(), GaussianNB(), FiveByTwo())
    said = {each.method for each in judge(run, asked("five-by-two-t")).opinions}
    assert {"five-by-two-t", "five-by-two-f", "cv-all-data"} <= said
