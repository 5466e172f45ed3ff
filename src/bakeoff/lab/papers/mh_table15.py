"""Martin & Hirschberg's Table 15: the bias of iterated 2-fold cross-validation."""

from itertools import product

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab.exhibit import Cell, Effort, Reproduction
from bakeoff.lab.papers._mh_cells import says
from bakeoff.lab.papers._mh_neighbours import Samples, cross_validated, partitions, true_errors
from bakeoff.lab.papers._mh_study import ITERATIONS, LOT, POPULATIONS, SIZES, every_case, joined, sets
from bakeoff.lab.papers._printed import exhibit

TABLE = "table15_bias_pct_2CVstar"


def compute(effort: Effort) -> Reproduction:
    """The mean of 2-CV* minus the true error, in per cent, for each learner, size and population."""
    found, cells = {}, []
    for size, column in every_case(effort):
        drawn = sets(effort, "mh-table15", size, column, effort.draws(40, 8), at_once=8)
        found[size, column] = joined(_biases(samples, rng) for samples, rng in drawn)
    for learner, size in product(("1-NN", "3-NN"), SIZES):
        for column, published in zip(POPULATIONS, says(TABLE, learner, str(size)), strict=True):
            biases = found[size, column][learner]
            error = float(np.std(biases, ddof=1)) * float(np.sqrt(1 / LOT + 1 / len(biases)))
            row, mean = f"{learner}, N = {size}", float(np.mean(biases))
            cells.append(Cell(row, column, published, mean, 1, error=error))
    return Reproduction(cells=cells)


def _biases(samples: Samples, rng: np.random.Generator) -> dict[str, Floats]:
    """The bias in each sample, in per cent."""
    fold_of = partitions(samples, 2, ITERATIONS, rng)
    return {f"{k}-NN": 100 * (cross_validated(samples, fold_of, k) - true_errors(samples, k)) for k in (1, 3)}


record = exhibit("mh-table15", compute)
