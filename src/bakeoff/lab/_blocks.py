"""How the runs of all data sets are shared out over the threads: in blocks, each with room of its own.

Nothing that a run reads is written by another, so the number of threads changes no bit of the errors.
"""

from typing import Any

from bakeoff.lab.learners._compiled import compiled

BLOCKS = 256


@compiled
def blocks_of(errors: Any) -> int:
    """How many blocks the runs are shared out in; ``errors`` is (data sets, runs, folds)."""
    return min(int(errors.shape[0] * errors.shape[1]), BLOCKS)


@compiled
def share_out(errors: Any, block: int) -> tuple[int, int]:
    """The first run of a block, counted over all data sets, and one beyond its last."""
    runs, blocks = errors.shape[0] * errors.shape[1], blocks_of(errors)
    return runs * block // blocks, runs * (block + 1) // blocks
