"""Plain words and plain values for gates: text, a table for a pull request, JSON."""

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from bakeoff.core.family import adjustment_for
from bakeoff.core.gate import Check, Gate, Gates
from bakeoff.core.missing import missing_values
from bakeoff.core.roles import roles_values
from bakeoff.core.written import brief, decimals_beside, in_step, p_digits, p_text, plural, reach_told
from bakeoff.metrics import METRICS
from bakeoff.report.words.evidence import (
    INVALID,
    Remark,
    caveat_remarks,
    caveat_values,
    condition_values,
    limits_told,
)
from bakeoff.report.words.facts import basis_told, differ_rows, parts_told
from bakeoff.report.words.missing import case_rows
from bakeoff.report.words.roles import role_rows
from bakeoff.report.words.tables import Table, table
from bakeoff.report.words.verdict import margin_told, points_of, values_told

METHODS = {
    "tango": "Tango's score test",
    "tango-exact": "exact unconditional test, ordered by Tango's statistic",
}
SAID = {"pass": "Pass", "fail": "Fail", "inconclusive": "Inconclusive"}
SIGNS = {"pass": "✅", "fail": "❌", "inconclusive": "⚠️"}
NULL = "null hypothesis: the loss is as large as the margin or larger; one-sided"


def sentence(gate: Gate | Gates) -> str:
    """The outcome in one sentence, and whether something invalidates it."""
    if isinstance(gate, Gate):
        return _of_one(gate)
    told = _of_several(gate)
    return f"{told} {INVALID}: see the first caveat." if gate.strength.grade == "invalid" else told


def _of_one(g: Gate) -> str:
    new, old = g.names
    seen = f"difference {_size(g, g.estimate)}, lower bound {_size(g, g.bound)}"
    if g.strength.grade == "invalid":
        return f"{SAID[g.outcome]}: no valid conclusion about {new} and {old}, see the first caveat ({seen})."
    if g.outcome == "pass":
        return f"Pass: {new} is not inferior to {old}: a loss of {_margin(g)} is excluded ({seen})."
    if g.outcome == "fail":
        return (
            f"Fail: {new} is worse than {old}, and a loss of {_margin(g)} cannot be excluded ({seen}, upper "
            f"bound {_size(g, g.interval.high)})."
        )
    more = f" {needed_told(g)}." if g.items_needed is not None else ""
    return (
        f"Inconclusive: {new} was not shown to be worse than {old}, but a loss of {_margin(g)} cannot be "
        f"excluded ({seen}).{more}"
    )


def _of_several(g: Gates) -> str:
    counts = [(sum(each.outcome == kind for each in g.checks), kind) for kind in SAID]
    passed = counts[0][0]
    if g.outcome == "pass":
        return f"Pass: all {len(g.checks)} checks pass."
    told = {"fail": "fail", "inconclusive": "inconclusive"}
    rest = ", ".join(f"{count} {told[kind]}" for count, kind in counts if count and kind in told)
    return f"{SAID[g.outcome]}: {passed} of {len(g.checks)} checks pass, {rest}."


def needed_told(g: Gate) -> str:
    """How many items would do, and under what assumption."""
    if g.items_needed is None:
        return ""
    true = "the models are equally good" if not g.assumed else f"the true difference is {_size(g, g.assumed)}"
    items, power = plural(g.items_needed, "item"), f"{100 * g.power:g} % probability"
    if g.basis.clusters:
        clusters = math.ceil(g.items_needed * g.basis.clusters / g.basis.counts[0])
        items += f" in {plural(clusters, 'cluster')} like these"
    return f"A new test set of {items} would pass with {power} if {true}"


def _amount(g: Gate, size: str) -> str:
    return replace(g.unit, less=False).amount(size)


def _margin(g: Gate) -> str:
    return _amount(g, f"{g.unit.factor * g.margin:.6g}")


def _size(g: Gate, value: float) -> str:
    if math.isinf(value):
        return "unlimited"
    ends = [each for each in (g.estimate, g.bound, g.interval.high) if math.isfinite(each)]
    factor = g.unit.factor
    least = decimals_beside(factor * g.bound, -factor * g.margin)
    return in_step(*(factor * each for each in (value, *ends)), least=least)[0]


def rows(g: Gate) -> list[tuple[str, ...]]:
    """The numbers behind the sentence, as (name, text) rows."""
    new, old = g.names
    found: list[tuple[str, ...]] = []
    if g.values is not None:
        a, b = values_told(g.values, g.unit)
        name = g.unit.subject if g.metric in METRICS and METRICS[g.metric].is_given else g.metric
        found.append((name, f"{new} {a}, {old} {b}"))
    on = f"{g.basis.counts[0]}{parts_told(g.basis)}" if g.basis.of == "items" else basis_told(g.basis)
    only = "" if g.counts is None else f"; only {new} is right on {g.counts[0]}, only {old} on {g.counts[1]}"
    found.append(("items", f"{on}{only}"))
    about = f"{old} minus {new}, above 0 if {new} is better" if g.unit.less else f"{new} minus {old}"
    span, size = reach_told(g.interval, *(_size(g, each) for each in g.interval)), _size(g, g.estimate)
    found += [
        ("difference", f"{size}{points_of(g.unit, size)} ({about})"),
        (
            "lower bound",
            f"{_size(g, g.bound)}{_points(g, g.bound)} (one-sided, {100 * (1 - g.each_alpha):g} %)",
        ),
        ("interval", f"{span}{_points(g, *g.interval)} ({100 * (1 - 2 * g.each_alpha):g} %)"),
        ("margin", margin_told(g.margin, g.unit)),
        ("p-value", f"{p_digits(g.p_value)} ({NULL}, alpha {g.alpha:g}{_of_looks(g)})"),
        *_evidence(g),
        ("method", METHODS.get(g.method, f"one-sided bound of {g.method}")),
        *case_rows(g.bounds, g.names, g.unit),
        *differ_rows(g.differ),
    ]
    found += [("items needed", f"{needed_told(g)}")] if g.items_needed is not None else []
    return found + role_rows(g.roles, g.left_out)


def _points(g: Gate, *ends: float) -> str:
    """What follows bounds; nothing where there is none."""
    return "" if all(map(math.isinf, ends)) else points_of(g.unit)


def _evidence(g: Gate) -> list[tuple[str, ...]]:
    """How strong the evidence for the outcome is."""
    found = g.strength
    if found.grade == "none":
        return []
    if found.doubts:
        grade = "not valid" if found.grade == "invalid" else found.grade
        return [("evidence", f"{grade} (see the first caveat)")]
    why = limits_told(found.grade, g.each_alpha)
    of = f"against equality {p_text(g.p_worse)}; " if g.outcome == "fail" else ""
    return [("evidence", f"{found.grade} ({of}one-sided test: {why})")]


def check_rows(g: Gates) -> list[tuple[str, ...]]:
    """One row for each check."""
    head = ("check", "items", "difference", "lower bound", "margin", "p", "outcome")
    values = {each.value for each in g.checks}
    return [head, *(_check(each, values) for each in g.checks)]


def _check(each: Check, values: Iterable[str]) -> tuple[str, ...]:
    told = _said(each, values)
    if each.gate is None:
        return (told, "", "", "", f"{each.margin:g}", "", "not judged")
    g = each.gate
    shown = (_size(g, g.estimate), _size(g, g.bound), margin_told(g.margin, g.unit), p_digits(g.p_value))
    return (told, f"{g.basis.counts[0]}", *shown, each.outcome)


def _said(each: Check, values: Iterable[str]) -> str:
    """A check by its metric and its slice; that of a task has both in its name."""
    if not each.by or each.name.startswith(f"{each.value}/"):
        return each.name
    return f"{each.name}, {brief(each.by)} {brief(each.value, among=values)}"


def remarks(gate: Gate | Gates) -> list[Remark]:
    """Caveats and notes."""
    found = caveat_remarks(gate.caveats)
    if isinstance(gate, Gate):
        return found + [Remark("note", each) for each in gate.notes]
    found += [
        Remark("note", f"{_said(each, [each.value])}: not judged: {each.refused}")
        for each in gate.checks
        if each.refused
    ]
    found += [Remark("note", f"{name} {text}") for name, text in differ_rows(gate.differ)]
    lacking = [] if gate.missing is None else [str(gate.missing)]
    passes = f"a check passes if p is at most {gate.each_alpha:g}"
    told = f"{passes}; p needs no adjustment, because all checks must pass"
    new, old = gate.names
    fail = (
        f"if a check does not pass, a second test, adjusted with Holm's method for all checks, asks whether "
        f"{new} is worse than {old} at all: if it shows this, the check fails; if not, it is inconclusive"
    )
    return [
        *found,
        *(Remark("note", each) for each in dict.fromkeys((*_shared_notes(gate), *lacking))),
        Remark("note", f"{told}; {fail}"),
    ]


def _shared_notes(gate: Gates) -> list[str]:
    """What is noted about all checks alike, such as how their files were read."""
    notes = [each.gate.notes for each in gate.checks if each.gate is not None]
    return [each for each in dict.fromkeys(notes[0]) if all(each in own for own in notes)] if notes else []


def tables(gate: Gate | Gates) -> Table:
    """The numbers as a table."""
    if isinstance(gate, Gate):
        return table("Gate", ("", ""), rows(gate))
    head, *body = check_rows(gate)
    strong = [at for at, each in enumerate(gate.checks) if each.outcome != "pass"]
    return table("Checks", head, body, numeric=range(1, len(head) - 1), strong=strong)


def values(gate: Gate | Gates) -> dict[str, Any]:
    """Everything under the names of the contract; what is not finite is None, and a note says so."""
    from bakeoff.report.ranking_values import plain

    if isinstance(gate, Gates):
        return {
            "outcome": gate.outcome,
            "strength": gate.strength.to_dict(),
            "sentence": sentence(gate),
            "estimate": None,
            "bound": None,
            "margin": None,
            "p_value": gate.p_value,
            **_adjusted(gate),
            "items_needed": gate.items_needed,
            "alpha": gate.alpha,
            "names": list(gate.names),
            "checks": [_check_values(each) for each in gate.checks],
            **condition_values(gate),
            **missing_values(gate.missing),
            "caveats": caveat_values(gate.caveats),
            "notes": [text for kind, text, _ in remarks(gate) if kind == "note"],
        }
    fields = (
        "outcome",
        "estimate",
        "bound",
        "margin",
        "p_value",
        "items_needed",
        "assumed",
        "power",
        "alpha",
    )
    infinite = [name for name, each in (("bound", [gate.bound]), ("interval", gate.interval)) if _open(each)]
    return {
        **{name: plain(getattr(gate, name)) for name in fields},
        "strength": gate.strength.to_dict(),
        "sentence": sentence(gate),
        "interval": plain(tuple(gate.interval)),
        "alpha": gate.alpha,
        "level": round(1 - 2 * gate.each_alpha, 12),
        **_adjusted(gate),
        "p_worse": gate.p_worse,
        "method": gate.method,
        "metric": gate.metric,
        "names": list(gate.names),
        "values": plain(gate.values),
        "n": gate.basis.counts[0],
        "clusters": gate.basis.clusters or None,
        "only_new": None if gate.counts is None else gate.counts[0],
        "only_old": None if gate.counts is None else gate.counts[1],
        **condition_values(gate),
        **missing_values(gate.missing, gate.bounds),
        "caveats": caveat_values(gate.caveats),
        "notes": [*gate.notes, *(f"the {name} is infinite here and null in this form" for name in infinite)],
        **roles_values(gate.roles, gate.left_out),
    }


def _adjusted(gate: Gate | Gates) -> dict[str, Any]:
    """What p-values and intervals are adjusted for, under the names that verdicts and rankings have."""
    how = adjustment_for(1, tried=gate.tried)
    return {
        "adjusted_p_value": gate.adjusted_p_value,
        "tried": gate.tried,
        "adjustment": None if how is None else str(how),
        "interval_level": round(1 - 2 * gate.each_alpha, 12),
    }


def _of_looks(g: Gate) -> str:
    """By what alpha is divided where these items were looked at before."""
    return f" / {g.tried} looks" if g.tried > 1 else ""


def _open(ends: Any) -> bool:
    return any(map(math.isinf, ends))


def _check_values(each: Check) -> dict[str, Any]:
    own = {} if each.gate is None else values(each.gate)
    told = {"name": each.name, "by": each.by or None, "slice": each.value or None}
    return {**told, **own, "outcome": each.outcome, "margin": each.margin, "refused": each.refused}


def summary(gate: Gate | Gates) -> str:
    """Markdown for a pull request or the summary of a job."""
    from bakeoff.report.formats.md import escape, plain_table

    blocks = [f"### {SIGNS[gate.outcome]} bakeoff gate: {gate.outcome}", escape(sentence(gate))]
    blocks += [plain_table(tables(gate))]
    told = [f"- {escape(f'{kind}: {text}')}" for kind, text, _ in remarks(gate)]
    return "\n\n".join([*blocks, *(["\n".join(told)] if told else [])]) + "\n\n"
