"""From a finished run to a verdict on two learners, and to what every legal method says of it."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from bakeoff.compare.answer import answer
from bakeoff.compare.choose import legal_methods
from bakeoff.compare.classes import guessed
from bakeoff.compare.predictions import Built
from bakeoff.core.design import in_words
from bakeoff.core.exceptions import BakeoffError, IllegalMethodError, InputError
from bakeoff.core.method import Method
from bakeoff.core.outcomes import Floats, FoldScores
from bakeoff.core.splits import Splits
from bakeoff.core.verdict import Caveat, Opinion, Verdict
from bakeoff.experiment import remarks
from bakeoff.experiment.calibrated import Calibrated
from bakeoff.experiment.outcomes import of_folds, of_items
from bakeoff.experiment.part import FOLDS_OF_A_HALF, MAIN
from bakeoff.experiment.plan import HALF_SAMPLE, WITHOUT_HALVINGS
from bakeoff.experiment.run import Run
from bakeoff.experiment.scoring import (
    Measure,
    UndefinedScoreError,
    half_differences,
    measure_for,
    split_scores,
)
from bakeoff.methods import METHODS
from bakeoff.metrics import METRICS

MARKS = {"calibration-domain": "outside its calibration", "no-variation": "no variation"}


@dataclass(frozen=True, kw_only=True)
class Question:
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
            f"{in_words(splits.design)} have no common scale; use KFold or RepeatedKFold with half-sample-t, "
            f"which compare fold by fold"
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class _Pair:
    """Two learners on one run: their scores on all splits, and in the halves where those were run."""

    run: Run
    names: tuple[str, str]
    measure: Measure
    question: Question
    scores: tuple[Floats, Floats] | UndefinedScoreError
    halves: Floats | None
    known: tuple[Caveat, ...]
    clipped: tuple[Caveat, ...]

    @property
    def complete(self) -> bool:
        return not remarks.failures(self.run, self.names)

    @property
    def has_folds(self) -> bool:
        if isinstance(self.scores, UndefinedScoreError):
            return False
        return int(np.sum(np.isfinite(self.scores[0] - self.scores[1]))) > 1

    def folds(self) -> FoldScores:
        if isinstance(self.scores, UndefinedScoreError):
            raise self.scores
        return of_folds(*self.scores, self.run.parts[MAIN].splits, self.measure, self.halves)

    def items(self, method: str) -> Built:
        return of_items(self.run, *self.names, self.measure, method=method, positive=self.question.positive)


def judge(run: Run, a: str, b: str, question: Question) -> Verdict:
    """The verdict on two learners by the method asked for, with what all legal methods say beside it."""
    pair = _pair(run, (a, b), question)
    verdict = _ask(pair, _method(pair), question.options)
    # The verdict and its row in the table must agree: the method is asked once.
    return replace(
        verdict,
        reason=_reason(pair, verdict),
        caveats=(
            *verdict.caveats,
            *remarks.missing_cells(run, pair.names),
            *remarks.warned(run, pair.names),
            *remarks.tuned_across_groups(run, pair.names),
        ),
        work=_work(pair),
        opinions=_opinions(pair, verdict),
    )


def _pair(run: Run, names: tuple[str, str], question: Question) -> _Pair:
    for name in names:
        failed = remarks.failures(run, [name])
        if len(failed) == len(run.parts[MAIN].splits):
            raise InputError(f"{name} failed in all {len(failed)} trainings: {failed[0][2]}")
    measure = measure_for(METRICS[question.metric], run.data, question.positive)
    known: tuple[Caveat, ...] = ()
    if measure.place is not None:
        known = guessed(run.data.classes, measure.place, question.positive)
    halves, why_not = _halves(run, names, measure, question)
    return _Pair(
        run=run,
        names=names,
        measure=measure,
        question=question,
        scores=_scores(run, names, measure),
        halves=halves,
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
    run: Run, names: tuple[str, str], measure: Measure, question: Question
) -> tuple[Floats | None, tuple[Caveat, ...]]:
    """The differences in the halves, or a caveat that says why there are none."""
    if not question.halvings:
        return None, (_no_halves(question.why_not),) if question.why_not else ()
    problem = _failed_in_halves(run, names)
    try:
        found = half_differences(run, *names, measure, question.halvings)
        if found is not None:
            return found, ()
    except UndefinedScoreError as undefined:
        problem = str(undefined)
    if question.asked == HALF_SAMPLE:
        raise IllegalMethodError(f"half-sample-t needs the scores of all halves: {problem}")
    return None, (_no_halves(problem),)


def _failed_in_halves(run: Run, names: tuple[str, str]) -> str:
    failed = [each for part in run.parts if part != MAIN for each in remarks.failures(run, names, part)]
    return f"{len(failed)} cell(s) failed in the halves ({failed[0][0]}: {failed[0][2]})" if failed else ""


def _no_halves(problem: str) -> Caveat:
    return Caveat(key="no-halves", text=f"half-sample-t could not be used: {problem}")


def _method(pair: _Pair) -> str:
    """The method that answers: as planned, unless the half-sample test lacks a cell that it needs."""
    planned = pair.question.method
    if planned != HALF_SAMPLE or (pair.halves is not None and pair.complete):
        return planned
    if pair.question.asked == HALF_SAMPLE:
        raise IllegalMethodError("half-sample-t needs every cell of the design, and some failed")
    return WITHOUT_HALVINGS


def _ask(pair: _Pair, method: str, options: dict[str, Any]) -> Verdict:
    known = pair.known
    if by_items(method):
        check_items(method, pair.run.parts[MAIN].splits, pair.measure)
        built = pair.items(method)
        known += built.known + remarks.of_items(pair.run)
        outcomes, about = built.outcomes, built.about
    else:
        if METHODS[method] in _missing(pair):
            raise IllegalMethodError(
                f"{method} {remarks.INCOMPLETE}: {remarks.failed_cells(pair.run, pair.names)}"
            )
        outcomes, about = pair.folds(), _about(pair)
        known += pair.clipped + _of_fold_method(pair, method, options)
        options = _defaults(pair, method, options)
    return answer(
        outcomes,
        method=method,
        metric=pair.question.metric,
        names=pair.names,
        about=about,
        known=known,
        **pair.question.common,
        **options,
    )


def _reason(pair: _Pair, verdict: Verdict) -> str:
    """Why this method was chosen, where the choice was left open."""
    if pair.question.asked != "auto":
        return verdict.reason
    if verdict.result.method == HALF_SAMPLE:
        return "chosen automatically: it holds its level with most learners"
    if verdict.result.method == WITHOUT_HALVINGS:
        return "chosen automatically: half-sample-t could not be used"
    if len(pair.run.parts[MAIN].splits) > 1:
        return "chosen automatically: each item was tested once, by one of several models"
    return verdict.reason


def _about(pair: _Pair) -> str:
    return "" if pair.measure.place is None else f"class {pair.run.data.classes[pair.measure.place]!r}"


def _of_fold_method(pair: _Pair, method: str, options: dict[str, Any]) -> tuple[Caveat, ...]:
    if method == HALF_SAMPLE:
        return remarks.not_measured(pair.run, pair.question.metric)
    if _is_calibrated(pair, method, options):
        return (pair.question.calibrated[method].caveat,)
    return (remarks.halvings_skipped(),) if method == WITHOUT_HALVINGS else ()


def _defaults(pair: _Pair, method: str, options: dict[str, Any]) -> dict[str, Any]:
    """The options of a method in an experiment: the combined form, the calibrated degrees of freedom."""
    if method == HALF_SAMPLE:
        return {"floor": "nadeau-bengio"} | options
    if _is_calibrated(pair, method, options):
        return options | {"df": pair.question.calibrated[method].checked_df}
    return options


def _is_calibrated(pair: _Pair, method: str, options: dict[str, Any]) -> bool:
    return method in pair.question.calibrated and options.get("df") in (None, "calibrated")


def _opinions(pair: _Pair, chosen: Verdict) -> tuple[Opinion, ...]:
    """What every method says that is legal for the same run, the unsound ones marked."""
    found = []
    for method in [*_legal(pair), *_missing(pair)]:
        verdict: Verdict | str = chosen if method.key == chosen.result.method else _opinion(pair, method)
        if isinstance(verdict, str) and method.unsound:
            continue  # nobody misses what should not be used and cannot
        refused = verdict if isinstance(verdict, str) else ""
        said = None if isinstance(verdict, str) else verdict
        found.append(
            Opinion(
                method=method.key,
                unsound=bool(method.unsound),
                marks=_marks(pair, method, said),
                result=None if said is None else said.result,
                decision=None if said is None else said.decision,
                refused=refused,
            )
        )
    return tuple(found)


def _opinion(pair: _Pair, method: Method) -> Verdict | str:
    """The verdict by another method, or why it has none."""
    if method in _missing(pair):
        return remarks.INCOMPLETE
    try:
        return _ask(pair, method.key, {})
    except BakeoffError as problem:
        return str(problem)


def _marks(pair: _Pair, method: Method, said: Verdict | None) -> tuple[str, ...]:
    """What a row of the table must be read with."""
    pooled = method.takes is not FoldScores and len(pair.run.parts[MAIN].splits) > 1
    keys = () if said is None else tuple(caveat.key for caveat in said.caveats)
    return (("pooled",) if pooled else ()) + tuple(word for key, word in MARKS.items() if key in keys)


def _legal(pair: _Pair) -> list[Method]:
    """Methods for the fold scores and, where each item was tested once, for the items."""
    found = []
    if pair.has_folds:
        found += [m for m in legal_methods(pair.folds()) if m.key != HALF_SAMPLE or pair.halves is not None]
    found += [m for m in METHODS if m.takes is not FoldScores and _takes_items(pair, m)]
    return found


def _missing(pair: _Pair) -> list[Method]:
    """Methods that the design allows, but that need cells which failed."""
    splits = pair.run.parts[MAIN].splits
    if pair.complete or not pair.has_folds:
        return []
    left = [method.key for method in _legal(pair)]
    whole = FoldScores(a=np.zeros(splits.shape), b=np.zeros(splits.shape), design=splits.design)
    return [m for m in legal_methods(whole) if m.key not in left and m.key != HALF_SAMPLE]


def _takes_items(pair: _Pair, method: Method) -> bool:
    try:
        check_items(method.key, pair.run.parts[MAIN].splits, pair.measure)
        return method in legal_methods(pair.items(method.key).outcomes)
    except IllegalMethodError:
        return False


def _groups(run: Run) -> str:
    return "" if run.data.groups is None else f" in {len(np.unique(run.data.groups))} groups"


def _work(pair: _Pair) -> tuple[tuple[str, str], ...]:
    """What was run, and what it cost."""
    run, splits = pair.run, pair.run.parts[MAIN].splits
    rows = [
        ("data", f"{run.data.name}, {run.data.n} items{_groups(run)}"),
        ("design", f"{in_words(splits.design)}, rng {run.rng}: {2 * len(splits)} trainings"),
    ]
    if pair.question.halvings:
        more = 2 * 2 * FOLDS_OF_A_HALF * pair.question.halvings
        rows.append(
            (
                "halvings",
                f"{pair.question.halvings} times both halves with {FOLDS_OF_A_HALF} folds each: {more} more "
                f"trainings, on half the data",
            )
        )
    tuned = (remarks.tuning_of(run, name) for name in dict.fromkeys(pair.names))
    return (*rows, *((f"tuned {each.learner}", each.words) for each in tuned if each is not None))
