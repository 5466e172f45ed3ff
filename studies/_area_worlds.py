"""Worlds of areas that confirm the limit of 50 items of a class: none of them played a part in its choice.

Scores are heavy-tailed, skewed, of unequal spread or graded with ties. Each model's shift of the positives is
solved for, so that models that reach a level in unlike ways have the same area.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from scipy import optimize, special
from studies._ranked_worlds import World

DEGREES = 3  # of freedom of the t distribution of heavy-tailed scores
CUTS = {3: (0.0, 1.5), 5: (-0.5, 0.5, 1.5, 2.5)}  # of normal scores rounded to this many grades
NODES = special.ndtri((np.arange(20_000) + 0.5) / 20_000)  # of integrals over a standard normal value
Curve = Callable[[Any], Any]
# From a standard normal value to a score, and the probability that a negative has a lower score.
SHAPES: dict[str, tuple[Curve, Curve]] = {
    "normal": (lambda z: z, special.ndtr),
    "heavy": (lambda z: special.stdtrit(DEGREES, special.ndtr(z)), lambda x: special.stdtr(DEGREES, x)),
    "skewed": (lambda z: -special.log_ndtr(-z), lambda x: -np.expm1(-np.maximum(x, 0.0))),
}


@dataclass(frozen=True, kw_only=True)
class AreaWorld(World):
    """Models for areas whose scores are of a ``shape``.

    The models in turn have ``spreads``, how much more scores of positives vary than those of negatives, and
    ``grades``, the number of different scores, 0 for any. With ``whole`` clusters all items of a cluster are
    of one class.
    """

    shape: str = "normal"
    spreads: tuple[float, ...] = (1.0,)
    grades: tuple[int, ...] = (0,)
    whole: bool = False

    def truths(self, clusters: Any, rng: np.random.Generator) -> Any:
        """The class of each item."""
        units = clusters if self.whole else np.arange(self.n)
        return (rng.random(self.n) < self.positives).astype(np.int64)[units]

    def ranked(self, truth: Any, scores: Any) -> Any:
        """Scores with the area that a model has."""
        found = np.empty_like(scores)
        curve = SHAPES[self.shape][0]
        for at, level in enumerate(self.values.tolist()):
            spread, grades = (each[at % len(each)] for each in (self.spreads, self.grades))
            own = curve(scores[:, at])
            own = np.where(truth[:, 0] == 1, shift(self.shape, spread, grades, level) + spread * own, own)
            found[:, at] = np.digitize(own, CUTS[grades]) if grades else own
        return found


def area(shape: str, spread: float, grades: int, moved: float) -> float:
    """The area where scores of positives are moved by so much."""
    curve, below = SHAPES[shape]
    if not grades:
        return float(np.mean(below(moved + spread * curve(NODES))))
    cuts = np.array(CUTS[grades])
    negatives, positives = (
        np.diff(below(each), prepend=0.0, append=1.0) for each in (cuts, (cuts - moved) / spread)
    )
    return float(positives @ (np.cumsum(negatives) - negatives / 2))


@cache
def shift(shape: str, spread: float, grades: int, level: float) -> float:
    """How far scores of positives are moved for an area."""
    return float(
        optimize.brentq(lambda moved: area(shape, spread, grades, moved) - level, -50.0, 50.0, xtol=1e-12)
    )


def _world(k: int, n: int, positives: int, *levels: float, **more: Any) -> AreaWorld:
    return AreaWorld(metric="auc", k=k, n=n, levels=levels, positives=positives / n, **more)


BOTH, MIXED = (0.4, 2.5), (0, 5)
AREAS = [
    _world(3, 300, 60, 0.8, correlation=0.3, shape="heavy"),
    _world(3, 500, 50, 0.7, correlation=0.3, spreads=BOTH),
    _world(3, 5000, 60, 0.75, correlation=0.9, grades=(5,)),
    _world(3, 1000, 100, 0.9, correlation=0.9, shape="skewed", clusters=True),
    _world(10, 300, 30, 0.8, correlation=0.3, shape="heavy"),
    _world(10, 600, 60, 0.75, correlation=0.3, shape="heavy"),
    _world(10, 2000, 100, 0.9, correlation=0.9, shape="heavy"),
    _world(10, 5000, 200, 0.7, correlation=0.3, shape="heavy"),
    _world(10, 300, 240, 0.75, correlation=0.3, shape="heavy"),
    _world(10, 600, 60, 0.8, correlation=0.3, spreads=(2.5,)),
    _world(10, 1000, 60, 0.9, correlation=0.9, spreads=(0.4,)),
    _world(10, 300, 60, 0.7, correlation=0.3, spreads=BOTH),
    _world(10, 5000, 200, 0.85, correlation=0.9, spreads=BOTH),
    _world(10, 5000, 30, 0.8, correlation=0.3, grades=(5,)),
    _world(10, 600, 60, 0.75, correlation=0.3, grades=(5,)),
    _world(10, 300, 60, 0.8, correlation=0.9, grades=(3,)),
    _world(10, 1000, 100, 0.85, correlation=0.3, grades=MIXED),
    _world(10, 600, 60, 0.8, correlation=0.3, shape="skewed"),
    _world(10, 2000, 60, 0.95, correlation=0.9, shape="skewed"),
    _world(10, 1000, 100, 0.8, correlation=0.3, shape="heavy", clusters=True),
    _world(10, 2000, 200, 0.75, correlation=0.9, grades=(5,), clusters=True),
    _world(10, 1200, 360, 0.8, correlation=0.3, shape="skewed", clusters=True, whole=True),
    _world(30, 600, 60, 0.75, correlation=0.3, shape="heavy"),
    _world(30, 1000, 100, 0.8, correlation=0.9, spreads=BOTH),
    _world(30, 600, 60, 0.7, correlation=0.3, grades=(5,)),
    _world(30, 2000, 200, 0.85, correlation=0.3, shape="skewed", clusters=True),
    _world(3, 600, 60, 0.85, 0.75, correlation=0.3, spreads=BOTH),
    _world(10, 600, 60, 0.85, 0.78, 0.7, correlation=0.3, shape="heavy"),
    _world(10, 1000, 100, 0.8, 0.68, correlation=0.3, grades=(5,), clusters=True),
    _world(30, 2000, 100, 0.9, 0.8, correlation=0.9, shape="skewed"),
]
