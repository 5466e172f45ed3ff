"""The randomization reference: the whole methodology on permuted labels (SIG-29)."""

import math
import os
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.core.arrays import PerItem, Rng, Rows
from bakeoff.core.design import at_least
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats
from bakeoff.core.rng import root_entropy
from bakeoff.designs import RepeatedKFold
from bakeoff.experiment.data import make_data
from bakeoff.experiment.learner import make_learner
from bakeoff.experiment.observer import Observer
from bakeoff.experiment.run import Run, Setup, extend, failures, hold, set_up
from bakeoff.experiment.scoring import Measure, measure_for, split_scores
from bakeoff.experiment.settings import metric_for
from bakeoff.experiment.stage import MAIN, Stage, permuted, split_by

ROUNDING = 1e-12
ALPHA = 0.05


@dataclass(frozen=True, kw_only=True, eq=False)
class Randomization:
    """What a methodology finds on permuted labels.

    ``bias`` is the mean over permuted labels minus ``chance``: the bias of the methodology;
    ``bias_error`` and ``p_error`` are Monte-Carlo errors. ``chance`` is None for metrics without one.
    """

    learner: str
    metric: str
    observed: float
    permuted: Floats
    p_value: float
    p_error: float
    chance: float | None
    bias: float | None
    bias_error: float

    @property
    def sentence(self) -> str:
        """The reference in one sentence."""
        mean = float(np.mean(self.permuted))
        bias = (
            ""
            if self.bias is None
            else f"; bias of the methodology {self.bias:+.4f} (standard error {self.bias_error:.4f})"
        )
        answer = "better than chance" if self.p_value <= ALPHA else "not shown to be better than chance"
        if 1 / (len(self.permuted) + 1) > ALPHA:
            answer += " (too few permutations to show it)"
        return (
            f"{self.learner} is {answer}: {self.metric} {self.observed:.4f}, with {len(self.permuted)} "
            f"permutations of the labels {mean:.4f} on average, p = {self.p_value:.3g} (Monte-Carlo "
            f"error {self.p_error:.2g}){bias}"
        )

    def __str__(self) -> str:
        return self.sentence

    def to_dict(self) -> dict[str, Any]:
        """The reference as plain values."""
        names = ("learner", "metric", "observed", "p_value", "p_error", "chance", "bias", "bias_error")
        values = {name: getattr(self, name) for name in names}
        return values | {"sentence": self.sentence, "permuted": self.permuted.tolist()}


def randomization_reference(
    learner: object,
    X: Rows,
    y: npt.ArrayLike,
    *,
    design: object = None,
    metric: str = "accuracy",
    draws: int = 99,
    rng: Rng = 0,
    positive: object = None,
    groups: PerItem = None,
    jobs: int = 1,
    store: str | os.PathLike[str] | None = None,
    cluster: str | None = None,
    observer: Observer | None = None,
) -> Randomization:
    """Run the whole methodology, including tuning, on permuted labels as a reference for chance.

    ``p = (1 + #{permuted >= observed}) / (draws + 1)``, and the bias is the mean over permuted labels minus
    the value expected by chance. A learner that tunes, such as a ``GridSearchCV``, tunes in every training.

    Parameters
    ----------
    learner
        A scikit-learn classifier, regressor, pipeline or search, or a pair (name, estimator).
    X, y, design, metric, rng, positive, groups, jobs, store, cluster, observer
        As in `compare_learners`.
    draws
        Number of permutations of the labels.

    References
    ----------
    Salzberg 1997, after Cohen and Jensen.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = load_iris(return_X_y=True)
    >>> found = randomization_reference(GaussianNB(), X, y, design=RepeatedKFold(runs=1, folds=5), draws=19)
    >>> found.p_value
    0.05
    """
    at_least(2, draws=draws)
    named, seed = make_learner(learner, type(learner).__name__), root_entropy(rng)
    data = make_data(X, y, groups=groups, kind=named.kind)
    how_to_split = RepeatedKFold() if design is None else design
    run = Run(data=data, learners=(named,), rng=seed)
    measure = measure_for(metric_for(named.kind, metric), data, positive)
    permuted(data, how_to_split, 0, seed)  # labels that cannot be are reported before anything is trained
    with set_up(store, jobs=jobs, cluster=cluster, observer=observer) as setup:
        hold(setup, [run])
        extend(run, [Stage(key=MAIN, splits=split_by(how_to_split, data, seed))], setup)
        return randomizations(run, measure, how_to_split, draws, setup)[0]


def randomizations(
    run: Run, measure: Measure, design: object, draws: int, setup: Setup
) -> list[Randomization]:
    """The reference of every learner, whose own run is finished; the permuted ones are run as needed."""
    stages = [permuted(run.data, design, draw, run.rng) for draw in range(draws)]
    extend(run, stages, setup)
    keys = [stage.key for stage in stages]
    return [_randomization(run, learner.name, measure, keys) for learner in run.learners]


def _randomization(run: Run, learner: str, measure: Measure, stages: list[str]) -> Randomization:
    sign, draws = measure.metric.sign, len(stages)
    observed = _mean(run, learner, MAIN, measure)
    found = np.array([_mean(run, learner, stage, measure) for stage in stages])
    # means of the same scores in another order may differ in the last bit: they still count as ties
    reached = sign * found >= sign * observed - ROUNDING * max(1.0, abs(observed))
    p_value = (1 + int(np.sum(reached))) / (draws + 1)
    chance = _chance(run, learner, stages, measure)
    return Randomization(
        learner=learner,
        metric=measure.metric.key,
        observed=observed,
        permuted=found,
        p_value=p_value,
        p_error=math.sqrt(p_value * (1 - p_value) / draws),
        chance=chance,
        bias=None if chance is None else float(np.mean(found)) - chance,
        bias_error=float(np.std(found, ddof=1)) / math.sqrt(draws),
    )


def _mean(run: Run, learner: str, stage: str, measure: Measure) -> float:
    failed = failures(run, [learner], stage)
    if failed:
        raise InputError(f"{learner} failed in {stage}, split {failed[0][1] + 1}: {failed[0][2]}")
    return float(np.mean(split_scores(run, learner, stage, measure)))


def _chance(run: Run, learner: str, stages: list[str], measure: Measure) -> float | None:
    """The value of random predictions with the class frequencies of this learner."""
    metric, data = measure.metric, run.data
    classes = len(data.classes)
    if metric.kind != "labels" or not metric.right_or_wrong:
        return metric.chance_of(classes)
    said = np.zeros(classes)
    for stage in stages:
        for at in range(len(run.stages[stage].splits)):
            said += np.bincount(np.asarray(run.cell(learner, stage, at).predicted), minlength=classes)
    agreed = float(said / said.sum() @ (np.bincount(data.codes, minlength=classes) / data.n))
    return agreed if metric.higher_is_better else 1 - agreed
