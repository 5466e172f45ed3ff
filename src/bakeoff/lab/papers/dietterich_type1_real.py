"""Dietterich's false alarms with real learners on realistic data."""

import math

import numpy as np

from bakeoff.lab.exhibit import Cell, Effort, Reproduction
from bakeoff.lab.papers._dietterich import PAPER, TRIALS, alarm_table
from bakeoff.lab.papers._dietterich_real import DESIGNS, TASKS, differences, rejected
from bakeoff.lab.papers._printed import exhibit, printed, why
from bakeoff.report.draw.figure import Figure

ELEVATED = "10-fold t"
CORRELATED = "letter"


def compute(effort: Effort) -> Reproduction:
    """Count the rejections of each test where the two trained learners have the same error rate."""
    draws = effort.draws(1000, 100)
    shares: dict[str, dict[str, float]] = {task.name: {} for task in TASKS}
    for at, task in enumerate(TASKS):
        for step, test in enumerate(DESIGNS):
            effort.told((at + step / len(DESIGNS)) / len(TASKS))
            shares[task.name][test] = rejected(task, test, 0.0, draws, effort.rng)
    cells, panel = alarm_table(
        shares, draws, exceeding=(ELEVATED,), reason=why("tasks-are-stand-ins"), kind="stand-in"
    )
    figure = Figure(title="False alarms of C4.5 against 1-NN, level 5 %", panels=(panel,))
    return Reproduction(cells=[*cells, _correlation(draws, effort.rng)], figure=figure)


def _correlation(draws: int, rng: int) -> Cell:
    """The correlation of the differences of two folds of one cross-validation."""
    task = next(each for each in TASKS if each.name == CORRELATED)
    x = differences(task, ELEVATED, 0.0, draws, rng)[:, 0]
    between = np.asarray(np.corrcoef(x.T))[np.triu_indices(x.shape[1], 1)]
    column, said = f"{CORRELATED}: correlation of folds", printed(PAPER, "correlation_folds_letter", "value")
    error, reason = math.sqrt((1 / draws + 1 / TRIALS) / len(between)), why("tasks-are-stand-ins")
    return Cell(
        ELEVATED, column, said, float(np.mean(between)), 5, error=error, reason=reason, kind="stand-in"
    )


record = exhibit("dietterich-type1-real", compute)
