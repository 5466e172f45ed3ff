"""Pictures as SVG that takes its colours from the page, light or dark."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from bakeoff.core.rate_interval import RateInterval

WIDTH, LEFT, RIGHT, ROW = 640, 200, 620, 26
BRADLEY = 0.075  # Bradley's (1978) liberal limit for a nominal 5 %


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line of a chart of rates: its label, and each rate with its description."""

    label: str
    rates: tuple[tuple[float, str], ...]
    reach: tuple[float, float] | None = None


def _framed(body: str, *, height: float, alt: str, key: str) -> str:
    """A picture in a box that scrolls on narrow screens; the keyboard reaches it."""
    return (
        f'<div class="chart" role="group" aria-label="{escape(alt)}" tabindex="0">'
        f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-labelledby="{key}-title">'
        f'<title id="{key}-title">{escape(alt)}</title>{body}</svg></div>'
    )


def _text(x: float, y: float, text: str, *, anchor: str = "start", kind: str = "") -> str:
    styled = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{styled}>{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def _step(highest: float) -> float:
    return next(step for step in (0.02, 0.05, 0.1, 0.2, 0.25) if highest / step <= 7)


def rates(rows: Sequence[Row], *, nominal: float, alt: str, key: str) -> str:
    """Rates as dots, one line for each kind; filled where they are too high."""
    highest = max([2 * BRADLEY, *(rate for row in rows for rate, _ in row.rates)]) * 1.05
    bottom = 8 + ROW * len(rows)

    def at(rate: float) -> float:
        return LEFT + (RIGHT - LEFT) * rate / highest

    ticks = [tick for tick in np.arange(0, highest, _step(highest)) if tick <= highest]
    body = [_line(at(tick), 4, at(tick), bottom, "grid") for tick in ticks]
    body += [_text(at(tick), bottom + 16, f"{100 * tick:g} %", anchor="middle") for tick in ticks]
    body += [_line(at(nominal), 4, at(nominal), bottom, "nominal")]
    for place, row in enumerate(rows):
        body += _row(row, 8 + ROW * (place + 0.5), at)
    return _framed("".join(body), height=bottom + 24, alt=alt, key=key)


def _dot(x: float, y: float, kind: str, what: str) -> str:
    told = f"<title>{escape(what)}</title>"
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" class="{kind}">{told}</circle>'


def _row(row: Row, y: float, at: Callable[[float], float]) -> list[str]:
    reach = [_line(at(max(row.reach[0], 0)), y, at(row.reach[1]), y, "reach")] if row.reach else []
    dots = [_dot(at(rate), y, "high" if rate > BRADLEY else "held", what) for rate, what in row.rates]
    return [*_label(row.label, y), *reach, *dots]


def _label(label: str, y: float) -> list[str]:
    """The label of a line of a chart, in two lines where it has a break."""
    lines = label.split("\n")
    first = y + 4 if len(lines) == 1 else y - 2
    return [_text(LEFT - 10, first + 12 * at, line, anchor="end") for at, line in enumerate(lines)]


def biases(rows: Sequence[Row], *, alt: str, key: str) -> str:
    """Means around 0, in points, with their intervals; one line for each kind."""
    ends = [end for row in rows for end in (*(row.reach or ()), *(rate for rate, _ in row.rates))]
    furthest = max(0.05, *map(abs, ends)) * 1.05
    bottom = 8 + ROW * len(rows)

    def at(bias: float) -> float:
        return LEFT + (RIGHT - LEFT) * (bias + furthest) / (2 * furthest)

    step = _step(2 * furthest)
    ticks = [step * number for number in range(-9, 10) if abs(step * number) <= furthest]
    body = [_line(at(tick), 4, at(tick), bottom, "nominal" if tick == 0 else "grid") for tick in ticks]
    body += [
        _text(at(tick), bottom + 16, f"{100 * tick:+g}" if tick else "0", anchor="middle") for tick in ticks
    ]
    for place, row in enumerate(rows):
        y = 8 + ROW * (place + 0.5)
        low, high = row.reach or (0.0, 0.0)
        body += [_text(LEFT - 10, y + 4, row.label, anchor="end"), _line(at(low), y, at(high), y, "reach")]
        body += [_dot(at(rate), y, "held", what) for rate, what in row.rates]
    return _framed("".join(body), height=bottom + 24, alt=alt, key=key)


def covering(interval: RateInterval, n: int, level: float, truths: Iterable[float]) -> list[float]:
    """The exact probability that the interval of n items covers each true rate."""
    from scipy.special import gammaln, xlog1py, xlogy

    m = np.arange(n + 1)
    prior = {"prior": (1, 1)} if interval.takes_prior else {}
    low, high = interval.compute(m.astype(float), np.full(n + 1, float(n)), (1 - level) / 2, **prior)
    ways = gammaln(n + 1) - gammaln(m + 1) - gammaln(n - m + 1)
    return [
        float(np.exp(ways + xlogy(m, truth) + xlog1py(n - m, -truth))[(low <= truth) & (truth <= high)].sum())
        for truth in truths
    ]


def coverage(interval: RateInterval, *, n: int = 50, level: float = 0.95) -> str:
    """The coverage of an interval at true rates from 0.5 to 50 %."""
    truths = np.linspace(0.005, 0.5, 200)
    found = covering(interval, n, level, truths)
    least = min(0.8, *found)
    height, left = 220, 60

    def x(truth: float) -> float:
        return left + (RIGHT - left) * truth / 0.5

    def y(share: float) -> float:
        return 10 + (height - 50) * (1 - share) / (1 - least)

    marks = [share for share in np.arange(0, 1.001, 0.05 if least > 0.6 else 0.2) if share >= least - 1e-9]
    body = [_line(left, y(share), RIGHT, y(share), "grid") for share in marks]
    body += [_text(left - 8, y(share) + 4, f"{100 * share:.0f} %", anchor="end") for share in marks]
    body += [
        _text(x(tick), height - 20, f"{100 * tick:g} %", anchor="middle") for tick in np.arange(0, 0.51, 0.1)
    ]
    body += [_line(left, y(level), RIGHT, y(level), "nominal")]
    points = " ".join(f"{x(truth):.1f},{y(share):.1f}" for truth, share in zip(truths, found, strict=True))
    body += [f'<polyline points="{points}" class="curve"/>']
    body += [_text((left + RIGHT) / 2, height - 4, "true error rate", anchor="middle")]
    ends = f"{100 * min(found):.0f} to {100 * max(found):.0f} %"
    alt = f"Coverage of the 95 % {interval.title} interval with {n} items: {ends}"
    return _framed("".join(body), height=height, alt=alt, key=interval.key)


def splits(parts: Sequence[tuple[Sequence[int], Sequence[int]]], n: int, *, alt: str, key: str) -> str:
    """Which items each split trains and tests on: test items filled, training items outlined."""
    size, left = 24, 70
    body = [
        f'<rect x="{left + size * item}" y="{10 + size * row}" width="{size - 4}" height="{size - 4}" '
        f'rx="3" class="{kind}"/>'
        for row, (train, test) in enumerate(parts)
        for kind, items in (("train", train), ("test", test))
        for item in sorted(set(items))
    ]
    body += [_text(left - 10, 24 + size * row, f"split {row + 1}", anchor="end") for row in range(len(parts))]
    below = 10 + size * len(parts) + 14
    body += [_text(left, below, f"{n} items; filled: tested, outlined: trained on")]
    return _framed("".join(body), height=below + 8, alt=alt, key=key)
