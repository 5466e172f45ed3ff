"""Martin & Hirschberg's Table 13: stopped against unpruned trees, on a population of their kind."""

from typing import Any

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.core.rng import generator
from bakeoff.lab.exhibit import Cell, Effort, Printed, Reproduction
from bakeoff.lab.papers._mh_cells import claimed, expected, says, sure
from bakeoff.lab.papers._mh_study import inherent, paired_t
from bakeoff.lab.papers._printed import exhibit
from bakeoff.lab.papers._readings import FALLS, RISES
from bakeoff.lab.population import Cells
from bakeoff.lab.populations.contact_lenses import LENSES, contact_lenses

TABLE = "table13_t_stopped_vs_unpruned"
COLUMNS = tuple(says(TABLE, "columns"))
SAMPLES = int(says(TABLE, "samples"))
CRITICAL = float(says(TABLE, "critical"))
FOLDS = 10
HIGH = 0.1  # inherent error from which the text calls the decisions of LOO and 10-CV correct
ADVANTAGE = (0.0, np.inf)  # misleading cases more: as many are no advantage either
NORMAL_MIDDLE_HALF = 1.349  # standard deviations between the quartiles
Counts = Any  # (..., combinations of attributes, classes)


def compute(effort: Effort) -> Reproduction:
    """The t that sets of 8 samples of the stand-in are expected to give, next to those in print."""
    table = [(error, size) for error, rows in says(TABLE, "rows").items() for size in rows]
    cells, sets = [], []
    for done, (error, size) in enumerate(table):
        t = _t(effort, error, int(size))
        printed = zip(COLUMNS, says(TABLE, "rows", error, size), strict=True)
        cells += [_cell(f"{error}, N = {size}", name, value, t[name]) for name, value in printed]
        sets.append([t[name] for name in COLUMNS])
        effort.told((done + 1) / len(table))
    in_print = np.array([says(TABLE, "rows", *place) for place in table])
    marks = _misleading("misleading cases, of 16, from the printed t", in_print[:, :, None])
    marks += _misleading("misleading cases, of 16, stand-in", np.array(sets))
    return Reproduction(cells=(*cells, *marks, *_claims(table, np.array(sets))))


def _cell(row: str, column: str, published: float, t: Floats) -> Cell:
    """One study has the printed t; the median of many and their middle half show what to expect from one.

    Where all eight differences are nearly equal, t is unbounded, so a mean would be meaningless.
    """
    low, middle, high = np.quantile(t, (0.25, 0.5, 0.75))
    error = float(high - low) / NORMAL_MIDDLE_HALF
    return sure(
        row, column, published, float(middle), "lenses-lacking", digits=1, error=error, kind="stand-in"
    )


def _t(effort: Effort, error: str, size: int) -> dict[str, Floats]:
    """The t of stopped minus unpruned trees by each estimator, for many sets of 8 samples."""
    count = effort.draws(40, 20)
    noise = inherent(error) * len(LENSES) / (len(LENSES) - 1)
    population = contact_lenses(attribute_noise=0.0, class_noise=noise)
    truth = population.cells()  # type: ignore[misc]
    rng = generator(effort.rng, "mh-table13", error, size)
    every = [_estimates(effort, truth, size, rng) for _ in range(count * SAMPLES)]
    apart = {name: np.array([each[name][1] - each[name][0] for each in every]) for name in COLUMNS}
    return {name: paired_t(each.reshape(count, SAMPLES)) for name, each in apart.items()}


def _estimates(effort: Effort, truth: Cells, size: int, rng: np.random.Generator) -> dict[str, Floats]:
    """Draw a sample: the error of its unpruned and of its stopped tree, true and by each estimator."""
    from bakeoff.lab.papers import _exact_trees as trees  # compiled code is slow to load

    places = rng.choice(truth.chances.size, size=size, p=truth.chances.ravel())
    whole, items, logs = _counted(places, truth), truth.items.astype(np.int64), trees.log_factorials(size)

    def rates(trained: Counts, tested: Counts) -> Floats:
        wrong = trees.errors(trained, tested, items, logs, trees.LIMIT)
        return np.asarray(wrong / tested.sum())

    def in_folds(folds: int, runs: int) -> Floats:
        tested = _folds(places, folds, runs, truth, rng)
        return rates(whole - tested, tested)

    grown = np.zeros((2, len(items)), dtype=np.int64)
    trees.grow(whole, items, logs, trees.LIMIT, grown)
    apparent, left = rates(whole[None], whole[None]), rates(*_one_out(whole))
    outside = rates(*_resamples(places, effort.draws(200, 20), truth, rng))
    mixed = 0.632 * outside + 0.368 * apparent
    return {
        "TER": np.array([truth.error_of(each) for each in grown]),
        "APP": apparent,
        "LOO": left,
        "10-CV": in_folds(FOLDS, 1),
        "632b": mixed,
        "LOO*": np.median([left, mixed, in_folds(2, effort.draws(100, 10))], axis=0),
    }


def _counted(places: Any, truth: Cells) -> Counts:
    """How many items there are of each combination and class."""
    return np.bincount(places, minlength=truth.chances.size).reshape(truth.chances.shape)


def _folds(places: Any, folds: int, runs: int, truth: Cells, rng: np.random.Generator) -> Counts:
    """The items of each fold in some partitions, made regardless of class: (runs * folds, ...)."""
    dealt = rng.permuted(np.broadcast_to(np.arange(len(places)) % folds, (runs, len(places))), axis=1)
    return np.stack([_counted(places[each == fold], truth) for each in dealt for fold in range(folds)])


def _one_out(whole: Counts) -> tuple[Counts, Counts]:
    """All items but one, and that one; identical items give the same result, so one represents all."""
    there = np.argwhere(whole > 0)
    one = np.zeros((len(there), *whole.shape), dtype=whole.dtype)
    one[np.arange(len(there)), there[:, 0], there[:, 1]] = 1
    return whole - one, one * whole


def _resamples(places: Any, count: int, truth: Cells, rng: np.random.Generator) -> tuple[Counts, Counts]:
    """Bootstrap samples, and the items outside each."""
    drawn = rng.integers(len(places), size=(count, len(places)))
    outside = [np.delete(places, each) for each in drawn]
    return np.stack([_counted(places[each], truth) for each in drawn]), np.stack(
        [_counted(each, truth) for each in outside]
    )


def _misleading(row: str, t: Floats) -> list[Cell]:
    """In how many cases each estimator and the true errors decide differently; t by case, column and set."""
    said = np.abs(t) > CRITICAL
    counts = np.mean(np.sum(said != said[:, :1], axis=0), axis=1)
    return [sure(row, name, None, float(counts[at]), digits=1) for at, name in enumerate(COLUMNS) if at > 0]


def _claims(table: list[tuple[str, str]], t: Floats) -> list[Cell]:
    """What the text concludes from the table, held against the stand-in; t by case, column and set.

    Each is judged on many sets of 8 samples, whichever way it turns out.
    """
    said = np.abs(t) > CRITICAL
    true = said[:, :1]
    wrong = dict(zip(COLUMNS, np.sum(said != true, axis=0), strict=True))
    false, missed = (
        dict(zip(COLUMNS, np.sum(each, axis=0), strict=True)) for each in (said & ~true, ~said & true)
    )
    high = np.array([inherent(error) >= HIGH for error, _ in table])
    of_high = dict(zip(COLUMNS, np.sum((said != true)[high], axis=0), strict=True))
    given: list[tuple[str, str, Printed, Floats, str]] = [
        ("mean t", "TER", RISES, t[:, 0].mean(axis=0), "stopped trees are less accurate"),
        *(
            (
                "exaggerating less understating cases",
                name,
                RISES,
                false[name] - missed[name],
                "tends to exaggerate",
            )
            for name in ("632b", "LOO*")
        ),
        *(
            (
                f"misleading cases, less those of {other}",
                name,
                ADVANTAGE,
                wrong[name] - wrong[other],
                "no advantage",
            )
            for name in ("632b", "LOO*")
            for other in ("LOO", "10-CV")
        ),
        *(
            (
                f"misleading cases, less those of {other}",
                "10-CV",
                FALLS,
                wrong["10-CV"] - wrong[other],
                "the least risk",
            )
            for other in ("LOO", "632b", "LOO*")
        ),
    ]
    cells = [
        claimed(row, name, published, values, "lenses-lacking", words=words, kind="stand-in")
        for row, name, published, values, words in given
    ]
    return cells + [
        expected(
            "misleading cases, of 8 with 10 % or more", name, 0.0, of_high[name], "lenses-lacking",
            words="correct decisions", kind="stand-in",
        )
        for name in ("LOO", "10-CV")
    ]  # fmt: skip


record = exhibit("mh-table13", compute)
