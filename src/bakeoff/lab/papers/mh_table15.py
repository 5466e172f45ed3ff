"""Martin & Hirschberg's Table 15: the bias of iterated 2-fold cross-validation."""

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab.exhibit import Cell, Effort, Reproduction
from bakeoff.lab.papers._mh_cells import says
from bakeoff.lab.papers._mh_neighbours import cross_validated, partitions, true_errors
from bakeoff.lab.papers._mh_study import LOT, POPULATIONS, SIZES, every_case, row_of, sets
from bakeoff.lab.papers._printed import exhibit

TABLE = "table15_bias_pct_2CVstar"


def compute(effort: Effort) -> Reproduction:
    """The mean of 2-CV* minus the true error, in per cent, for each learner, size and population."""
    found = {case: _biases(effort, *case) for case in every_case(effort)}
    cells = tuple(
        _cell(
            f"{k}-NN, {row_of(size)}",
            population,
            says(TABLE, f"{k}-NN", str(size))[at],
            found[size, population][k],
        )
        for k in (1, 3)
        for size in SIZES
        for at, population in enumerate(POPULATIONS)
    )
    return Reproduction(cells=cells, notes=_notes(cells))


def _biases(effort: Effort, size: int, population: str) -> dict[int, Floats]:
    """The bias in each sample, in per cent."""
    found: dict[int, list[Floats]] = {1: [], 3: []}
    for samples, rng in sets(effort, "mh-table15", size, population, effort.draws(40, 8), at_once=8):
        fold_of = partitions(samples, 2, int(says(TABLE, "iterations")), rng)
        for k, values in found.items():
            values.append(100 * (cross_validated(samples, fold_of, k) - true_errors(samples, k)))
    return {k: np.concatenate(values) for k, values in found.items()}


def _cell(row: str, column: str, published: float, biases: Floats) -> Cell:
    error = float(np.std(biases, ddof=1)) * float(np.sqrt(1 / LOT + 1 / len(biases)))
    return Cell(row, column, published, float(np.mean(biases)), 1, error=error)


def _notes(cells: tuple[Cell, ...]) -> tuple[str, ...]:
    off = np.mean([(cell.published - cell.computed) / cell.error for cell in cells])  # type: ignore[operator]
    return (
        "computed: the mean over many samples; the error is that of the mean of 20, such as print has",
        f"print is {off:.2f} standard errors above what is computed, on average; both learners "
        "are tested on the same samples, so half of the cells tell nothing new",
    )


record = exhibit("mh-table15", compute)
