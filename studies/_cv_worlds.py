"""Worlds for `studies.cv_metrics`: two learners and the attributes that each of them is shown."""

from collections.abc import Iterator
from dataclasses import dataclass
from zlib import crc32

import numpy as np
from studies._cv_learners import (
    Array,
    Learner,
    discriminant,
    gaussian_bayes,
    logistic,
    moved,
    neighbours,
    one_rule,
    stump,
)

from bakeoff.designs import RepeatedKFold

LABELS = ("f1", "precision", "mcc", "kappa", "macro-f1", "balanced-accuracy")
KEYS = (*LABELS, "auc")
BEYOND_CHANCE = ("mcc", "kappa", "balanced-accuracy", "auc")  # of which noise leaves nothing
RUNS, FOLDS = 10, 10
LEAST = 10  # items of each class: one in each fold


@dataclass(frozen=True, kw_only=True)
class World:
    """Classes are apart by ``shift`` in ``attributes`` of each of two blocks.

    A learner is shown one block and the other learner the other, or both the first where they ``share`` it.
    ``alike`` is the correlation of the blocks within a class; with ``tails`` attributes have t distributions.
    The learners have the same expected metrics by ``equal``.
    """

    group: str
    learners: str
    n: int
    positives: tuple[float, ...]
    shift: tuple[float, float] = (0.8, 0.8)
    attributes: int = 3
    alike: float = 0.0
    tails: float = np.inf
    rounded: bool = False
    share: bool = False
    equal: tuple[str, ...] = KEYS

    @property
    def name(self) -> str:
        """What is special about it."""
        said = [self.learners, f"{self.attributes} at {self.shift[0]:g}"]
        if self.shift[0] != self.shift[1]:
            said[1] += f" against {self.shift[1]:g}"
        said += ["the same attributes"] * self.share + [f"correlation {self.alike:g}"] * (self.alike > 0)
        said += ["t with 3 df"] * (self.tails < np.inf) + ["rounded"] * self.rounded
        return ", ".join(said)

    @property
    def metrics(self) -> tuple[str, ...]:
        """Those that there are: no area with three classes."""
        return KEYS if len(self.positives) == 1 else LABELS

    @property
    def two(self) -> list[Learner]:
        """The learner of the first block and that of the second."""
        names = self.learners.split(" against ")
        return [LEARNERS[names[0]], LEARNERS[names[-1]]]

    def data(self, draw: int) -> tuple[Array, list[Array]]:
        """Labels, and the attributes that each learner is shown."""
        rng = np.random.default_rng([crc32(repr(self).encode()), draw])
        y = self._labels(rng)
        return y, self._blocks(y, rng)

    def drawn(self, draw: int, runs: int = RUNS) -> tuple[Array, Array, Array]:
        """Labels, folds (runs, n), and the scores of both learners (2, runs, n, classes)."""
        y, blocks = self.data(draw)
        folds = folds_of(y, runs, draw)
        return y, folds, np.stack([learn(X, y, folds) for learn, X in zip(self.two, blocks, strict=True)])

    def _labels(self, rng: np.random.Generator) -> Array:
        shares = (1 - sum(self.positives), *self.positives)
        while True:
            y = rng.choice(len(shares), size=self.n, p=shares)
            if np.bincount(y, minlength=len(shares)).min() >= LEAST:
                return y

    def _blocks(self, y: Array, rng: np.random.Generator) -> list[Array]:
        shape = (3, self.n, self.attributes)
        noise = rng.normal(size=shape) if np.isinf(self.tails) else rng.standard_t(self.tails, size=shape)
        marked = np.arange(self.attributes) % len(self.positives) == y[:, None] - 1
        if len(self.positives) == 1:
            marked = np.repeat(y[:, None], self.attributes, axis=1)
        blocks = [
            np.sqrt(self.alike) * noise[2] + np.sqrt(1 - self.alike) * noise[side] + self.shift[side] * marked
            for side in (0, 1)
        ]
        if self.rounded:
            blocks = [np.round(each) for each in blocks]
        return [blocks[0], blocks[0]] if self.share else blocks


def folds_of(y: Array, runs: int, rng: int) -> Array:
    """The fold of each item in each run."""
    folds = np.empty((runs, len(y)), dtype=int)
    for at, test in enumerate(RepeatedKFold(runs=runs, folds=FOLDS).split(y, rng=rng).test):
        folds[at // FOLDS, test] = at % FOLDS
    return folds


LEARNERS: dict[str, Learner] = {
    "discriminant": discriminant,
    "naive Bayes": gaussian_bayes,
    "stump": stump(balanced=False),
    "balanced stump": stump(balanced=True),
    "costly stump": stump(balanced=False, costs=(1, 4, 8)),
    "one rule": one_rule(5),
    "logistic": logistic(),
    "balanced logistic": logistic(balanced=True),
    "5 neighbours": neighbours(5),
    "30 neighbours": neighbours(30),
    "balanced 15 neighbours": neighbours(15, balanced=True),
    "discriminant, moved": moved(discriminant, 1.5),
    "naive Bayes, moved": moved(gaussian_bayes, 2.0),
}


def _chosen() -> Iterator[World]:
    for n in (200, 500):
        for share in (0.1, 0.2):
            given = {"group": "chosen", "n": n, "positives": (share,)}
            yield World(learners="discriminant", **given)
            yield World(learners="naive Bayes", **given)
            yield World(learners="balanced stump", attributes=4, **given)
            yield World(learners="5 neighbours", attributes=2, shift=(1.5, 1.5), **given)
    for share in (0.1, 0.2):
        given = {"group": "chosen", "n": 200, "positives": (share,)}
        yield World(learners="discriminant", alike=0.8, **given)
        yield World(learners="naive Bayes", shift=(0.0, 0.0), **given)


def _confirmed() -> Iterator[World]:
    for n, share in ((200, 0.12), (350, 0.15), (500, 0.18)):
        given = {"group": "confirmed", "n": n, "positives": (share,)}
        yield World(learners="logistic", attributes=5, shift=(0.6, 0.6), **given)
        yield World(learners="balanced logistic", attributes=4, shift=(0.5, 0.5), **given)
        yield World(learners="stump", shift=(1.8, 1.8), **given)
        yield World(learners="balanced stump", attributes=8, shift=(0.6, 0.6), **given)
        yield World(learners="balanced 15 neighbours", **given)
        yield World(learners="balanced logistic", attributes=4, shift=(0.0, 0.0), **given)
    for n in (200, 500):
        given = {"group": "confirmed", "n": n, "positives": (0.15,)}
        yield World(learners="discriminant", tails=3.0, shift=(1.2, 1.2), **given)
        yield World(learners="naive Bayes", rounded=True, alike=0.5, **given)
        noise = {"shift": (0.0, 0.0), "equal": BEYOND_CHANCE, **given}
        yield World(learners="balanced logistic against balanced 15 neighbours", **noise)
        yield World(learners="naive Bayes against balanced stump", share=True, **noise)
        given["positives"] = (0.2, 0.1)
        yield World(learners="discriminant", attributes=4, shift=(1.2, 1.2), equal=LABELS, **given)
        yield World(learners="balanced stump", attributes=4, shift=(1.2, 1.2), equal=LABELS, **given)


def _edges() -> Iterator[World]:
    for n, share in ((300, 0.05), (500, 0.05), (200, 0.3), (500, 0.3)):
        given = {"group": "edges", "n": n, "positives": (share,)}
        yield World(learners="discriminant", shift=(1.0, 1.0), **given)
        yield World(learners="naive Bayes", shift=(1.0, 1.0), **given)
        yield World(learners="balanced stump", attributes=4, **given)
        yield World(learners="balanced logistic", attributes=4, **given)


def _different() -> Iterator[World]:
    for n, share in ((200, 0.15), (500, 0.15)):
        given = {"group": "different", "n": n, "positives": (share,), "equal": ()}
        yield World(learners="discriminant", shift=(1.2, 0.7), **given)
        yield World(learners="naive Bayes", shift=(1.2, 0.7), alike=0.5, **given)
        yield World(learners="balanced stump", attributes=4, shift=(1.2, 0.7), **given)
        yield World(learners="balanced logistic against balanced stump", attributes=4, share=True, **given)
        yield World(learners="discriminant against discriminant, moved", shift=(1.0, 1.0), **given)
        yield World(learners="naive Bayes, moved against naive Bayes", share=True, **given)
        yield World(learners="discriminant against logistic", share=True, **given)
        yield World(learners="5 neighbours against discriminant", share=True, attributes=4, **given)


WORLDS = (*_chosen(), *_confirmed(), *_edges(), *_different())
