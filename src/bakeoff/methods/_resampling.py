"""Resampling by kinds of units: exactly that of the items or clusters, at any number of them."""

import math
from collections.abc import Callable
from typing import Literal, cast, get_args

import numpy as np
from scipy import special

from bakeoff.core.checks import check_resamples
from bakeoff.core.exceptions import InputError
from bakeoff.core.influences import influence_degrees
from bakeoff.core.outcomes import Floats
from bakeoff.core.result import Alternative, Interval, Result
from bakeoff.methods._kinds import Kinds, draw_weights, in_chunks, unit_by_unit
from bakeoff.methods._reference import Asked, normal_quantile, student_quantile, two_tails

SAME = 1e-12  # differences closer than this count as equal
NO_BCA = "the BCa interval is undefined for these data; this is the percentile interval"
Ends = Literal["expanded", "percentile", "bca"]


def parse_ends(text: object) -> Ends:
    """Accept ``"expanded"``, ``"percentile"`` or ``"bca"``."""
    if text not in get_args(Ends):
        raise InputError(f'interval is {text!r}; expected "expanded", "percentile" or "bca"')
    return cast(Ends, text)


def enough_resamples(resamples: int) -> None:
    """Refuse what is not a number of resamples."""
    check_resamples(resamples, fewest=1)


def draw_gaps(
    draw: Callable[[int, np.random.Generator], Floats],
    resamples: int,
    width: int,
    *path: object,
    threads: bool = True,
    even: bool = False,
) -> tuple[Floats, tuple[str, ...]]:
    """Gaps of ``resamples`` draws, in bounded memory; 0/0 ones are left out and counted.

    Where A and B are ``even``, each draw counts for both of them: half as many are drawn.
    """
    count = -(-int(resamples) // 2) if even else int(resamples)
    gaps = np.concatenate(in_chunks(draw, count, width, *path, threads=threads))
    gaps = np.concatenate([gaps, -gaps]) if even else gaps
    lost = int(np.sum(~np.isfinite(gaps)))
    if lost > gaps.size / 2:
        raise InputError(
            f"the metric is undefined (0/0) in {lost} of {gaps.size} resamples; use another metric"
        )
    return gaps[np.isfinite(gaps)], (
        f"{lost} resamples were left out because the metric was undefined (0/0)",
    ) if lost else ()


def bootstrap_gaps(
    kinds: Kinds, resamples: int, root: int, *, even: bool = False
) -> tuple[Floats, tuple[str, ...]]:
    """Paired bootstrap: multinomial draws of the units by kind."""

    def by_weights(count: int, rng: np.random.Generator) -> Floats:
        return kinds.gaps(draw_weights(kinds.repeats, count, rng))

    return draw_gaps(
        kinds.draw or by_weights,
        resamples,
        kinds.width,
        root,
        "bootstrap",
        resamples,
        threads=not unit_by_unit(kinds.repeats),
        even=even,
    )


def bootstrap_interval(
    kinds: Kinds,
    gaps: Floats,
    asked: Asked,
    ends: Ends = "expanded",
) -> tuple[Interval, tuple[str, ...]]:
    """Percentiles of the gaps, and the estimate."""
    notes: tuple[str, ...] = ()
    tail = min(asked.tail, 0.5)
    shares = (tail, 1 - tail)
    if ends == "expanded":
        shares = _expanded(kinds, tail)
    elif ends == "bca":
        found = _accelerated(kinds, gaps, tail)
        shares, notes = (found, notes) if found else (shares, (NO_BCA,))
    low, high = (float(q) for q in np.quantile(gaps, shares))
    low, high = min(low, kinds.estimate), max(high, kinds.estimate)
    low, high = max(low, -kinds.span), min(high, kinds.span)  # a metric may round beyond its range
    return asked.interval(low, high, bound=kinds.span), notes


def _expanded(kinds: Kinds, tail: float) -> tuple[float, float]:
    """Percentiles further out, as Student's quantile is to the normal one.

    Percentiles alone are those of a normal quantile times a standard deviation that divides by n. The
    degrees of freedom are those that the spread of the influences itself shows.
    """
    units, moved = kinds.units, kinds.influences
    if units < 2 or not np.any(moved):
        return tail, 1 - tail
    reach = student_quantile(influence_degrees(moved, kinds.repeats), tail)
    share = float(special.ndtr(-reach * math.sqrt(units / (units - 1))))
    return share, 1 - share


def expanded_p(kinds: Kinds, p_value: float, alternative: Alternative) -> float:
    """The p-value that goes with expanded percentiles: the share beyond 0, judged as Student's t would be.

    The inverse of what `bootstrap_interval` does to a tail, so that both say the same of 0.
    """
    sides = 2 if alternative == "two-sided" else 1
    units, moved = kinds.units, kinds.influences
    if units < 2 or not np.any(moved) or p_value >= 1:
        return p_value
    reach = float(special.ndtri(p_value / sides)) * math.sqrt((units - 1) / units)
    return min(1.0, sides * float(special.stdtr(influence_degrees(moved, kinds.repeats), reach)))


def _accelerated(kinds: Kinds, gaps: Floats, tail: float) -> tuple[float, float] | None:
    """The shares of the gaps below both ends by BCa (Efron & Tibshirani 1993, chapter 14), if defined."""
    below = np.sum(gaps < kinds.estimate - SAME) + np.sum(np.abs(gaps - kinds.estimate) <= SAME) / 2
    bias, pulled = float(special.ndtri(below / gaps.size)), kinds.without()
    if not (math.isfinite(bias) and np.all(np.isfinite(pulled))):
        return None
    moved = (kinds.repeats @ pulled) / kinds.units - pulled
    square = float(kinds.repeats @ moved**2)
    if square <= SAME**2:
        return None
    acceleration = float(kinds.repeats @ moved**3) / (6 * square**1.5)

    def share(z: float) -> float:
        left = 1 - acceleration * (bias + z)
        # Beyond the pole of the formula all gaps lie on one side.
        return float(special.ndtr(bias + (bias + z) / left)) if left > 0 else float(z > 0)

    z = normal_quantile(tail)
    return share(-z), share(z)


def tail_p(at_least: int, at_most: int, resamples: int, differing: int, alternative: Alternative) -> float:
    """The p-value with the +1 rule, so that it is never 0.

    Nor is it ever below the smallest p-value of a sign test on the units that differ.
    """
    for_a, for_b = (at_least + 1) / (resamples + 1), (at_most + 1) / (resamples + 1)
    for_a, for_b = (max(share, 2.0**-differing) for share in (for_a, for_b))
    return float(two_tails(for_a, for_b, alternative))


def simulated(
    asked: Asked,
    kinds: Kinds,
    *,
    interval: Interval,
    p_value: float,
    resamples: int,
    notes: tuple[str, ...],
    degenerate: bool = False,
    least_p: float | None = None,
    favours: int | None = None,
) -> Result:
    """A result that carries the Monte-Carlo error of its p-value."""
    sides = 2 if asked.alternative == "two-sided" else 1  # a two-sided p-value is twice a share of resamples
    share = p_value / sides
    error = sides * np.sqrt(share * (1 - share) / resamples)
    return asked.result(
        estimate=kinds.estimate,
        interval=interval,
        p_value=p_value,
        n=kinds.n,
        notes=(f"{resamples} resamples: the p-value has a Monte-Carlo error of {error:.2g}", *notes),
        degenerate=degenerate,
        favours=favours,
        resamples=resamples,
        least_p=sides / (resamples + 1) if least_p is None else least_p,
    )
