"""Two learners on one finished run: what is asked of them, their scores, and which methods are legal."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from bakeoff.core.design import Splits, in_words
from bakeoff.core.exceptions import IllegalMethodError, InputError
from bakeoff.core.method import Method
from bakeoff.core.outcomes import Floats, FoldScores
from bakeoff.core.verdict import Caveat
from bakeoff.experiment import remarks
from bakeoff.experiment.calibrated import Calibrated
from bakeoff.experiment.choice import needs_halvings
from bakeoff.experiment.outcomes import of_folds, of_items
from bakeoff.experiment.part import MAIN
from bakeoff.experiment.run import Run
from bakeoff.experiment.scoring import (
    Measure,
    UndefinedScoreError,
    half_differences,
    item_differences,
    measure_for,
    split_scores,
)
from bakeoff.judge.facts import WITH_HALVINGS, legal_methods
from bakeoff.judge.material import Built, commonest, guessed
from bakeoff.judge.pitfalls import BY_KEY, Background
from bakeoff.methods import METHODS
from bakeoff.metrics import METRICS


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What is asked of a run: which metric, which method, and the keywords of every ``compare_*``.

    ``asked`` is the method as the user named it and ``method`` what that came to, with ``why_not`` where
    it is not the default. ``halvings`` is how many were run; ``calibrated`` are degrees of freedom found on
    these data.
    """

    metric: str = "accuracy"
    asked: str = "auto"
    method: str = "auto"
    why_not: str = ""
    positive: Any = None
    halvings: int = 0
    common: dict[str, Any] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    calibrated: dict[str, Calibrated] = field(default_factory=dict)


def by_items(method: str) -> bool:
    """Whether a method judges items rather than fold scores; ``"auto"`` does where it stayed that."""
    return method == "auto" or METHODS[method].takes is not FoldScores


def check_items(method: str, splits: Splits, measure: Measure) -> None:
    """Refuse to judge items that were tested twice, or to rank them by the scores of several models."""
    name = "a method that judges items" if method == "auto" else method
    if not splits.tests_each_once:
        raise IllegalMethodError(
            f"{in_words(splits.design)} tests items more than once, and {name} needs one prediction for "
            f"each; use KFold or Holdout, or a method for fold scores where there is one: bakeoff methods"
        )
    if measure.metric.kind == "ranking" and len(splits) > 1:
        raise IllegalMethodError(
            f"{measure.metric.key} ranks items by their scores, and those of the {len(splits)} models of "
            f"{in_words(splits.design)} have no common scale; use KFold or RepeatedKFold with "
            f"{WITH_HALVINGS}, which compare fold by fold"
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class Pair:
    """Two learners on one run: their scores on all splits, and in the halves where those were run.

    ``items_apart`` are the differences item by item, where the metric is a mean over items.
    """

    run: Run
    names: tuple[str, str]
    measure: Measure
    wanted: Wanted
    scores: tuple[Floats, Floats] | UndefinedScoreError
    halves: Floats | None
    items_apart: Floats | None
    known: tuple[Caveat, ...]
    clipped: tuple[Caveat, ...]

    @cached_property
    def complete(self) -> bool:
        """Whether no cell of the design failed."""
        return not remarks.failures(self.run, self.names)

    @cached_property
    def background(self) -> Background:
        """What is known of the comparison beside its scores."""
        data = self.run.data
        return Background(
            commonest=commonest(np.bincount(data.codes), data.classes) if data.kind == "classes" else None,
            data=data.name,
            follow=remarks.followers(self.run, self.names),
            design=self.run.parts[MAIN].splits.design,
            repeatable=self.complete,
        )

    @property
    def has_folds(self) -> bool:
        """Whether there are scores of several splits."""
        if isinstance(self.scores, UndefinedScoreError):
            return False
        return int(np.sum(np.isfinite(self.scores[0] - self.scores[1]))) > 1

    def folds(self) -> FoldScores:
        """The scores of all splits as outcomes."""
        if isinstance(self.scores, UndefinedScoreError):
            raise self.scores
        splits = self.run.parts[MAIN].splits
        return of_folds(*self.scores, splits, self.measure, self.halves, self.items_apart)

    def items(self, method: str) -> Built:
        """The predictions as the outcomes that a method takes."""
        return of_items(self.run, *self.names, self.measure, method=method, positive=self.wanted.positive)


def make_pair(run: Run, names: tuple[str, str], wanted: Wanted) -> Pair:
    """The scores of two learners, in the halves too where those were run."""
    for name in names:
        failed = remarks.failures(run, [name])
        if len(failed) == len(run.parts[MAIN].splits):
            raise InputError(f"{name} failed in all {len(failed)} trainings: {failed[0][2]}")
    measure = measure_for(METRICS[wanted.metric], run.data, wanted.positive)
    known: tuple[Caveat, ...] = ()
    if measure.place is not None:
        known = guessed(run.data.classes, measure.place, wanted.positive)
    halves, why_not = _halves(run, names, measure, wanted)
    return Pair(
        run=run,
        names=names,
        measure=measure,
        wanted=wanted,
        scores=_scores(run, names, measure),
        halves=halves,
        items_apart=None if halves is None else item_differences(run, *names, measure),
        known=known + why_not,
        clipped=remarks.clipped(run, names, measure),
    )


def _scores(
    run: Run, names: tuple[str, str], measure: Measure
) -> tuple[Floats, Floats] | UndefinedScoreError:
    """The scores of all splits; a metric that is 0/0 on one may still be had of all items together."""
    try:
        first, second = (split_scores(run, name, MAIN, measure) for name in names)
    except UndefinedScoreError as undefined:
        return undefined
    return first, second


def _halves(
    run: Run, names: tuple[str, str], measure: Measure, wanted: Wanted
) -> tuple[Floats | None, tuple[Caveat, ...]]:
    """The differences in the halves, or a caveat that says why there are none."""
    if not wanted.halvings:
        return None, (_no_halves(wanted.why_not),) if wanted.why_not else ()
    try:
        found = half_differences(run, *names, measure, wanted.halvings)
        if found is not None:
            return found, ()
        problem = _failed_in_halves(run, names)
    except UndefinedScoreError as undefined:
        problem = str(undefined)
    if needs_halvings(wanted.asked):
        raise IllegalMethodError(f"{wanted.asked} needs the scores of all halves: {problem}")
    return None, (_no_halves(problem),)


def _failed_in_halves(run: Run, names: tuple[str, str]) -> str:
    halves = [part for part in run.parts if part.startswith("half")]
    failed = [each for part in halves for each in remarks.failures(run, names, part)]
    return f"{len(failed)} cell(s) failed in the halves ({failed[0][0]}: {failed[0][2]})"


def _no_halves(problem: str) -> Caveat:
    return BY_KEY["no-halves"].caveat(f"{WITH_HALVINGS} could not be used: {problem}")


def legal_for(pair: Pair) -> list[Method]:
    """Methods for the fold scores and, where each item was tested once, for the items."""
    found = []
    if pair.has_folds:
        found += [m for m in legal_methods(pair.folds()) if not m.needs_halvings or pair.halves is not None]
    found += [m for m in METHODS if m.takes is not FoldScores and _takes_items(pair, m)]
    return found


def missing_for(pair: Pair) -> list[Method]:
    """Methods that the design allows, but that need cells which failed."""
    splits = pair.run.parts[MAIN].splits
    if pair.complete or not pair.has_folds:
        return []
    left = [method.key for method in legal_for(pair)]
    whole = FoldScores(a=np.zeros(splits.shape), b=np.zeros(splits.shape), design=splits.design)
    return [m for m in legal_methods(whole) if m.key not in left and not m.needs_halvings]


def _takes_items(pair: Pair, method: Method) -> bool:
    try:
        check_items(method.key, pair.run.parts[MAIN].splits, pair.measure)
        return method in legal_methods(pair.items(method.key).outcomes)
    except IllegalMethodError:
        return False
