"""Worlds in which a judge and people score two models, with the true difference known."""

from functools import cache
from typing import NamedTuple

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.outcomes import JudgedItems
from bakeoff.core.rng import generator

# Where the latent quality of an answer passes from one score to the next.
SCALES = {
    "right or wrong": (0.0,),
    "mostly right": (-1.3,),
    "1 to 5": (-1.5, -0.5, 0.5, 1.5),
    "1 to 5, mostly high": (-2.2, -1.6, -1.0, -0.5),
    "1 to 3": (-0.8, 0.8),
    "mostly wrong": (1.0,),
    "0 to 10": tuple(np.linspace(-2, 2, 10).tolist()),
    "two in three right": (-0.43,),
    "0 to 4, mostly low": (0.3, 0.9, 1.5, 2.1),
    "1 to 7": tuple(np.linspace(-1.6, 1.6, 6).tolist()),
}
CHOSEN_SCALES, OTHER_SCALES, LAST_SCALES = tuple(SCALES)[:4], tuple(SCALES)[4:7], tuple(SCALES)[7:]


class Judge(NamedTuple):
    """How a judge sees quality: what it makes of it, its noise, and what it adds for A and for B."""

    slope: float
    noise: float
    to_a: float = 0.0
    to_b: float = 0.0


CHOSEN_JUDGES = {
    "good": Judge(1.0, 0.3),
    "fair": Judge(1.0, 1.0),
    "bad": Judge(0.2, 3.0),
    "useless": Judge(0.0, 1.0),
    "favours A": Judge(1.0, 0.5, 0.6, 0.0),
    "harsh": Judge(1.0, 0.5, -1.0, -1.0),
}
OTHER_JUDGES = {
    "very good": Judge(1.0, 0.15),
    "noisy": Judge(1.0, 1.6),
    "contrary": Judge(-0.5, 1.0),
    "favours B": Judge(1.0, 0.7, 0.0, 0.8),
    "lenient": Judge(0.8, 0.6, 1.0, 1.0),
}
LAST_JUDGES = {
    "close": Judge(1.0, 0.2),
    "middling": Judge(1.0, 0.8),
    "timid": Judge(0.5, 0.4),
    "against A": Judge(1.0, 0.6, -0.5, 0.1),
}
JUDGES = CHOSEN_JUDGES | OTHER_JUDGES | LAST_JUDGES


class World(NamedTuple):
    """A scale, a judge, how alike both models are on an item, and how much better A is."""

    scale: str
    judge: str
    alike: float
    ahead: float

    def scores(self, items: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """People's and the judge's scores of both models, arrays (2, items)."""
        cuts, judge = np.array(SCALES[self.scale]), JUDGES[self.judge]
        shared, own = np.sqrt(self.alike) * rng.normal(size=items), rng.normal(size=(2, items))
        quality = shared + np.sqrt(1 - self.alike) * own + np.array([[self.ahead], [0.0]])
        seen = judge.slope * quality + judge.noise * rng.normal(size=(2, items))
        seen += np.array([[judge.to_a], [judge.to_b]])
        return np.searchsorted(cuts, quality).astype(float), np.searchsorted(cuts, seen).astype(float)

    @property
    def true(self) -> float:
        """The mean difference of people's scores."""
        return _mean(self.scale, self.ahead) - _mean(self.scale, 0.0)

    def draw(self, labels: int, others: int, rng: np.random.Generator) -> JudgedItems:
        """Items of which ``labels`` are labelled."""
        people, judge = self.scores(labels + others, rng)
        people[:, labels:] = np.nan
        return JudgedItems(a=judge[0], b=judge[1], human_a=people[0], human_b=people[1])


@cache
def _mean(scale: str, at: float) -> float:
    """The mean score of a model, whose quality is normal with a variance of 1 around ``at``."""
    from scipy import special

    return float(np.sum(special.ndtr(at - np.array(SCALES[scale]))))


CHOSEN = [World(s, j, 0.6, d) for s in CHOSEN_SCALES for j in CHOSEN_JUDGES for d in (0.0, 0.4)]
OTHERS = [World(s, j, 0.3, d) for s in OTHER_SCALES for j in OTHER_JUDGES for d in (0.0, -0.5)]
LAST = [World(s, j, 0.45, d) for s in LAST_SCALES for j in LAST_JUDGES for d in (0.0, 0.3)]


def stream(world: World, labels: int, others: int) -> np.random.Generator:
    """Random numbers for one world and size."""
    return generator(0, "judged", str(tuple(world)), labels, others)
