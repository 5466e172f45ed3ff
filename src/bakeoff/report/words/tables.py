"""The tables of a summary.

A table is a dict with ``caption``, ``head``, ``rows`` (the first cell names the row), ``numeric`` (columns
that hold numbers) and ``strong`` (rows that stand out); all cells are text.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np

from bakeoff.core.verdict import Comparison, Verdict
from bakeoff.core.written import brief
from bakeoff.report.words import slices as slice_words
from bakeoff.report.words import verdict as words
from bakeoff.report.words.facts import adjusted_told, of_slices

if TYPE_CHECKING:
    from bakeoff.experiment.result import Summary


class Table(TypedDict):
    """A table as plain values: which columns hold numbers, and which rows stand out."""

    caption: str
    head: list[str]
    rows: list[list[str]]
    numeric: list[int]
    strong: list[int]


def table(
    caption: str,
    head: Iterable[str],
    rows: Iterable[Iterable[str]],
    *,
    numeric: Iterable[int] = (),
    strong: Iterable[int] = (),
) -> Table:
    """The same, from whatever has been put together."""
    cells = [list(row) for row in rows]
    return Table(caption=caption, head=list(head), rows=cells, numeric=list(numeric), strong=list(strong))


def numbers(v: Verdict) -> Table:
    """The numbers behind the sentence; the chance of the same decision stands with what limits it."""
    return table("Estimate, interval and test", ("", ""), words.numbers(v, replication=False))


def counts(v: Verdict) -> Table | None:
    """The two-by-two table, with sums where all four cells are known."""
    if v.evidence is None or v.evidence.counts is None:
        return None
    both, only_a, only_b, neither = v.evidence.counts
    a, b = v.names
    rows: list[list[Any]] = [[f"{a} right", both, only_a], [f"{a} wrong", only_b, neither]]
    head = ["", f"{b} right", f"{b} wrong"]
    if both is not None and neither is not None:
        rows = [[*row, row[1] + row[2]] for row in rows]
        rows.append(["total", both + only_b, only_a + neither, v.result.n])
        head.append("total")
    shown = [["not given" if cell is None else str(cell) for cell in row] for row in rows]
    return table("Items by who was right", head, shown, numeric=tuple(range(1, len(head))))


def whose(v: Verdict) -> str:
    """Whose minus whose a difference is, and so what its sign means."""
    a, b = v.names
    return (
        f"{a} minus {b}, above 0 where {a} is better" if not v.unit.less else f"above 0 where {a} is better"
    )


def _differences(v: Verdict) -> str:
    points = " in points" if v.unit.points and v.unit.factor == 100 else ""
    return f"differences of {v.unit.subject}{points}, {whose(v)}"


def differences(v: Verdict) -> Table | None:
    """The differences of folds, samples or data sets in short."""
    if v.evidence is None or v.evidence.differences is None:
        return None
    each = np.asarray(v.evidence.differences, dtype=float).ravel()
    a, b = v.names
    rows = [
        ("how many", str(each.size)),
        (f"{a} ahead, tied, {b} ahead", f"{np.sum(each > 0)}, {np.sum(each == 0)}, {np.sum(each < 0)}"),
        ("mean", f"{each.mean():.6g}"),
        ("median", f"{np.median(each):.6g}"),
        ("lowest to highest", f"{each.min():.6g} to {each.max():.6g}"),
    ]
    if each.size > 1:
        rows.insert(4, ("standard deviation", f"{each.std(ddof=1):.6g}"))
    return table(f"Differences of {v.unit.subject}, {whose(v)}", ("", ""), rows)


def opinions(v: Verdict) -> Table | None:
    """What all methods say that accept the data; the one that decided stands out."""
    rows = words.opinions(v, words.p_cell)
    if not rows:
        return None
    chosen = tuple(at for at, each in enumerate(v.opinions) if each.method == v.result.method)
    adjusted = ", p-values not adjusted" if v.adjustment else ""
    said = words.deciding_method(v)
    caption = f"Results of all methods that accept these data{adjusted} ({said}); {_differences(v)}"
    head, *body = rows
    return table(caption, head, body, numeric=(1, 2, 3), strong=chosen)


def slices(v: Verdict) -> Table | None:
    """What is found in each slice, and on all items, which stands out."""
    if not v.slices:
        return None
    head, *rows = slice_words.rows(v, list(v.slices))
    adjusted = of_slices(v)
    how = f"; {adjusted_told(adjusted)}" if adjusted else ""
    caption = f"Slices by {brief(v.by)}; {_differences(v)}{how}"
    return table(caption, head, rows, numeric=slice_words.numeric(v), strong=(len(rows) - 1,))


def span_head(v: Verdict) -> str:
    """The heading of a column of intervals, which are those of each comparison alone."""
    return f"{'unadjusted ' if v.adjustment else ''}{slice_words.span_head(v)}"


def p_head(v: Verdict) -> str:
    """The heading of a column of p-values."""
    return "adjusted p" if v.adjustment else "p"


def overview(comparisons: Sequence[Comparison]) -> Table:
    """One row for each comparison; differences as their verdicts say them."""
    first, pairs = comparisons[0].verdict, {each.verdict.names for each in comparisons}
    span, p = span_head(first), p_head(first)
    head = ("difference of", "data", "metric", "difference", span, p, "method", "verdict")
    rows = [
        (
            " - ".join(v.names),
            each.data,
            each.metric,
            *words.judged(v),
            v.result.method,
            words.verdict_told(v),
        )
        for each in comparisons
        for v in (each.verdict,)
    ]
    named = any(row[1] for row in rows)
    kept = [row if named else (row[0], *row[2:]) for row in (head, *rows)]
    caption = "Each comparison" if len(rows) > 1 else "The comparison"
    caption += "; differences of rates in points" if first.unit.factor == 100 else ""
    sign = whose(first) if len(pairs) == 1 else "first minus second, above 0 where the first is better"
    return table(f"{caption}; {sign}", kept[0], kept[1:], numeric=range(2 + named, 5 + named))


def reached(each: "Summary") -> tuple[str, str, str]:
    """The mean of a learner or why there is none, how far its splits lie apart, and the interval."""
    return (
        each.note if each.mean is None else f"{each.mean:.4f}",
        "" if each.sd is None else f"{each.sd:.4f}",
        "" if each.low is None else f"{each.low:.4f} to {each.high:.4f}",
    )


def learners(summaries: "Sequence[Summary]") -> Table | None:
    """How each learner did by each metric."""
    if not summaries:
        return None
    rows = [(each.learner, each.data, each.metric, *reached(each)) for each in summaries]
    head = ("learner", "data", "metric", "mean", "sd", "interval")
    return table("Performance of each learner, mean over the splits", head, rows, numeric=(3, 4, 5))
