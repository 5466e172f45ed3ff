"""Label metrics of many models on the same items: confusion matrices of resampled units."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.core.outcomes import Floats, Ints
from bakeoff.methods._kinds import BATCH, draw_weights
from bakeoff.methods.many._joint import MOST_PRODUCTS, NOISE, Joint, normal_draw, pairs_of, ratios, snapped
from bakeoff.metrics._confusion import moved_counts

STEP = 1e-4  # of a count, for slopes: errors of order STEP^2 by truncation and 1e-16 / STEP by rounding
MANY = 40  # classes, from which on counts of each take the place of matrices
Metric = Callable[[Any], Floats]


@dataclass(frozen=True, kw_only=True, eq=False)
class LabelUnits:
    """Units by kind: how many items of a unit are in each cell of each model's confusion matrix.

    ``contents`` has a sparse matrix [kind, cell] for each model; a cell is a place in the confusion matrix
    [predicted, true], row by row. ``repeats`` units are of a kind.
    """

    contents: tuple[Any, ...]
    repeats: Ints
    classes: int
    metric: Metric
    of_counts: bool = False  # whether the metric takes counts of each class as well as matrices

    def joint(self, *, differing: Ints, span: float, resamples: int) -> Joint:
        """The values, and a studentised bootstrap of the units."""
        weights = self.repeats[np.newaxis].astype(np.float64)
        matrices = self._matrices(weights)
        values, moved = self._values(matrices), self._moved(matrices)
        errors = self._errors(moved, weights)[0]
        first, second = pairs_of(values.shape[1])
        gaps = values[0, first] - values[0, second]

        def draw(count: int, rng: np.random.Generator) -> Floats:
            weights = draw_weights(self.repeats, count, rng).astype(np.float64)
            matrices = self._matrices(weights)
            again, error = self._values(matrices), self._errors(self._moved(matrices), weights)
            return ratios(snapped(again[:, first] - again[:, second] - gaps, span), error)

        numbers = values.size * max(self.repeats.size, self.classes**2)
        normal = numbers * values.size * resamples > MOST_PRODUCTS
        return Joint(
            values=values[0],
            errors=errors,
            differing=differing,
            draw=normal_draw(moved[0].T, self.repeats, errors) if normal else draw,
            width=numbers,
            units=int(self.repeats.sum()),
            n=round(float(matrices[0, 0].sum())),
            span=span,
            normal=normal,
        )

    def _matrices(self, weights: Floats) -> Floats:
        """Confusion matrices [draw, model, predicted, true] for weights [draw, kind]."""
        counts = [(own.T @ weights.T).T for own in self.contents]
        return np.asarray(np.stack(counts, axis=1).reshape(len(weights), -1, self.classes, self.classes))

    def _moved(self, matrices: Floats) -> Floats:
        """By draw, model and kind: what one unit adds to the value."""
        slopes = self._slopes(matrices).reshape(*matrices.shape[:2], -1)
        return np.stack([(own @ slopes[:, at].T).T for at, own in enumerate(self.contents)], axis=1)

    def _errors(self, moved: Floats, weights: Floats) -> Floats:
        """Standard errors of the differences of all pairs."""
        products = (moved * weights[:, np.newaxis]) @ moved.transpose(0, 2, 1)
        own = np.diagonal(products, axis1=1, axis2=2)
        first, second = pairs_of(own.shape[1])
        square = own[:, first] + own[:, second]
        spread = square - 2 * products[:, first, second]
        spread[spread <= NOISE * square] = 0.0
        units = weights.sum(axis=1, keepdims=True)
        return np.asarray(np.sqrt(spread * units / np.maximum(units - 1, 1)))

    def _values(self, matrices: Floats) -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(self.metric(matrices), dtype=np.float64)

    def _slopes(self, matrices: Floats) -> Floats:
        """How the metric changes with the count in each cell, so that all items together change nothing."""
        slopes = np.zeros(matrices.shape)
        if self.of_counts and self.classes > MANY:
            for at in np.ndindex(matrices.shape[:2]):
                slopes[at] = self._counted_slopes(matrices[at])
            return slopes - _mean(slopes, matrices)
        for row in range(self.classes):
            for column in range(self.classes):
                step = np.zeros(matrices.shape)
                step[..., row, column] = STEP * matrices[..., row, column]
                width = 2 * step[..., row, column]
                rise = self._values(matrices + step) - self._values(matrices - step)
                slopes[..., row, column] = np.divide(rise, width, out=np.zeros(rise.shape), where=width > 0)
        return slopes - _mean(slopes, matrices)

    def _counted_slopes(self, matrix: Floats) -> Floats:
        """The same of one matrix of many classes, before what all items do is subtracted."""
        cells, rows = np.flatnonzero(matrix), max(1, BATCH // self.classes // 6)
        slopes = np.zeros(matrix.size)
        for at in range(0, cells.size, rows):
            some = cells[at : at + rows]
            _, up, down = moved_counts(self.metric, matrix, some, STEP)
            slopes[some] = (up - down) / (2 * STEP * matrix.ravel()[some])
        return slopes.reshape(matrix.shape)


def _mean(slopes: Floats, matrices: Floats) -> Floats:
    mean = np.sum(slopes * matrices, axis=(-2, -1)) / np.sum(matrices, axis=(-2, -1))
    return np.asarray(mean[..., np.newaxis, np.newaxis])
