"""Cells and bars of rates in per cent, beside what Dietterich's text says of them."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from bakeoff.lab.papers._dietterich_simulated import TRIALS
from bakeoff.report.draw.exhibit import Cell, Panel, Printed, Series


def rate_error(share: float, draws: int, theirs: int | None = None) -> float:
    """The standard error of a share in per cent, less one from ``theirs`` draws where they are given."""
    kept = (share * draws + 0.5) / (draws + 1)  # half an event keeps the error from being 0
    return 100 * math.sqrt(kept * (1 - kept) * (1 / draws + (1 / theirs if theirs else 0.0)))


def rate_cell(
    row: str,
    column: str,
    share: float,
    draws: int,
    *,
    said: Printed = None,
    words: str = "",
    reason: str = "",
) -> Cell:
    """A share of draws in per cent, with the claim that it falls under where there is one.

    A claim was made of a share that came from as many trials as print has.
    """
    return Cell(
        row=row,
        column=column,
        published=said,
        computed=100 * share,
        digits=1,
        error=rate_error(share, draws, None if said is None else TRIALS),
        reason=reason,
        words=words,
    )


def rate_series(
    label: str, x: Sequence[Any], shares: Sequence[float], draws: int, kind: Literal["line", "bars"] = "line"
) -> Series:
    """Shares in per cent with their 95 % intervals."""
    reach = [1.96 * rate_error(share, draws) for share in shares]
    return Series(
        label=label,
        x=x,
        y=[100 * share for share in shares],
        kind=kind,
        low=[max(0.0, 100 * share - r) for share, r in zip(shares, reach, strict=True)],
        high=[min(100.0, 100 * share + r) for share, r in zip(shares, reach, strict=True)],
    )


def rate_bars(title: str, shares: Mapping[str, Mapping[str, float]], draws: int, level: float) -> Panel:
    """Bars with 95 % intervals for each test, side by side: ``shares[label][test]``."""
    series = tuple(
        rate_series(label, list(by_test), list(by_test.values()), draws, kind="bars")
        for label, by_test in shares.items()
    )
    return Panel(title=title, x_label="", y_label="false alarms, %", series=series, level=100 * level)
