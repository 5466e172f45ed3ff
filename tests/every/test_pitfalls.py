"""What every pitfall owes: a caveat where it applies, none where it does not, and a row in the docs."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from scipy.special import stdtrit
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import GridSearchCV, GroupKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier
from tests.looping import in_one_test

from bakeoff import (
    compare_counts,
    compare_datasets,
    compare_files,
    compare_item_scores,
    compare_judged,
    compare_layout,
    compare_learners,
    compare_predictions,
    compare_rates,
    compare_samples,
    compare_scores,
)
from bakeoff.designs import FiveByTwo, Holdout, KFold, LeaveOneOut, RepeatedKFold, Resampling
from bakeoff.experiment.calibrate import FEWEST_DRAWS, calibrate
from bakeoff.experiment.comparisons import result_of
from bakeoff.experiment.conduct import conduct
from bakeoff.experiment.data import make_data
from bakeoff.experiment.experiment import Experiment
from bakeoff.experiment.learner import Learner
from bakeoff.experiment.run import Setup
from bakeoff.judge.pitfalls import PITFALLS
from bakeoff.judge.pitfalls.dataset_rankings import PITFALLS_OF_RANKINGS
from bakeoff.judge.slices import with_slices
from bakeoff.measured.tables import risk_of
from bakeoff.plan.ledger import Ledger
from bakeoff.read.run_store import RunStore
from bakeoff.report.words.references import entries, keys_of

EVERY = (*PITFALLS, *PITFALLS_OF_RANKINGS)
PAGE = Path(__file__).parents[2] / "docs" / "pitfalls.md"
CLAIMS = PAGE.parent / "_data" / "claims.json"
NUMBER = re.compile(r"\d*\.?\d+")
DRAWS = np.random.default_rng(5)
A, B = 0.85 + 0.05 * DRAWS.random((10, 10)), 0.78 + 0.05 * DRAWS.random((10, 10))
X, Y = DRAWS.normal(size=(60, 3)), np.arange(60) % 2
X[:, 0] += Y
GROUPS = np.repeat(np.arange(30), 2)
BAYES, NEAR, DUMMY = GaussianNB(), KNeighborsClassifier(), DummyClassifier()
QUICK = {"method": "corrected-resampled-t", "design": RepeatedKFold(runs=2, folds=5)}


def folds(method="corrected-resampled-t", design=None, a=A, b=B, **options):
    return compare_scores(
        a, b, design=design or RepeatedKFold(), method=method, **{"metric": "accuracy"} | options
    )


def of_metric(folder, name):
    rows = [f"{fold},{a},{b}" for fold, (a, b) in enumerate(zip(A[0], B[0], strict=True))]
    file = folder / "folds.csv"
    file.write_text("\n".join(["fold,one,two", *rows]))
    return compare_files(file, metric=name)


def of_logs(folder, *, status="success", grader="judge-1", **options):
    """Two logs of Inspect."""
    for model, by in (("old", "judge-1"), ("new", grader)):
        samples = [{"id": at, "epoch": 1, "scores": {"judge": {"value": "CI"[at % 2]}}} for at in range(10)]
        about = {"task": "t", "model": model, "scorers": [{"name": "judge", "options": {"grader": by}}]}
        log = {"status": status, "eval": about, "samples": samples}
        (folder / f"{model}.json").write_text(json.dumps(log))
    return compare_files(folder / "old.json", folder / "new.json", **options)


def halved(count, spread):
    halves = np.random.default_rng(0).normal(0.07, spread, (count, 2))
    return folds("half-sample-t", halves=halves)


def judged(labels, items, half=0):
    scores = np.random.default_rng(0).integers(0, 2, (4, items)).astype(float)
    scores[2:, labels:] = np.nan
    scores[2, labels : labels + half] = 1
    return compare_judged(*scores)


def learners(a=BAYES, b=NEAR, X=X, y=Y, **asked):
    return compare_learners(a, b, X, y, **QUICK | asked)


def experiment(name, **asked):
    data = make_data(X, Y, name=name)
    named = (Learner(name="bayes", estimator=BAYES), Learner(name="near", estimator=NEAR))
    made = Experiment(data=(data,), learners=named, **QUICK | asked)
    return result_of(conduct(made, Setup())).verdict


def predictions(truth, a, b, **asked):
    return compare_predictions(truth, a, b, resamples=100, **asked)


def ranked(positives, negatives, a=0.5, b=0.48, **asked):
    truth = np.repeat([0, 1], [negatives, positives])
    noise = np.concatenate([np.linspace(0, 1, negatives), np.linspace(0, 1, positives)])
    return compare_predictions(truth, noise + a * truth, noise**2 + b * truth, metric="auc", **asked)


def looked_at_twice(folder, verdict):
    with Ledger(folder / f"{verdict.result.p_value}.ledger") as ledger:
        ledger.record(verdict, ids=range(400))
        return ledger.record(verdict, ids=range(400))


def squares(df):
    """Two models of which the better one has errors by Student's t with this many degrees of freedom."""
    at = (np.arange(200) + 0.5) / 200
    return compare_predictions(0 * at, stdtrit(df, at), 2 * stdtrit(df, at), metric="squared-error")


def losses(largest):
    """Differences between -1 and 1, and one more."""
    noise = np.append(np.linspace(-1, 1, 60), largest)
    return compare_item_scores(noise, np.zeros(61))


def not_seen(times):
    """Two models with normal errors, those of the second so many times as large."""
    a, b = np.random.default_rng(1).normal(size=(2, 200))
    return compare_predictions(np.zeros(200), a, times * b, metric="squared-error")


def few_losses(n):
    x = np.linspace(-1, 1, n)
    return compare_item_scores(x, x**2, metric="loss")


def balanced(n=60, wrong_a=10, wrong_b=12, labels=("no", "yes"), common=None):
    """Truth, A and B with so many errors each, at different ends."""
    truth = np.array([labels[i % 2 if common is None else int(i >= common * n)] for i in range(n)])
    other = np.where(truth == labels[0], labels[1], labels[0])
    at = np.arange(n)
    return truth, np.where(at < wrong_a, other, truth), np.where(at >= n - wrong_b, other, truth)


def clusters(count):
    draws = np.random.default_rng(2).random((2, 60))
    return compare_predictions(np.ones(60), draws[0] > 0.2, draws[1] > 0.15, clusters=np.arange(60) % count)


def sliced(*parts, whole=(30, 30)):
    """Slices of 100 items each, given by how often A alone and B alone is right."""
    ask = [lambda tried, pair=pair: compare_counts(*pair, n=100, tried=tried) for pair in parts]
    listed = [(f"{at}", 100, each) for at, each in enumerate(ask)]
    return with_slices(compare_counts(*whole, n=100 * len(parts)), listed, by="region")


def reversed_by_slices(shift):
    """B ranks better within both sites; A sees which site it is, where positives are frequent."""
    site, truth = np.repeat([0, 1], 30), np.repeat([0, 1, 0, 1], [24, 6, 6, 24])
    noise = np.random.default_rng(7).normal(size=(2, 60))
    a, b = shift * site + noise[0], 2 * truth + noise[1] - shift * site

    def on(chosen):
        return lambda tried: compare_predictions(
            truth[chosen], a[chosen], b[chosen], metric="auc", tried=tried
        )

    listed = [(f"{at}", 30, on(site == at)) for at in range(2)]
    return with_slices(on(site >= 0)(1), listed, by="site")


def resampled_slices(draws):
    truth, a, b = balanced(wrong_a=0, wrong_b=20)

    def part(tried):
        return compare_predictions(
            truth, a, b, metric="f1", method="permutation", resamples=draws, tried=tried
        )

    return with_slices(part(1), [(f"{at}", 60, part) for at in range(6)], by="region")


def calibrated(folder, *, before):
    folder = folder / str(before)
    folder.mkdir()
    data = make_data(X, Y)
    named = (Learner(name="bayes", estimator=BAYES), Learner(name="dummy", estimator=DUMMY))
    asked = {"method": "cv-all-data", "design": RepeatedKFold(runs=2, folds=2)}
    made = Experiment(data=(data,), learners=named, **asked)
    with RunStore(folder / "kept.bakeoff") as store:
        how = Setup(store=store)
        if before:
            calibrate(made, how, FEWEST_DRAWS)
        return result_of(conduct(made, how)).verdict


class Warner(GaussianNB):
    def fit(self, X, y):
        import warnings

        warnings.warn("beware", UserWarning, stacklevel=1)
        return super().fit(X, y)


class Failing(GaussianNB):
    def fit(self, X, y):
        if X[0, 0] == FIRST:
            raise ValueError("not this one")
        return super().fit(X, y)


FIRST = X[0, 0]
SEARCH = {"estimator": KNeighborsClassifier(), "param_grid": {"n_neighbors": [1, 3]}}
ROUNDED = np.round(A, 2)
TEN = np.repeat(np.arange(10), [9, 8, 7, 7, 6, 6, 5, 5, 4, 3])  # ten classes as unequal as chance makes them
THREE = DRAWS.normal(size=(60, 3)) + 2 * np.eye(3)[np.arange(60) % 3]
STUMP = DecisionTreeClassifier(max_depth=1, random_state=0)
RAREST = DummyClassifier(strategy="constant", constant=9)
NOISE = DRAWS.normal(0, 0.05, (10, 10))
NEAR_ALPHA = NOISE - NOISE.mean() + 0.7 * NOISE.std()  # the corrected resampled t is then about 2
# For every key: a comparison that raises it, and a healthy one like it that does not.
CASES = {
    "unsound-method": (
        lambda: folds("resampled-t", Resampling(splits=10), A[0], B[0], n_train=90, n_test=10),
        lambda: folds("corrected-resampled-t", Resampling(splits=10), A[0], B[0], n_train=90, n_test=10),
    ),
    "unpaired-formula": (
        lambda: compare_samples(A[0], B[0], method="unpaired-t"),
        lambda: compare_samples(A[0], B[0], method="unpaired-t", paired=False),
    ),
    "same-items": (lambda: compare_rates(20, 100, 45, 100), lambda: compare_rates(20, 100, 45, 101)),
    "interval-overlap": (
        lambda: compare_counts(1, 12, n=200, both_right=100),
        lambda: compare_counts(15, 45, n=200, both_right=100),
    ),
    "few-errors": (
        lambda: compare_rates(4, 100, 30, 99, method="two-proportion-z"),
        lambda: compare_rates(5, 100, 30, 99, method="two-proportion-z"),
    ),
    "half-the-data": (
        lambda: folds(design=FiveByTwo(), a=A[:5, :2], b=B[:5, :2]),
        lambda: folds(design=RepeatedKFold(runs=5, folds=3), a=A[:5, :3], b=B[:5, :3]),
    ),
    "one-partition": (
        lambda: folds(design=KFold(), a=A[0] - 0.05, b=B[0]),
        lambda: folds(design=KFold(), a=A[0] + 0.2, b=B[0]),
    ),
    "items-unknown": (lambda: folds("auto"), lambda: folds("cv-all-data", df=5)),
    "halvings-not-measured": (lambda: halved(20, 0.02), lambda: halved(15, 0.02)),
    "halves-hardly-differ": (lambda: halved(15, 0.0001), lambda: halved(15, 0.02)),
    "scores-rounded": (lambda: folds(a=ROUNDED, b=np.round(B, 2)), folds),
    "calibrated-here": (
        lambda folder: calibrated(folder, before=True),
        lambda folder: calibrated(folder, before=False),
    ),
    "calibration-borrowed": (lambda: folds("cv-sign"), lambda: folds("cv-all-data")),
    "calibration-domain": (
        lambda: folds("cv-all-data", RepeatedKFold(runs=5), A[:5], B[:5]),
        lambda: folds("cv-all-data"),
    ),
    "calibration-not-universal": (lambda: folds("cv-all-data"), lambda: folds("cv-all-data", df=5)),
    "nominal-df": (lambda: folds("cv-all-data", df="nominal"), lambda: folds("cv-all-data", df=10)),
    "no-variation": (
        lambda: compare_samples([0.9, 0.8, 0.7], [0.8, 0.7, 0.6]),
        lambda: compare_samples([0.9, 0.8, 0.7], [0.8, 0.7, 0.5]),
    ),
    "auc-below-half": (lambda: ranked(20, 20, a=-0.5, b=-0.4), lambda: ranked(20, 20)),
    "scores-out-of-range": (
        lambda: compare_samples([80, 101, 90], [70, 85, 80]),
        lambda: compare_samples([80, 100, 90], [70, 85, 80]),
    ),
    "scores-in-percent": (
        lambda: compare_samples([80, 90, 70], [70, 85, 60]),
        lambda: compare_samples([0.8, 0.9, 0.7], [0.7, 0.85, 0.6]),
    ),
    "probabilities-clipped": (
        lambda: predictions([0, 1] * 5, [0.2, 0.0] + [0.2, 0.7] * 4, [0.3, 0.6] * 5, metric="log-loss"),
        lambda: predictions([0, 1] * 5, [0.2, 0.1] + [0.2, 0.7] * 4, [0.3, 0.6] * 5, metric="log-loss"),
    ),
    "no-width": (
        lambda: compare_samples([0.8, 0.9], [0.8, 0.9], margin=0.1),
        lambda: compare_samples([0.8, 0.9], [0.8, 0.91], margin=0.1),
    ),
    "perhaps-within-margin": (
        lambda: compare_counts(15, 35, n=412, margin=0.04),
        lambda: compare_counts(15, 35, n=412, margin=0.01),
    ),
    "mid-p-or-exact": (lambda: compare_counts(7, 1, n=100), lambda: compare_counts(8, 1, n=100)),
    "few-discordant": (
        lambda: compare_counts(2, 7, n=100, method="mcnemar"),
        lambda: compare_counts(2, 8, n=100, method="mcnemar"),
    ),
    "few-items": (
        lambda: predictions(*balanced(wrong_a=5, wrong_b=4), metric="macro-f1"),
        lambda: predictions(*balanced(wrong_a=5, wrong_b=5), metric="macro-f1"),
    ),
    "few-of-a-class": (lambda: ranked(9, 30), lambda: ranked(10, 30)),
    "labels-not-random": (lambda: judged(30, 60), lambda: judged(60, 60)),
    "few-labels": (lambda: judged(19, 60), lambda: judged(20, 60)),
    "half-labelled": (lambda: judged(30, 60, half=2), lambda: judged(30, 60)),
    "few-losses": (lambda: few_losses(39), lambda: few_losses(40)),
    "few-large-losses": (lambda: losses(-9.0), lambda: losses(0.3)),
    "losses-not-seen": (lambda: not_seen(1.4), lambda: not_seen(3.0)),
    "heavy-tailed-errors": (lambda: squares(3), lambda: squares(300)),
    "labels-as-scores": (
        lambda: compare_predictions([0, 1] * 20, [0, 1] * 15 + [1, 0] * 5, np.arange(40), metric="auc"),
        lambda: compare_predictions([0, 1] * 20, [0, 1, 2, 3] * 10, np.arange(40), metric="auc"),
    ),
    "auc-near-one": (lambda: ranked(20, 20, a=0.95, method="delong"), lambda: ranked(20, 20, a=0.95)),
    "few-clusters": (lambda: clusters(5), lambda: clusters(6)),
    "few-training-sets": (
        lambda: compare_layout(A[:3] > 0.87, B[:3] > 0.81),
        lambda: compare_layout(A[:4] > 0.87, B[:4] > 0.81),
    ),
    "few-data-sets": (
        lambda: compare_datasets(A[0, :5], B[0, :5]),
        lambda: compare_datasets(A[0, :6], B[0, :6]),
    ),
    "direction-assumed": (lambda folder: of_metric(folder, "gizmo"), lambda folder: of_metric(folder, "f1")),
    "unfinished-run": (
        lambda folder: of_logs(folder, status="error"),
        of_logs,
    ),
    "scored-otherwise": (
        lambda folder: of_logs(folder, grader="judge-2"),
        lambda folder: of_logs(folder, grader="judge-2", may_differ="scorer"),
    ),
    "positive-guessed": (
        lambda: predictions(*balanced(labels=("ham", "spam")), metric="f1"),
        lambda: predictions(*balanced(), metric="f1"),
    ),
    "probabilities-reversed": (
        lambda: predictions(
            ["ja", "nein"] * 9, [0.9, 0.2] * 9, [0.6, 0.4] * 9, metric="log-loss", positive="nein"
        ),
        lambda: predictions(
            ["ja", "nein"] * 9, [0.9, 0.2] * 9, [0.4, 0.6] * 9, metric="log-loss", positive="nein"
        ),
    ),
    "labels-never-meet": (
        lambda: predictions(["cat", "dog"] * 9, ["cat", "dog"] * 9, ["Cat", "Dog"] * 9),
        lambda: predictions(["cat", "dog"] * 9, ["cat", "dog"] * 9, ["dog", "cat"] * 9),
    ),
    "one-class": (
        lambda: predictions(["yes"] * 9, ["yes", "no", "no"] * 3, ["no", "yes", "yes"] * 3, metric="f1"),
        lambda: predictions(["yes"] * 9, ["yes", "no", "no"] * 3, ["no", "yes", "yes"] * 3),
    ),
    "one-class-probabilities": (
        lambda: predictions([1] * 9, [0.9] * 9, [0.8] * 9, metric="brier"),
        lambda: predictions([1] * 8 + [0], [0.9] * 9, [0.8] * 9, metric="brier"),
    ),
    "positive-never-true": (
        lambda: predictions(["no"] * 9, [0.1] * 9, [0.2] * 9, metric="brier", positive="yes"),
        lambda: predictions(["no", "yes"] * 9, [0.1] * 18, [0.2] * 18, metric="brier", positive="yes"),
    ),
    "no-errors": (
        lambda: predictions(*balanced(30, wrong_a=0)),
        lambda: predictions(*balanced(29, wrong_a=0)),
    ),
    "imbalanced-classes": (
        lambda: predictions(*balanced(common=0.8)),
        lambda: predictions(*balanced(common=0.75)),
    ),
    "no-better-than-commonest": (
        lambda: predictions(*balanced(wrong_a=10, wrong_b=30)),
        lambda: predictions(*balanced(wrong_a=10, wrong_b=29)),
    ),
    "well-known-data": (lambda: experiment("Breast Cancer"), lambda: experiment("our patients")),
    "leave-one-out-shifts-classes": (
        lambda: learners(BAYES, DUMMY, design=LeaveOneOut(), method="mcnemar-mid-p"),
        lambda: learners(BAYES, NEAR, design=LeaveOneOut(), method="mcnemar-mid-p"),
    ),
    "stratified-folds-favour-shares": (
        lambda: learners(DUMMY, RAREST, y=TEN, design=RepeatedKFold(runs=2, folds=3)),
        lambda: learners(DUMMY, RAREST, y=TEN, design=RepeatedKFold(runs=2, folds=3, stratified=False)),
    ),
    "models-unknown": (
        lambda: folds("auto", items=np.full(50, np.mean(A) - np.mean(B))),
        lambda: learners(design=RepeatedKFold(runs=2, folds=3)),
    ),
    "models-omit-classes": (
        lambda: learners(BAYES, STUMP, X=THREE, y=np.arange(60) % 3, metric="recall", positive=1),
        lambda: learners(BAYES, NEAR, X=THREE, y=np.arange(60) % 3, metric="recall", positive=1),
    ),
    "many-tried": (
        lambda: compare_counts(15, 35, n=412, tried=20),
        lambda: compare_counts(15, 35, n=412, tried=1),
    ),
    "tuned-on-test": (
        lambda: compare_counts(15, 35, n=412, tuned_on_test=True),
        lambda: compare_counts(15, 35, n=412),
    ),
    "may-not-replicate": (lambda: compare_counts(20, 36, n=412), lambda: compare_counts(15, 36, n=412)),
    "name-of-two-meanings": (
        lambda: predictions(*balanced(), metric="precision"),
        lambda: predictions(*balanced(), metric="recall"),
    ),
    "no-halves": (
        lambda: learners(X=X[:36], y=Y[:36], method="auto", design=FiveByTwo()),
        lambda: learners(method="auto", design=FiveByTwo(), halvings=2),
    ),
    "halvings-skipped": (folds, lambda: folds("cv-all-data")),
    "not-measured-here": (
        lambda: learners(method="half-sample-t", halvings=2),
        lambda: learners(method="cv-all-data"),
    ),
    "one-training-set": (
        lambda: learners(method="auto", design=Holdout()),
        lambda: learners(method="mcnemar-mid-p", design=KFold(folds=3)),
    ),
    "pooled-predictions": (
        lambda: learners(method="mcnemar-mid-p", design=KFold(folds=3)),
        lambda: learners(method="auto", design=Holdout()),
    ),
    "duplicated-rows": (
        lambda: learners(X=np.vstack([X[:30], X[:30]]), y=np.tile(Y[:30], 2)),
        lambda: learners(X=np.vstack([X[:30], X[:30]]), y=np.tile(Y[:30], 2), groups=np.tile(range(30), 2)),
    ),
    "missing-cells": (lambda: learners(Failing()), learners),
    "learner-warned": (lambda: learners(Warner()), learners),
    "tuned-across-groups": (
        lambda: learners(GridSearchCV(**SEARCH, cv=3), groups=GROUPS),
        lambda: learners(GridSearchCV(**SEARCH, cv=GroupKFold(3)), groups=GROUPS),
    ),
    "slices-disagree": (
        lambda: sliced((40, 5), (4, 24), whole=(60, 29)),
        lambda: sliced((40, 5), (6, 12), whole=(60, 29)),
    ),
    "slices-reverse": (lambda: reversed_by_slices(4), lambda: reversed_by_slices(0)),
    "slices-differ": (
        lambda: sliced((40, 2), (20, 14), whole=(60, 16)),
        lambda: sliced((40, 2), (40, 4), whole=(80, 6)),
    ),
    "slice-alone": (
        lambda: sliced((20, 4), (14, 12), whole=(34, 20)),
        lambda: sliced((20, 4), (14, 12), whole=(44, 16)),
    ),
    "slices-need-draws": (lambda: resampled_slices(100), lambda: resampled_slices(240)),
    "many-looks": (
        lambda folder: looked_at_twice(folder, compare_counts(30, 15, n=400)),
        lambda folder: looked_at_twice(folder, compare_counts(60, 15, n=400)),
    ),
}
# What a record finds in more than one way.
MORE = {
    "no-width": (
        lambda: predictions([0, 1] * 20, [0.2, 0.7] * 20, [0.2, 0.7] * 20, metric="log-loss"),
        lambda: predictions([0, 1] * 20, [0.2, 0.7] * 20, [0.2, 0.6] * 20, metric="log-loss"),
    ),
    "few-errors": (
        lambda: compare_counts(1, 6, n=30, both_right=20, method="difference-of-proportions"),
        lambda: compare_counts(8, 9, n=30, both_right=5, method="difference-of-proportions"),
    ),
    "interval-overlap": (
        lambda: compare_rates(20, 100, 30, 99),
        lambda: compare_rates(20, 100, 24, 99),
    ),
    "halvings-skipped": (learners, lambda: learners(method="cv-all-data")),
    "half-the-data": (
        lambda: learners(method="mcnemar-mid-p", design=KFold(folds=2)),
        lambda: learners(method="mcnemar-mid-p", design=KFold(folds=3)),
    ),
    "no-errors": (lambda: compare_rates(0, 30, 9, 40), lambda: compare_rates(1, 30, 9, 40)),
    "may-not-replicate": (
        lambda: folds(a=B + NEAR_ALPHA, b=B),
        lambda: folds(a=B + 2 * NEAR_ALPHA.mean() + NEAR_ALPHA, b=B),
    ),
    "slices-disagree": (
        lambda: sliced((30, 5), (5, 30), whole=(35, 35)),
        lambda: sliced((30, 5), (5, 5), whole=(35, 35)),
    ),
    "scores-rounded": (
        lambda: folds(a=ROUNDED, b=np.round(B, 2), n_train=1800, n_test=200),
        lambda: folds(a=ROUNDED, b=np.round(B, 2), n_train=270, n_test=30),
    ),
}


def keys(make, folder):
    verdict = make(folder) if make.__code__.co_varnames[:1] == ("folder",) else make()
    return [caveat.key for caveat in verdict.caveats]


@pytest.mark.parametrize("pitfall", PITFALLS, ids=lambda each: each.key)
@pytest.mark.slow
def test_it_is_raised_where_it_applies_and_not_where_it_does_not(pitfall, tmp_path):
    raised, quiet = CASES[pitfall.key]
    assert pitfall.key in keys(raised, tmp_path)
    assert pitfall.key not in keys(quiet, tmp_path)


@pytest.mark.parametrize("key", MORE)
@pytest.mark.slow
def test_what_is_found_in_more_than_one_way(key, tmp_path):
    raised, quiet = MORE[key]
    assert key in keys(raised, tmp_path)
    assert key not in keys(quiet, tmp_path)


@in_one_test("pitfall", EVERY)
def test_a_record_says_all_that_it_owes(pitfall):
    for name in ("title", "when", "remedy", "source"):
        text = getattr(pitfall, name)
        assert text
        assert text == text.strip()
        assert not text.endswith(".")
    assert all(code.startswith("PIT-") for code in pitfall.codes)


def test_keys_are_unique_and_all_seventeen_are_there():
    listed = [each.key for each in EVERY]
    assert len(set(listed)) == len(listed)
    codes = {code for each in PITFALLS for code in each.codes}
    assert codes == {f"PIT-{number}" for number in range(1, 18)}


def test_a_caveat_says_what_was_found_what_to_do_and_who_says_so():
    for make, _ in (CASES["same-items"], CASES["many-tried"], CASES["few-errors"], CASES["learner-warned"]):
        for caveat in make().caveats:
            assert caveat.text.endswith(f"; {caveat.remedy}")
            assert caveat.source


def row(pitfall):
    cells = (
        f"`{pitfall.key}`",
        ", ".join(pitfall.codes),
        pitfall.title,
        pitfall.when,
        pitfall.remedy,
        pitfall.source,
    )
    return f"| {' | '.join(cells)} |"


def test_the_page_lists_every_record():
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("| `")] == [row(each) for each in EVERY]


@in_one_test("pitfall", EVERY)
def test_the_works_that_a_source_names_are_among_its_references(pitfall):
    named = {key for key, entry in entries().items() if any(text in pitfall.source for text in entry["as"])}
    assert named - {"bakeoff"} <= set(keys_of(pitfall.references))


@in_one_test("pitfall", EVERY)
def test_what_was_measured_names_its_figures_and_what_was_not_says_why(pitfall):
    support = pitfall.support
    assert support.text
    assert not support.text.endswith(".")
    sourced = bool(support.page or support.procedures or support.claims)
    assert sourced is (support.basis == "measured")
    assert (support.exact is not None) is (support.basis == "computed")
    assert not support.rates or support.page
    for each in support.procedures:
        assert risk_of(each.method, each.design, each.options)
    stored = json.loads(CLAIMS.read_text(encoding="utf-8"))
    for claim in support.claims:
        assert set(claim.rows) <= set(stored[claim.part][claim.key])


@in_one_test("pitfall", [each for each in EVERY if each.support.page])
def test_every_figure_that_is_quoted_is_in_the_section_that_it_comes_from(pitfall):
    support = pitfall.support
    text = (PAGE.parent / f"{support.page}.md").read_text(encoding="utf-8")
    found = re.split(rf"^#+ {re.escape(support.section)}$", text, flags=re.M)
    assert len(found) == 2
    section = {float(each) for each in NUMBER.findall(re.split(r"^#+ ", found[1], flags=re.M)[0])}
    quoted = {f"{rate:.1f}" if isinstance(rate, float) else str(rate) for _, rate in support.rates}
    quoted |= set(re.findall(r"(?<!\d)\.\d+", support.text))
    for listed in re.findall(r"((?:\d[\d.]*(?:, | and ))*\d[\d.]*) %", support.text):
        quoted |= set(re.split(", | and ", listed)) - {"5", "95"}  # the nominal levels
    assert quoted
    # A page may give shares where texts give per cent.
    shown = section | {100 * each for each in section}
    assert all(any(abs(float(each) - other) < 0.06 for other in shown) for each in quoted)
