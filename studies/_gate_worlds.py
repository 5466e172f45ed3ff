"""Worlds for gates, in which the new model is worse by exactly the margin, or as good as the old one."""

from collections.abc import Iterator

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.outcomes import PairedLabels, PairedScores, RankedItems
from bakeoff.core.panel import counted
from bakeoff.judge.material import counted_outcomes
from bakeoff.methods.area_t import area_t
from bakeoff.methods.score_t import score_t
from bakeoff.methods.skewed_t import skewed_t
from bakeoff.metrics import METRICS
from bakeoff.metrics._confusion import signed
from bakeoff.plan.sparse import sparse_of

METHODS = {PairedLabels: score_t, PairedScores: skewed_t, RankedItems: area_t}


def passes(outcomes: PairedLabels | PairedScores | RankedItems, margin: float, alpha: float) -> bool:
    """Whether the gate passes: its two bounds, without what else it reports."""
    method = METHODS[type(outcomes)]
    found = method(outcomes, level=1 - alpha, alternative="greater")  # type: ignore[operator]
    few = sparse_of(outcomes, same=found.degenerate)
    return found.interval.low > -margin and (few is None or few.p_value(margin) <= alpha)


def f1_table(positives: float, margin: float, shared: float) -> Floats:
    """Shares (truth, new, old) where the old model finds 80 % of the positives, and the new one fewer.

    Both call 5 % of the negatives positive. ``shared`` is 1 where the new model finds nothing that the old
    one does not, and 0 where they are independent.
    """
    hits, alarms = 0.8, 0.05

    def f1(found: float) -> float:
        return 2 * positives * found / (positives + positives * found + (1 - positives) * alarms)

    low, high = 0.0, hits
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if f1(middle) > f1(hits) - margin else (middle, high)
    both = shared * high + (1 - shared) * hits * high
    wrong = shared * alarms + (1 - shared) * alarms**2
    table = np.empty((2, 2, 2))
    table[1] = positives * np.array([[1 - hits - high + both, hits - both], [high - both, both]])
    table[0] = (1 - positives) * np.array([[1 - 2 * alarms + wrong, alarms - wrong], [alarms - wrong, wrong]])
    return np.maximum(table, 0)


def f1_draws(table: Floats, n: int, count: int, rng: np.random.Generator) -> Iterator[PairedLabels]:
    """Test sets of n items."""
    metric = signed(METRICS["f1"], 1)
    for drawn in rng.multinomial(n, table.ravel() / table.sum(), size=count).reshape(-1, 2, 2, 2):
        yield PairedLabels(table=drawn, labels=(0, 1), metric=metric, span=1.0)


def _cluster_cells(cells: Floats, clusters: int, size: int, alike: float, rng: np.random.Generator) -> Ints:
    """Counts (cluster, cell); a share ``alike`` of the variance of cells is between clusters."""
    if alike == 1:
        chances = np.eye(len(cells))[rng.choice(len(cells), p=cells, size=clusters)]
    elif alike == 0:
        chances = np.tile(cells, (clusters, 1))
    else:
        drawn = rng.gamma(np.maximum(cells * (1 - alike) / alike, 1e-12), size=(clusters, len(cells)))
        chances = np.maximum(drawn, 1e-300)
        chances /= chances.sum(axis=1, keepdims=True)
    sizes = np.full(clusters, size) if size > 0 else rng.integers(1, -2 * size, size=clusters)
    return np.array([rng.multinomial(*each) for each in zip(sizes, chances, strict=True)])


def cluster_draws(
    share: float, margin: float, clusters: int, size: int, alike: float, count: int, rng: np.random.Generator
) -> Iterator[PairedScores]:
    """Right and wrong answers in clusters, of ``size`` items or, where that is negative, of 1 to 2 size."""
    cells = np.array([(share - margin) / 2, (share + margin) / 2, 1 - share])
    cells = np.maximum(cells, 0) / np.maximum(cells, 0).sum()
    for _ in range(count):
        counts = _cluster_cells(cells, clusters, size, alike, rng)
        there = counts.ravel() > 0
        yield PairedScores(
            a=np.tile([1.0, 0.0, 1.0], clusters)[there],
            b=np.tile([0.0, 1.0, 1.0], clusters)[there],
            clusters=np.repeat(np.arange(clusters), 3)[there],
            counts=counts.ravel()[there],
            span=1.0,
        )


def f1_cluster_draws(
    table: Floats, clusters: int, size: int, alike: float, count: int, rng: np.random.Generator
) -> Iterator[PairedLabels]:
    """Labels in clusters."""
    cells = table.ravel() / table.sum()
    truth, new, old = np.indices((2, 2, 2)).reshape(3, -1)
    for _ in range(count):
        counts = _cluster_cells(cells, clusters, size, alike, rng)
        cluster, cell = (np.repeat(each.ravel(), counts.ravel()) for each in np.indices(counts.shape))
        codes = {"truth": truth[cell], "a": new[cell], "b": old[cell], "clusters": cluster}
        built = counted_outcomes(counted(codes, (0, 1)), METRICS["f1"], wanted=None, positive=1)
        yield built.outcomes
