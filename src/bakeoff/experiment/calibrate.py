"""Calibrate the degrees of freedom of repeated cross-validation on one's own data (CAL-1).

With labels in a random order nothing can be learnt, so that neither learner is better: what the tests
then find are false alarms, and the degrees of freedom are set so that there are as many as promised.
"""

from typing import cast

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import FoldScores
from bakeoff.core.panel import FoldPanel
from bakeoff.experiment.calibrated import Calibrated, remember
from bakeoff.experiment.experiment import Experiment
from bakeoff.experiment.panels import fold_pair, fold_panel
from bakeoff.experiment.run import Run, Setup, extend, facts_of, failures, splits_fact
from bakeoff.experiment.scoring import Measure, measure_for, split_scores
from bakeoff.experiment.stage import MAIN, Stage, permuted, split_by
from bakeoff.judge.choose import WITH_HALVINGS
from bakeoff.methods import METHODS
from bakeoff.methods._calibrating import calibrated_df, false_alarms_at, ratio_of
from bakeoff.metrics import METRICS

MOST_ZEROS = 0.5  # with more draws in which nothing differs the rest says little about real data
FEWEST_DRAWS = 20


def calibrate(experiment: Experiment, setup: Setup, draws: int) -> list[Calibrated]:
    """Run the learners on permuted labels, and find the degrees of freedom for every pair."""
    if draws < FEWEST_DRAWS:
        raise InputError(f"draws is {draws}; expected at least {FEWEST_DRAWS}, better 200 or more")
    methods = _calibratable(experiment)
    found = []
    for data in experiment.data:
        splits = split_by(experiment.design, data, experiment.rng)
        run = Run(data=data, learners=experiment.learners, rng=experiment.rng)
        if setup.store is not None:
            facts = facts_of(splits.design, experiment.rng, experiment.data, experiment.learners)
            setup.store.hold_to([*facts, splits_fact(Stage(key=MAIN, splits=splits), data)])
        stages = [permuted(data, experiment.design, draw, experiment.rng) for draw in range(draws)]
        extend(run, stages, setup)
        measure = measure_for(METRICS[experiment.metrics[0]], data, experiment.positive)
        panels = [_null(run, stage.key, measure) for stage in stages]
        for names in experiment.pairs:
            outcomes = [fold_pair(panel, *names, measure.metric) for panel in panels]
            for calibration in _of_pair(experiment, run, names, methods, outcomes):
                found.append(calibration)
                remember(setup.store, run, splits, calibration)
    return found


def _calibratable(experiment: Experiment) -> list[str]:
    """The ``cv-*`` methods that are legal for the design."""
    key = getattr(experiment.design, "key", "")
    found = [m.key for m in METHODS if m.is_scaled_by_df and key in m.designs]
    if not found:
        raise InputError(
            f"degrees of freedom are calibrated for repeated cross-validation, and the design is {key!r}; "
            f"expected repeated-kfold"
        )
    return found


def _of_pair(
    experiment: Experiment, run: Run, names: tuple[str, str], methods: list[str], outcomes: list[FoldScores]
) -> list[Calibrated]:
    zeros = float(np.mean([not np.any(each.differences) for each in outcomes]))
    if zeros > MOST_ZEROS:
        raise InputError(
            f"{names[0]} and {names[1]} do not differ at all in {100 * zeros:.0f} % of the draws with "
            f"permuted labels on {run.data.name}, so these are no reference: probably both predict the "
            f"largest class; use {WITH_HALVINGS}, or a metric that does not favour it, as balanced-accuracy"
        )
    found = []
    for method in methods:
        ratios = np.array([ratio_of(method, each) for each in outcomes])
        at = calibrated_df(ratios, alpha=experiment.alpha, rng=experiment.rng)
        found.append(
            Calibrated(
                data=run.data.name,
                names=names,
                metric=experiment.metrics[0],
                method=method,
                df=at.df,
                low=at.low,
                high=at.high,
                size=at.size,
                size_error=at.size_error,
                published=false_alarms_at(ratios, _shipped_df(method, outcomes[0]), experiment.alpha),
                draws=len(outcomes),
                zeros=zeros,
                alpha=experiment.alpha,
                at_end=at.at_end,
            )
        )
    return found


def _shipped_df(method: str, scores: FoldScores) -> float:
    """The degrees of freedom that the method has without calibration on one's own data."""
    found = METHODS[method].compute(scores, level=0.95, alternative="two-sided").df
    return cast("float", found)


def _null(run: Run, stage: str, measure: Measure) -> FoldPanel:
    """The scores of all learners on labels that mean nothing."""
    names = [learner.name for learner in run.learners]
    failed = failures(run, names, stage)
    if failed:
        raise InputError(f"{failed[0][0]} failed on permuted labels: {failed[0][2]}")
    return fold_panel(run, {name: split_scores(run, name, stage, measure) for name in names}, stage)
