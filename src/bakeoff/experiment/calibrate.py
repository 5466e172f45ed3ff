"""Calibrate the degrees of freedom of repeated cross-validation on one's own data (CAL-1).

With labels in a random order nothing can be learnt, so that neither learner is better: what the tests
then find are false alarms, and the degrees of freedom are set so that their share is the nominal level.
"""

import json
import math
from dataclasses import asdict, dataclass, replace
from typing import Any, cast

import numpy as np

from bakeoff.core.exceptions import FileError, IllegalMethodError, InputError
from bakeoff.core.outcomes import Floats, FoldScores
from bakeoff.core.panel import FoldPanel
from bakeoff.core.verdict import Caveat
from bakeoff.experiment.conduct import begin
from bakeoff.experiment.experiment import Experiment
from bakeoff.experiment.panels import fold_pair, fold_panel
from bakeoff.experiment.run import Run, Setup, extend, failures, hold
from bakeoff.experiment.scoring import Measure, measure_for, pools, split_scores
from bakeoff.experiment.stage import permuted
from bakeoff.judge.facts import WITH_ITEMS
from bakeoff.judge.pitfalls import BY_KEY
from bakeoff.judge.pitfalls.calibration import CALIBRATED_HERE
from bakeoff.methods import METHODS
from bakeoff.methods._calibrating import FoundDf, calibrated_df, false_alarms_at, ratio_of
from bakeoff.read.run_store import RunStore

# From this share of draws without any difference on, learners have nothing to choose where labels are
# permuted, although they choose on the data: degrees of freedom are then far too many
# (`python -m studies.calibrations`).
MOST_ZEROS = 0.1
FEWEST_DRAWS = 20
PUBLISHED = (
    10.0  # degrees of freedom, of Bouckaert's calibration: those of learners that differ on noise as well
)


@dataclass(frozen=True, kw_only=True)
class Calibrated:
    """The degrees of freedom of one method for these data, learners and design.

    ``df`` is None where the method cannot be calibrated; ``published`` is the share of false alarms that
    10 degrees of freedom, the published value, would make here.
    """

    data: str
    names: tuple[str, str]
    metric: str
    method: str
    df: float | None
    low: float
    high: float
    size: float
    size_error: float
    published: float
    draws: int
    zeros: float
    alpha: float
    at_end: bool

    def to_dict(self) -> dict[str, Any]:
        """The calibration as plain values."""
        return asdict(self)

    @property
    def caveat(self) -> Caveat:
        """Where the degrees of freedom come from, and how precise they are."""
        zeros = (
            f"; the learners did not differ at all in {100 * self.zeros:.0f} % of them" if self.zeros else ""
        )
        text = (
            f"{self.checked_df:g} degrees of freedom were calibrated on these data, learners and design "
            f"with {self.draws} permutations of the labels (95 % interval {self.low:g} to "
            f"{self.high:g}{zeros}): they hold the level if attributes and labels are unrelated, and are "
            f"approximate otherwise"
        )
        return BY_KEY[CALIBRATED_HERE].caveat(text)

    @property
    def checked_df(self) -> float:
        """The degrees of freedom, or an error where none hold the level."""
        if self.df is None:
            raise IllegalMethodError(
                f"{self.method} cannot be calibrated on {self.data}: even 2 degrees of freedom gave "
                f"{100 * self.size:.0f} % false alarms in {self.draws} permutations of the labels; use "
                f"{WITH_ITEMS}, or set df yourself"
            )
        return self.df


def remember(store: RunStore | None, run: Run, found: Calibrated) -> None:
    """Keep a calibration for later verdicts on the same experiment."""
    if store is not None:
        key = _key(run, found.names, (found.metric, found.alpha), found.method)
        store.keep(key, json.dumps(found.to_dict()))


def recall(
    store: RunStore | None, run: Run, names: tuple[str, str], asked: tuple[str, float]
) -> dict[str, Calibrated]:
    """The calibrations by method, for the given metric and alpha, if there are any.

    Those that would be refused today, of draws without differences, are as if they were not there.
    """
    if store is None:
        return {}
    methods = [method.key for method in METHODS if method.family == "cv"]
    kept = {method: store.kept(_key(run, names, asked, method)) for method in methods}
    found = {method: _read(text, store) for method, text in kept.items() if text is not None}
    return {method: each for method, each in found.items() if each.zeros < MOST_ZEROS}


def _read(text: str, store: RunStore) -> Calibrated:
    try:
        values = json.loads(text)
        return Calibrated(**values | {"names": tuple(values["names"])})
    except (ValueError, TypeError, KeyError):
        raise FileError(
            f"a calibration in {store.path} cannot be read; calibrate again, or restore a copy of the store"
        ) from None


def _key(run: Run, names: tuple[str, str], asked: tuple[str, float], method: str) -> str:
    marks = [learner.fingerprint for name in names for learner in run.learners if learner.name == name]
    where = (run.data.fingerprint, *marks, run.splits.fingerprint, str(run.rng))
    return " ".join(["calibration", *where, *map(str, asked), method])


def calibrate(experiment: Experiment, setup: Setup, draws: int) -> list[Calibrated]:
    """Run the learners on permuted labels, and find the degrees of freedom for every pair."""
    if draws < FEWEST_DRAWS:
        raise InputError(f"draws is {draws}; expected at least {FEWEST_DRAWS}; 200 or more are better")
    methods = _calibratable(experiment)
    runs, found = begin(experiment), []
    hold(setup, runs, runs[0].splits.design)
    for run in runs:
        stages = [permuted(run.data, experiment.design, draw, run.rng) for draw in range(draws)]
        extend(run, stages, setup)
        measure = measure_for(experiment.metrics[0], run.data, experiment.positive)
        panels = [_null(run, stage.key, measure) for stage in stages]
        for names in experiment.pairs:
            outcomes = [fold_pair(panel, *names, measure.metric) for panel in panels]
            for calibration in _of_pair(experiment, run, names, methods, outcomes):
                found.append(calibration)
                remember(setup.store, run, calibration)
    return found


def _calibratable(experiment: Experiment) -> list[str]:
    """The ``cv-*`` methods that are valid for the design."""
    key = getattr(experiment.design, "key", "")
    found = [m.key for m in METHODS if m.is_scaled_by_df and key in m.designs]
    if not found:
        raise InputError(
            f"degrees of freedom are calibrated for repeated cross-validation, but the design is "
            f"{key!r}; expected repeated-kfold"
        )
    return found


def _of_pair(
    experiment: Experiment, run: Run, names: tuple[str, str], methods: list[str], outcomes: list[FoldScores]
) -> list[Calibrated]:
    zeros = float(np.mean([not np.any(each.differences) for each in outcomes]))
    if zeros >= MOST_ZEROS:
        raise InputError(
            f"{names[0]} and {names[1]} do not differ at all in {100 * zeros:.0f} % of the draws with "
            f"permuted labels on {run.data.name}; expected less than {100 * MOST_ZEROS:.0f} %, because such "
            f"draws are no reference: probably both predict the largest class where there is nothing to "
            f"learn; use {WITH_ITEMS}, or a metric that does not favour that class, such as "
            f"balanced-accuracy"
        )
    found = []
    for method in methods:
        ratios = np.array([ratio_of(method, each) for each in outcomes])
        free = calibrated_df(ratios, alpha=experiment.alpha, rng=experiment.rng)
        at = _at_most_published(free, ratios, experiment.alpha)
        shipped = METHODS[method].compute(outcomes[0], level=0.95, alternative="two-sided").df
        found.append(
            Calibrated(
                data=run.data.name,
                names=names,
                metric=experiment.metrics[0],
                method=method,
                **vars(at),
                published=false_alarms_at(ratios, cast("float", shipped), experiment.alpha),
                zeros=zeros,
                alpha=experiment.alpha,
            )
        )
    return found


def _at_most_published(found: FoundDf, ratios: Floats, alpha: float) -> FoundDf:
    """More degrees of freedom than were ever published are not used.

    Where classes are unequal, learners that tell them apart on the data mostly agree on permuted labels. That
    gives more degrees of freedom than hold the level on the data.
    """
    if found.df is None or found.df <= PUBLISHED:
        return found
    size = false_alarms_at(ratios, PUBLISHED, alpha)
    error = math.sqrt(size * (1 - size) / found.draws)
    return replace(
        found, df=PUBLISHED, size=size, size_error=error, low=min(found.low, PUBLISHED), at_end=False
    )


def _null(run: Run, stage: str, measure: Measure) -> FoldPanel:
    """The scores of all learners on permuted labels."""
    names = [learner.name for learner in run.learners]
    failed = failures(run, names, stage)
    if failed:
        raise InputError(f"{failed[0][0]} failed on permuted labels: {failed[0][2]}")
    scores = {name: split_scores(run, name, stage, measure) for name in names}
    return fold_panel(run, scores, stage, pooled=pools(run.stages[stage], measure.metric))
