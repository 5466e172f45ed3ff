"""Wilcoxon's signed-rank test over data sets."""

import math
from functools import lru_cache

import numpy as np
from scipy import special

from bakeoff.core.exceptions import InputError
from bakeoff.core.method import Method
from bakeoff.core.outcomes import DatasetScores, Floats, Ints
from bakeoff.core.result import ROUNDING, Alternative, Interval, Result
from bakeoff.core.works import DEMSAR_2006, WILCOXON_1945
from bakeoff.methods._reference import Asked, noise_of, two_tails
from bakeoff.methods._signs import TOO_FEW, tie_notes
from bakeoff.methods.sign import INDEPENDENT_DATASETS

EXACT_UP_TO = 200  # beyond this the normal approximation, a little too cautious far in the tails


def wilcoxon(scores: DatasetScores, *, level: float, alternative: Alternative, zeros: str = "drop") -> Result:
    """Rank the absolute differences, and sum the ranks of those that A wins.

    Ties share their mean rank; differences of 0 are dropped (Wilcoxon), or ranked first and then dropped
    (``zeros="pratt"``). Up to 200 data sets the distribution over all sign patterns is computed exactly,
    including ties. The estimate is the Hodges-Lehmann median of all pairwise means of the ranked differences
    (without means of two zeros), and its interval is a pair of their order statistics at the critical value
    of the rank sum.

    Examples
    --------
    >>> scores = DatasetScores(a=[0.9, 0.8, 0.7, 0.9, 0.6], b=[0.8, 0.85, 0.4, 0.7, 0.2])
    >>> wilcoxon(scores, level=0.95, alternative="two-sided").p_value
    0.125
    """
    if zeros not in ("drop", "pratt"):
        raise InputError(f'zeros is {zeros!r}; expected "drop" or "pratt"')
    x, noise = scores.a - scores.b, noise_of(scores.a, scores.b)
    x = np.where(np.abs(x) <= noise, 0.0, x)
    doubled = _doubled_ranks(np.abs(x), noise, drop_zeros=zeros == "drop")
    untied, won = doubled[x != 0], int(np.sum(doubled[x > 0]))
    p = _p_value(untied, won, alternative) if untied.size else 1.0
    walsh = _pairwise_means(x if zeros == "pratt" else x[x != 0])
    asked = Asked("wilcoxon", level, alternative)
    interval = _interval(asked, walsh, untied)
    bounded = math.isfinite(interval.low) or math.isfinite(interval.high)
    return asked.result(
        estimate=float(np.median(walsh)) if walsh.size else 0.0,
        interval=interval,
        statistic=won / 2,
        p_value=p,
        n=x.size,
        notes=tie_notes(x.size - untied.size, x.size) + (() if bounded else (TOO_FEW,)),
        degenerate=untied.size == 0,
        favours=int(np.sign(2 * won - np.sum(untied))),
    )


def _doubled_ranks(sizes: Floats, noise: float, *, drop_zeros: bool) -> Ints:
    """Twice the mean rank of each size, a whole number; sizes closer than rounding noise are tied."""
    order = np.argsort(sizes, kind="stable")
    ranked = sizes[order]
    group = np.concatenate([[0], np.cumsum(np.diff(ranked) > 2 * noise)])
    counts = np.bincount(group)
    last = np.cumsum(counts) - (np.sum(sizes == 0) if drop_zeros else 0)
    doubled = np.empty(sizes.size, dtype=np.int64)
    doubled[order] = (2 * last - counts + 1)[group]
    return np.maximum(doubled, 0)


def _p_value(doubled: Ints, won: int, alternative: Alternative) -> float:
    total = int(np.sum(doubled))
    if doubled.size > EXACT_UP_TO:
        return _normal_p(doubled, won, total, alternative)
    chances = _distribution(doubled)
    return float(two_tails(np.sum(chances[won:]), np.sum(chances[: won + 1]), alternative))


def _distribution(weights: Ints) -> Floats:
    """Probability of each sum when every weight is kept or not by the throw of a fair coin."""
    return _of_coins(tuple(np.sort(weights).tolist()))


@lru_cache(maxsize=32)  # pairs of many learners on the same data sets mostly have the same ranks
def _of_coins(weights: tuple[int, ...]) -> Floats:
    chances = np.zeros(sum(weights) + 1)
    chances[0] = 1.0
    for weight in weights:
        kept = np.zeros_like(chances)
        kept[weight:] = chances[: chances.size - weight]
        chances = (chances + kept) / 2
    return chances


def _normal_p(doubled: Ints, won: int, total: int, alternative: Alternative) -> float:
    """Normal approximation with the exact variance and a continuity correction of half a rank."""
    spread = _spread(doubled)
    at_least, at_most = (special.ndtr((side * (won - total / 2) + 1) / spread) for side in (-1, 1))
    return float(two_tails(at_least, at_most, alternative))


def _spread(doubled: Ints) -> float:
    """The standard deviation of the doubled rank sum."""
    return math.sqrt(float(np.sum(doubled.astype(float) ** 2)) / 4)


def _pairwise_means(x: Floats) -> Floats:
    """Means of all pairs, each with itself as well, in order; those of two zeros left out."""
    first, second = np.triu_indices(x.size)
    told = (x[first] != 0) | (x[second] != 0)
    means: Floats = np.sort((x[first] + x[second])[told] / 2)
    return means


def _interval(asked: Asked, walsh: Floats, doubled: Ints) -> Interval:
    """Cut off as many pairwise means at each end as the largest rank sum that the test rejects.

    The rank sum of the losing side is the number of pairwise means on its side of 0, those that are 0
    counted half, so that both judge 0 alike.
    """
    tail = asked.tail + ROUNDING
    if doubled.size <= EXACT_UP_TO:
        rejected = int(np.searchsorted(np.cumsum(_distribution(doubled)), tail, side="right"))
        cut = (rejected + 1) // 2
    else:
        middle, spread = float(np.sum(doubled)) / 2, _spread(doubled)
        cut = math.floor((middle + spread * float(special.ndtri(tail)) + 1) / 2)
    edges = np.concatenate([[-np.inf], walsh, [np.inf]])
    cut = min(max(cut, 0), walsh.size // 2)
    return asked.interval(float(edges[cut]), float(edges[walsh.size + 1 - cut]))


record = Method(
    key="wilcoxon",
    title="Wilcoxon signed-rank",
    takes=DatasetScores,
    compute=wilcoxon,
    latex=(
        r"W = \sum_{i: d_i > 0} \operatorname{rank}(|d_i|), "
        r"\quad \hat{\theta} = \operatorname{median}_{i \le j} \frac{d_i + d_j}{2}"
    ),
    assumptions=(INDEPENDENT_DATASETS, "differences on different data sets are comparable and symmetric"),
    references=(WILCOXON_1945, DEMSAR_2006),
    estimates="the median of all pairwise means of the differences (Hodges-Lehmann)",
    valid_in=("many-datasets",),
    invalid_in=("related-datasets",),
    options={"zeros": '"drop" (default, Wilcoxon) or "pratt" (rank them first, then drop them)'},
)
