"""From a finished run to a verdict on two learners, and to what every legal method says of it."""

from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.core.evidence import Work
from bakeoff.core.exceptions import IllegalMethodError
from bakeoff.core.method import Method
from bakeoff.core.outcomes import FoldScores
from bakeoff.core.verdict import Caveat, Opinion, Reason, Verdict
from bakeoff.experiment import remarks
from bakeoff.experiment.choice import needs_halvings
from bakeoff.experiment.pair import Pair, by_items, check_items, legal_for, missing_for
from bakeoff.experiment.stage import FOLDS_OF_A_HALF, MAIN
from bakeoff.judge.answer import Answer, ask, gather, verdict_of
from bakeoff.judge.choose import WITHOUT_HALVINGS
from bakeoff.judge.pitfalls import Case
from bakeoff.methods import METHODS


def verdict_on(pair: Pair) -> Verdict:
    """The verdict on two learners by the method asked for, with what all others say."""
    return answer_on(pair).verdict


def answer_on(pair: Pair) -> Answer:
    """The verdict, with the case that it is on."""
    case = _ask(pair, _method(pair), pair.wanted.options, again=True)
    verdict = verdict_of(case)
    run, names = pair.run, pair.names
    beside = remarks.missing_cells(run, names) + remarks.warned(run, names)
    # The verdict and its row in the table must agree: the method is asked once.
    told = replace(
        verdict,
        reason=_reason(pair, verdict),
        caveats=verdict.caveats + beside + remarks.tuned_across_groups(run, names),
        work=_work(pair),
        opinions=_opinions(pair, verdict),
    )
    return Answer(case, told)


def _method(pair: Pair) -> str:
    """The method that answers: as planned, unless it needs halves and a cell is missing."""
    planned = pair.wanted.method
    if not needs_halvings(planned) or (pair.halves is not None and pair.complete):
        return planned
    if needs_halvings(pair.wanted.asked):
        raise IllegalMethodError(f"{planned} needs every cell of the design, and some failed")
    return WITHOUT_HALVINGS


def _ask(pair: Pair, method: str, options: dict[str, Any], *, again: bool) -> Case:
    known, background = pair.known, pair.background
    if by_items(method):
        # A fresh test set would be judged by one model, not by several pooled as one.
        once = len(pair.run.stages[MAIN].splits) == 1
        background = replace(background, repeatable=background.repeatable and once)
        check_items(method, pair.run.stages[MAIN].splits, pair.measure)
        built = pair.items(method)
        known += built.known + remarks.of_items(pair.run)
        outcomes, about = built.outcomes, built.about
    else:
        if METHODS[method] in missing_for(pair):
            raise IllegalMethodError(
                f"{method} {remarks.INCOMPLETE}: {remarks.failed_cells(pair.run, pair.names)}"
            )
        outcomes, about = pair.folds(), _about(pair)
        known += pair.clipped + _of_fold_method(pair, method, options)
        options = _defaults(pair, method, options)
    return ask(
        outcomes,
        method=method,
        metric=pair.wanted.metric,
        names=pair.names,
        about=about,
        known=known,
        background=background,
        again=again,
        **pair.wanted.common,
        **options,
    )


def _reason(pair: Pair, verdict: Verdict) -> Reason | None:
    """Why this method was chosen, where the choice was left open."""
    if pair.wanted.asked != "auto":
        return verdict.reason
    if needs_halvings(verdict.result.method):
        return Reason(why="holds-its-level")
    if verdict.result.method == WITHOUT_HALVINGS:
        return Reason(why="without-halvings")
    if len(pair.run.stages[MAIN].splits) > 1:
        return Reason(why="tested-once")
    return verdict.reason


def _about(pair: Pair) -> str:
    return "" if pair.measure.place is None else f"class {pair.run.data.classes[pair.measure.place]!r}"


def _of_fold_method(pair: Pair, method: str, options: dict[str, Any]) -> tuple[Caveat, ...]:
    if needs_halvings(method):
        return remarks.not_measured(pair.run, method, pair.wanted.metric)
    if _is_calibrated(pair, method, options):
        return (pair.wanted.calibrated[method].caveat,)
    return (
        (remarks.halvings_skipped(pair.run.stages[MAIN].splits.design),) if method == WITHOUT_HALVINGS else ()
    )


def _defaults(pair: Pair, method: str, options: dict[str, Any]) -> dict[str, Any]:
    """The options of a method in an experiment: a floor for the variance, the calibrated df."""
    if needs_halvings(method):
        return {**METHODS[method].usual(pair.folds()), **options}
    if _is_calibrated(pair, method, options):
        return options | {"df": pair.wanted.calibrated[method].checked_df}
    return options


def _is_calibrated(pair: Pair, method: str, options: dict[str, Any]) -> bool:
    return method in pair.wanted.calibrated and options.get("df") in (None, "calibrated")


def _opinions(pair: Pair, chosen: Verdict) -> tuple[Opinion, ...]:
    """What every method says that is legal for the same run, the unsound ones marked."""
    missing = missing_for(pair)
    several = len(pair.run.stages[MAIN].splits) > 1

    def say(method: Method) -> Verdict:
        if method.key == chosen.result.method:
            return chosen
        if method in missing:
            raise IllegalMethodError(remarks.INCOMPLETE)
        return verdict_of(_ask(pair, method.key, {}, again=False))

    def marks(method: Method) -> tuple[str, ...]:
        return ("pooled",) if method.takes is not FoldScores and several else ()

    return gather([*legal_for(pair), *missing], say, marks)


def _work(pair: Pair) -> Work:
    """What was run, and what it cost."""
    run, splits, halvings = pair.run, pair.run.stages[MAIN].splits, pair.wanted.halvings
    tuned = (remarks.tuning_of(run, name) for name in dict.fromkeys(pair.names))
    return Work(
        data=run.data.name,
        items=run.data.n,
        groups=0 if run.data.groups is None else len(np.unique(run.data.groups)),
        design=splits.design,
        rng=run.rng,
        trainings=2 * len(splits),
        halvings=halvings,
        halves_trainings=2 * 2 * FOLDS_OF_A_HALF * halvings,
        tuning=tuple(each for each in tuned if each is not None),
    )
