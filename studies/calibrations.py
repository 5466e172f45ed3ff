"""How often degrees of freedom from permuted labels hold the level, by how often permuted draws show nothing.

    python -m studies.calibrations [--sets 100] [--draws 60]

Two learners of one kind see two blocks of binary attributes that carry the same signal: neither is better.
For each data set, degrees of freedom of `cv-all-data` are calibrated as `bakeoff calibrate` does, by
permuting its labels, and used on the data themselves. A stump that falls back on the most frequent class
unless its attribute is clear has nothing to choose where labels are permuted: most of its differences are 0
there, and few are on the data. Prints one line for each world (three minutes).
"""

import argparse
import sys
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bakeoff.core.rng import generator
from bakeoff.methods._calibrating import calibrated_df, false_alarms_at, ratios

RUNS, FOLDS, ATTRIBUTES, ALPHA = 10, 10, 5, 0.05
CELLS = RUNS * FOLDS
PUBLISHED = 10
REFUSED = 0.1  # share of draws without any difference from which on `bakeoff calibrate` refuses
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Learner = Callable[[Floats, Ints], Ints]


class Drawn(NamedTuple):
    """One data set: both blocks, labels, and the fold of each item in each run."""

    first: Ints
    second: Ints
    y: Ints
    fold: Ints


class World(NamedTuple):
    """A learner, the strength of each attribute, and the numbers of items and share of positives."""

    name: str
    learner: Learner
    strength: tuple[float, ...]
    n: int
    share: float


def counts(x: Ints, y: Ints, fold: Ints) -> Floats:
    """Training items by run and fold, attribute, its value and the class."""
    tested = np.zeros((CELLS, y.size))
    for run in range(RUNS):
        tested[run * FOLDS + fold[run], np.arange(y.size)] = 1
    values, classes = np.stack([1 - x, x], axis=-1), np.eye(2)[y]
    kinds = (values[..., None] * classes[:, None, None, :]).reshape(y.size, -1).astype(np.float64)
    trained: Floats = (kinds.sum(axis=0) - tested @ kinds).reshape(CELLS, ATTRIBUTES, 2, 2)
    return trained


def stump(clear: float) -> Learner:
    """The attribute that tells most, or the most frequent class where it is not clear (by z)."""

    def predict(trained: Floats, x: Ints) -> Ints:
        n = trained[:, 0].sum(axis=(1, 2))
        own, others = trained[:, :, 1, 1], trained[:, :, 0, 1]
        of, rest = trained[:, :, 1].sum(axis=-1), trained[:, :, 0].sum(axis=-1)
        share = (own + others) / n[:, None]
        spread = np.sqrt(
            np.maximum(share * (1 - share) * (1 / np.maximum(of, 1) + 1 / np.maximum(rest, 1)), 1e-12)
        )
        z = np.abs(own / np.maximum(of, 1) - others / np.maximum(rest, 1)) / spread
        best = z.argmax(axis=1)
        at = np.arange(CELLS)
        said = trained[at, best].argmax(axis=-1)
        common = trained[:, 0].sum(axis=1).argmax(axis=-1)
        said = np.where((z[at, best] > clear)[:, None], said, common[:, None])
        chosen: Ints = np.take_along_axis(said, x.T[best], axis=1)
        return chosen

    return predict


def bayes(trained: Floats, x: Ints) -> Ints:
    """Naive Bayes with one added item of each kind."""
    log = np.log((trained + 1) / (trained.sum(axis=2, keepdims=True) + 2))
    prior = np.log(trained[:, 0].sum(axis=1) + 1)
    score = (
        prior[:, None]
        + np.einsum("fac,ia->fic", log[:, :, 1], x)
        + np.einsum("fac,ia->fic", log[:, :, 0], 1 - x)
    )
    said: Ints = score.argmax(axis=-1)
    return said


def votes(trained: Floats, x: Ints) -> Ints:
    """The class of most items by a sum of votes of all attributes."""
    told = (trained[..., 1] - trained[..., 0]) / trained.sum(axis=-1).clip(1)
    score = np.einsum("fa,ia->fi", told[:, :, 1], x) + np.einsum("fa,ia->fi", told[:, :, 0], 1 - x)
    said: Ints = (score > 0).astype(np.int64)
    return said


ONE, RIVALS = (2.0, 0.0, 0.0, 0.0, 0.0), (0.9, 0.9, 0.9, 0.0, 0.0)
WORLDS = (
    *(World(f"stump, z > {z}", stump(z), ONE, n, 0.5) for z in (0.0, 1.5, 2.0, 2.5, 3.0) for n in (100, 300)),
    *(World(f"stump, z > {z}, rivals", stump(z), RIVALS, 100, 0.5) for z in (0.0, 1.5, 2.0, 2.5)),
    *(World("naive Bayes", bayes, (0.8,) * ATTRIBUTES, n, share) for n in (100, 300) for share in (0.5, 0.3)),
    *(World("votes", votes, (0.8,) * ATTRIBUTES, n, 0.5) for n in (100, 300)),
)


def drawn(world: World, rng: np.random.Generator) -> Drawn:
    """A data set of which both blocks tell the same, with stratified folds for its labels."""
    y = (rng.random(world.n) < world.share).astype(np.int64)
    odds = np.array(world.strength) * (y[:, None] - 0.5)
    first, second = (
        (rng.random((world.n, ATTRIBUTES)) < 1 / (1 + np.exp(-odds))).astype(np.int64) for _ in range(2)
    )
    return Drawn(first, second, y, stratified(y, rng))


def stratified(y: Ints, rng: np.random.Generator) -> Ints:
    """The fold of each item in each run, dealt by class."""
    found = np.empty((RUNS, y.size), dtype=np.int64)
    for run in range(RUNS):
        order = rng.permutation(y.size)
        order = order[np.argsort(y[order], kind="stable")]
        found[run, order] = np.arange(y.size) % FOLDS
    return found


def differences(world: World, data: Drawn) -> Floats:
    """Accuracy of the first minus that of the second, in each run and fold."""
    cell = np.arange(RUNS)[:, None] * FOLDS + data.fold
    items = np.arange(data.y.size)
    right = [
        world.learner(counts(x, data.y, data.fold), x)[cell, items] == data.y
        for x in (data.first, data.second)
    ]
    gap = (right[0].astype(float) - right[1]).ravel()
    found = np.bincount(cell.ravel(), weights=gap, minlength=CELLS) / np.bincount(
        cell.ravel(), minlength=CELLS
    )
    return found.reshape(RUNS, FOLDS)


class Set(NamedTuple):
    """The statistic of one data set, and what permuting its labels gives."""

    ratio: float
    zeros: float
    df: float
    low: float

    @property
    def used(self) -> float:
        """What `bakeoff calibrate` uses."""
        return min(self.df, PUBLISHED)


def measured(world: World, draws: int, rng: np.random.Generator) -> Set:
    """Calibrate on one data set by permuted labels, and compute the statistic on it."""
    data = drawn(world, rng)
    null = []
    for _ in range(draws):
        y = rng.permutation(data.y)
        null.append(differences(world, data._replace(y=y, fold=stratified(y, rng))))
    found = np.array(null)
    at = calibrated_df(ratios("cv-all-data", found), alpha=ALPHA)
    zeros = float(np.mean(~found.any(axis=(1, 2))))
    own = float(ratios("cv-all-data", differences(world, data)[None])[0])
    return Set(own, zeros, at.df or 1, at.low)


def rejected(sets: list[Set], name: str) -> float:
    """The share of false alarms, in per cent, with the degrees of freedom of that name."""
    return 100 * float(np.mean([false_alarms_at(np.array([s.ratio]), getattr(s, name), ALPHA) for s in sets]))


def main() -> None:
    """Print one line for each world."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sets", type=int, default=100)
    parser.add_argument("--draws", type=int, default=60)
    parser.add_argument("--only", default="", help="worlds whose names begin so")
    given = parser.parse_args()
    sys.stdout.write(
        "world, items, positives: no difference in % of draws; df, lower end (medians); false alarms "
        "with df, with "
        f"the lower end, with {PUBLISHED}; kept by the rule, and their false alarms with df and with at "
        f"most {PUBLISHED}\n"
    )
    for world in (each for each in WORLDS if each.name.startswith(given.only)):
        rng = generator(0, "calibrations", world.name, world.n, world.share)
        sets = [measured(world, given.draws, rng) for _ in range(given.sets)]
        fixed = 100 * false_alarms_at(np.array([s.ratio for s in sets]), PUBLISHED, ALPHA)
        kept = [s for s in sets if s.zeros < REFUSED]
        of_kept = f"{rejected(kept, 'df'):.1f}, {rejected(kept, 'used'):.1f}" if kept else "-"
        zeros, df, low = np.median([(s.zeros, s.df, s.low) for s in sets], axis=0)
        sys.stdout.write(
            f"{world.name}, {world.n}, {world.share}: {100 * zeros:.0f}; {df:g}, {low:g}; "
            f"{rejected(sets, 'df'):.1f}, "
            f"{rejected(sets, 'low'):.1f}, {fixed:.1f}; {len(kept)} of {len(sets)}, {of_kept}\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
