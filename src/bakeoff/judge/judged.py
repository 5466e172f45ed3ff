"""What labels show about a judge: what it adds, whether it agrees with people, and what it favours."""

import math

import numpy as np
from scipy import special

from bakeoff.core.judged import Agreement, JudgeBias, Judged
from bakeoff.core.outcomes import Floats, JudgedItems
from bakeoff.core.result import Interval
from bakeoff.methods._powered import Powered, powered
from bakeoff.methods._reference import student_quantile

FEWEST = 3  # labelled items for an agreement or a bias


def judged_of(
    items: JudgedItems, level: float, *, lengths: Floats | None = None, first: Floats | None = None
) -> Judged:
    """The facts; ``lengths`` are differences in length, ``first`` is 1 where A is shown first, else 0."""
    found, gap = powered(items), items.a - items.b
    spread = None if lengths is None else float(np.std(lengths))
    given = {"length": lengths / spread if lengths is not None and spread else lengths, "position": first}
    excess = gap - (items.human_a - items.human_b)
    biases = [
        JudgeBias(by=by, size=tilt[0], interval=tilt[1], spread=spread if by == "length" else None)  # type: ignore[arg-type]
        for by, x in given.items()
        if x is not None and (tilt := _tilt(x[items.labelled], excess[items.labelled], level))
    ]
    return Judged(
        items=len(gap),
        labels=items.n,
        use=found.use,
        weight=found.weight if found.use == "judge" else 0.0,
        judge_alone=float(np.mean(np.sort(gap))),
        labels_alone=found.alone.estimate,
        labels_interval=around(found.alone.estimate, found.alone.variance, found.alone.df, level),
        worth=items.n * found.alone.variance / found.used.variance if found.used.variance else float(items.n),
        labels_to_halve=_to_halve(found, items.n, len(gap), level),
        agreement=_agreement(items, level),
        biases=tuple(biases),
    )


def around(estimate: float, variance: float, df: float, level: float) -> Interval:
    """An interval by Student's t."""
    reach = student_quantile(df, (1 - level) / 2) * math.sqrt(variance)
    return Interval(low=estimate - reach, high=estimate + reach)


def _to_halve(found: Powered, labels: int, items: int, level: float) -> int | None:
    """The fewest labels in total that would halve the width of the interval, all else equal.

    With m of M items labelled the variance is ``var Y / m (1 - r^2 (M - m) / M)``, r the correlation of judge
    and people.
    """
    if not found.used.variance:
        return None
    used = 1 - found.used.variance / found.alone.variance
    shared = used * items / (items - labels) if used else 0.0
    counts, tail = np.arange(labels, items + 1, dtype=np.float64), (1 - level) / 2
    variance = found.alone.variance * labels / counts * (1 - shared * (items - counts) / items)
    reach = -special.stdtrit(counts - 1, tail) * np.sqrt(variance)
    now = student_quantile(found.used.df, tail) * math.sqrt(found.used.variance)
    enough = np.flatnonzero(reach <= now / 2)
    return int(counts[enough[0]]) if enough.size else None


def _agreement(items: JudgedItems, level: float) -> Agreement | None:
    """Weighted kappa over the scores of both models, its error by leaving out one item (or cluster)."""
    known = items.labelled
    people, judge = (
        np.stack([a[known], b[known]]) for a, b in ((items.human_a, items.human_b), (items.a, items.b))
    )
    units = np.arange(items.n) if items.clusters is None else items.clusters[known]
    codes = np.unique(units, return_inverse=True)[1]
    sums = np.stack(
        [
            np.bincount(codes, weights=each.sum(axis=0))
            for each in (np.ones_like(people), people, judge, people**2, judge**2, people * judge)
        ]
    )
    whole = sums.sum(axis=1)
    kappa, without = float(_kappa(whole)), _kappa(whole[:, np.newaxis] - sums)
    count = len(without)
    if count < FEWEST or not np.isfinite(kappa) or not np.isfinite(without).all():
        return None
    variance = (count - 1) / count * float(np.sum((without - without.mean()) ** 2))
    low, high = around(kappa, variance, count - 1, level)
    return Agreement(
        kappa=kappa, interval=Interval(low=max(low, -1.0), high=min(high, 1.0)), scores=2 * items.n
    )


def _kappa(sums: Floats) -> Floats:
    """``1 - mean (h - j)^2 / mean over all pairs (h - j)^2`` from sums of 1, h, j, h^2, j^2 and h j."""
    n, h, j, hh, jj, hj = sums
    with np.errstate(divide="ignore", invalid="ignore"):
        seen = (hh + jj - 2 * hj) / n
        by_chance = (hh + jj) / n - 2 * h * j / n**2
        found: Floats = 1 - seen / by_chance
    return found


def _tilt(x: Floats, excess: Floats, level: float) -> tuple[float, Interval] | None:
    """The slope of the judge's excess over people, with its jackknife error."""
    apart, n = x - x.mean(), len(x)
    spread = float(np.sum(apart**2))
    if n < FEWEST or not spread:
        return None
    slope = float(np.sum(apart * excess)) / spread
    left = excess - excess.mean() - slope * apart
    leverage = 1 / n + apart**2 / spread
    if (leverage >= 1 - 1e-12).any():
        return None
    variance = float(np.sum((apart * left / (1 - leverage)) ** 2)) / spread**2 * (n - 1) / n
    return slope, around(slope, variance, n - 2, level)
