"""Values of many models measured on the same units, their differences, and how these vary together.

Pairs are in the order of ``numpy.triu_indices(k, 1)``. A reference gives, for resampled units, the deviation
of each pair's difference from the observed one in standard errors of that draw.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from bakeoff.core.arrays import Bools
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.methods._kinds import bell_mccaffrey, draw_weights, in_chunks

Draw = Callable[[int, np.random.Generator], Floats]


@dataclass(frozen=True, kw_only=True, eq=False)
class Shapes:
    """By pair: the standard error of a difference, its degrees of freedom and its skew, nearly as `skewed-t`.

    They come from products of matrices, so that all pairs take little more time than one.
    """

    errors: Floats
    degrees: Floats
    skews: Floats


NOISE = 1e-12  # of the largest: what is left of differences that cancel
MOST_PRODUCTS = 2e10  # of weights and pairs, some seconds; beyond, sums over the units are normal


def pairs_of(k: int) -> tuple[Ints, Ints]:
    """The places of the first and of the second model of every pair."""
    first, second = np.triu_indices(k, 1)
    return first, second


@dataclass(frozen=True, kw_only=True, eq=False)
class Joint:
    """The values of k models, higher for better, and the standard errors of all pairs' differences.

    ``differing`` is on how many units two models of a pair differ. ``draw(count, rng)`` gives deviations
    [draw, pair]; one draw takes ``width`` numbers. No difference is larger than ``span``. ``shapes`` tells
    nearly what the pairs' own tests do, where these take a time that grows with the units.
    """

    values: Floats
    errors: Floats
    differing: Ints
    draw: Draw
    width: int
    units: int
    n: int
    span: float
    normal: bool = False
    shapes: Callable[[], Shapes] | None = None

    @cached_property
    def estimates(self) -> Floats:
        """Differences of all pairs."""
        first, second = pairs_of(self.values.size)
        return self.values[first] - self.values[second]

    @cached_property
    def alike(self) -> Bools:
        """Which pairs answer alike: nothing distinguishes them."""
        return np.asarray(self.differing == 0)

    @cached_property
    def statistics(self) -> Floats:
        """Differences in standard errors; infinite where there is a difference and no error."""
        return ratios(self.estimates, self.errors)

    def deviations(self, resamples: int, root: int) -> Floats:
        """Deviations [draw, pair] of ``resamples`` draws but for those in which a value is 0/0.

        Pairs that are alike have 0.
        """
        found = np.concatenate(in_chunks(self.draw, resamples, self.width, root, "max-t", resamples))
        found[:, self.alike] = 0.0
        return np.asarray(found[~np.isnan(found).any(axis=1)])


def ratios(over: Floats, under: Floats) -> Floats:
    """Differences in errors: 0 where both are 0, infinite where only the error is."""
    with np.errstate(divide="ignore", invalid="ignore"):
        found = over / under
    return np.where((over == 0) & (under == 0), 0.0, found)


@dataclass(frozen=True, kw_only=True, eq=False)
class Totals:
    """Units by kind: ``total[kind, model]`` over the items of a unit, their number ``size``, and how often.

    A model's value is the sum of all totals divided by the number of items.
    """

    total: Floats
    size: Floats
    repeats: Ints

    def joint(self, *, differing: Ints, span: float, resamples: int) -> Joint:
        """The values, and a studentised bootstrap of the units."""
        items, units = float(self.repeats @ self.size), int(self.repeats.sum())
        values = self.repeats @ self.total / items
        gaps, errors = self._moments(self.repeats[np.newaxis].astype(np.float64), self._observed_squares())
        normal = self.repeats.size * gaps.size * resamples > MOST_PRODUCTS

        def draw(count: int, rng: np.random.Generator) -> Floats:
            weights = draw_weights(self.repeats, count, rng).astype(np.float64)
            again, error = self._moments(weights, weights @ self._squares)
            return ratios(snapped(again - gaps, span), error)

        return Joint(
            values=values,
            errors=errors[0],
            differing=differing,
            draw=normal_draw(self._apart(values) / items, self.repeats, errors[0]) if normal else draw,
            width=max(self.repeats.size, gaps.size),
            units=units,
            n=round(items),
            span=span,
            normal=normal,
            shapes=self.shapes,
        )

    def shapes(self) -> Shapes:
        """The moments of the influences of the units on each pair's difference."""
        items, units = float(self.repeats @ self.size), int(self.repeats.sum())
        if units < 2:  # one unit says nothing
            zeros = np.zeros(pairs_of(self.total.shape[1])[0].size)
            return Shapes(errors=zeros, degrees=zeros + 1, skews=zeros)
        moved, share = self._apart(self.repeats @ self.total / items) / items, self.size / items
        scale = float(np.max(np.abs(moved), initial=0.0)) or 1.0  # fourth powers of small numbers vanish
        powers = [np.ones_like(moved), *np.cumprod([moved / scale] * 4, axis=0)]
        first, second = pairs_of(self.total.shape[1])

        def apart(power: int, weights: Floats) -> Floats:
            """The sum of a power of the differences of two models' influences, by the binomial theorem."""
            terms = [
                math.comb(power, b) * (-1) ** b * ((weights[:, np.newaxis] * powers[power - b]).T @ powers[b])
                for b in range(power + 1)
            ]
            return np.asarray(np.sum(terms, axis=0)[first, second])

        square, cube, fourth = (apart(power, self.repeats.astype(np.float64)) for power in (2, 3, 4))
        robust = apart(2, self.repeats / (1 - share))
        with np.errstate(divide="ignore", invalid="ignore"):
            degrees = 2 * square**2 / (fourth - square**2 / units)
            skews = cube / square**1.5
        most = np.full(first.size, bell_mccaffrey(share, self.repeats))
        return Shapes(
            errors=scale * np.sqrt(np.maximum(robust, 0.0)), degrees=np.fmin(degrees, most), skews=skews
        )

    @property
    def variances(self) -> Floats:
        """Of the value of each model, as the square of a pair's standard error is that of a difference."""
        items, units = float(self.repeats @ self.size), int(self.repeats.sum())
        values = self.repeats @ self.total / items
        return np.asarray(self.repeats @ self._apart(values) ** 2 * units / max(units - 1, 1) / items**2)

    def _apart(self, values: Floats) -> Floats:
        """By kind and model: how far its total is from that of as many items of these mean values."""
        return np.asarray(self.total - values * self.size[:, np.newaxis])

    @cached_property
    def _squares(self) -> Floats:
        """By kind and pair: the square of the difference of totals."""
        first, second = pairs_of(self.total.shape[1])
        return np.asarray((self.total[:, first] - self.total[:, second]) ** 2)

    def _observed_squares(self) -> Floats:
        """Their sum over all units, model by model: of many kinds not all pairs fit into memory at once."""
        repeats, k = self.repeats.astype(np.float64), self.total.shape[1]
        gaps = (self.total[:, [at]] - self.total[:, at + 1 :] for at in range(k - 1))
        return np.asarray(np.concatenate([repeats @ np.square(gap, out=gap) for gap in gaps])[np.newaxis])

    def _moments(self, weights: Floats, square: Floats) -> tuple[Floats, Floats]:
        """Differences of the pairs and their standard errors, for weights [draw, kind] and their squares."""
        first, second = pairs_of(self.total.shape[1])
        items = (weights @ self.size)[:, np.newaxis]
        units = weights.sum(axis=1, keepdims=True)
        sums, sized = weights @ self.total, weights @ (self.total * self.size[:, np.newaxis])
        gap = (sums[:, first] - sums[:, second]) / items
        spread = square - 2 * gap * (sized[:, first] - sized[:, second])
        spread += gap**2 * (weights @ self.size**2)[:, np.newaxis]
        spread[spread <= NOISE * square] = 0.0
        return gap, np.sqrt(spread * units / np.maximum(units - 1, 1)) / items


def normal_draw(influences: Floats, repeats: Ints, errors: Floats) -> Draw:
    """Deviations of normal values that vary as these do, given the influence of one unit [kind, model]."""
    spread, axes = np.linalg.eigh((repeats[:, np.newaxis] * influences).T @ influences)
    root = axes * np.sqrt(np.maximum(spread, 0.0))
    first, second = pairs_of(len(root))

    def draw(count: int, rng: np.random.Generator) -> Floats:
        drawn = rng.standard_normal((count, len(root))) @ root.T
        return ratios(drawn[:, first] - drawn[:, second], errors)

    return draw


def snapped(gaps: Floats, span: float) -> Floats:
    scale = span if np.isfinite(span) else float(np.max(np.abs(gaps), initial=0.0))
    return np.where(np.abs(gaps) <= NOISE * scale, 0.0, gaps)
