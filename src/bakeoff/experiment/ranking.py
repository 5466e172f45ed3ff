"""Rank learning algorithms on one data set: run all under a design, and judge them together."""

import math
import os
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.core.arrays import PerItem, Rng, Rows
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, FoldScores
from bakeoff.core.ranking import Ranking
from bakeoff.core.result import Interval, Result
from bakeoff.core.verdict import Caveat
from bakeoff.experiment.as_needed import conduct_as_needed
from bakeoff.experiment.compare_learners import experiment_on, named_learners
from bakeoff.experiment.comparisons import summary_of
from bakeoff.experiment.conduct import Conducted
from bakeoff.experiment.observer import Observer
from bakeoff.experiment.panels import Scored, score
from bakeoff.experiment.run import set_up
from bakeoff.experiment.scoring import measure_for
from bakeoff.experiment.verdict import Pair, answer_on
from bakeoff.judge.answer import Answer
from bakeoff.judge.facts import WITH_ITEMS, basis_of
from bakeoff.judge.ranking import FEW, Asked, Together, judged
from bakeoff.methods._fold_scores import size_ratio
from bakeoff.methods._reference import student_quantile
from bakeoff.methods.items_folds_t import WEIGHTS
from bakeoff.methods.many._joint import Draw, Joint, pairs_of, ratios

DRAWS = 100_000


def rank_learners(
    learners: Mapping[str, Any] | Sequence[Any],
    X: Rows,
    y: npt.ArrayLike,
    *,
    baseline: str | None = None,
    design: object = None,
    metric: str = "accuracy",
    alpha: float = 0.05,
    margin: float | None = None,
    tried: int = 1,
    tuned_on_test: bool = False,
    rng: Rng = 0,
    resamples: int = DRAWS,
    step_down: bool = False,
    jobs: int = 1,
    store: str | os.PathLike[str] | None = None,
    groups: PerItem = None,
    positive: object = None,
    most_runs: int | None = None,
    cluster: str | None = None,
    observer: Observer | None = None,
) -> Ranking:
    """Train learners on the same splits of a data set, and rank them.

    All intervals and p-values, the possible ranks and the set of possible best are from one joint reference:
    the largest of the pairs' statistics under a multivariate t distribution whose covariances are those of
    the items and of the folds, with the weights of `items-folds-t`. Under designs that it is not made for,
    each pair has its own test, adjusted by Bonferroni's method.

    Parameters
    ----------
    learners
        Estimators by name, or pairs (name, estimator).
    baseline
        The learner that all others are held against; without one all pairs are.
    resamples
        How many draws of the joint reference.
    step_down
        Whether p-values are those of the step-down method, which intervals do not follow.
    X, y, design, metric, rng, jobs, store, groups, positive, most_runs, cluster, observer
        As in `compare_learners`.
    alpha, margin, tried, tuned_on_test
        As in `rank_predictions`.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> learners = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(), "none": DummyClassifier()}
    >>> from bakeoff import RepeatedKFold
    >>> ranking = rank_learners(learners, X, y, design=RepeatedKFold(runs=2, folds=10))
    >>> [(each.name, each.rank) for each in ranking.models]
    [('bayes', (1, 2)), ('tree', (1, 2)), ('none', (3, 3))]
    """
    trained = named_learners(learners)
    if len(trained) < 2:
        raise InputError(f"there is one learner alone, {trained[0].name!r}; expected two or more to rank")
    experiment = experiment_on(
        trained,
        X,
        y,
        groups=groups,
        design=design,
        metric=metric,
        rng=rng,
        alpha=alpha,
        positive=positive,
        most_runs=most_runs,
    )
    with set_up(store, jobs=jobs, cluster=cluster, observer=observer) as setup:
        conducted = conduct_as_needed(experiment, setup)
    run = conducted.runs[0]
    measure = measure_for(experiment.metrics[0], run.data, positive)
    scored = score(run, measure, conducted.choices[0].halvings)
    asked = Asked(
        metric=scored.measure.metric,
        alpha=alpha,
        baseline=baseline,
        margin=margin,
        tried=tried,
        tuned_on_test=tuned_on_test,
        resamples=resamples,
        step_down=step_down,
        rng=rng,
    )
    return judged(_together(conducted, scored, alpha), asked)


def _together(conducted: Conducted, scored: Scored, alpha: float) -> Together:
    """Learners ready to be judged, from the best to the worst."""
    names = _best_first(scored)
    first, second = pairs_of(len(names))
    pairs = [(names[i], names[j]) for i, j in zip(first, second, strict=True)]
    answers = {pair: _answer(conducted, scored, pair) for pair in pairs}
    outcomes = answers[pairs[0]].case.outcomes
    caveats = (each for answer in answers.values() for each in answer.verdict.caveats)
    known: dict[str, Caveat] = {each.key: each for each in caveats if each.key in OF_DATA}
    return Together(
        names=names,
        joint=_joint(scored, names, [answers[pair].case.asked.result(1 - alpha) for pair in pairs]),
        method="max-t",
        own=partial(_own, answers),
        intervals=partial(_intervals, scored, names),
        basis=basis_of(outcomes, answers[pairs[0]].verdict.result.n),
        unit=answers[pairs[0]].case.unit,
        known=tuple(known.values()),
    )


# What is said of the data rather than of one pair.
OF_DATA = ("duplicated-rows", "positive-guessed", "few-items")


def _best_first(scored: Scored) -> tuple[str, ...]:
    sign = scored.measure.metric.sign
    means = {
        name: sign * float(np.nanmean(each)) if np.isfinite(each).any() else -math.inf
        for name, each in zip(scored.folds.names, scored.folds.scores, strict=True)
    }
    return tuple(sorted(means, key=lambda name: -means[name]))


def _answer(conducted: Conducted, scored: Scored, names: tuple[str, str]) -> Answer:
    return answer_on(
        Pair(scored=scored, names=names, experiment=conducted.experiment, choice=conducted.choices[0])
    )


def _own(answers: Mapping[tuple[str, str], Answer], a: str, b: str, alpha: float) -> Result:
    """What the comparison of two says of a pair."""
    return answers[a, b].case.asked.result(1 - alpha)


def _intervals(scored: Scored, names: Sequence[str], level: float) -> list[Interval | None]:
    found = [summary_of(scored, name, level) for name in names]
    return [
        None if each.low is None or each.high is None else Interval(low=each.low, high=each.high)
        for each in found
    ]


def _joint(scored: Scored, names: Sequence[str], results: Sequence[Result]) -> Joint:
    """The mean scores, the standard errors of the pairs, and a multivariate t reference."""
    folds = scored.folds
    places = [folds.names.index(name) for name in names]
    sign = scored.measure.metric.sign
    values = sign * np.array([float(np.nanmean(folds.scores[at])) for at in places])
    together = all(each.method == WITH_ITEMS for each in results) and folds.items is not None
    errors = np.array([_error(each) for each in results])
    alike = np.array([each.degenerate and each.p_value == 1 for each in results])
    return Joint(
        values=values,
        errors=errors,
        differing=np.where(alike, 0, FEW if together else 1),
        draw=_draw(scored, names, results) if together else _nothing(len(results)),
        width=len(results),
        units=scored.run.data.n,
        n=scored.run.data.n,
        span=scored.measure.metric.high - scored.measure.metric.low,
    )


def _error(result: Result) -> float:
    """The standard error behind an interval of Student's t."""
    low, high = result.interval
    if not isinstance(result.df, float | int) or not math.isfinite(high - low):
        return 0.0
    return float(high - low) / 2 / student_quantile(float(result.df), (1 - result.level) / 2)


def _draw(scored: Scored, names: Sequence[str], results: Sequence[Result]) -> Draw:
    """Deviations of the pairs: normal ones with the covariances of items and folds, divided by one chi."""
    covariance = _covariance(scored, names)
    spread, axes = np.linalg.eigh(covariance)
    root = axes * np.sqrt(np.maximum(spread, 0.0))
    first, second = pairs_of(len(names))
    own = np.sqrt(np.maximum(np.sum((root[first] - root[second]) ** 2, axis=1), 0.0))
    df = min(float(each.df) for each in results if isinstance(each.df, float | int))

    def draw(count: int, rng: np.random.Generator) -> Floats:
        drawn = rng.standard_normal((count, len(root))) @ root.T
        scale = np.sqrt(rng.chisquare(df, size=(count, 1)) / df)
        return ratios(drawn[:, first] - drawn[:, second], own) / scale

    return draw


def _covariance(scored: Scored, names: Sequence[str]) -> Floats:
    """The covariances of the mean scores: ``a cov(items) / n + b (1 / (r k) + 1 / (k - 1)) cov(folds)``."""
    pair: FoldScores = scored.pair(names[0], names[1])
    places = [scored.folds.names.index(name) for name in names]
    items = np.asarray(scored.folds.items)[places]
    folds = scored.folds.scores[places].reshape(len(places), -1)
    of_items, of_folds = WEIGHTS[pair.made_of]
    spread = 1 / folds.shape[1] + size_ratio(pair)
    return np.asarray(of_items * np.cov(items) / items.shape[1] + of_folds * spread * np.cov(folds))


def _nothing(pairs: int) -> Draw:
    """Where every pair has its own test there is nothing to draw."""
    return lambda count, rng: np.zeros((count, pairs))
