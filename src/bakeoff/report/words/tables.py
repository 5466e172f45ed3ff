"""The tables of a summary.

A table is a dict with ``caption``, ``head``, ``rows`` (the first cell names the row), ``numeric`` (columns
that hold numbers) and ``strong`` (rows that stand out); all cells are text.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np

from bakeoff.core.verdict import Comparison, Verdict
from bakeoff.core.written import brief, in_step, plural
from bakeoff.report.words import opinions as opinion_words
from bakeoff.report.words import slices as slice_words
from bakeoff.report.words import verdict as words
from bakeoff.report.words.facts import adjusted_told, of_slices
from bakeoff.report.words.ranking import value_span, value_told

if TYPE_CHECKING:
    from bakeoff.experiment.result import Summary


class Table(TypedDict):
    """A table as plain values: which columns hold numbers, and which rows are highlighted."""

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
    """A table of the given cells."""
    cells = [list(row) for row in rows]
    return Table(caption=caption, head=list(head), rows=cells, numeric=list(numeric), strong=list(strong))


def numbers(v: Verdict) -> Table:
    """The numbers behind the sentence; the probability of the same decision is with the limitations."""
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
    """Which model is subtracted from which, and so what the sign of a difference means."""
    return f"{words.subtracted(v)}, above 0 if {v.names[0]} is better"


def _differences(v: Verdict) -> str:
    points = " in points" if v.unit.points and v.unit.factor == 100 else ""
    return f"differences of {v.unit.subject}{points}, {whose(v)}"


def differences(v: Verdict) -> Table | None:
    """The differences of folds, samples or data sets in short."""
    if v.evidence is None or v.evidence.differences is None:
        return None
    each = np.asarray(v.evidence.differences, dtype=float).ravel()
    a, b = v.names
    spread = (float(each.std(ddof=1)),) if each.size > 1 else ()
    facts = (each.mean(), float(np.median(each)), each.min(), each.max(), *spread)
    mean, median, low, high, *deviation = in_step(*(float(x) * v.unit.factor for x in facts))
    rows = [
        ("how many", str(each.size)),
        (f"{a} ahead, tied, {b} ahead", f"{np.sum(each > 0)}, {np.sum(each == 0)}, {np.sum(each < 0)}"),
        ("mean", mean),
        ("median", median),
        *(("standard deviation", told) for told in deviation),
        ("lowest to highest", f"{low} to {high}"),
    ]
    caption = _differences(v)
    return table(caption[0].upper() + caption[1:], ("", ""), rows)


def opinions(v: Verdict) -> Table | None:
    """The results of all valid methods; the one that decided is highlighted."""
    rows = opinion_words.rows(v, words.p_cell)
    if not rows:
        return None
    chosen = tuple(at for at, each in enumerate(v.opinions) if each.method == v.result.method)
    adjusted = ", p-values not adjusted" if v.adjustment else ""
    said = opinion_words.deciding_method(v)
    caption = f"Results of all methods that accept these data{adjusted} ({said}); {_differences(v)}"
    caption = "; ".join([caption, *opinion_words.legend(v)])
    head, *body = rows
    return table(caption, head, body, numeric=range(1, len(head) - 1), strong=chosen)


def slices(v: Verdict) -> Table | None:
    """The results in each slice, and on all items, highlighted."""
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
    head = ("pair", "data", "metric", "difference", span, p, "method", "verdict")
    rows = [
        (
            " - ".join(v.names[::-1] if v.unit.less else v.names),
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
    losses = " (for a loss: the second)" if any(each.verdict.unit.less for each in comparisons) else ""
    several = f"first minus second, above 0 if the first is better{losses}"
    sign = whose(first) if len(pairs) == 1 else several
    return table(f"{caption}; {sign}", kept[0], kept[1:], numeric=range(2 + named, 5 + named))


def reached(each: "Summary") -> tuple[str, str, str]:
    """The mean of a learner or why there is none, the spread over its splits, and the interval."""
    return (
        each.note if each.mean is None else value_told(each.mean, each.unit),
        "" if each.sd is None else value_told(each.sd, each.unit),
        "" if each.low is None or each.high is None else value_span(each.low, each.high, each.unit),
    )


def reached_head(summaries: "Sequence[Summary]") -> tuple[str, str, str]:
    """What heads these three columns; all intervals have the same level."""
    return "mean", "sd", f"{100 * summaries[0].level:g} % interval" if summaries else "interval"


def own_told(summaries: "Sequence[Summary]") -> str:
    """What the numbers of each learner are, and what their intervals are not."""
    splits = max((each.splits for each in summaries), default=0)
    own = "one split; the interval is for the model that was trained on it"
    if splits > 1:
        own = (
            f"mean and sd over {plural(splits, 'split')}; the interval is for the learner's expected score, "
            f"by the formula of corrected-resampled-t, and can be too narrow"
        )
    return f"{own}; to compare learners, use the verdict instead"


def learners(summaries: "Sequence[Summary]") -> Table | None:
    """The performance of each learner by each metric."""
    if not summaries:
        return None
    rows = [(each.learner, each.data, each.metric, *reached(each)) for each in summaries]
    head = ("learner", "data", "metric", *reached_head(summaries))
    return table(
        f"Performance of each learner, {own_told(summaries)}",
        head,
        rows,
        numeric=(3, 4, 5),
    )
