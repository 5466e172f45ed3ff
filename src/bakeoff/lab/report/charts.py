"""What the lab measured as figures: false alarms, power, replicability, and p-values against chance."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import special

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, Ints, finite
from bakeoff.core.written import in_step
from bakeoff.lab.report.studies import DOING
from bakeoff.lab.study import Finding
from bakeoff.measured.tables import Risk, nearest_level
from bakeoff.report.draw.figure import Figure, Panel, Row, Rows, Series

SURE = 0.025  # outside each end of a band at 95 %
POINTS = 200  # of a plot of quantiles: more only hide each other
TITLES = {
    "size": "False alarms",
    "power": "How often the better one is found",
    "coverage": "How often the interval holds the truth",
    "replicability": "How often repetitions agree",
}


def lab_chart(found: Sequence[Finding]) -> Figure:
    """The figure for what was asked: curves for power in several settings, rows for everything else."""
    if not found:
        raise InputError("nothing was measured; expected findings, as lab.size gives them")
    several = len({each.setting for each in found}) > 1
    return _power_curves(found) if several and found[0].question == "power" else _shares(found)


def _shares(found: Sequence[Finding]) -> Figure:
    """Measured shares by method: with their intervals in one setting, a dot for each of several."""
    first = found[0]
    promised = {"size": first.alpha, "coverage": 1 - first.alpha}.get(first.question)
    methods = list(dict.fromkeys(each.method for each in found))
    groups = {method: [each for each in found if each.method == method] for method in methods}
    rows = [_row(method, some) for method, some in groups.items()]
    rows.sort(key=lambda row: row.estimate, reverse=first.question != "size")
    several = len({each.setting for each in found}) > 1
    panel = Rows(
        title="",
        x_label=f"% of data sets: {DOING[first.question]}; {_key(several, promised)}",
        rows=tuple(rows),
        line=None if promised is None else 100 * promised,
    )
    return Figure(title=TITLES[first.question], panels=(panel,), narrow=True)


def _key(several: bool, promised: float | None) -> str:
    marks = "a dot for each setting, a bar for their mean" if several else "with 95 % Monte-Carlo intervals"
    return marks + ("" if promised is None else f"; line: {100 * promised:g} % promised")


def _row(method: str, some: Sequence[Finding]) -> Row:
    if len(some) > 1:
        return _spread(method, [each.share for each in some])
    low, high = (100 * end for end in some[0].interval)
    share, *ends = in_step(100 * some[0].share, low, high)
    note = f"{share} % ({ends[0]} to {ends[1]})"
    return Row(label=method, estimate=100 * some[0].share, low=low, high=high, note=note)


def _spread(label: str, found: Sequence[float]) -> Row:
    """A row of dots: one for each setting."""
    dots = 100 * np.array(found)
    low, high = in_step(float(dots.min()), float(dots.max()))
    return Row(label=label, estimate=float(dots.mean()), dots=dots, note=f"{low} to {high} %")


def measured_sizes(table: Sequence[Risk], alpha: float = 0.05) -> Figure:
    """The shipped table as a figure: for each method, the false alarms in every null setting."""
    if not table:
        raise InputError(
            "nothing was measured of these; expected entries of the table, as risks() gives them"
        )
    level = nearest_level(alpha)
    rows = tuple(_spread(_named(risk), [each.share(level) for each in risk.null]) for risk in table)
    panel = Rows(title="", x_label=f"% of data sets; {_key(True, level)}", rows=rows, line=100 * level)
    return Figure(title=TITLES["size"], panels=(panel,), narrow=True)


def _named(risk: Risk) -> str:
    options = ", ".join(f"{name} {value}" for name, value in risk.options.items())
    return f"{risk.method} ({options})" if options else risk.method


def _power_curves(found: Sequence[Finding]) -> Figure:
    """How often each method finds the better one by the true difference, with Monte-Carlo bands."""
    curves: dict[str, list[Finding]] = {each.method: [] for each in found}
    for each in sorted(found, key=lambda each: abs(each.truth)):
        curves[each.method].append(each)
    panel = Panel(
        title="",
        x_label="true difference, points; bands: 95 % Monte-Carlo intervals",
        y_label=f"% of data sets: {DOING['power']}",
        series=tuple(_curve(method, some) for method, some in curves.items()),
    )
    return Figure(title=TITLES["power"], panels=(panel,), narrow=True)


def _curve(method: str, some: Sequence[Finding]) -> Series:
    x, y = (100 * np.array(each) for each in zip(*((abs(e.truth), e.share) for e in some), strict=True))
    low, high = 100 * np.array([each.interval for each in some]).T
    return Series(label=method, x=x, y=y, low=low, high=high)


def qq(values: Sequence[float] | Floats, *, df: float | None = None, label: str = "data sets") -> Figure:
    """Quantiles of p-values, or of statistics, against what they should be, with a 95 % band for each.

    p-values of a right method on equal learners are uniform; statistics follow Student's t with ``df``
    degrees of freedom. The i-th of N in order is then, as a probability, Beta(i, N + 1 - i).

    Parameters
    ----------
    values
        p-values, one for each data set; with ``df`` statistics.
    df
        Degrees of freedom of the statistics.
    label
        What each point is.

    Examples
    --------
    >>> figure = qq([0.1, 0.4, 0.6, 0.9])
    >>> figure.panels[0].series[0].y.tolist()
    [0.1, 0.4, 0.6, 0.9]
    """
    x = np.sort(finite(values, "values", ndim=1))
    if df is None and (x[0] < 0 or x[-1] > 1):
        raise InputError(
            f"values reach from {x[0]:g} to {x[-1]:g}; expected p-values from 0 to 1: give df for statistics"
        )
    if df is not None and not df > 0:
        raise InputError(f"df is {df!r}; expected a positive number of degrees of freedom")
    place = np.arange(1, len(x) + 1)
    band = (special.betaincinv(place, len(x) + 1 - place, tail) for tail in (SURE, 1 - SURE))
    expected, low, high = (_quantile(share, df) for share in ((place - 0.5) / len(x), *band))
    kept = _thinned(len(x))
    points = Series(label=label, x=expected[kept], y=x[kept], kind="points")
    chance = Series(
        label="95 % band of chance", x=expected[kept], y=expected[kept], low=low[kept], high=high[kept]
    )
    reference = "uniform p-values" if df is None else f"Student's t with {df:g} degrees of freedom"
    what = "p-value" if df is None else "statistic"
    panel = Panel(
        title="",
        x_label=f"quantile of {reference}",
        y_label=f"{what}, in order",
        series=(points, chance),
        diagonal=True,
    )
    return Figure(title=f"Is the {what} what it should be?", panels=(panel,), narrow=True)


def _quantile(share: Any, df: float | None) -> Floats:
    return np.asarray(share if df is None else special.stdtrit(df, share), dtype=np.float64)


def _thinned(many: int) -> Ints:
    """Places in an ordered sample that are drawn: all, or some of the middle and all of both tails."""
    if many <= POINTS:
        return np.arange(many)
    tail = POINTS // 8
    middle = np.linspace(tail, many - 1 - tail, POINTS - 2 * tail).round().astype(np.int64)
    return np.asarray(np.unique(np.concatenate([np.arange(tail), middle, np.arange(many - tail, many)])))
