"""Several checks in one gate: metrics, slices, and what a gate file asks for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

from bakeoff.compare.bounds import gate_of_cases, under_bounds
from bakeoff.compare.links import link_notes
from bakeoff.compare.two_models import Items, Path, Request, items_fault, source_items
from bakeoff.core.conditions import called, differ_called
from bakeoff.core.exceptions import InputError, unknown_name
from bakeoff.core.family import adjust
from bakeoff.core.gate import Check, Gate, Gates, Outcome
from bakeoff.core.looks import TestItems
from bakeoff.core.missing import Filling, Missing
from bakeoff.core.roles import UsedColumns, role_of
from bakeoff.judge.slices import in_order
from bakeoff.plan.not_worse import check_alpha, check_margin, gate_on
from bakeoff.read.engine.duck import Progress

MOST_CHECKS = 200
OF_TASKS = ("task", "group")  # columns of logs, whose values name checks themselves
DECIDED: dict[bool, Outcome] = {True: "fail", False: "inconclusive"}


@dataclass(frozen=True, kw_only=True)
class Wish:
    """One line of a gate: a metric and a margin, on all items or in each slice ``by`` a column.

    ``slice`` is the only value of that column to check; ``whole`` checks all items as well.
    """

    margin: float
    metric: str | None = None
    by: str | None = None
    slice: str | None = None
    positive: str | None = None
    whole: bool = False


@dataclass(frozen=True, kw_only=True)
class GateRequest:
    """Where the predictions of the old and the new model are, and what is checked.

    ``files`` is one file with both, or the old and the new one's, joined on ``id``; ``old`` and ``new`` name
    their columns, or models in a log. ``missing`` is what items without an answer count as.
    ``seen`` is called with the items and returns the number of earlier looks at them to adjust for.
    """

    files: tuple[Path, ...]
    wishes: tuple[Wish, ...]
    alpha: float = 0.025
    old: str | None = None
    new: str | None = None
    truth: str | None = None
    truth_file: Path | None = None
    id: str | None = None
    cluster: str | None = None
    filter: str | None = None
    may_differ: tuple[str, ...] = ()
    missing: Missing | None = None
    progress: Progress | None = None
    seen: Callable[[TestItems], int] | None = None


def gate_source(request: GateRequest) -> Gate | Gates:
    """The gate on files or logs: one check, or several together."""
    if not 1 <= len(request.files) <= 2:
        raise InputError(
            f"got {len(request.files)} files; expected one file with columns truth, old and new, or a "
            f"file of the old model and one of the new model, joined on --id"
        )
    if not request.wishes:
        raise InputError("there are no checks; expected at least one check with a margin")
    found: list[Check] = []
    read = cache(partial(_items_of, request))  # checks that differ in slice or margin alone share the items
    for wish in request.wishes:
        _refuse_many(len(request.wishes))
        judged = partial(_checked, wish, request, read)
        checks: Sequence[Check] = under_bounds(request.missing, judged, _of_cases, first="b")
        found.extend(checks)
        _refuse_many(len(found))
    if len(found) == 1 and found[0].gate is not None and not found[0].by:
        return found[0].gate
    tried = max((each.gate.tried for each in found if each.gate), default=1)
    return together(found, alpha=request.alpha, tried=tried)


def _checked(
    wish: Wish, request: GateRequest, read: Callable[..., tuple[Request, Items]], missing: Filling | None
) -> Sequence[Check]:
    return _checks(wish, request, *read(wish.metric, wish.by, wish.positive, missing))


def _of_cases(worst: Sequence[Check], best: Sequence[Check]) -> Sequence[Check]:
    """The checks out of those for the worst and the best case of the new model."""
    found = []
    for one, other in zip(worst, best, strict=True):
        if one.gate is None or other.gate is None:
            found.append(one if one.gate is None else other)
            continue
        gate = gate_of_cases(one.gate, other.gate)
        found.append(replace(one, gate=gate, outcome=gate.outcome))
    return found


def _refuse_many(checks: int) -> None:
    if checks > MOST_CHECKS:
        raise InputError(f"there are more than {MOST_CHECKS} checks; expected fewer checks or slices")


def together(checks: Sequence[Check], *, alpha: float, tried: int = 1) -> Gates:
    """Checks decided together: pass if all pass, fail if one fails after Holm's adjustment.

    ``tried`` is the number of looks at these items, by which alpha is divided.

    >>> from bakeoff import check_not_worse_counts
    >>> bad, good = (check_not_worse_counts(lost, 20, n=1000, margin=0.03) for lost in (40, 20))
    >>> checks = [Check(name=name, outcome=each.outcome, margin=0.03, gate=each)
    ...           for name, each in (("bad", bad), ("good", good))]
    >>> [each.outcome for each in together(checks, alpha=0.025).checks], bad.outcome
    (['fail', 'pass'], 'fail')
    """
    p_worse = adjust([_p_worse(each.gate) for each in checks], method="holm")
    judged = tuple(
        each
        if each.outcome == "pass"
        else replace(each, outcome=DECIDED[each.outcome == "fail" and bool(p <= alpha / tried)])
        for each, p in zip(checks, p_worse, strict=True)
    )
    outcomes = {each.outcome for each in judged}
    worst: Outcome = next(each for each in ("fail", "inconclusive", "pass") if each in outcomes)
    gates = [each.gate for each in judged if each.gate is not None]
    return Gates(
        outcome=worst,
        checks=judged,
        alpha=alpha,
        p_value=max(1.0 if each.gate is None else each.gate.p_value for each in judged),
        items_needed=_needed(judged) if worst == "inconclusive" else None,
        names=gates[0].names if gates else ("new", "old"),
        tried=tried,
    )


def _p_worse(gate: Gate | None) -> float:
    """The p-value of a failure; a check without a gate, or with one that is not valid, has shown nothing."""
    return 1.0 if gate is None or gate.strength.grade == "invalid" else gate.p_worse


def _needed(checks: Sequence[Check]) -> int | None:
    """The items of the check on all items that needs most; slices need theirs in each slice."""
    known = [each.gate.items_needed for each in checks if each.gate is not None and not each.by]
    return max((each for each in known if each is not None), default=None)


def _items_of(
    request: GateRequest,
    metric: str | None,
    by: str | None,
    positive: str | None,
    missing: Filling | None,
) -> tuple[Request, Items]:
    """What is read for one line of a gate, and the items that it is about."""
    asked = replace(_asked(request, metric, by, positive), missing=missing)
    items = source_items(asked, turned=True)
    if by is None and items.by:
        told = f"one check of all {items.by}s together; --by {items.by} checks each of them, too"
        items = replace(items, notes=(*items.notes, told))
    if items.used is not None:
        items = replace(items, used=_of_old_and_new(items.used, request))
    return asked, items


def _checks(wish: Wish, request: GateRequest, asked: Request, items: Items) -> list[Check]:
    """The checks that one line of a gate asks for."""
    margin = check_margin(wish.margin, items.metric)
    alpha = check_alpha(request.alpha)
    metric = items.metric.title if items.metric.is_given else items.metric.key
    of_tasks = wish.by in OF_TASKS and bool(items.measures)
    parts = {} if wish.by is None else items.material.parts
    if wish.slice is not None and wish.slice not in parts:
        raise unknown_name(f"value of column {wish.by!r}", wish.slice, list(parts))
    found = []
    if wish.by is None or wish.whole:
        name = f"all {wish.by}s/{metric}" if of_tasks else metric
        gate = _judged(items, margin, alpha, asked)
        found.append(Check(name=name, outcome=gate.outcome, margin=margin, gate=gate))
    copies = None if found else items.copies  # told once
    for value in sorted(parts, key=in_order) if wish.slice is None else [wish.slice]:
        own = items.measures.get(value, metric)
        name = f"{value}/{own}" if of_tasks else own
        base = Check(name=name, outcome="inconclusive", margin=margin, by=wish.by or "", value=value)
        try:
            gate = _judged(replace(items, material=parts[value], copies=copies), margin, alpha, asked)
        except InputError as problem:
            found.append(replace(base, refused=str(problem)))
        else:
            found.append(replace(base, outcome=gate.outcome, gate=gate))
    return found


def _of_old_and_new(used: UsedColumns, request: GateRequest) -> UsedColumns:
    """The roles of columns by the words of a gate; columns called old and new need not be named."""
    named = used.renamed({"a": "old", "b": "new"})
    said = {"old": request.old is not None, "new": request.new is not None}
    roles = {
        name: each if said.get(name, True) or each["by"] != "said" else role_of(each["column"], said=False)
        for name, each in named.roles.items()
    }
    return replace(named, roles=roles)


def _asked(request: GateRequest, metric: str | None, by: str | None, positive: str | None) -> Request:
    """What is read for one line of a gate, the old model first."""
    one = len(request.files) == 1
    return Request(
        files=request.files,
        truth_file=request.truth_file,
        truth=request.truth,
        id=request.id,
        cluster=request.cluster,
        by=by,
        filter=request.filter,
        may_differ=request.may_differ,
        metric=metric,
        positive=positive,
        a=request.old or ("old" if one else None),
        b=request.new or ("new" if one else None),
        progress=request.progress,
        seen=request.seen,
    )


def _judged(items: Items, margin: float, alpha: float, asked: Request) -> Gate:
    tried = 1 + items.seen
    try:
        gate = gate_on(
            items.material,
            metric=items.metric,
            margin=margin,
            alpha=alpha / tried,  # Bonferroni over the looks
            names=("new", "old") if items.names == ("B", "A") else items.names,
            copies=items.copies,
            notes=items.notes + link_notes(asked.files),
            known=items.caveats,
        )
    except InputError as problem:
        raise items_fault(problem, asked, turned=True) from None
    gate = replace(gate, alpha=alpha, tried=tried)
    if items.used is not None:
        gate = replace(gate, roles=items.used.roles, left_out=items.used.left_out)
    old_new = gate.names[::-1]
    return replace(
        gate,
        conditions=called(items.conditions, old_new),
        differ=differ_called(items.differ, old_new),
    )
