"""Verdicts as figures: the difference against zero, what it rests on, and several next to each other."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from bakeoff.core.evidence import Curve, Evidence, Grade, grade_of
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import DatasetScores, Floats, SampleScores
from bakeoff.core.result import Result
from bakeoff.core.verdict import Opinion, Verdict
from bakeoff.core.written import brief, in_step, number
from bakeoff.metrics._roc_average import RocAverage
from bakeoff.report.draw.figure import Figure, Panel, Row, Rows, Series, Square
from bakeoff.report.draw.rows import MANY
from bakeoff.report.words import slices as slice_words
from bakeoff.report.words.evidence import headline
from bakeoff.report.words.facts import method_title
from bakeoff.report.words.verdict import visible

Weight = Literal["strong", "whole", "plain", "faint"]
Chart = tuple[str, Figure, str]  # key, figure, what it shows in words
NAME = 60  # letters of a name in the description of a picture
HOLLOW = ("undecided", "slice undecided after adjustment; diamond: all items")  # of comparisons, of slices
MEANS: dict[Grade, str] = {
    "weak": "; hollow: weak evidence",
    "none": "; grey and hollow: undecided",
    "invalid": "; dotted: no valid conclusion",
}
OF_METHOD = {"unsound-method", "unpaired-formula", "nominal-df", "no-variation"}  # not of the data
MOST = 40  # numbers that each have a row


def verdict_charts(verdict: Verdict) -> tuple[Chart, ...]:
    """The pictures of a verdict, the most informative first, each as (key, figure, what it shows in words).

    ``difference`` always; ``folds``, ``datasets`` or ``samples`` where the differences are kept; ``roc``
    where there are curves.

    Examples
    --------
    >>> import bakeoff
    >>> from bakeoff.designs import KFold
    >>> a, b = [0.9, 0.8, 0.85, 0.9, 0.8], [0.8, 0.8, 0.8, 0.8, 0.7]
    >>> verdict = bakeoff.compare_scores(a, b, design=KFold(folds=5))
    >>> [key for key, _, _ in verdict_charts(verdict)]
    ['difference', 'folds']
    """
    kept = verdict.evidence
    charts: list[Chart] = [_difference(verdict)]
    if kept is not None and kept.differences is not None and kept.differences.size > 1:
        charts.append(_parts(verdict, kept.differences, kept.kind))
    if kept is not None and kept.curves is not None:
        charts.append(_roc(verdict, kept, kept.curves))
    return tuple(charts)


def verdict_page(verdict: Verdict) -> Figure:
    """All pictures of a verdict on one page, with the table of who got which items right."""
    panels = [panel for _, figure, _ in verdict_charts(verdict) for panel in figure.panels]
    kept = verdict.evidence
    if kept is not None and kept.counts is not None:
        panels.insert(1, _square(verdict, kept.counts))
    return Figure(title=headline(verdict), panels=tuple(panels), narrow=True)


def forest(
    verdicts: Sequence[Verdict], labels: Sequence[str], *, noted: bool = True, whole: bool = False
) -> Figure:
    """The differences of several verdicts below each other; those that decided are filled.

    Without ``noted`` the numbers are not written next to them, which takes half the room. ``whole`` says that
    the last is what the others are slices of.
    """
    if not verdicts or len(verdicts) != len(labels):
        raise InputError(
            f"{len(verdicts)} verdicts and {len(labels)} labels were given; expected one or more, and as many"
        )
    units = {verdict.unit for verdict in verdicts}
    if len(units) > 1:
        subjects = ", ".join(sorted(unit.subject for unit in units))
        raise InputError(f"verdicts are about {subjects}; expected all about one: draw them apart")
    rows = tuple(
        _row(
            verdict,
            verdict.result,
            label,
            "plain" if verdict.decision != "undecided" else "faint",
            noted,
            grade=verdict.strength.grade,
        )
        for verdict, label in zip(verdicts, labels, strict=True)
    )
    first = verdicts[0]
    same = len({verdict.names for verdict in verdicts}) == 1
    margins = {verdict.margin for verdict in verdicts}
    margin = first.margin if len(margins) == 1 else None
    panel = Rows(
        title="",
        x_label=_axis(replace(first, margin=margin)) + _dotted(rows, HOLLOW[whole]) + _weak(verdicts),
        rows=(*rows[:-1], replace(rows[-1], weight="whole")) if whole else rows,
        band=_band(first, margin),
        ends=_ends(first if same else replace(first, names=("first", "second"))),
    )
    return Figure(title="Differences with their intervals", panels=(panel,), narrow=True)


def _dotted(rows: Sequence[Row], meaning: str) -> str:
    """What dotted lines mean, where there are any."""
    return f"; dotted: {meaning}" if any(row.weight == "faint" for row in rows) else ""


def _weak(verdicts: Sequence[Verdict]) -> str:
    """What hollow marks on whole lines mean, where there are any."""
    return "; hollow: weak evidence" if any(each.strength.grade == "weak" for each in verdicts) else ""


def _difference(v: Verdict) -> Chart:
    r = v.result
    chosen = _row(v, r, f"{method_title(v)}, {100 * r.level:g} %", "strong", grade=v.strength.grade)
    others = [
        _row(v, each.result, each.method, "faint" if each.unsound else "plain", grade=_grade(v, each))
        for each in v.opinions
        if each.result is not None and each.method != r.method
    ]
    panel = Rows(
        title="",
        x_label=_axis(v) + _graded((chosen, *others)) + _dotted(others, "unsound here"),
        rows=(chosen, *others),
        band=_band(v, v.margin),
        ends=_ends(v),
    )
    several = f" Below it {len(others)} other methods on the same numbers." if others else ""
    figure = Figure(title="Difference with its interval", panels=(panel,), narrow=True)
    return "difference", figure, f"{replace(v, names=_short(v)).sentence}.{several}"


def _grade(v: Verdict, other: Opinion) -> Grade:
    """How a method other than that of the verdict is drawn; a caveat about the data applies to it, too."""
    if v.strength.grade == "invalid" and not OF_METHOD.issuperset(v.strength.doubts):
        return "invalid"
    if other.result is None or other.decision == "undecided":
        return "none"
    weak = other.decision != "equivalent" and grade_of(other.result.p_value, v.alpha) == "weak"
    return "weak" if weak else "strong"


def _graded(rows: Sequence[Row]) -> str:
    """What the looks of lines mean, of those that there are."""
    drawn = {row.grade for row in rows if row.weight != "faint"}
    return "".join(told for grade, told in MEANS.items() if grade in drawn)


def _row(
    v: Verdict, r: Result, label: str, weight: Weight, noted: bool = True, *, grade: Grade = "strong"
) -> Row:
    """An estimate and its interval in the verdict's own units, and the same in numbers."""
    ends = {"greater": (r.interval.low, math.inf), "less": (-math.inf, r.interval.high)}
    low, high = ends.get(r.alternative, tuple(r.interval))
    estimate, low, high = (v.unit.factor * x for x in (r.estimate, low, high))
    said, *texts = in_step(estimate, low, high)
    span = f" ({texts[0]} to {texts[1]})" if low < high else ""
    note = (("+" if estimate > 0 else "") + said + span).replace("unlimited", "∞")
    return Row(
        label=label,
        estimate=estimate,
        low=low,
        high=high,
        note=note.replace("-", "\N{MINUS SIGN}") if noted else "",
        weight=weight,
        grade=grade,
    )


def _axis(v: Verdict) -> str:
    """What is measured along the axis, and what the band is."""
    band = "" if v.margin is None else f"; grey: within the margin of {v.margin * v.unit.factor:g}"
    return f"{_measured(v)}{band}"


def _measured(v: Verdict) -> str:
    less = ", less is better" if v.unit.less else ""
    unit = f"points of {v.unit.subject}" if v.unit.points else v.unit.subject
    return f"difference in {unit}{less}"


def _short(v: Verdict) -> tuple[str, str]:
    """The two names, shortened to fit."""
    a, b = (brief(visible(name), NAME, among=map(visible, v.names)) for name in v.names)
    return a, b


def _band(v: Verdict, margin: float | None) -> tuple[float, float] | None:
    return None if margin is None else (-margin * v.unit.factor, margin * v.unit.factor)


def _ends(v: Verdict) -> tuple[str, str]:
    return f"← {v.names[1]} better", f"{v.names[0]} better →"


KINDS = {DatasetScores: ("datasets", "data set"), SampleScores: ("samples", "sample")}


def _parts(v: Verdict, differences: Floats, kind: type) -> Chart:
    """The differences one by one: by run and fold, by data set, or by sample."""
    x = v.unit.factor * differences
    key, noun = KINDS.get(kind, ("folds", "fold"))
    several = x.ndim == 2 and min(x.shape) > 1
    runs = f" in {len(x)} runs" if several else ""
    if several and len(x) <= MOST:
        named = [(f"run {at + 1}", run) for at, run in enumerate(x)]
    else:
        named = [("runs", x.mean(axis=1)) if several else (f"{noun}s", x.ravel())]
    rows = tuple(Row(label=label, estimate=float(each.mean()), dots=each) for label, each in named)
    panel = Rows(title="", x_label=f"{_measured(v)}; bar: mean", rows=rows, ends=_ends(v))
    ahead, behind = int(np.sum(x > 0)), int(np.sum(x < 0))
    low, mean, high = in_step(*(float(f(x)) for f in (np.min, np.mean, np.max)))
    a, b = _short(v)
    alt = (
        f"Differences on {x.size} {noun}s{runs}: {a} is ahead on {ahead}, {b} on {behind}, equal on "
        f"{x.size - ahead - behind}; from {low} to {high}, mean {mean}."
    )
    title = f"Differences by {'run and fold' if runs else noun}"
    return key, Figure(title=title, panels=(panel,), narrow=True), alt


def _roc(v: Verdict, kept: Evidence, curves: tuple[Curve, Curve]) -> Chart:
    """Both curves with their areas, and which is nowhere below the other; of folds their means with bands."""
    areas = v.values if v.metric == "auc" and v.values else tuple(map(_area, curves))
    series = tuple(
        Series(label=f"{name}, area {area:.3f}", x=curve.x, y=curve.y, low=curve.low, high=curve.high)
        for name, area, curve in zip(_short(v), areas, curves, strict=True)
    )
    a, b = _short(v)
    title, said = (
        "ROC curves",
        {
            "a": f"{a} is nowhere below {b}",
            "b": f"{b} is nowhere below {a}",
            "": "the curves cross: neither is better at every threshold",
        }[kept.dominant],
    )
    if curves[0].low is not None:
        title = f"Mean ROC curves over {curves[0].of} folds"
        said = _shaded(v.result.level, curves[0].finest)
    alt = f"{title}: {a} with area {areas[0]:.3f}, {b} with area {areas[1]:.3f}; {said}."
    return "roc", _roc_figure(title, series, said), alt


def mean_roc(mean: RocAverage) -> Chart:
    """The mean of ROC curves with its band, as (key, figure, what it shows in words).

    Examples
    --------
    >>> from bakeoff import roc, roc_average
    >>> mean = roc_average([roc([1, 1, 0, 0], [4, 3, 2, 1]), roc([1, 1, 0, 0], [4, 2, 3, 1])])
    >>> mean_roc(mean)[1].title
    'Mean of 2 ROC curves'
    """
    low, high = mean.auc_interval
    area = f"area {mean.auc:.3f} ({low:.3f} to {high:.3f})"
    x, y = mean.false_alarm, mean.sensitivity
    series = Series(label=f"mean, {area}", x=x, y=y, low=mean.low, high=mean.high)
    title, said = f"Mean of {mean.curves} ROC curves", _shaded(mean.level, mean.finest)
    return "roc", _roc_figure(title, (series,), said), f"{title}: {area}; {said}."


def _shaded(level: float, finest: float) -> str:
    """What the band of a mean curve is, and where the curve is biased."""
    return f"shaded: {100 * level:g} % interval at each share; values left of {finest:.2g} are too high"


def _roc_figure(title: str, series: tuple[Series, ...], said: str) -> Figure:
    panel = Panel(
        title="",
        x_label=f"share of negatives called positive; {said}",
        y_label="share of positives found",
        series=series,
        diagonal=True,
    )
    return Figure(title=title, panels=(panel,), narrow=True)


def _area(curve: Curve) -> float:
    return float(np.sum(np.diff(curve.x) * (curve.y[1:] + curve.y[:-1]) / 2))


def _square(v: Verdict, counts: tuple[int | None, int, int, int | None]) -> Square:
    both, only_a, only_b, neither = counts
    total = None if both is None or neither is None else both + only_a + only_b + neither

    def cell(count: int | None) -> tuple[str, str]:
        share = f"{number(100 * (count or 0) / total)} %" if total else ""
        return ("?", "not given") if count is None else (f"{count}", share)

    a, b = v.names
    return Square(
        title="Who is right on which items",
        across=(f"{b} right", f"{b} wrong"),
        down=(f"{a} right", f"{a} wrong"),
        cells=((cell(both), cell(only_a)), (cell(only_b), cell(neither))),
        marked=((0, 1), (1, 0)),
    )


MOST_SLICES = 60  # slices in one figure


def slices_charts(verdict: Verdict) -> tuple[Chart, ...]:
    """The forest as (key, figure, what it shows in words); nothing where no slice could be judged.

    A slice whose adjusted p-value decides is filled and drawn through, others are hollow and dotted. Of more
    than 60 slices the most informative ones are drawn.

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
    shown = slice_words.telling(judged, MOST_SLICES)
    verdicts = [each.verdict for each in shown if each.verdict is not None]
    few = len(shown) < MANY  # then there is room for numbers next to the names
    among = [each.name for each in shown]
    named = [(brief(each.name, among=among), each.n) for each in shown] + [
        (slice_words.ALL, verdict.result.n)
    ]
    labels = [f"{name} (n = {n})" if few else name for name, n in named]
    drawn = forest([*verdicts, verdict], labels, noted=few, whole=True)
    refused = len(verdict.slices) - len(judged.slices)
    left = len(judged.slices) - len(shown)
    more = [f"the {len(shown)} that say most; {left} more are in the table"] if left else []
    more += [f"{refused} could not be judged"] if refused else []
    title = f"Difference by {visible(brief(verdict.by))}" + (f" ({'; '.join(more)})" if more else "")
    return (("slices", replace(drawn, title=title), f"{title}: {slice_words.told(verdict)}."),)
