"""How likely the same decision is when the work is done again: a prediction under a flat prior.

The p-value is turned into a standard normal score z, whose decision is a region of scores. A repetition gives
another score around the same unknown centre, and the observed one varies about that centre as the new one
will: with a flat prior for the centre the new score is spread around z with twice the variance (Goodman
1992). A new test set moves z by 1, so that the prediction is a function of the p-value alone (Senn 2002),
unless a margin makes it depend on the interval. For new partitions of the same data, only the spread over
the runs shows by how much; whole runs are drawn with replacement to find it.

The prior is an assumption. Where true differences are mostly small, decisions are reached again less often
than predicted (Iverson, Lee & Wagenmakers 2009): with no true difference at all, the mean prediction after a
decision at 5 % is 60 %, and 2.5 % is true.
"""

import math
from dataclasses import replace
from typing import Literal

import numpy as np
from scipy import special

from bakeoff.core.outcomes import (
    Floats,
    FoldScores,
    PairedItems,
    PairedLabels,
    PairedScores,
    RankedItems,
    RatePair,
)
from bakeoff.core.result import Result, equivalence_level, tail_share
from bakeoff.core.rng import generator
from bakeoff.core.verdict import Replicability
from bakeoff.judge.facts import clusters_of
from bakeoff.judge.pitfalls import Case

DRAWS = 200
FARTHEST = 8.0  # scores beyond this are all the same: a decision there is never reversed
RANGE = 0.95
PLACES = np.arange(81.0)  # centres that are tried
AT_LEAST = 1 + 1e-9  # times the smallest p-value that could be counted: from there on draws say nothing
FEW = 20  # items on which just one is right: from there on the normal score is within a few points
FEW_CLUSTERS = 20  # degrees of freedom below which a score of Student is no normal one
Region = list[tuple[float, float]]


def replicability_of(case: Case) -> Replicability | None:
    """The probability of the same decision on new partitions or a new test set; None where it is unknown."""
    if case.result.degenerate or not case.background.repeatable or case.background.tuned_on_test:
        return None
    if isinstance(case.outcomes, FoldScores):
        return _of_partitions(case, _region(case))
    if isinstance(case.outcomes, PairedItems | PairedLabels | PairedScores | RankedItems | RatePair):
        return _of_test_sets(case)
    return None


def _of_test_sets(case: Case) -> Replicability | None:
    """From the score alone, or from the counts where few items distinguish the two.

    Nothing is computed for an unsound method, whose score has no variance of 1; of the best of several, which
    was selected; and of a handful of clusters.
    """
    got, df = case.outcomes, case.result.df
    few_clusters = clusters_of(got) and isinstance(df, int | float) and df < FEW_CLUSTERS
    if case.method.unsound or case.background.tried > 1 or few_clusters:
        return None
    by: Literal["p-value", "interval", "counts"]
    if isinstance(got, PairedItems) and got.only_a + got.only_b < FEW:
        from bakeoff.judge.fresh_items import chances_of_few

        by, (share, low, high) = "counts", chances_of_few(case)
    else:
        region = _region(case)
        plain = case.margin is None or region == _region(replace(case, margin=None))
        by = "p-value" if plain else "interval"
        share, low, high = _chances(_score_by_interval(case.result), 1.0, region)
    return Replicability(share=share, low=low, high=high, of="test sets", rests_on=case.result.n, by=by)


def _score(result: Result) -> float:
    """The p-value as a standard normal score, positive where A is ahead."""
    if result.alternative == "two-sided":
        size = -float(special.ndtri(result.p_value / 2))
        score = math.copysign(size, result.direction) if result.direction else 0.0
    else:
        score = float(special.ndtri(result.p_value)) * (-1 if result.alternative == "greater" else 1)
    return min(max(score, -FARTHEST), FARTHEST)


def _score_by_interval(result: Result) -> float:
    """The score; where no draw was more extreme, that of the interval, which shows how extreme it is."""
    score, (low, high) = _score(result), result.interval
    if not 0 < result.p_value <= AT_LEAST * result.least_p:
        return score
    reach = result.estimate - low if result.estimate > 0 else high - result.estimate
    usual = -float(special.ndtri(tail_share(result.level, result.alternative)))
    further = result.estimate / reach * usual if reach > 0 else score
    return min(max(further, -FARTHEST), FARTHEST) if abs(further) > abs(score) else score


def _region(case: Case) -> Region:
    """The scores that lead to the same decision."""
    asked = case.result.alternative
    sides = 2 if asked == "two-sided" else 1
    critical = -float(special.ndtri(case.alpha / case.background.tried / sides))
    to_a = critical if asked != "less" else math.inf
    to_b = -critical if asked != "greater" else -math.inf
    low, high = _equivalent(case)
    return {
        "equivalent": [(low, high)],
        "a-better": [(max(to_a, high), math.inf)],
        "b-better": [(-math.inf, min(to_b, low))],
        "undecided": [(to_b, to_a)] if low >= high else [(to_b, low), (high, to_a)],
    }[case.decision]


def _equivalent(case: Case) -> tuple[float, float]:
    """The scores whose interval would lie inside the margin; none without a margin, or a wide interval."""
    if case.margin is None:
        return 0.0, 0.0
    result, score = case.result, _score_by_interval(case.result)
    below, above = result.estimate - result.interval.low, result.interval.high - result.estimate
    usual = -float(special.ndtri(tail_share(result.level, "two-sided")))
    scale = abs(result.estimate / score) if score and result.estimate else (below + above) / 2 / usual
    # Among several that were tried, equivalence needs a wider interval.
    level = equivalence_level(case.alpha, case.background.tried)
    wider = float(special.ndtri(tail_share(level, "two-sided"))) / -usual
    ends = (wider * below - case.margin) / scale, (case.margin - wider * above) / scale
    return ends if ends[0] < ends[1] else (0.0, 0.0)


def _chances(score: float, spread: float, region: Region, df: float = math.inf) -> tuple[float, float, float]:
    """The probability that a new score lies in the region, and its range over all likely centres."""
    share = _inside(score, math.sqrt(2) * spread, region, df)
    reach = -_quantile((1 - RANGE) / 2, df) * spread
    centres = score - reach + PLACES * (reach / (PLACES.size // 2))
    if abs(score) < reach:
        centres = np.concatenate([centres, [0.0]])
    chances = sum(
        special.ndtr((high - centres) / spread) - special.ndtr((low - centres) / spread)
        for low, high in region
        if low < high
    )
    lowest, highest = (min(1.0, max(0.0, float(end(chances)))) for end in (np.min, np.max))
    return share, min(share, lowest), max(share, highest)


def _inside(centre: float, spread: float, region: Region, df: float) -> float:
    parts = (
        _cdf((high - centre) / spread, df) - _cdf((low - centre) / spread, df)
        for low, high in region
        if low < high
    )
    return min(1.0, max(0.0, sum(parts)))


def _cdf(x: float, df: float) -> float:
    return float(special.ndtr(x) if math.isinf(df) or math.isinf(x) else special.stdtr(df, x))


def _quantile(tail: float, df: float) -> float:
    return float(special.ndtri(tail) if math.isinf(df) else special.stdtrit(df, tail))


def _of_partitions(case: Case, region: Region) -> Replicability | None:
    """From how much the score moves when whole runs, or random splits, are drawn with replacement."""
    scores: FoldScores = case.outcomes
    by_split = scores.design.key == "resampling"
    runs = scores.a.shape[1 if by_split else 0]
    if runs < 2:
        return None
    moved = _moved(case, generator(0, "replicability"), runs, by_split=by_split)
    # Draws from so few runs vary less than new runs would.
    spread = max(float(np.std(moved)) * math.sqrt(runs / (runs - 1)), 1e-9)
    share, low, high = _chances(_score(case.result), spread, region, runs - 1)
    unit: Literal["splits", "runs"] = "splits" if by_split else "runs"
    return Replicability(
        share=share, low=low, high=high, of="partitions", rests_on=runs, by="runs", unit=unit
    )


def _moved(case: Case, rng: np.random.Generator, runs: int, *, by_split: bool) -> Floats:
    """The scores of all draws, at once where the method can."""
    if case.method.over_runs is None or by_split:
        drawn = (_drawn(case.outcomes, rng, by_split=by_split) for _ in range(DRAWS))
        return np.array([_score(case.asked.about(each)) for each in drawn])
    found = case.method.over_runs(case.outcomes, rng.integers(runs, size=(DRAWS, runs)), **case.options)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.nan_to_num(found.estimates / found.errors, posinf=np.inf, neginf=-np.inf)
    if found.opposed is not None and case.asked.alternative == "two-sided":
        ratios = np.where(found.opposed, 0.0, ratios)
    sizes = -special.ndtri(special.stdtr(found.df, -np.abs(ratios)))
    return np.asarray(np.copysign(np.minimum(sizes, FARTHEST), ratios))


def _drawn(scores: FoldScores, rng: np.random.Generator, *, by_split: bool) -> FoldScores:
    """The scores of as many runs, or splits, drawn with replacement; halvings are drawn again as well."""
    axis = 1 if by_split else 0
    at = rng.integers(scores.a.shape[axis], size=scores.a.shape[axis])
    # Built without checks: what is drawn from valid scores need not be checked hundreds of times.
    drawn = object.__new__(FoldScores)
    for name in FoldScores.__slots__:
        values = getattr(scores, name)
        by_run = values is not None and name in ("a", "b", "n_train", "n_test")
        object.__setattr__(drawn, name, values.take(at, axis=axis) if by_run else values)
    if scores.halves is not None:
        halves = scores.halves[rng.integers(len(scores.halves), size=len(scores.halves))]
        object.__setattr__(drawn, "halves", halves)
    return drawn
