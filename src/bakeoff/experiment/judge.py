"""From a finished run to a verdict on two learners, and to what every legal method says of it."""

from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.core.design import in_words
from bakeoff.core.exceptions import IllegalMethodError
from bakeoff.core.method import Method
from bakeoff.core.outcomes import FoldScores
from bakeoff.core.reason import Reason
from bakeoff.core.verdict import Caveat, Opinion, Verdict
from bakeoff.experiment import remarks
from bakeoff.experiment.pair import Pair, Question, by_items, check_items, legal_for, make_pair, missing_for
from bakeoff.experiment.part import FOLDS_OF_A_HALF, MAIN
from bakeoff.experiment.plan import needs_halvings
from bakeoff.experiment.run import Run
from bakeoff.judge.answer import answer
from bakeoff.judge.choose import WITHOUT_HALVINGS
from bakeoff.judge.opinions import gather
from bakeoff.methods import METHODS


def judge(run: Run, a: str, b: str, question: Question, *, alone: bool = False) -> Verdict:
    """The verdict on two learners by the method asked for; unless ``alone``, with what all others say."""
    pair = make_pair(run, (a, b), question)
    verdict = _ask(pair, _method(pair), question.options, again=True)
    if alone:
        return verdict
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


def _method(pair: Pair) -> str:
    """The method that answers: as planned, unless it needs halves and a cell is missing."""
    planned = pair.question.method
    if not needs_halvings(planned) or (pair.halves is not None and pair.complete):
        return planned
    if needs_halvings(pair.question.asked):
        raise IllegalMethodError(f"{planned} needs every cell of the design, and some failed")
    return WITHOUT_HALVINGS


def _ask(pair: Pair, method: str, options: dict[str, Any], *, again: bool) -> Verdict:
    known, background = pair.known, pair.background
    if by_items(method):
        # A fresh test set would be judged by one model, not by several pooled as one.
        once = len(pair.run.parts[MAIN].splits) == 1
        background = replace(background, repeatable=background.repeatable and once)
        check_items(method, pair.run.parts[MAIN].splits, pair.measure)
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
    return answer(
        outcomes,
        method=method,
        metric=pair.question.metric,
        names=pair.names,
        about=about,
        known=known,
        background=background,
        again=again,
        **pair.question.common,
        **options,
    )


def _reason(pair: Pair, verdict: Verdict) -> Reason | None:
    """Why this method was chosen, where the choice was left open."""
    if pair.question.asked != "auto":
        return verdict.reason
    if needs_halvings(verdict.result.method):
        return Reason(why="holds-its-level")
    if verdict.result.method == WITHOUT_HALVINGS:
        return Reason(why="without-halvings")
    if len(pair.run.parts[MAIN].splits) > 1:
        return Reason(why="tested-once")
    return verdict.reason


def _about(pair: Pair) -> str:
    return "" if pair.measure.place is None else f"class {pair.run.data.classes[pair.measure.place]!r}"


def _of_fold_method(pair: Pair, method: str, options: dict[str, Any]) -> tuple[Caveat, ...]:
    if needs_halvings(method):
        return remarks.not_measured(pair.run, method, pair.question.metric)
    if _is_calibrated(pair, method, options):
        return (pair.question.calibrated[method].caveat,)
    return (
        (remarks.halvings_skipped(pair.run.parts[MAIN].splits.design),) if method == WITHOUT_HALVINGS else ()
    )


def _defaults(pair: Pair, method: str, options: dict[str, Any]) -> dict[str, Any]:
    """The options of a method in an experiment: a floor for the variance, the calibrated df."""
    if needs_halvings(method):
        return {**METHODS[method].usual(pair.folds()), **options}
    if _is_calibrated(pair, method, options):
        return options | {"df": pair.question.calibrated[method].checked_df}
    return options


def _is_calibrated(pair: Pair, method: str, options: dict[str, Any]) -> bool:
    return method in pair.question.calibrated and options.get("df") in (None, "calibrated")


def _opinions(pair: Pair, chosen: Verdict) -> tuple[Opinion, ...]:
    """What every method says that is legal for the same run, the unsound ones marked."""
    missing = missing_for(pair)
    several = len(pair.run.parts[MAIN].splits) > 1

    def ask(method: Method) -> Verdict:
        if method.key == chosen.result.method:
            return chosen
        if method in missing:
            raise IllegalMethodError(remarks.INCOMPLETE)
        return _ask(pair, method.key, {}, again=False)

    def marks(method: Method) -> tuple[str, ...]:
        return ("pooled",) if method.takes is not FoldScores and several else ()

    return gather([*legal_for(pair), *missing], ask, marks)


def _groups(run: Run) -> str:
    return "" if run.data.groups is None else f" in {len(np.unique(run.data.groups))} groups"


def _work(pair: Pair) -> tuple[tuple[str, str], ...]:
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
