"""Intervals for an error rate as figures: all kinds for one count, and a few over all counts."""

import math
from collections.abc import Sequence

import numpy as np

from bakeoff.core.alternative import parse_fraction
from bakeoff.core.exhibit import Figure, Panel, Row, Rows, Series
from bakeoff.core.outcomes import Floats
from bakeoff.core.words import in_step
from bakeoff.intervals import INTERVALS
from bakeoff.intervals._applicability import applicability
from bakeoff.intervals._counts import counts

MAIN = ("jeffreys", "wilson", "clopper-pearson", "textbook-continuity")
PLACES = 200  # counts of errors along a curve


def explorer(errors: int, n: int, level: float = 0.95, *, method: str = "jeffreys") -> Figure:
    """Every kind of interval that knows the level, below each other; ``method`` is drawn strong.

    Normal approximations are faint where not every rule allows them. Martin & Hirschberg's Figures 2 and 4
    are drawn of such limits.

    Examples
    --------
    >>> panel, = explorer(8, 100).panels
    >>> panel.rows[0].label, panel.rows[0].note
    ('Jeffreys', '3.9 to 14.5 %')
    """
    tail = (1 - parse_fraction(level, "level")) / 2
    counts(errors, n)
    keys = sorted(_known(tail), key=lambda key: key != INTERVALS[method].key)
    rules = applicability(errors, n)
    normal = rules.hodges_lehmann and rules.anderson_sclove and rules.mendenhall and rules.honavar
    rows = tuple(_row(key, errors, n, tail, strong=key == method, normal=normal) for key in keys)
    faint = "; dotted: not to be trusted here" if any(row.weight == "faint" for row in rows) else ""
    panel = Rows(
        title="",
        x_label=f"true error rate, %; line: {errors} of {n} observed, {100 * errors / n:.3g} %{faint}",
        rows=rows,
        line=100 * errors / n,
    )
    return Figure(title=f"Intervals at {100 * level:g} %", panels=(panel,), narrow=True)


def _known(tail: float) -> list[str]:
    """The kinds that know a tail."""
    only = {key: INTERVALS[key].only_tail for key in INTERVALS.keys()}  # noqa: SIM118 - not a dict
    return [key for key, known in only.items() if known is None or math.isclose(known, tail, abs_tol=1e-9)]


def _row(key: str, errors: int, n: int, tail: float, *, strong: bool, normal: bool) -> Row:
    low, high = (100 * float(end) for end in INTERVALS[key].compute(np.float64(errors), np.float64(n), tail))
    ends = [text.replace("-", "\N{MINUS SIGN}") for text in in_step(low, high)]
    doubtful = key.startswith("textbook") and not normal
    return Row(
        label=INTERVALS[key].title,
        estimate=100 * errors / n,
        low=low,
        high=high,
        note=f"{ends[0]} to {ends[1]} %",
        weight="strong" if strong else "faint" if doubtful else "plain",
    )


def explorer_curves(n: int, level: float = 0.95, *, methods: Sequence[str] = MAIN) -> Figure:
    """The limits of some kinds of interval over all counts of errors on n items, and how wide they are.

    Examples
    --------
    >>> [panel.y_label for panel in explorer_curves(20).panels]
    ['limits of the true error rate, %', 'width of the interval, points']
    """
    tail = (1 - parse_fraction(level, "level")) / 2
    counts(0, n)
    m = np.unique(np.round(np.linspace(0, n, min(n, PLACES) + 1)))
    known = [key for key in methods if INTERVALS[key].key in _known(tail)]
    ends = {INTERVALS[key].title: _limits(key, m, n, tail) for key in known}
    rate = 100 * m / n
    limits = tuple(
        Series(
            label=label, x=np.concatenate([rate, rate[-1:], rate]), y=np.concatenate([low, [np.nan], high])
        )
        for label, (low, high) in ends.items()
    )
    widths = tuple(Series(label=label, x=rate, y=high - low) for label, (low, high) in ends.items())
    x_label = f"observed error rate on {n} items, %"
    panels = (
        Panel(title="", x_label=x_label, y_label="limits of the true error rate, %", series=limits),
        Panel(title="", x_label=x_label, y_label="width of the interval, points", series=widths),
    )
    return Figure(title=f"Limits at {100 * level:g} % on {n} items", panels=panels, narrow=True)


def _limits(key: str, m: Floats, n: int, tail: float) -> tuple[Floats, Floats]:
    low, high = INTERVALS[key].compute(m, np.full_like(m, n), tail)
    return 100 * low, 100 * high
