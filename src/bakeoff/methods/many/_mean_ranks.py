"""Tests of pairs by their mean ranks: what a difference of mean ranks is compared with."""

import math

import numpy as np
from scipy import special

from bakeoff.core.outcomes import Floats, Ints
from bakeoff.methods.many._over_data_sets import Board

STEP, BEYOND = 0.05, 10.0  # of the grid on which the range is integrated, and how far it reaches


def rank_error(board: Board) -> float:
    """The standard error of a difference of mean ranks, if no learners differ: sqrt(k (k + 1) / (6 N))."""
    return math.sqrt(board.k * (board.k + 1) / (6 * board.n))


def rank_ratios(board: Board) -> tuple[Floats, Ints]:
    """How many standard errors the mean ranks of each pair are apart, and whom that favours."""
    first, second = board.places
    doubled = board.doubled_ranks.sum(axis=0)
    ahead = doubled[second] - doubled[first]  # in whole numbers: a tie is exactly 0
    return np.abs(ahead) / (2 * board.n) / rank_error(board), np.sign(ahead)


def normal_p(ratios: Floats) -> Floats:
    """Two-sided p-values of single pairs.

    >>> normal_p(np.array([0.0, 1.96])).round(3).tolist()
    [1.0, 0.05]
    """
    return np.asarray(2 * special.ndtr(-ratios))


def range_tail(q: Floats, k: int) -> Floats:
    """The probability that k standard normal values range over more than q: R's ptukey with infinite df.

    ``k int phi(z) (Phi(z)^(k-1) - (Phi(z) - Phi(z - q))^(k-1)) dz`` with z the largest of them, written so
    that small chances are not differences of large ones.

    >>> range_tail(np.array([0.0, 3.633]), 4).round(4).tolist()
    [1.0, 0.05]
    """
    return np.minimum([_range_tail(float(each), k) for each in q], 1.0)


def _range_tail(q: float, k: int) -> float:
    z = np.arange(-BEYOND, q + BEYOND + STEP, STEP)
    below = special.log_ndtr(z)
    apart = np.exp(np.minimum(special.log_ndtr(z - q) - below, 0.0))
    with np.errstate(divide="ignore"):
        inside = -np.expm1((k - 1) * np.log1p(-apart))
    density = np.exp(-(z**2) / 2 + (k - 1) * below) / math.sqrt(2 * math.pi)
    return float(k * STEP * np.sum(density * inside))


def range_quantile(alpha: float, k: int) -> float:
    """The range that k standard normal values exceed with probability alpha: R's qtukey.

    >>> round(range_quantile(0.05, 4), 3)
    3.633
    """
    low, high = 0.0, 1.0
    while _range_tail(high, k) > alpha:
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _range_tail(middle, k) > alpha else (low, middle)
    return (low + high) / 2
