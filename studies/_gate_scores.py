"""Worlds of scores for gates: AUC, log-loss and Brier score, worse by exactly the margin or equal."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from scipy import special
from scipy.optimize import brentq

from bakeoff.core.arrays import Floats
from bakeoff.core.outcomes import PairedScores, RankedItems

SPREAD, NOISE = 1.5, 0.5  # of the true log-odds, and of what the old model makes of them
BLUNDER = 0.01  # what a model that is confidently wrong gives the true class
SPANS = {"log-loss": -np.log(np.finfo(float).eps), "brier": 2.0}
Drawn = RankedItems | PairedScores | None


@dataclass(frozen=True, kw_only=True)
class World:
    """A metric, the share of positives, and in which way the new model is worse.

    AUC: normal scores with correlation 0.5 given the class, and ``kind`` is the old model's AUC. Losses: both
    models add noise to the true log-odds. The new one adds ``more noise``, is ``overconfident`` (its log-odds
    are too large by a factor), or is confidently wrong about ``rare`` items.
    """

    metric: str
    positives: float
    kind: str
    margin: float

    def draws(self, n: int, drop: float, count: int, rng: np.random.Generator) -> Iterator[Drawn]:
        """Test sets of n items; None where one class is absent."""
        draw = self._areas(drop) if self.metric == "auc" else self._losses(drop)
        for _ in range(count):
            truth, new, old = draw(n, rng)
            yield _outcomes(truth, new, old, self.metric)

    def _areas(self, drop: float) -> Callable[[int, np.random.Generator], tuple[Floats, Floats, Floats]]:
        old_area = float(self.kind)
        apart = np.sqrt(2) * special.ndtri([old_area - drop, old_area])

        def draw(n: int, rng: np.random.Generator) -> tuple[Floats, Floats, Floats]:
            truth = (rng.random(n) < self.positives).astype(float)
            common, own = rng.normal(size=n), rng.normal(size=(2, n))
            scores = apart[:, None] * truth + np.sqrt(0.5) * (common + own)
            return truth, scores[0], scores[1]

        return draw

    def _losses(self, drop: float) -> Callable[[int, np.random.Generator], tuple[Floats, Floats, Floats]]:
        middle, worse = self._solved(drop)

        def draw(n: int, rng: np.random.Generator) -> tuple[Floats, Floats, Floats]:
            odds = middle + SPREAD * rng.normal(size=n)
            truth = (rng.random(n) < special.expit(odds)).astype(float)
            first, second = rng.normal(size=(2, n))
            old = special.expit(odds + NOISE * first)
            if self.kind == "rare":  # the same answers otherwise, but for a little noise
                new = special.expit(odds + NOISE * (np.sqrt(0.99) * first + 0.1 * second))
                wrong = np.where(truth == 1, BLUNDER, 1 - BLUNDER)
                return truth, np.where(rng.random(n) < worse, wrong, new), old
            return truth, _answered(self.kind, odds, second, worse), old

        return draw

    def _solved(self, drop: float) -> tuple[float, float]:
        """The mean of the log-odds that gives the share of positives, and how much worse the new model is."""
        points, weights = np.polynomial.hermite_e.hermegauss(80)
        weights = weights / weights.sum()
        middle = brentq(
            lambda at: weights @ special.expit(at + SPREAD * points) - self.positives, -10, 10, xtol=1e-12
        )
        odds, noise = np.meshgrid(middle + SPREAD * points, points, indexing="ij")
        both = np.outer(weights, weights)

        def mean_loss(given: Floats) -> float:
            right = special.expit(odds)
            return float(
                np.sum(
                    both * (right * _loss(given, self.metric) + (1 - right) * _loss(1 - given, self.metric))
                )
            )

        before = mean_loss(special.expit(odds + NOISE * noise))
        if self.kind == "rare":
            return middle, drop / (float(_loss(np.array(BLUNDER), self.metric)) - before)
        start = NOISE if self.kind == "more noise" else 1.0
        if not drop:
            return middle, start

        def beyond(worse: float) -> float:
            return mean_loss(_answered(self.kind, odds, noise, worse)) - before - drop

        return middle, brentq(beyond, start, 40 * start, xtol=1e-12)


def _loss(given: Floats, metric: str) -> Floats:
    """The loss of an item whose true class is given this probability."""
    return -np.log(given) if metric == "log-loss" else (1 - given) ** 2


def _answered(kind: str, odds: Floats, noise: Floats, worse: float) -> Floats:
    """What the new model makes of the true log-odds."""
    found = odds + worse * noise if kind == "more noise" else worse * (odds + NOISE * noise)
    return np.clip(special.expit(found), 1e-15, 1 - 1e-15)


def _outcomes(truth: Floats, new: Floats, old: Floats, metric: str) -> Drawn:
    """What the gate judges: rankings, or losses with the other sign."""
    if metric == "auc":
        return RankedItems(positive=truth == 1, a=new, b=old) if 0 < truth.mean() < 1 else None
    a, b = (-_loss(np.where(truth == 1, each, 1 - each), metric) for each in (new, old))
    return PairedScores(a=a, b=b, span=SPANS[metric])
