"""Delve's quasi-F test for scores by training set and item."""

import math

import numpy as np
from scipy import special

from bakeoff.core.exceptions import InputError
from bakeoff.core.method import Method
from bakeoff.core.outcomes import Floats, LayoutScores
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import RASMUSSEN_1996
from bakeoff.methods._reference import Asked, all_zero, directed_p, no_spread, noise_of


def quasi_f(layout: LayoutScores, *, level: float, alternative: Alternative) -> Result:
    """Compare the mean difference with the variation of training sets and items together.

    For differences d_ij of I training sets and J items, with mean squares MS_a of training sets, MS_b of
    items and MS_e of what is left: ``F = (I J mean^2 + MS_e) / (MS_a + MS_b)`` against F with Satterthwaite's
    degrees of freedom. The interval contains all differences that the test does not reject.

    Examples
    --------
    >>> layout = LayoutScores(a=[[1, 1, 0], [1, 1, 1]], b=[[0, 1, 0], [1, 0, 0]])
    >>> round(quasi_f(layout, level=0.95, alternative="two-sided").statistic, 4)
    13.0
    """
    asked, d = Asked("quasi-f", level, alternative), layout.a - layout.b
    if min(d.shape) < 2:
        raise InputError(
            f"quasi-f needs at least 2 training sets and 2 items; got {d.shape[0]} and {d.shape[1]}"
        )
    noise, mean = noise_of(layout.a, layout.b), float(np.mean(d))
    squares = _mean_squares(d, noise)
    if squares[0] + squares[1] == 0:
        return no_spread(
            asked,
            estimate=0.0 if abs(mean) <= noise else mean,
            df=None,
            n=d.size,
            signed=False,
            identical=all_zero(d, noise),
        )
    f, df = _statistic(mean, squares, d.shape)
    reach = _reach(squares, d.shape, 2 * min(asked.tail, 0.5))
    return asked.result(
        estimate=mean,
        interval=asked.interval(mean - reach, mean + reach),
        statistic=f,
        df=df,
        p_value=directed_p(float(special.fdtrc(*df, f)), mean, alternative),
        n=d.size,
    )


def _mean_squares(d: Floats, noise: float) -> tuple[float, float, float]:
    """Mean squares of training sets, items and the rest; what is rounding noise counts as 0."""
    sets, items = d.shape
    mean, by_set, by_item = np.mean(d), d.mean(axis=1, keepdims=True), d.mean(axis=0, keepdims=True)
    ms_sets = items * np.sum((by_set - mean) ** 2) / (sets - 1)
    ms_items = sets * np.sum((by_item - mean) ** 2) / (items - 1)
    ms_rest = np.sum((d - by_set - by_item + mean) ** 2) / ((sets - 1) * (items - 1))
    floor = d.size * noise**2
    a, b, e = (0.0 if value <= floor else float(value) for value in (ms_sets, ms_items, ms_rest))
    return a, b, e


def _statistic(
    mean: float, squares: tuple[float, float, float], shape: tuple[int, ...]
) -> tuple[float, tuple[float, float]]:
    sets, items = shape
    ms_sets, ms_items, ms_rest = squares
    effect = sets * items * mean**2
    top, bottom = effect + ms_rest, ms_sets + ms_items
    upper = top**2 / (effect**2 + ms_rest**2 / ((sets - 1) * (items - 1))) if top else 1.0
    lower = bottom**2 / (ms_sets**2 / (sets - 1) + ms_items**2 / (items - 1))
    return top / bottom, (upper, lower)


def _reach(squares: tuple[float, float, float], shape: tuple[int, ...], tails: float) -> float:
    """How far a difference may be from the mean without being rejected."""

    def p_value(distance: float) -> float:
        f, df = _statistic(distance, squares, shape)
        return float(special.fdtrc(*df, f))

    inside, outside = 0.0, math.sqrt((squares[0] + squares[1]) / (shape[0] * shape[1]))
    while p_value(outside) > tails:
        inside, outside = outside, 2 * outside
    for _ in range(200):
        middle = (inside + outside) / 2
        if not inside < middle < outside:
            break
        inside, outside = (middle, outside) if p_value(middle) > tails else (inside, middle)
    return outside


record = Method(
    key="quasi-f",
    title="quasi-F",
    takes=LayoutScores,
    compute=quasi_f,
    latex=r"F = \frac{I J \bar{d}^2 + MS_e}{MS_a + MS_b}",
    assumptions=(
        "training sets are disjoint random draws, and so are the items",
        "the effects of training sets, of items and of their interaction are additive and roughly normal",
    ),
    references=(RASMUSSEN_1996,),
    valid_in=("crossed-layout",),
)
