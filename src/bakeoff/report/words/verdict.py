"""Plain words for a verdict: the answer first, then the numbers, then what limits it."""

import math
import unicodedata
from collections.abc import Callable, Collection
from typing import Literal

from bakeoff.core.result import JUST_BEYOND, Equivalence, Interval, Result, level_of
from bakeoff.core.verdict import Opinion, Unit, Verdict
from bakeoff.core.written import in_step, p_digits, p_text
from bakeoff.judge.facts import opening
from bakeoff.methods import METHODS
from bakeoff.report.words.facts import (
    adjusted_with,
    alone_right,
    basis_told,
    copies_told,
    method_title,
    reason_told,
    replication_row,
    sensitivity_told,
    work_rows,
)


def visible(text: str) -> str:
    r"""The text with everything that does not print written as an escape.

    Names come from files that anyone may have made: a control character must not recolour, clear or
    overwrite what the terminal shows.

    Examples
    --------
    >>> print(visible("\x1b[31mforest\n"))
    \x1b[31mforest\n
    >>> visible("forêt 漢")
    'forêt 漢'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


RemarkKind = Literal["caveat", "note", "measured"]
TINY = "< 1e-300"


def sentence(v: Verdict) -> str:
    """The verdict in one sentence: the decision, and what it follows from."""
    return f"{opening(v)}: {finding(v)}"


def finding(v: Verdict) -> str:
    """Difference, interval, p-value and test, from the better one's point of view."""
    flip = v.result.estimate < 0
    size, said = seen_from(v, flip=flip)
    p = f"{'' if v.adjusted_p_value is None else 'adjusted '}{p_said(v.deciding_p, v.result)}"
    return f"{_lead(v, size, flip=flip)}, {said} ({p}, {method_title(v)} on {basis_told(v.basis)})"


def _lead(v: Verdict, size: str, *, flip: bool) -> str:
    if v.result.estimate == 0:
        return "no difference"
    if v.decision == ("b-better" if flip else "a-better"):
        return v.unit.amount(size)
    return f"{v.names[int(flip)]} {'has' if v.unit.less else 'is ahead by'} {v.unit.amount(size)}"


def seen_from(v: Verdict, *, flip: bool) -> tuple[str, str]:
    """The size of the difference, and the interval in words; ``flip`` turns A minus B into B minus A.

    Of two that are equivalent it is the interval that shows it.
    """
    r = v.result
    said = (v.equivalence if v.decision == "equivalent" else None) or r
    alone = "unadjusted " if v.adjustment is not None and said is r else ""
    share, (low, high) = f"{alone}{100 * said.level:g} %", said.interval
    low, high = (-high, -low) if flip else (low, high)
    size, low_text, high_text = in_step(*(x * v.unit.factor for x in (abs(r.estimate), low, high)))
    if r.alternative == "two-sided":
        ends = "unlimited" if math.isinf(low) and math.isinf(high) else f"{low_text} to {high_text}"
        return size, f"{share} interval {ends}"
    at_least = r.alternative == ("less" if flip else "greater")
    if math.isinf(low if at_least else high):
        return size, f"{share} bound unlimited"
    return size, f"{share} bound: {f'at least {low_text}' if at_least else f'at most {high_text}'}"


def span_told(interval: Interval) -> str:
    """Both ends; one that is just beyond 0 is 0 to the eye."""
    low, high = (0.0 if abs(end) <= JUST_BEYOND else end for end in interval)
    return f"{low:.6g} to {high:.6g}"


def equivalence_told(found: Equivalence) -> str:
    """The interval that is held against the margin, and why it has its level."""
    return (
        f"{span_told(found.interval)} ({100 * found.level:.4g} %, two one-sided tests at "
        f"{50 * (1 - found.level):.4g} %)"
    )


def cells(r: Result, unit: Unit) -> tuple[str, str]:
    """Difference and interval for a table; of a one-sided question the end that it has."""
    size, low, high = in_step(*(x * unit.factor for x in (r.estimate, r.interval.low, r.interval.high)))
    one = {"greater": f"at least {low}", "less": f"at most {high}"}
    return size, one.get(r.alternative, f"{low} to {high}")


def numbers(v: Verdict, *, replication: bool = True) -> list[tuple[str, ...]]:
    """The numbers behind the sentence, as (name, text) rows, with or without its replication."""
    r, (a, b) = v.result, v.names
    about = (
        f"how much less {v.unit.subject} {a} has than {b}"
        if v.unit.less
        else f"{a} minus {b}, {v.unit.subject}"
    )
    alone = "" if v.adjustment is None else ", not adjusted"
    rows: list[tuple[str, ...]] = [(v.metric, _both(v, v.values))] if v.values else []
    rows += [("items", told)] if (told := alone_right(v)) else []
    rows += [
        ("difference", f"{r.estimate:.6g} ({about})"),
        ("interval", f"{span_told(r.interval)} ({100 * r.level:g} %, {r.alternative}{alone})"),
        ("p-value", f"{f'{r.p_value:.6g}' if r.p_value or r.degenerate else TINY} (alpha {v.alpha:g})"),
    ]
    if v.adjusted_p_value is not None and v.adjustment is not None:
        rows.append(("adjusted", f"{v.adjusted_p_value:.6g} ({adjusted_with(v.adjustment)})"))
    if r.statistic is not None:
        df = ", ".join(f"{d:g}" for d in (r.df if isinstance(r.df, tuple) else (r.df,)) if d is not None)
        rows.append(("statistic", f"{r.statistic:.6g}" + (f" (df {df})" if df else "")))
    rows.append(("method", r.method + (f" ({reason_told(v.reason)})" if v.reason else "")))
    if v.margin is not None:
        rows.append(("margin", f"{v.margin:g}"))
    if v.equivalence is not None:
        rows.append(("equivalence", equivalence_told(v.equivalence)))
    if replication and (told := replication_row(v.replicability)):
        rows.append(("replication", told))
    if v.sensitivity is not None:
        rows.append(sensitivity_told(v.sensitivity, v.unit))
    if v.copies is not None:
        rows.append(("copies", copies_told(v.copies)))
    if v.judged is not None:
        from bakeoff.report.words.judged import judged_rows

        rows += judged_rows(v.judged)
    if v.looks is not None:
        from bakeoff.report.words.looks import look_rows

        rows += look_rows(v.looks)
    return [*rows, *work_rows(v.work)]


def _both(v: Verdict, values: tuple[float, float]) -> str:
    """What A and B reach, each with an interval of its own where it is known."""
    own = v.value_intervals or (None, None)
    shown = [f"{name} {value:.6g}" for name, value in zip(v.names, values, strict=True)]
    spans = ["" if ends is None else f" ({ends.low:.4g} to {ends.high:.4g})" for ends in own]
    level = "" if v.value_intervals is None else f", {100 * v.result.level:g} % each"
    return f"{shown[0]}{spans[0]}, {shown[1]}{spans[1]}{level}"


def remarks(v: Verdict) -> list[tuple[RemarkKind, str]]:
    """Caveats, notes and the measured risk, in that order, each with what it is."""
    found: list[tuple[RemarkKind, str]] = [("caveat", caveat.text) for caveat in v.caveats]
    found += [("note", text) for text in (*v.result.notes, *of_interval(v))]
    return found + ([("measured", v.risk)] if v.risk else [])


def of_interval(v: Verdict) -> list[str]:
    """What to know where the interval is not the one that says what the decision says."""
    (low, high), found = v.result.interval, []
    usual = level_of(v.alpha)
    if not math.isclose(v.result.level, usual, abs_tol=1e-9):
        found.append(
            f"the interval has a level of {100 * v.result.level:g} %: the one that excludes 0 exactly where "
            f"the test decides at alpha {v.alpha:g} has {100 * usual:g} %"
        )
    if v.adjustment is not None and v.decision == "undecided" and not low <= 0 <= high:
        found.append(
            f"the interval excludes 0 because it is that of this comparison alone: among "
            f"{v.adjustment.several} comparisons the difference is not significant"
        )
    return found


def judged(v: Verdict) -> tuple[str, ...]:
    """Difference, interval and the p-value that decides, for a table of several verdicts."""
    return (*cells(v.result, v.unit), p_cell(v.deciding_p, v.result))


def opinions(v: Verdict, p_value: Callable[[float, Result], str]) -> list[tuple[str, ...]]:
    """The table of what all legal methods say: a heading, then one row for each."""
    rows = [
        (_named(each), "", "", "", each.refused)
        if each.result is None
        else (
            _named(each),
            *cells(each.result, v.unit),
            p_value(each.result.p_value, each.result),
            who(v, each.decision),
        )
        for each in v.opinions
    ]
    return [("method", "difference", "interval", "p-value", "verdict"), *rows] if rows else []


def _named(each: Opinion) -> str:
    """A method with what it must be read with; members of one family are told apart by their df."""
    df = each.result.df if each.result is not None and METHODS[each.method].family == "cv" else None
    marks = [f"df {df:g}"] if isinstance(df, int | float) else []
    marks += [*(["unsound"] if each.unsound else []), *each.marks]
    return each.method + (f" ({', '.join(marks)})" if marks else "")


def who(v: Verdict, decision: str | None) -> str:
    """A decision in words, with the name of who is better."""
    better = {"a-better": f"{v.names[0]} is better", "b-better": f"{v.names[1]} is better"}
    return better.get(decision or "", decision or "")


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
