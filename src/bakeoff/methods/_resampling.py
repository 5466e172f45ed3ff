"""Resampling of the joint table truth x A x B: exactly that of the items, at any number of them."""

from collections.abc import Callable

import numpy as np

from bakeoff.core.alternative import Alternative, keep_asked_ends, tail_share
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, Ints, PairedLabels, whole
from bakeoff.core.result import Interval, Result
from bakeoff.methods._reference import reach_zero

BATCH = 1 << 22  # numbers held at once
SAME = 1e-12  # differences closer than this count as equal
ANY_METRIC = "Do two classifiers differ in a metric on the population that one test set was drawn from?"


def observed_gap(labels: PairedLabels) -> float:
    """The metric of A minus that of B; refuses a metric that is 0/0."""
    gap = float(_gaps(labels, labels.table[None])[0])
    if not np.isfinite(gap):
        raise InputError(
            f"the metric is 0/0 on these items{_why(labels)}; choose another metric, such as "
            f"balanced-accuracy, or another class"
        )
    return gap


def _why(labels: PairedLabels) -> str:
    """Who says one class alone, which leaves many metrics without an answer."""
    for name, said in (("A", labels.table.sum(axis=(0, 2))), ("B", labels.table.sum(axis=(0, 1)))):
        if np.count_nonzero(said) == 1:
            return f", because {name} says {labels.labels[int(np.argmax(said))]!r} of every item"
    return ""


def draw_gaps(
    labels: PairedLabels,
    resamples: int,
    draw: Callable[[int], Ints],
) -> tuple[Floats, tuple[str, ...]]:
    """Gaps of ``resamples`` tables from ``draw``, in bounded memory; 0/0 ones are left out and counted."""
    if whole(resamples, "resamples") < 1:
        raise InputError("resamples is 0; expected at least one, and 1000 or more for a steady p-value")
    resamples, batch = int(resamples), max(1, BATCH // labels.table.size)
    parts = [_gaps(labels, draw(min(batch, resamples - start))) for start in range(0, resamples, batch)]
    gaps = np.concatenate(parts)
    lost = int(np.sum(~np.isfinite(gaps)))
    if lost > resamples / 2:
        raise InputError(f"the metric is 0/0 in {lost} of {resamples} resamples; choose another metric")
    return gaps[np.isfinite(gaps)], (f"{lost} resamples left out: the metric was 0/0",) if lost else ()


def bootstrap_gaps(
    labels: PairedLabels, resamples: int, rng: np.random.Generator
) -> tuple[Floats, tuple[str, ...]]:
    """Paired bootstrap: multinomial draws of the cells that hold any items."""
    cells = np.flatnonzero(labels.table)
    shares = labels.table.ravel()[cells] / labels.n

    def draw(count: int) -> Ints:
        tables = np.zeros((count, labels.table.size), dtype=np.int64)
        tables[:, cells] = rng.multinomial(labels.n, shares, size=count)
        return tables.reshape(count, *labels.table.shape)

    return draw_gaps(labels, resamples, draw)


def percentile_interval(
    gaps: Floats, estimate: float, p_value: float, level: float, alternative: Alternative
) -> Interval:
    """Percentiles of the bootstrap gaps; holds the estimate, and 0 where the test does not reject it."""
    tail = min(tail_share(level, alternative), 0.5)
    low, high = (float(q) for q in np.quantile(gaps, [tail, 1 - tail]))
    low, high = min(low, estimate), max(high, estimate)
    low, high = reach_zero(low, high, p_value, level)
    low, high = keep_asked_ends(low, high, alternative)
    return Interval(low=low, high=high)


def tail_p(at_least: int, at_most: int, resamples: int, alternative: Alternative) -> float:
    """The p-value with the +1 rule, so that it is never 0."""
    for_a, for_b = (at_least + 1) / (resamples + 1), (at_most + 1) / (resamples + 1)
    return {"greater": for_a, "less": for_b, "two-sided": min(1.0, 2 * min(for_a, for_b))}[alternative]


def simulated(
    method: str,
    labels: PairedLabels,
    *,
    estimate: float,
    interval: Interval,
    p_value: float,
    resamples: int,
    level: float,
    alternative: Alternative,
    notes: tuple[str, ...],
    degenerate: bool = False,
) -> Result:
    """A result that carries the Monte-Carlo error of its p-value."""
    sides = 2 if alternative == "two-sided" else 1  # a two-sided p-value is twice a share of resamples
    share = p_value / sides
    error = sides * np.sqrt(share * (1 - share) / resamples)
    return Result(
        method=method,
        estimate=estimate,
        interval=interval,
        level=level,
        alternative=alternative,
        p_value=p_value,
        n=labels.n,
        notes=(f"{resamples} resamples: the p-value has a Monte-Carlo error of {error:.2g}", *notes),
        degenerate=degenerate,
    )


def differing(table: Ints) -> int:
    """How many items A and B label differently."""
    return int(table.sum() - np.trace(table, axis1=1, axis2=2).sum())


def _gaps(labels: PairedLabels, tables: Ints) -> Floats:
    """The metric of A minus that of B for stacked joint tables [..., truth, a, b]."""
    of_a = np.swapaxes(tables.sum(axis=-1), -1, -2)
    of_b = np.swapaxes(tables.sum(axis=-2), -1, -2)
    gaps: Floats = labels.metric(of_a) - labels.metric(of_b)
    return gaps
