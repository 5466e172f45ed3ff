"""Plain words for a verdict: the answer first, then the numbers, then what limits it."""

import math
from collections.abc import Sequence

from bakeoff.core.result import JUST_BEYOND, Equivalence, Interval, Result, level_of
from bakeoff.core.verdict import Unit, Verdict
from bakeoff.core.written import decimals_beside, in_four_digits, in_step, p_digits, p_text, reach_told
from bakeoff.methods import METHODS
from bakeoff.report.words.copies import copies_told
from bakeoff.report.words.evidence import Remark, caveat_remarks, disagreement, headline, mark, strength_told
from bakeoff.report.words.facts import (
    adjusted_with,
    alone_right,
    basis_told,
    differ_rows,
    method_title,
    reason_told,
    replication_row,
    sensitivity_told,
    work_rows,
)
from bakeoff.report.words.missing import case_rows
from bakeoff.report.words.roles import role_rows


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


def sentence(v: Verdict) -> str:
    """The verdict in one sentence: the decision, and what it follows from."""
    return f"{headline(v)}: {finding(v)}"


def finding(v: Verdict) -> str:
    """Difference, interval, p-value and test, from the better one's point of view."""
    size, said = seen_from_leader(v)
    on = f"{_by(v)} on {basis_told(v.basis)}"
    return f"{_lead(v, size)}, {said} ({_deciding(v)}{on}{disagreement(v)})"


def _by(v: Verdict) -> str:
    """What decided: the test, or the interval that shows equivalence."""
    return (v.decision == "equivalent" and METHODS[v.result.method].interval_by) or method_title(v)


def _deciding(v: Verdict) -> str:
    """The p-value that decides; that of a difference says nothing about equivalence."""
    if v.decision == "equivalent":
        return ""
    return f"{'' if v.adjusted_p_value is None else 'adjusted '}{p_said(v.deciding_p, v.result)}, "


def _lead(v: Verdict, size: str) -> str:
    if v.result.estimate == 0:
        return "observed difference 0" if v.decision == "equivalent" else "no difference"
    flip = v.result.estimate < 0
    if v.decision == ("b-better" if flip else "a-better") and v.strength.grade != "invalid":
        return v.unit.amount(size)
    return f"{v.names[int(flip)]} {'has' if v.unit.less else 'is ahead by'} {v.unit.amount(size)}"


def subtracted(v: Verdict) -> str:
    """Whose value minus whose is positive where A is better."""
    a, b = v.names[::-1] if v.unit.less else v.names
    return f"{a} minus {b}"


def seen_from_leader(v: Verdict) -> tuple[str, str]:
    """The size of the difference, and the interval in words, as who is ahead sees it.

    The interval of errors keeps its direction and says it, because a negative "less" is hard to read. Of two
    that are equivalent it is the interval that shows it.
    """
    r = v.result
    flip = r.estimate < 0 and not v.unit.less
    of = f" of {subtracted(v)}:" if v.unit.less else ""
    said = (v.equivalence if v.decision == "equivalent" else None) or r
    alone = "unadjusted " if v.adjustment is not None and said is r else ""
    share, (low, high) = f"{alone}{100 * said.level:g} %", said.interval
    low, high = (-high, -low) if flip else (low, high)
    least = 0 if said is r else _beside(said.interval, v.unit, v.margin)
    seen = {"less": "greater", "greater": "less"}.get(r.alternative, "two-sided") if flip else r.alternative
    low, high = _shown(Interval(low=low, high=high), seen)
    sizes = (x * v.unit.factor for x in (abs(r.estimate), low, high))
    size, low_text, high_text = in_step(*sizes, least=least)
    reach = reach_told((low, high), low_text, high_text)
    if r.alternative == "two-sided":
        return size, f"{share} interval{of} {reach}"
    unlimited = math.isinf(low) and math.isinf(high)
    return size, f"{share} bound{of if of or unlimited else ':'} {reach}"


def _shown(interval: Interval, alternative: str) -> tuple[float, float]:
    """The ends that are shown: for a one-sided question, only its bound."""
    one = {"greater": (interval.low, math.inf), "less": (-math.inf, interval.high)}
    return one.get(alternative, (interval.low, interval.high))


def span_told(interval: Interval, unit: Unit, margin: float | None = None) -> str:
    """Both ends with their unit, with digits that show whether they are within a margin.

    One that is just beyond 0 is 0 to the eye.

    >>> span_told(Interval(low=-0.0196, high=0.004), Unit("accuracy", 100.0), margin=0.02)
    '-1.96 to 0.40 points'
    """
    ends = (0.0 if abs(end) <= JUST_BEYOND else end for end in interval)
    low, high = in_step(*(unit.factor * each for each in ends), least=_beside(interval, unit, margin))
    return f"{reach_told(interval, low, high)}{_of_ends(interval, unit)}"


def _of_ends(interval: Interval, unit: Unit) -> str:
    """What follows the ends of an interval; nothing where there are none."""
    return "" if all(map(math.isinf, interval)) else points_of(unit)


def _beside(interval: Interval, unit: Unit, margin: float | None) -> int:
    """The decimals that show whether both ends are within a margin."""
    limits = () if margin is None else ((interval.low, -margin), (interval.high, margin))
    return max((decimals_beside(unit.factor * end, unit.factor * at) for end, at in limits), default=0)


def points_of(unit: Unit, size: str = "") -> str:
    """The words after a number of points.

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


def equivalence_told(found: Equivalence, unit: Unit, margin: float | None, whose: str) -> str:
    """The interval that is compared with the margin, and why it has its level."""
    by = f"; {whose}" if whose else ""
    return (
        f"{span_told(found.interval, unit, margin)} ({100 * found.level:.4g} %, two one-sided tests at "
        f"{50 * (1 - found.level):.4g} %{by})"
    )


def cells(r: Result, unit: Unit) -> tuple[str, str]:
    """Difference and interval for a table; for a one-sided question, its finite end."""
    shown = _shown(r.interval, r.alternative)
    size, low, high = in_step(*(x * unit.factor for x in (r.estimate, *shown)))
    return size, reach_told(shown, low, high)


def numbers(v: Verdict, *, replication: bool = True) -> list[tuple[str, ...]]:
    """The numbers behind the sentence, as (name, text) rows, with or without its replication."""
    rows: list[tuple[str, ...]] = [(_measured(v), _both(v, v.values))] if v.values else []
    rows += [("items", told)] if (told := alone_right(v)) else []
    rows += [*_estimate(v), *_test(v)]
    if v.margin is not None:
        rows.append(("margin", margin_told(v.margin, v.unit)))
    if v.equivalence is not None:
        rows.append(
            (
                "equivalence",
                equivalence_told(v.equivalence, v.unit, v.margin, METHODS[v.result.method].interval_by),
            )
        )
    if replication and (told := replication_row(v)):
        partitions = v.replicability is not None and v.replicability.of == "partitions"
        rows.append(("repartition" if partitions else "replication", told))
    if v.sensitivity is not None:
        rows.append(sensitivity_told(v.sensitivity, v.unit, _favoured(v)))
    if v.copies is not None:
        rows.append(("copies", copies_told(v.copies)))
    rows += case_rows(v.bounds, v.names, v.unit)
    rows += [*differ_rows(v.differ), *role_rows(v.roles, v.left_out)]
    return [*rows, *_more(v), *work_rows(v.work)]


def _favoured(v: Verdict) -> str:
    """The only model that a one-sided test can decide for; empty for a two-sided one."""
    return {"greater": v.names[0], "less": v.names[1]}.get(v.result.alternative, "")


def _measured(v: Verdict) -> str:
    """The name of the row of values: a score of a log by its own name."""
    return v.unit.subject if v.metric == "score" else v.metric


def _estimate(v: Verdict) -> list[tuple[str, ...]]:
    """The difference and its interval."""
    r, less = v.result, v.unit.less
    about = subtracted(v) + (f", above 0 if {v.names[0]} is better" if less else "")
    alone = "" if v.adjustment is None else ", not adjusted"
    sided = "" if r.alternative == "two-sided" else ", one-sided"
    size, span = cells(r, v.unit)
    return [
        ("difference", f"{size + points_of(v.unit, size) if less else v.unit.amount(size)} ({about})"),
        ("interval", f"{span}{_of_ends(r.interval, v.unit)} ({100 * r.level:g} %{sided}{alone})"),
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
        rows.append(("statistic", in_four_digits(r.statistic) + (f" (df {df})" if df else "")))
    return [*rows, ("method", _method(v))]


def _method(v: Verdict) -> str:
    """The test and why it was chosen; for equivalence, the interval that decided as well."""
    told = v.result.method + (f" ({reason_told(v.reason, v.result.df)})" if v.reason else "")
    by = METHODS[v.result.method].interval_by if v.decision == "equivalent" else ""
    return f"{told}; equivalence by {by}" if by else told


def _more(v: Verdict) -> list[tuple[str, ...]]:
    """The rows about a judge and a ledger."""
    rows: list[tuple[str, ...]] = []
    if v.judged is not None:
        from bakeoff.report.words.judged import judged_rows

        rows += judged_rows(v.judged)
    if v.looks is not None:
        from bakeoff.report.words.looks import look_rows

        rows += look_rows(v.looks)
    return rows


def _both(v: Verdict, values: tuple[float, float]) -> str:
    """The values of A and B, each with its own interval where it is known."""
    own = v.value_intervals or (None, None)
    reached = values_told(values, v.unit)
    spans = ["" if ends is None else f" ({' to '.join(bare(ends, v.unit))})" for ends in own]
    level = "" if v.value_intervals is None else f"; {100 * v.result.level:g} % intervals"
    (a, b), (own_a, own_b) = v.names, spans
    return f"{a} {reached[0]}{own_a}, {b} {reached[1]}{own_b}{level}"


def values_told(values: Sequence[float], unit: Unit) -> list[str]:
    """Values of a metric as people write them; rates in per cent, with digits that distinguish them.

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
        return [f"{each:z.4g}" for each in values]
    shares = [unit.factor * each for each in values]
    digits = 1
    while digits < MOST_DIGITS and len({f"{each:.{digits}f}" for each in shares}) < len(set(shares)):
        digits += 1
    return [f"{each:z.{digits}f}" for each in shares]


def remarks(v: Verdict) -> list[Remark]:
    """Caveats, notes and the measured risk, in that order, each with what it is."""
    found = caveat_remarks(v.caveats)
    found += [Remark("note", text) for text in (*v.result.notes, *of_interval(v))]
    return found + ([Remark("measured", v.risk)] if v.risk else [])


def of_interval(v: Verdict) -> list[str]:
    """A note where the interval and the decision do not correspond."""
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


def verdict_told(v: Verdict) -> str:
    """A decision for a cell of a table, worded by the strength of the evidence."""
    if v.strength.grade == "invalid":
        return "no valid conclusion"
    return f"{who(v, v.decision)}{mark(v.strength.grade)}"


def who(v: Verdict, decision: str | None) -> str:
    """A decision in words, with the name of the better model."""
    a, b = v.names
    told = {"a-better": f"{a} is better", "b-better": f"{b} is better"}
    return told.get(decision or "", decision or "")


def p_said(p: float, result: Result) -> str:
    """A p-value of a result as papers print it: only where nothing varied is it truly 0."""
    return p_text(p, nothing_varies=result.degenerate)


def p_cell(p: float, result: Result) -> str:
    """The same without the name, for a table whose head says it."""
    return p_digits(p, nothing_varies=result.degenerate)
