"""How probable it is that one of two models is practically better: posteriors from a verdict."""

import math
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np
from scipy import special

from bakeoff.core.exceptions import IllegalMethodError, InputError
from bakeoff.core.outcomes import Floats, FoldScores, PairedItems
from bakeoff.core.result import Result
from bakeoff.core.verdict import Verdict
from bakeoff.methods._reference import student_quantile

PRIOR = 0.5  # for each cell of the table of both models' answers
POINTS = 400  # at which an integral over the share of discordant items is taken
HOLD = ("items-folds-t",)  # whose variance holds its level in every measured setting


@dataclass(frozen=True, kw_only=True, slots=True)
class Practical:
    """Posterior probabilities that B is better, that both are equivalent, that A is better.

    Differences smaller than ``rope`` count as equivalent. ``by`` is the posterior: Student's t of the
    difference with the variance of the method, or a Dirichlet distribution of the four cells of a paired
    table.
    """

    probabilities: tuple[float, float, float]
    rope: float
    by: Literal["correlated-t", "dirichlet"]


def practical(verdict: Verdict, *, rope: float) -> Practical:
    """The probability that A or B is practically better, or that neither is, under a flat prior.

    For learners on one data set the posterior of the difference is Student's t around the estimate, with the
    variance and the degrees of freedom of ``items-folds-t``; other variances of fold scores are too small for
    some learners (Corani and Benavoli, 2015, use that of ``corrected-resampled-t``). For right and
    wrong answers on one test set the four cells of the paired table have a Dirichlet posterior with 1/2 added
    to each. Then the share d of discordant items and A's share q among these are independent Beta variables,
    and the difference is ``d (2 q - 1)``: one integral, no draws.

    Examples
    --------
    >>> from bakeoff import compare_counts
    >>> found = practical(compare_counts(35, 15, n=412, both_right=300), rope=0.01)
    >>> [round(each, 3) for each in found.probabilities]
    [0.0, 0.011, 0.989]
    """
    if not (isinstance(rope, int | float) and 0 <= rope < math.inf):
        raise InputError(f"rope is {rope!r}; expected the largest difference that does not matter, 0 or more")
    kind = None if verdict.evidence is None else verdict.evidence.kind
    if kind is FoldScores and verdict.result.method in HOLD:
        return Practical(probabilities=_student(verdict.result, rope), rope=rope, by="correlated-t")
    if kind is PairedItems and verdict.evidence is not None and verdict.evidence.counts is not None:
        _, only_a, only_b, _ = verdict.evidence.counts
        found = _dirichlet(only_a, only_b, verdict.result.n, rope)
        return Practical(probabilities=found, rope=rope, by="dirichlet")
    held = " or ".join(HOLD)
    raise IllegalMethodError(
        f"a posterior needs right and wrong answers of two models, or learners compared with {held}; "
        f"this verdict used {verdict.result.method}. For several data sets, use rank_datasets with "
        f"bayes-signed-rank"
    )


def _student(result: Result, rope: float) -> tuple[float, float, float]:
    df = float(result.df) if isinstance(result.df, int | float) else math.inf
    if result.statistic:
        error = abs(result.estimate / result.statistic)
    else:
        low, high = result.interval
        error = (high - low) / 2 / student_quantile(df, (1 - result.level) / 2)
    if not 0 < error < math.inf:
        raise InputError("the variance of the difference is 0, so there is no posterior")
    a, b = (float(special.stdtr(df, (side * result.estimate - rope) / error)) for side in (1, -1))
    return b, max(0.0, 1 - a - b), a


def _dirichlet(only_a: int, only_b: int, n: int, rope: float) -> tuple[float, float, float]:
    first, second = only_a + PRIOR, only_b + PRIOR
    # Gauss-Legendre over quantiles of the discordant share: its density is 1 there.
    nodes, weights = _legendre()
    share = special.betaincinv(first + second, n - only_a - only_b + 2 * PRIOR, (nodes + 1) / 2)
    edge = (1 + np.minimum(rope / share, 1.0)) / 2
    a, b = (
        float(weights @ special.betainc(other, own, 1 - edge)) / 2
        for own, other in ((first, second), (second, first))
    )
    return b, max(0.0, 1 - a - b), a


@cache
def _legendre() -> tuple[Floats, Floats]:
    """Nodes and weights, computed once: that takes longer than the integral."""
    nodes, weights = np.polynomial.legendre.leggauss(POINTS)
    return nodes, weights
