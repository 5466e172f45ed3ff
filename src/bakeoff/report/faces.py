"""The ways in which results are shown, for `bakeoff.core.written`."""

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from bakeoff.core.family import Adjustment
from bakeoff.core.missing import missing_values
from bakeoff.core.result import Equivalence, Interval
from bakeoff.core.roles import roles_values
from bakeoff.core.verdict import Measured, Opinion, Replicability, Slice, Verdict
from bakeoff.report.terminal import full_text
from bakeoff.report.words import verdict as words
from bakeoff.report.words.evidence import caveat_values, condition_values
from bakeoff.report.words.facts import (
    adjusted_by,
    alone_right,
    reason_told,
    replication_told,
    work_rows,
)
from bakeoff.report.words.measured import measured_told

if TYPE_CHECKING:
    from bakeoff.core.gate import Gate, Gates
    from bakeoff.core.ranking import Ranking
    from bakeoff.experiment.observer import Observer
    from bakeoff.plan.planned import Plan
    from bakeoff.plan.watch import Watch
    from bakeoff.report.content import What

__all__ = ["html", "progress", "sentence", "text", "values"]


def sentence(noun: "Verdict | Ranking | Plan | Gate | Gates") -> str:
    """A verdict, a ranking, a plan or a gate in one sentence."""
    if isinstance(noun, Verdict):
        return words.sentence(noun)
    # Others need words that verdicts do not.
    from bakeoff.core.gate import Gate, Gates
    from bakeoff.plan.planned import Plan
    from bakeoff.report.words import gate as gate_words
    from bakeoff.report.words import plan as plan_words
    from bakeoff.report.words import ranking as ranking_words

    if isinstance(noun, Gate | Gates):
        return gate_words.sentence(noun)
    return plan_words.sentence(noun) if isinstance(noun, Plan) else ranking_words.sentence(noun)


def progress() -> "Observer":
    """What shows the progress of a run: a bar below a notebook's cell, elsewhere a line."""
    from bakeoff.experiment.observer import in_notebook

    if in_notebook():
        from bakeoff.report.notebook import UsualBar

        return UsualBar()
    from bakeoff.report.progress import Line

    return Line()


def text(
    noun: "Verdict | Ranking | Plan | Watch | Gate | Gates | Adjustment | Measured | Replicability",
    *,
    all_caveats: bool = False,
) -> str:
    """The text on a terminal of a verdict, ranking, plan, watch or gate, or of one of its facts."""
    if isinstance(noun, Verdict):
        return full_text(noun, all_caveats=all_caveats)
    if isinstance(noun, Adjustment):
        return adjusted_by(noun)
    if isinstance(noun, Measured):
        return measured_told(noun)
    if isinstance(noun, Replicability):
        return replication_told(noun)
    from bakeoff.plan.planned import Plan
    from bakeoff.plan.watch import Watch

    if isinstance(noun, Plan):
        from bakeoff.report.plan import PlanSheet

        return PlanSheet(noun).text.rstrip("\n")
    if isinstance(noun, Watch):
        from bakeoff.report.words.watch import full_text as watched

        return watched(noun)
    return full_text(noun, all_caveats=all_caveats)


def html(what: "What | Ranking | Plan | Gate | Gates") -> str:
    """The HTML in a notebook of a verdict, the result of an experiment, a ranking, a plan or a gate."""
    # Pages need much that text does not.
    from bakeoff.core.gate import Gate, Gates
    from bakeoff.plan.planned import Plan
    from bakeoff.report.formats.html import cell, notebook, plan_cell
    from bakeoff.report.plan import PlanSheet
    from bakeoff.report.render import content_of
    from bakeoff.report.words import gate as gate_words

    if isinstance(what, Gate | Gates):
        told = [f"{kind}: {text}" for kind, text, _ in gate_words.remarks(what)]
        void = what.strength.grade == "invalid"
        tone = "invalid" if void else {"pass": "strong", "fail": "fail"}.get(what.outcome, "none")
        return cell(gate_words.sentence(what), [gate_words.tables(what)], told, tone)
    return plan_cell(PlanSheet(what)) if isinstance(what, Plan) else notebook(content_of(what))


OF_A_SLICE = [
    "decision",
    "strength",
    "estimate",
    "interval",
    "p_value",
    "adjusted_p_value",
    "adjustment",
    "method",
    "values",
    "value_intervals",
    "caveats",
]


def values(noun: "Verdict | Ranking | Plan | Gate | Gates") -> dict[str, Any]:
    """Everything about a verdict, a ranking, a plan or a gate, under the names of the contract."""
    found: dict[str, Any] = _without_minus_zero(_values(noun))
    return found


def _without_minus_zero(value: Any) -> Any:
    """The same values with 0 in place of -0.

    >>> _without_minus_zero({"values": [-0.0, 1], "name": "A"})
    {'values': [0.0, 1], 'name': 'A'}
    """
    if isinstance(value, dict):
        return {name: _without_minus_zero(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_without_minus_zero(each) for each in value]
    return value + 0.0 if isinstance(value, float) else value


def _values(noun: "Verdict | Ranking | Plan | Gate | Gates") -> dict[str, Any]:
    if isinstance(noun, Verdict):
        return _verdict_values(noun)
    from bakeoff.core.gate import Gate, Gates
    from bakeoff.plan.planned import Plan
    from bakeoff.report.plan import plan_values
    from bakeoff.report.ranking_values import ranking_values
    from bakeoff.report.words import gate as gate_words

    if isinstance(noun, Gate | Gates):
        return gate_words.values(noun)
    return plan_values(noun) if isinstance(noun, Plan) else ranking_values(noun)


def _verdict_values(v: Verdict) -> dict[str, Any]:
    r = v.result
    own = v.value_intervals
    return {
        "decision": v.decision,
        "strength": v.strength.to_dict(),
        "sentence": sentence(v),
        "names": list(v.names),
        "metric": v.metric,
        "subject": v.unit.subject,
        "values": None if v.values is None else list(v.values),
        "value_intervals": None if own is None else [_ends(map(float, each)) for each in own],
        "detail": alone_right(v),
        "method": r.method,
        "estimate": r.estimate,
        "interval": _ends(r.interval),
        "interval_was": r.interval_was,
        "level": r.level,
        "alternative": r.alternative,
        "statistic": None if r.statistic is None else _finite(r.statistic),
        "df": list(r.df) if isinstance(r.df, tuple) else r.df,
        "p_value": r.p_value,
        "adjusted_p_value": v.deciding_p,
        "tried": v.tried,
        "adjustment": None if v.adjustment is None else str(v.adjustment),
        "interval_level": r.level,
        "n": r.n,
        "alpha": v.alpha,
        "margin": v.margin,
        "equivalence": None if v.equivalence is None else _equivalence(v.equivalence),
        "degenerate": r.degenerate,
        "notes": [*r.notes, *words.of_interval(v), *_infinite(v)],
        "reason": reason_told(v.reason, v.result.df),
        "risk": v.risk,
        **condition_values(v),
        **missing_values(v.missing, v.bounds),
        "caveats": caveat_values(v.caveats),
        "replicability": None if v.replicability is None else v.replicability.to_dict(),
        **({} if v.sensitivity is None else {"sensitivity": v.sensitivity.to_dict()}),
        **({} if v.basis.answers is None else {"answers": list(v.basis.answers)}),
        **({} if v.copies is None else {"copies": v.copies.to_dict()}),
        **({} if v.looks is None else {"looks": v.looks.to_dict()}),
        **roles_values(v.roles, v.left_out),
        **({} if v.judged is None else {"judged": v.judged.to_dict()}),
        **_of_experiments(v),
        **_of_slices(v),
    }


def _equivalence(found: Equivalence) -> dict[str, Any]:
    return {"test": "two one-sided tests", "level": found.level, "interval": _ends(found.interval)}


def _infinite(v: Verdict) -> list[str]:
    """Which numbers cannot be written in JSON."""
    named = {"statistic": [v.result.statistic or 0.0], "interval": list(v.result.interval)}
    return [
        f"the {name} is infinite here and null in this form"
        for name, numbers in named.items()
        if any(map(math.isinf, numbers))
    ]


def _of_experiments(v: Verdict) -> dict[str, Any]:
    """What only verdicts on experiments have."""
    ran = {"work": dict(work_rows(v.work)), "methods": [_opinion(each) for each in v.opinions]}
    return ran if v.work else {}


def _opinion(each: Opinion) -> dict[str, Any]:
    r = each.result
    return {
        "method": each.method,
        "unsound": each.unsound,
        "marks": list(each.marks),
        "decision": each.decision,
        "estimate": None if r is None else r.estimate,
        "interval": None if r is None else _ends(r.interval),
        "p_value": None if r is None else r.p_value,
        "false_alarms": None if (rates := each.false_alarms) is None else [*rates],
        "refused": each.refused,
    }


def _of_slices(v: Verdict) -> dict[str, Any]:
    """What only sliced verdicts have."""
    if not v.slices:
        return {}
    differ = None if v.heterogeneity is None else v.heterogeneity.to_dict()
    return {"by": v.by, "slices": [_slice(each) for each in v.slices], "heterogeneity": differ}


def _slice(each: Slice) -> dict[str, Any]:
    """A slice; unknown values of a refused one are None."""
    told = {"caveats": []} if each.verdict is None else values(each.verdict)
    own = {name: told.get(name) for name in OF_A_SLICE}
    return {"slice": each.name, "n": each.n, **own, "refused": each.refused}


def _ends(ends: Interval | Iterable[float]) -> list[float | None]:
    return [_finite(end) for end in ends]


def _finite(value: float) -> float | None:
    return None if math.isinf(value) else value
