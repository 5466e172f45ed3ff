"""The common entry point: from files, databases and logs of other programs to the verdict on two models.

The command line, the page and Python say what they want as a `Request`; the source is recognised
and read as models over the same units (`two_models.py`), and judged here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from bakeoff.compare.bounds import both_cases, under_bounds
from bakeoff.compare.two_models import (
    Items,
    Path,
    Request,
    files_of,
    found_in,
    is_predictions,
    items_fault,
    seen_in,
    table_items,
)
from bakeoff.core.design import Design
from bakeoff.core.exceptions import InputError
from bakeoff.core.missing import Filling, choice_of, refuse_missing
from bakeoff.core.verdict import Verdict
from bakeoff.judge.answer import Common
from bakeoff.judge.material import judge
from bakeoff.methods import METHODS
from bakeoff.metrics import METRICS
from bakeoff.read.engine.text_files import is_many

if TYPE_CHECKING:
    from bakeoff.compare.found import HowMade

__all__ = ["Answer", "Path", "Request", "compare_source"]


@dataclass(frozen=True, kw_only=True)
class Answer:
    """The verdict, and the design that was assumed for fold scores where none was given."""

    verdict: Verdict
    guessed: Design | None = None


def compare_source(request: Request) -> Answer:
    """The verdict on two models, whatever their source."""
    if request.method != "auto":
        _ = METHODS[request.method]  # refused before anything is read, which may take long
    answer = under_bounds(request.missing, partial(_answer_of, request), _both)
    if not any(map(is_many, request.files)):
        return answer
    from bakeoff.compare.found import with_notes
    from bakeoff.compare.links import link_notes

    notes = link_notes(request.files)
    return replace(answer, verdict=with_notes(answer.verdict, *notes))


def _answer_of(request: Request, missing: Filling | None) -> Answer:
    return _answered(replace(request, missing=missing))


def _both(worst: Answer, best: Answer) -> Answer:
    return replace(worst, verdict=both_cases(worst.verdict, best.verdict))


def _answered(request: Request) -> Answer:
    if request.connect is None:
        found = None if is_predictions(request) else _recognised(request)
        if found is not None:
            return Answer(verdict=found)
        if request.folds is not None:
            return _judge_folds(request, request.folds)
    return Answer(verdict=_judge_items(table_items(request), request))


def _recognised(request: Request) -> Verdict | None:
    """The verdict on logs and result files of other programs; None where the files are not such."""
    from bakeoff.compare.found import judge_found

    found = found_in(request)
    if found is None:
        return None
    return judge_found(
        found,
        made=_how_made(request),
        by=request.by,
        method=request.method,
        resamples=request.resamples,
        **_adjusted(_called(request, found.names), seen_in(found, request)),
    )


def _adjusted(common: Common, seen: int) -> Common:
    """The common keywords, with earlier looks counted as comparisons that were tried."""
    more: Common = {"tried": common.get("tried", 1) + seen}
    return common | more if seen else common


def _called(request: Request, usual: Sequence[str]) -> Common:
    """The common keywords, with what to call A and B."""
    a, b = (given or name for given, name in zip(request.names, usual, strict=True))
    names: Common = {"names": (a, b)}
    return names | request.common


def _how_made(request: Request) -> "HowMade":
    from bakeoff.compare.found import HowMade

    return HowMade(design=request.design, test=request.test, runs=request.runs)


def _judge_folds(request: Request, named: Mapping[str, str]) -> Answer:
    """The verdict on a table of fold scores of one data set."""
    from bakeoff.compare.found import judge_panel
    from bakeoff.core.pick import two_of
    from bakeoff.read.importers.fold_table import read_folds, renamed
    from bakeoff.read.table import read_table

    refuse_missing(request.missing and choice_of(request.missing), "scores of folds have no missing answers")
    file, name = files_of(request)[0]
    panel = read_folds(renamed(read_table(file, name=name), named), pick=two_of(request.a, request.b))
    metric = _metric_said(named) if request.metric is None else request.metric
    verdict, guessed = judge_panel(
        panel, made=_how_made(request), metric=metric, method=request.method, **_called(request, panel.names)
    )
    return Answer(verdict=verdict, guessed=guessed)


def _metric_said(named: Mapping[str, str]) -> str | None:
    """The metric that the column of the scores is named after."""
    column = named.get("score", "")
    return METRICS.key_of(column) if column != "score" else None


def _judge_items(items: Items, request: Request) -> Verdict:
    try:
        verdict = judge(
            items.material,
            metric=items.metric,
            by=request.by or "",
            method=request.method,
            resamples=request.resamples,
            **_adjusted(_called(request, items.names), items.seen),
        )
    except InputError as problem:
        raise items_fault(problem, request) from None
    if items.copies is not None:
        from bakeoff.compare.copies import with_copies

        verdict = with_copies(verdict, items.copies)
    if items.repeats is not None:
        from bakeoff.compare.found import answered, with_notes

        verdict = with_notes(answered(verdict, items.repeats), *items.notes)
    if items.used is not None:
        verdict = replace(verdict, roles=items.used.roles, left_out=items.used.left_out)
    return verdict
