"""Martin & Hirschberg's Table 13: stopped against unpruned trees, on a population of their kind."""

from typing import Any

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.core.rng import generator
from bakeoff.lab.exhibit import Cell, Effort, Reproduction
from bakeoff.lab.papers._mh_cells import says
from bakeoff.lab.papers._mh_study import inherent, paired_t
from bakeoff.lab.papers._printed import exhibit, why
from bakeoff.lab.populations.contact_lenses import LENSES, VALUES, cases, contact_lenses

TABLE = "table13_t_stopped_vs_unpruned"
COLUMNS = tuple(says(TABLE, "columns"))
SAMPLES = int(says(TABLE, "samples"))
CRITICAL = float(says(TABLE, "critical"))
STOPPED, UNPRUNED = "c45", "c45-full"


def compute(effort: Effort) -> Reproduction:
    """The printed t, which cannot be computed again, and those of the stand-in."""
    table = [(error, size) for error, rows in says(TABLE, "rows").items() for size in rows]
    printed, stand_in, sets = [], [], []
    for done, (error, size) in enumerate(table):
        row, values = f"{error}, N = {size}", says(TABLE, "rows", error, size)
        t = _t(effort, error, int(size))
        printed += [
            Cell(row, name, value, None, 1, reason=why("lenses-lacking"))
            for name, value in zip(COLUMNS, values, strict=True)
        ]
        stand_in += [_unprinted(f"stand-in: {row}", name, t[name]) for name in COLUMNS]
        sets.append([t[name] for name in COLUMNS])
        effort.told((done + 1) / len(table))
    in_print = np.array([says(TABLE, "rows", *place) for place in table])
    marks = _misleading("misleading, from the printed t", in_print[:, :, None])
    marks += _misleading("misleading, stand-in", np.array(sets))
    return Reproduction(cells=(*printed, *stand_in, *marks))


def _t(effort: Effort, error: str, size: int) -> dict[str, Floats]:
    """The t of stopped less unpruned trees by each estimator, for some sets of 8 samples."""
    count = effort.draws(4, 2)
    noise = inherent(error) * len(LENSES) / (len(LENSES) - 1)
    population = contact_lenses(attribute_noise=0.0, class_noise=noise)
    rng = generator(effort.rng, "mh-table13", error, size)
    drawn = [population.sample(size, rng) for _ in range(count * SAMPLES)]
    X, y = np.array([items for items, _ in drawn]), np.array([classes for _, classes in drawn])
    resamples = rng.integers(size, size=(len(X), effort.draws(25, 8), size))
    chances = population.cells().chances if population.cells else None
    stopped, unpruned = (_estimates(effort, X, y, key, resamples, chances) for key in (STOPPED, UNPRUNED))
    return {name: paired_t((stopped[name] - unpruned[name]).reshape(count, SAMPLES)) for name in COLUMNS}


def _estimates(
    effort: Effort, X: Any, y: Any, learner: str, resamples: Any, chances: Any
) -> dict[str, Floats]:
    """The true error of the trees of each sample, and what every estimator says."""
    from bakeoff.lab.item_errors import fold_errors  # here and below: trees take long to load
    from bakeoff.lab.learners import make

    def cross_validated(folds: int, runs: int) -> Floats:
        errors = fold_errors(X, y, learner=learner, folds=folds, runs=runs, rng=effort.rng)
        return np.asarray(errors.sum(axis=(1, 2)) / (runs * y.shape[1]))

    items = np.ravel_multi_index(tuple(np.moveaxis(X, 2, 0)), VALUES)
    every, _ = cases()
    true, apparent, outside = [], [], []
    for sample in range(len(X)):
        said = make(learner).fit(X[sample], y[sample]).predict(every)
        true.append(1 - chances[np.arange(len(every)), said].sum())
        apparent.append(np.mean(said[items[sample]] != y[sample]))
        outside.append(_outside(X[sample], y[sample], items[sample], learner, resamples[sample]))
    found = {
        "TER": np.array(true),
        "APP": np.array(apparent),
        "LOO": cross_validated(y.shape[1], 1),
        "10-CV": cross_validated(10, 1),
        "632b": 0.632 * np.array(outside) + 0.368 * np.array(apparent),
    }
    halves = cross_validated(2, effort.draws(100, 30))
    return {**found, "LOO*": np.median([found["LOO"], found["632b"], halves], axis=0)}


def _outside(X: Any, y: Any, items: Any, learner: str, resamples: Any) -> float:
    """The pooled error outside the bootstrap samples."""
    from bakeoff.lab.learners import make

    every, _ = cases()
    wrong = tested = 0
    for drawn in resamples:
        left = np.setdiff1d(np.arange(len(y)), drawn)
        said = make(learner).fit(X[drawn], y[drawn]).predict(every)
        wrong, tested = wrong + np.sum(said[items[left]] != y[left]), tested + len(left)
    return float(wrong / tested)


def _unprinted(row: str, column: str, studies: Floats) -> Cell:
    return Cell(row, column, None, float(np.median(studies)), 1)


def _misleading(row: str, t: Floats) -> list[Cell]:
    """In how many cases each estimator leads elsewhere than the true errors; t by case, column and set."""
    said = np.abs(t) > CRITICAL
    counts = np.sum(said != said[:, :1], axis=0)
    return [_unprinted(row, name, counts[at]) for at, name in enumerate(COLUMNS) if at > 0]


record = exhibit("mh-table13", compute)
