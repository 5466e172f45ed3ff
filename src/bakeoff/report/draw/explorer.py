"""All kinds of interval for one error rate as a figure."""

import math
from dataclasses import replace

from bakeoff.core.result import Alternative, Interval, parse_fraction, tail_share
from bakeoff.core.written import in_step
from bakeoff.intervals import INTERVALS
from bakeoff.intervals._rate import applicability, interval
from bakeoff.report.draw.exhibit import Figure, Row, Rows


def explorer(
    errors: int,
    n: int,
    level: float = 0.95,
    *,
    method: str = "jeffreys",
    alternative: Alternative = "two-sided",
    prior: tuple[float, float] | None = None,
) -> Figure:
    """Every kind of interval that knows the level, below each other; ``method`` is first and strong.

    Normal approximations are faint where not every rule allows them. Martin & Hirschberg's Figures 2 and 4
    are drawn of such limits.

    Examples
    --------
    >>> panel, = explorer(8, 100).panels
    >>> panel.rows[0].label, panel.rows[0].note
    ('Jeffreys', '3.9 to 14.5 %')
    """
    chosen = INTERVALS[method].key
    tail = tail_share(parse_fraction(level, "level"), alternative)
    known = [each for each in INTERVALS if math.isclose(each.only_tail or tail, tail, abs_tol=1e-9)]
    rows = []
    for each in sorted(known, key=lambda record: record.key != chosen):
        own = prior if each.takes_prior else None
        found = interval(errors, n, method=each.key, level=level, alternative=alternative, prior=own)
        row = _row(each.title, found, errors / n, alternative)
        doubtful = each.normal and not normal_will_do(errors, n)
        rows.append(replace(row, weight="strong" if each.key == chosen else "faint" if doubtful else "plain"))
    faint = "; dotted: not to be trusted here" if any(row.weight == "faint" for row in rows) else ""
    panel = Rows(
        title="",
        x_label=f"true error rate, %; line: {errors} of {n} observed, {100 * errors / n:.3g} %{faint}",
        rows=tuple(rows),
        line=100 * errors / n,
    )
    what = "Intervals" if alternative == "two-sided" else "Bounds"
    return Figure(title=f"{what} at {100 * level:g} %", panels=(panel,), narrow=True)


def _row(label: str, found: Interval, rate: float, alternative: Alternative) -> Row:
    low, high = 100 * found.low, 100 * found.high
    ends = [text.replace("-", "\N{MINUS SIGN}") for text in in_step(low, high)]
    notes = {"greater": f"at least {ends[0]} %", "less": f"at most {ends[1]} %"}
    note = notes.get(alternative, f"{ends[0]} to {ends[1]} %")
    return Row(label=label, estimate=100 * rate, low=low, high=high, note=note)


def normal_will_do(errors: int, n: int) -> bool:
    """Whether every rule allows a normal approximation.

    >>> normal_will_do(8, 100), normal_will_do(50, 100)
    (False, True)
    """
    rules = applicability(errors, n)
    return all((rules.hodges_lehmann, rules.anderson_sclove, rules.mendenhall, rules.honavar))
