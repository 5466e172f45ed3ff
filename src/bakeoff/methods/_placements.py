"""Against how much of the other class an item is ranked right."""

import numpy as np
import numpy.typing as npt

from bakeoff.core.outcomes import Floats, Ints

Bools = npt.NDArray[np.bool_]


def placements(score: Floats, positive: Bools) -> Ints:
    """For each item twice the number of the other class that it is ranked right against, ties counted once.

    Whole numbers, so that neither order nor scale of the scores changes a bit of what is made of them.
    """
    above, below = np.sort(score[positive]), np.sort(score[~positive])
    placed = np.empty(score.size, dtype=np.int64)
    placed[positive] = _twice_below(below, score[positive])
    placed[~positive] = 2 * above.size - _twice_below(above, score[~positive])
    return placed


def _twice_below(ranked: Floats, values: Floats) -> Ints:
    """Twice how many of ``ranked`` lie below each value, ties counted once."""
    return np.searchsorted(ranked, values, side="left") + np.searchsorted(ranked, values, side="right")


def gains(a: Floats, b: Floats, positive: Bools) -> tuple[Ints, Ints]:
    """By how much A places each positive and each negative item better than B, as twice a number, sorted."""
    gain = placements(a, positive) - placements(b, positive)
    return np.sort(gain[positive]), np.sort(gain[~positive])
