"""Plain words for a verdict: the answer first, then the numbers, then what limits it."""

import math
import unicodedata
from collections.abc import Callable, Collection

from bakeoff.core.result import Result
from bakeoff.core.verdict import Verdict
from bakeoff.core.written import in_step, p_digits, p_text
from bakeoff.judge.facts import opening
from bakeoff.methods import METHODS
from bakeoff.report.words.facts import alone_right, basis_told, method_title, reason_told


def sentence(v: Verdict) -> str:
    """The verdict in one sentence: the decision, and what it follows from."""
    return f"{opening(v)}: {finding(v)}"


def finding(v: Verdict) -> str:
    """Difference, interval, p-value and test, from the better one's point of view."""
    r = v.result
    flip = r.estimate < 0 or (r.estimate == 0 and v.decision == "b-better")
    low, high = (-r.interval.high, -r.interval.low) if flip else (r.interval.low, r.interval.high)
    size, low_text, high_text = in_step(*(x * v.unit.factor for x in (abs(r.estimate), low, high)))
    said = span(v, low_text, high_text, flip=flip)
    p = f"{'' if v.adjusted_p_value is None else 'adjusted '}{deciding_p_text(v)}"
    return f"{_lead(v, size, flip=flip)}, {said} ({p}, {method_title(v)} on {basis_told(v.basis)})"


def _lead(v: Verdict, size: str, *, flip: bool) -> str:
    if v.result.estimate == 0:
        decided = v.decision in ("a-better", "b-better")
        return "more often ahead than behind, typical difference 0" if decided else "no difference"
    if v.decision == ("b-better" if flip else "a-better"):
        return v.unit.amount(size)
    return f"{v.names[int(flip)]} {'has' if v.unit.less else 'is ahead by'} {v.unit.amount(size)}"


def span(v: Verdict, low: str, high: str, *, flip: bool) -> str:
    """The interval in words; a one-sided one is a bound, and ``flip`` turns it into B minus A."""
    r, share = v.result, f"{100 * v.result.level:g} %"
    if r.alternative != "two-sided":
        at_least = r.alternative == ("less" if flip else "greater")
        asked = low if at_least else high
        bounded = "unlimited" not in asked
        return (
            f"{share} bound: at {'least' if at_least else 'most'} {asked}"
            if bounded
            else f"{share} bound unlimited"
        )
    if math.isinf(r.interval.low) and math.isinf(r.interval.high):
        return f"{share} interval unlimited"
    return f"{share} interval {low} to {high}"


def ends(result: Result, low: str, high: str) -> str:
    """Both ends of an interval, or the one that a one-sided question has."""
    one = {"greater": f"at least {low}", "less": f"at most {high}"}
    return one.get(result.alternative, f"{low} to {high}")


def numbers(v: Verdict) -> list[tuple[str, ...]]:
    """The numbers behind the sentence, as (name, text) rows."""
    r, (a, b) = v.result, v.names
    about = (
        f"how much less {v.unit.subject} {a} has than {b}"
        if v.unit.less
        else f"{a} minus {b}, {v.unit.subject}"
    )
    rows: list[tuple[str, ...]] = [(v.metric, _both(v, v.values))] if v.values else []
    rows += [("items", told)] if (told := alone_right(v)) else []
    rows += [
        ("difference", f"{r.estimate:.6g} ({about})"),
        ("interval", f"{r.interval.low:.6g} to {r.interval.high:.6g} ({100 * r.level:g} %, {r.alternative})"),
        ("p-value", f"{f'{r.p_value:.6g}' if r.p_value or r.degenerate else '< 1e-300'} (alpha {v.alpha:g})"),
    ]
    if v.adjusted_p_value is not None:
        rows.append(("adjusted", f"{v.adjusted_p_value:.6g} ({v.adjustment})"))
    if r.statistic is not None:
        df = ", ".join(f"{d:g}" for d in (r.df if isinstance(r.df, tuple) else (r.df,)) if d is not None)
        rows.append(("statistic", f"{r.statistic:.6g}" + (f" (df {df})" if df else "")))
    rows.append(("method", f"{r.method}" + (f": {reason_told(v.reason)}" if v.reason else "")))
    if v.margin is not None:
        rows.append(("margin", f"{v.margin:g}"))
    if v.replicability is not None:
        rows.append(("again", str(v.replicability)))
    return rows + list(v.work)


def _both(v: Verdict, values: tuple[float, float]) -> str:
    """What A and B reach, each with an interval of its own where it is known."""
    own = v.value_intervals or (None, None)
    shown = [f"{name} {value:.6g}" for name, value in zip(v.names, values, strict=True)]
    spans = ["" if ends is None else f" ({ends.low:.4g} to {ends.high:.4g})" for ends in own]
    level = "" if v.value_intervals is None else f", {100 * v.result.level:g} % each"
    return f"{shown[0]}{spans[0]}, {shown[1]}{spans[1]}{level}"


def remarks(v: Verdict) -> list[str]:
    """Caveats, notes and the measured risk, in that order."""
    lines = [f"caveat: {c.text}" for c in v.caveats] + [f"note: {text}" for text in v.result.notes]
    return lines + ([f"measured: {v.risk}"] if v.risk else [])


TINY = "< 1e-300"
OPINIONS = "What every legal method says on the same run"


def opinions_heading(v: Verdict) -> str:
    """What stands above the table of opinions; their p-values stay as they are where others are adjusted."""
    return OPINIONS + (" (not adjusted):" if v.adjustment else ":")


def opinions(v: Verdict, p_value: Callable[[float, Result], str]) -> list[tuple[str, ...]]:
    """The table of what all legal methods say: a heading, then one row for each."""
    rows: list[tuple[str, ...]] = []
    for each in v.opinions:
        # Members of one family are told apart by their degrees of freedom, which are an option.
        df = each.result.df if each.result is not None and METHODS[each.method].family == "cv" else None
        marks = ((f"df {df:g}",) if isinstance(df, int | float) else ()) + (
            (("unsound",) if each.unsound else ()) + each.marks
        )
        name = each.method + (f" ({', '.join(marks)})" if marks else "")
        if each.result is None:
            rows.append((name, "", "", "", each.refused))
            continue
        span_of = (each.result.interval.low, each.result.interval.high)
        size, low, high = in_step(*(x * v.unit.factor for x in (each.result.estimate, *span_of)))
        rows.append(
            (
                name,
                size,
                ends(each.result, low, high),
                p_value(each.result.p_value, each.result),
                who(v, each.decision),
            )
        )
    return [("method", "difference", "interval", "p-value", "says"), *rows] if rows else []


def who(v: Verdict, decision: str | None) -> str:
    """A decision in words, with the name of who is better."""
    better = {"a-better": f"{v.names[0]} is better", "b-better": f"{v.names[1]} is better"}
    return better.get(decision or "", decision or "")


def deciding_p_text(v: Verdict) -> str:
    """The p-value that decides, as papers print it."""
    return p_said(v.deciding_p, v.result)


def deciding_p_cell(v: Verdict) -> str:
    """The p-value that decides, for a table whose head says that it is one."""
    return p_cell(v.deciding_p, v.result)


def p_said(p: float, result: Result) -> str:
    """A p-value of a result as papers print it: only where nothing varied is it truly 0."""
    return p_text(p) if p or result.degenerate else f"p {TINY}"


def p_cell(p: float, result: Result) -> str:
    """The same without the name, for a table whose head says it."""
    return p_digits(p) if p or result.degenerate else TINY


def aligned(rows: list[tuple[str, ...]], right: Collection[int] = ()) -> list[str]:
    """Rows of a table as lines, each column as wide as its widest cell; numbers end at the right.

    >>> aligned([("n", "name"), ("9", "漢字"), ("10", "x")], right=[0])
    [' n  name', ' 9  漢字', '10  x']
    """
    widths = [max(map(_wide, column)) for column in zip(*rows, strict=True)]

    def padded(cell: str, at: int) -> str:
        room = " " * (widths[at] - _wide(cell))
        return room + cell if at in right else cell + room

    return ["  ".join(padded(cell, at) for at, cell in enumerate(row)).rstrip() for row in rows]


def _wide(text: str) -> int:
    """How many columns of a terminal a text takes: two for a wide letter, none for a mark upon another."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF") for c in text)
