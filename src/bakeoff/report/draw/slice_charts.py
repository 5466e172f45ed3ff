"""The forest of a sliced verdict: every slice, and the whole below them."""

from dataclasses import replace

from bakeoff.core.verdict import Verdict
from bakeoff.core.written import brief
from bakeoff.report.draw.charts import Chart, forest
from bakeoff.report.draw.rows import MANY
from bakeoff.report.words import slices as slice_words
from bakeoff.report.words.verdict import visible

MOST = 60  # slices in one figure


def slices_charts(verdict: Verdict) -> tuple[Chart, ...]:
    """The forest as (key, figure, what it shows in words); nothing where no slice could be judged.

    A slice whose adjusted p-value decides is filled and drawn through, others are hollow and dotted. Of more
    than 60 slices those are drawn that say most.

    Examples
    --------
    >>> import bakeoff
    >>> from bakeoff.judge.slices import with_slices
    >>> part = lambda a, b: lambda tried: bakeoff.compare_counts(a, b, n=100, tried=tried)
    >>> whole = bakeoff.compare_counts(30, 14, n=200)
    >>> sliced = with_slices(whole, [("new", 100, part(25, 2)), ("old", 100, part(5, 12))], by="users")
    >>> (key, figure, said), = slices_charts(sliced)
    >>> [row.label for row in figure.panels[0].rows]
    ['new (n = 100)', 'old (n = 100)', 'all items (n = 200)']
    """
    judged = replace(verdict, slices=tuple(each for each in verdict.slices if each.verdict is not None))
    if not judged.slices:
        return ()
    shown = slice_words.telling(judged, MOST)
    verdicts = [each.verdict for each in shown if each.verdict is not None]
    few = len(shown) < MANY  # then there is room for numbers beside the names
    named = [(brief(each.name), each.n) for each in shown] + [(slice_words.ALL, verdict.result.n)]
    labels = [f"{name} (n = {n})" if few else name for name, n in named]
    drawn = forest([*verdicts, verdict], labels, noted=few, whole=True)
    by = visible(brief(verdict.by))
    title = f"Difference by {by}{_left(verdict, len(shown))}"
    return (("slices", replace(drawn, title=title), f"{title}: {slice_words.told(verdict)}."),)


def _left(verdict: Verdict, shown: int) -> str:
    """What is not drawn."""
    refused = sum(each.verdict is None for each in verdict.slices)
    left = len(verdict.slices) - refused - shown
    more = [f"the {shown} that say most; {left} more are in the table"] if left else []
    more += [f"{refused} could not be judged"] if refused else []
    return f" ({'; '.join(more)})" if more else ""
