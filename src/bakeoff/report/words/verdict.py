"""Plain words for a verdict: the answer first, then the numbers, then what limits it."""

import math
import unicodedata
from collections.abc import Callable, Collection, Sequence

from bakeoff.core.result import JUST_BEYOND, Equivalence, Interval, Result, level_of
from bakeoff.core.verdict import Opinion, Unit, Verdict
from bakeoff.core.written import in_step, p_digits, p_text
from bakeoff.methods import METHODS
from bakeoff.report.words.caveats import Remark, caveat_remarks
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
from bakeoff.report.words.strength import disagreement, headline, mark, strength_told


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


TINY = "< 1e-300"


def sentence(v: Verdict) -> str:
    """The verdict in one sentence: the decision, and what it follows from."""
    return f"{headline(v)}: {finding(v)}"


def finding(v: Verdict) -> str:
    """Difference, interval, p-value and test, from the better one's point of view."""
    flip = v.result.estimate < 0
    size, said = seen_from(v, flip=flip)
    on = f"{method_title(v)} on {basis_told(v.basis)}"
    return f"{_lead(v, size, flip=flip)}, {said} ({_deciding(v)}{on}{disagreement(v)})"


def _deciding(v: Verdict) -> str:
    """The p-value that decides; that of a difference says nothing about equivalence."""
    if v.decision == "equivalent":
        return ""
    return f"{'' if v.adjusted_p_value is None else 'adjusted '}{p_said(v.deciding_p, v.result)}, "


def _lead(v: Verdict, size: str, *, flip: bool) -> str:
    if v.result.estimate == 0:
        return "observed difference 0" if v.decision == "equivalent" else "no difference"
    if v.decision == ("b-better" if flip else "a-better") and v.strength.grade != "invalid":
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


def span_told(interval: Interval, unit: Unit) -> str:
    """Both ends with their unit; one that is just beyond 0 is 0 to the eye."""
    ends = (0.0 if abs(end) <= JUST_BEYOND else end for end in interval)
    low, high = in_step(*(unit.factor * each for each in ends))
    return f"{low} to {high}{points_of(unit)}"


def points_of(unit: Unit, size: str = "") -> str:
    """What follows a number of points.

    >>> points_of(Unit("accuracy", 100.0)), points_of(Unit("log loss", 1.0, points=False))
    (' points', '')
    """
    return "" if not unit.points else " point" if size == "1" else " points"


def margin_told(margin: float, unit: Unit) -> str:
    """A margin with its unit.

    >>> margin_told(0.01, Unit("accuracy", 100.0)), margin_told(0.5, Unit("log loss", 1.0, points=False))
    ('1 point', '0.5')
    """
    size = f"{unit.factor * margin:.6g}"
    return f"{size}{points_of(unit, size)}"


def equivalence_told(found: Equivalence, unit: Unit) -> str:
    """The interval that is held against the margin, and why it has its level."""
    return (
        f"{span_told(found.interval, unit)} ({100 * found.level:.4g} %, two one-sided tests at "
        f"{50 * (1 - found.level):.4g} %)"
    )


def cells(r: Result, unit: Unit) -> tuple[str, str]:
    """Difference and interval for a table; of a one-sided question the end that it has."""
    size, low, high = in_step(*(x * unit.factor for x in (r.estimate, r.interval.low, r.interval.high)))
    one = {"greater": f"at least {low}", "less": f"at most {high}"}
    return size, one.get(r.alternative, f"{low} to {high}")


def numbers(v: Verdict, *, replication: bool = True) -> list[tuple[str, ...]]:
    """The numbers behind the sentence, as (name, text) rows, with or without its replication."""
    rows: list[tuple[str, ...]] = [(v.metric, _both(v, v.values))] if v.values else []
    rows += [("items", told)] if (told := alone_right(v)) else []
    rows += [*_estimate(v), *_test(v)]
    if v.margin is not None:
        rows.append(("margin", margin_told(v.margin, v.unit)))
    if v.equivalence is not None:
        rows.append(("equivalence", equivalence_told(v.equivalence, v.unit)))
    if replication and (told := replication_row(v.replicability)):
        partitions = v.replicability is not None and v.replicability.of == "partitions"
        rows.append(("repartition" if partitions else "replication", told))
    if v.sensitivity is not None:
        rows.append(sensitivity_told(v.sensitivity, v.unit))
    if v.copies is not None:
        rows.append(("copies", copies_told(v.copies)))
    return [*rows, *_more(v), *work_rows(v.work)]


def _estimate(v: Verdict) -> list[tuple[str, ...]]:
    """The difference and its interval."""
    r, (a, b), less = v.result, v.names, v.unit.less
    about = f"positive: {a} has less {v.unit.subject} than {b}" if less else f"{a} minus {b}"
    of = "" if less else f" of {v.unit.subject}"
    alone = "" if v.adjustment is None else ", not adjusted"
    sided = "" if r.alternative == "two-sided" else ", one-sided"
    size, span = cells(r, v.unit)
    return [
        ("difference", f"{size}{points_of(v.unit, size)}{of} ({about})"),
        ("interval", f"{span}{points_of(v.unit)} ({100 * r.level:g} %{sided}{alone})"),
    ]


def _test(v: Verdict) -> list[tuple[str, ...]]:
    """The p-value, how strong it is, and the test that it is from."""
    r = v.result
    of = "tests for a difference; not used for equivalence; " if v.decision == "equivalent" else ""
    rows: list[tuple[str, ...]] = [("p-value", f"{p_cell(r.p_value, r)} ({of}alpha {v.alpha:g})")]
    if v.adjusted_p_value is not None and v.adjustment is not None:
        rows.append(("adjusted", f"{p_cell(v.adjusted_p_value, r)} ({adjusted_with(v.adjustment)})"))
    if told := strength_told(v):
        rows.append(("evidence", told))
    if r.statistic is not None:
        df = ", ".join(f"{d:.4g}" for d in (r.df if isinstance(r.df, tuple) else (r.df,)) if d is not None)
        rows.append(("statistic", f"{r.statistic:.4g}" + (f" (df {df})" if df else "")))
    return [*rows, ("method", r.method + (f" ({reason_told(v.reason)})" if v.reason else ""))]


def _more(v: Verdict) -> list[tuple[str, ...]]:
    """What a judge and a ledger say."""
    rows: list[tuple[str, ...]] = []
    if v.judged is not None:
        from bakeoff.report.words.judged import judged_rows

        rows += judged_rows(v.judged)
    if v.looks is not None:
        from bakeoff.report.words.looks import look_rows

        rows += look_rows(v.looks)
    return rows


def _both(v: Verdict, values: tuple[float, float]) -> str:
    """What A and B reach, each with an interval of its own where it is known."""
    own = v.value_intervals or (None, None)
    reached = values_told(values, v.unit)
    spans = ["" if ends is None else f" ({' to '.join(bare(ends, v.unit))})" for ends in own]
    level = "" if v.value_intervals is None else f"; {100 * v.result.level:g} % intervals"
    (a, b), (own_a, own_b) = v.names, spans
    return f"{a} {reached[0]}{own_a}, {b} {reached[1]}{own_b}{level}"


def values_told(values: Sequence[float], unit: Unit) -> list[str]:
    """Values of a metric as people write them; rates in per cent, with digits that tell them apart.

    >>> values_told([0.987864, 0.956311], Unit("accuracy", 100.0))
    ['98.8 %', '95.6 %']
    >>> values_told([0.90001, 0.90002], Unit("accuracy", 100.0))
    ['90.001 %', '90.002 %']
    >>> values_told([0.31249, 1.5], Unit("log loss", 1.0, points=False))
    ['0.3125', '1.5']
    """
    return [f"{each} %" if unit.points else each for each in bare(values, unit)]


MOST_DIGITS = 4  # behind the point of a percentage


def bare(values: Sequence[float], unit: Unit) -> list[str]:
    """The same without a sign for per cent."""
    if not unit.points:
        return [f"{each:.4g}" for each in values]
    shares = [unit.factor * each for each in values]
    digits = 1
    while digits < MOST_DIGITS and len({f"{each:.{digits}f}" for each in shares}) < len(set(shares)):
        digits += 1
    return [f"{each:.{digits}f}" for each in shares]


def remarks(v: Verdict) -> list[Remark]:
    """Caveats, notes and the measured risk, in that order, each with what it is."""
    found = caveat_remarks(v.caveats)
    found += [Remark("note", text) for text in (*v.result.notes, *of_interval(v))]
    return found + ([Remark("measured", v.risk)] if v.risk else [])


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
    """The table of what all methods say that accept the data: a heading, then one row for each."""
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
    return [("method", "difference", "interval", "p-value", f"at alpha {v.alpha:g}"), *rows] if rows else []


def deciding_method(v: Verdict) -> str:
    """Which of the methods the verdict is by, and what their mark means."""
    unsound = "; do not use those marked unsound" if any(o.unsound for o in v.opinions) else ""
    return f"for information; the verdict is by {v.result.method}{unsound}"


def _named(each: Opinion) -> str:
    """A method with what it must be read with; members of one family are told apart by their df."""
    df = each.result.df if each.result is not None and METHODS[each.method].family == "cv" else None
    marks = [f"df {df:g}"] if isinstance(df, int | float) else []
    marks += [*(["unsound"] if each.unsound else []), *each.marks]
    return each.method + (f" ({', '.join(marks)})" if marks else "")


def verdict_told(v: Verdict) -> str:
    """A decision as a cell of a table has it, as sure as the evidence is strong."""
    if v.strength.grade == "invalid":
        return "no valid conclusion"
    return f"{who(v, v.decision)}{mark(v.strength.grade)}"


def who(v: Verdict, decision: str | None) -> str:
    """A decision in words, with the name of who is better."""
    a, b = v.names
    told = {"a-better": f"{a} is better", "b-better": f"{b} is better"}
    return told.get(decision or "", decision or "")


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
