"""What the lab measured as figures: false alarms, power, replicability, and p-values against chance."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np
from scipy import special

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, Ints, finite
from bakeoff.core.written import in_step
from bakeoff.lab.report.studies import DOING
from bakeoff.lab.study import Finding
from bakeoff.measured.tables import InSetting, Risk, nearest_level
from bakeoff.report.draw.exhibit import Figure, Panel, Row, Rows, Series

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
    return power_curves(found) if several and found[0].question == "power" else shares(found)


def sizes(found: Sequence[Finding]) -> Figure:
    """False alarms by method, with Monte-Carlo intervals, against what is promised."""
    return shares(_about(found, "size"))


def replicability_chart(found: Sequence[Finding]) -> Figure:
    """By method, on how many data sets repetitions with other folds agree."""
    return shares(_about(found, "replicability"))


def _about(found: Sequence[Finding], question: str) -> Sequence[Finding]:
    asked = {each.question for each in found}
    if asked != {question}:
        raise InputError(
            f"findings are about {', '.join(sorted(asked)) or 'nothing'}; expected {question} alone"
        )
    return found


def shares(found: Sequence[Finding]) -> Figure:
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
    level = nearest_level(alpha)
    rows = [_spread(_named(risk), [each.share(level) for each in risk.null]) for risk in table]
    return _measured(rows, "False alarms", 100 * level)


def measured_replicability(table: Sequence[Risk]) -> Figure:
    """The shipped table as a figure: on how many data sets ten repetitions agreed, setting by setting."""

    def agreed(each: InSetting) -> float:
        return each.agreed / each.repeated

    rows = [
        _spread(_named(risk), [agreed(each) for each in risk.settings if each.repeated])
        for risk in table
        if any(each.repeated for each in risk.settings)
    ]
    return _measured(rows, TITLES["replicability"], None)


def _measured(rows: list[Row], title: str, line: float | None) -> Figure:
    if not rows:
        raise InputError(
            "nothing was measured of these; expected entries of the table, as risks() gives them"
        )
    key = _key(True, None if line is None else line / 100)
    panel = Rows(title="", x_label=f"% of data sets; {key}", rows=tuple(rows), line=line)
    return Figure(title=title, panels=(panel,), narrow=True)


def _named(risk: Risk) -> str:
    options = ", ".join(f"{name} {value}" for name, value in risk.options.items())
    return f"{risk.method} ({options})" if options else risk.method


def power_curves(found: Sequence[Finding], *, against: Literal["truth", "n"] = "truth") -> Figure:
    """How often each method finds the better one, with Monte-Carlo bands.

    ``against`` the true difference, in points, or the number of items that a setting's key names.
    """
    _about(found, "power")
    where: Callable[[Finding], float] = _truth if against == "truth" else _items
    methods = list(dict.fromkeys(each.method for each in found))
    series = [
        _curve(method, sorted((e for e in found if e.method == method), key=where), where)
        for method in methods
    ]
    what = "true difference, points" if against == "truth" else "items in a data set"
    panel = Panel(
        title="",
        x_label=f"{what}; bands: 95 % Monte-Carlo intervals",
        y_label=f"% of data sets: {DOING['power']}",
        series=tuple(series),
    )
    return Figure(title=TITLES["power"], panels=(panel,), narrow=True)


def _truth(each: Finding) -> float:
    return 100 * abs(each.truth)


def _items(each: Finding) -> float:
    """The number in a key such as contact-lenses:n-300:c45-vs-c45-full."""
    sizes = [part[2:] for part in each.setting.split(":") if part.startswith("n-") and part[2:].isdigit()]
    if not sizes:
        raise InputError(
            f"the setting {each.setting} does not name its size; draw against the true difference"
        )
    return float(sizes[0])


def _curve(method: str, some: Sequence[Finding], where: Callable[[Finding], float]) -> Series:
    ends = 100 * np.array([each.interval for each in some])
    return Series(
        label=method,
        x=np.array([where(each) for each in some]),
        y=100 * np.array([each.share for each in some]),
        low=ends[:, 0],
        high=ends[:, 1],
    )


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
    return np.unique(np.concatenate([np.arange(tail), middle, np.arange(many - tail, many)]))
