"""What single items do to a label metric where the metrics of A and B differ by a given amount.

A metric is a smooth function of a confusion matrix; its slopes, and how they bend along one direction, are
found by differences of values further on: counts are only ever added to, because no metric is defined for
negative ones.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from bakeoff.core.joint import SparseTable
from bakeoff.core.outcomes import Floats, Ints, PairedLabels
from bakeoff.methods._label_kinds import MOST_CLASSES, contents

STEP = 0.006  # of the items that a count is a part of: truncation and rounding are then about equal
# The first derivative from values at 1 to 6 steps on, less the value at 0.
AHEAD = np.array([6, -15 / 2, 20 / 3, -15 / 4, 6 / 5, -1 / 6])
STEPS = np.arange(1, 7)
FEW_CLASSES = 5  # up to which all steps are computed in one call; with more that is slow and takes memory
NOISE = 1e-7  # relative: what is left of slopes that cancel
Metric = Callable[[Floats], Any]


class Side(NamedTuple):
    """One model: what a unit of each kind adds to its confusion matrix, the matrix, its slopes and bends."""

    content: Any
    matrix: Floats
    slope: Floats
    bend: Floats


class Influences(NamedTuple):
    """By kind of unit; what an item of a kind not seen yet may add; and by cell of A's and of B's matrix."""

    units: Floats
    unseen: float
    of_a: Floats
    of_b: Floats


class Moved(NamedTuple):
    """Influences on one model's metric where it is moved, by kind of unit and by cell; and their scale."""

    units: Floats
    cells: Floats
    scale: float


@dataclass(frozen=True, kw_only=True, eq=False)
class Restricted:
    """Both models with their true labels and predicted shares kept, and right answers moved.

    ``direction`` is what moves: right answers of every class by its share, at the cost of wrong ones, so that
    neither the true nor the predicted shares change. ``gap`` is A minus B as observed.
    """

    a: Side
    b: Side
    direction: Floats
    gap: float
    table: Ints
    repeats: Ints
    share: Floats
    unseen: Ints

    def influences(self, delta: float) -> Influences:
        """Where A minus B is ``delta``.

        Of two forms, the one that varies more: with the units as they are, or with either model's influences
        scaled to the variance that they have in its moved confusion matrix.
        """
        moved = (self.gap - delta) / self._steepness if self._steepness > 0 else 0.0
        a, b = self._moved(self.a, moved), self._moved(self.b, -moved)
        scales = max((1.0, 1.0), (a.scale, b.scale), key=lambda scale: self.spread(_difference(a, b, scale)))
        largest = max(np.abs(a.units).max(), np.abs(b.units).max())
        u = _difference(a, b, scales)
        u = np.where(np.abs(u) <= NOISE * largest, 0.0, u)
        unseen = self._one_more(a.cells, b.cells)
        return Influences(u, unseen, scales[0] * a.cells, scales[1] * b.cells)

    def spread(self, u: Floats) -> float:
        """``sum_g u_g^2 / (1 - h_g)`` over units g with a share h_g of the items; the same in any order."""
        return math.fsum((self.repeats * u**2 / (1 - self.share)).tolist())

    @cached_property
    def _steepness(self) -> float:
        return float(np.sum(self.a.slope * self.direction) + np.sum(self.b.slope * self.direction))

    def _moved(self, side: Side, by: float) -> Moved:
        slope = side.slope - by * side.bend
        largest = np.abs(slope).max()
        slope = slope - (side.matrix * slope).sum() / side.matrix.sum()
        slope = np.where(np.abs(slope) <= NOISE * largest, 0.0, slope)
        matrix = np.maximum(side.matrix - by * self.direction, 0.0)
        apart = slope - (matrix * slope).sum() / matrix.sum()
        seen, restricted = (side.matrix * slope**2).sum(), (matrix * apart**2).sum()
        scale = math.sqrt(restricted / seen) if seen > 0 else 1.0
        return Moved(side.content @ slope.ravel(), slope, scale)

    def together(self, found: Influences) -> float:
        """How far items of one unit go together.

        The mean product of two items' influences in one unit over the mean square, at least 0.
        """
        apart = found.of_a.T[:, :, np.newaxis] - found.of_b.T[:, np.newaxis, :]
        of_items = self.table * apart**2
        n = int(self.table.sum())
        sizes, squares = np.rint(self.share * n), math.fsum(of_items.ravel().tolist())
        pairs = float(np.sum(self.repeats * sizes * (sizes - 1)))
        if not pairs or not squares:
            return 0.0
        products = math.fsum((self.repeats * found.units**2).tolist()) - squares
        return min(max(products / pairs / (squares / n), 0.0), 1.0)

    def _one_more(self, a: Floats, b: Floats) -> float:
        """The largest square of an influence among items of classes in which A and B do not differ."""
        if not self.unseen.size:
            return 0.0
        apart = (a[:, np.newaxis, :] - b[np.newaxis, :, :])[:, :, self.unseen]
        apart[np.arange(len(a)), np.arange(len(a))] = 0.0
        return float(np.max(apart**2))

    @property
    def largest(self) -> float:
        """The largest change of either metric when the answer to one item changes."""
        return max(float(np.max(np.ptp(side.slope, axis=0))) for side in (self.a, self.b))


def _difference(a: Moved, b: Moved, scales: tuple[float, float]) -> Floats:
    return scales[0] * a.units - scales[1] * b.units


def restricted(labels: PairedLabels, gap: float, share: Floats) -> Restricted | None:
    """Both models ready to be moved; None with too many classes, or a metric without slopes there."""
    classes = labels.table.shape[0]
    if classes > MOST_CLASSES or isinstance(labels.table, SparseTable):
        return None
    repeats, content = contents(labels)
    matrices = (repeats @ content).reshape(2, classes, classes)
    true = matrices[0].sum(axis=0) / matrices[0].sum()
    direction = np.diag(true) - np.outer(true, true)
    parts = content[:, : classes**2], content[:, classes**2 :]
    sides = [Side(p, m, *_slopes(labels.metric, m, direction)) for p, m in zip(parts, matrices, strict=True)]
    if not all(np.all(np.isfinite(each)) for side in sides for each in (side.slope, side.bend)):
        return None
    differ = labels.table.sum(axis=(1, 2)) - np.trace(labels.table, axis1=1, axis2=2)
    return Restricted(
        a=sides[0],
        b=sides[1],
        direction=direction,
        gap=gap,
        table=labels.table,
        repeats=repeats,
        share=share,
        unseen=np.flatnonzero((differ == 0) & (true > 0)),
    )


def _slopes(metric: Metric, matrix: Floats, direction: Floats) -> tuple[Floats, Floats]:
    """The metric's slope in each cell, and how it changes along a direction whose parts are both added."""
    have = np.minimum(matrix.sum(axis=0), matrix.sum(axis=1))
    moving = (have > 0) & (np.diag(direction) > 0)
    step = STEP * float(np.min(have[moving] / np.diag(direction)[moving], initial=math.inf))
    step = step if math.isfinite(step) else 1.0
    up, down = (np.maximum(sign * direction, 0.0) for sign in (1, -1))
    bases = np.array([matrix, *(matrix + at * step * part for part in (up, down) for at in STEPS)])
    parts = np.array_split(bases, 1 if len(matrix) <= FEW_CLASSES else len(bases))
    slopes = np.concatenate([_slope(metric, part) for part in parts])
    further = (slopes[1:] - slopes[0]).reshape(2, STEPS.size, -1)
    along = np.einsum("s,psc->pc", AHEAD, further) / step
    return slopes[0], (along[0] - along[1]).reshape(matrix.shape)


def _slope(metric: Metric, matrices: Floats) -> Floats:
    """The slopes of the metric in every cell of each confusion matrix."""
    count, classes = matrices.shape[:2]
    least = np.minimum(matrices.sum(axis=2)[:, :, np.newaxis], matrices.sum(axis=1)[:, np.newaxis, :])
    step = STEP * np.maximum(least, 1.0).reshape(count, classes**2)
    moves = (step[:, :, np.newaxis] * np.eye(classes**2)).reshape(count, classes**2, classes, classes)
    ahead = matrices[:, np.newaxis] + np.multiply.outer([0, *STEPS], moves)
    with np.errstate(divide="ignore", invalid="ignore"):
        values = np.asarray(metric(ahead))
    found: Floats = np.einsum("s,sbc->bc", AHEAD, values[1:] - values[0]) / step
    return found.reshape(matrices.shape)
