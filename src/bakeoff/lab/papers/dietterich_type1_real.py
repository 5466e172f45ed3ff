"""Dietterich's false alarms with real learners on realistic data."""

import math

import numpy as np

from bakeoff.lab.papers._dietterich_cells import rate_bars, rate_cell
from bakeoff.lab.papers._dietterich_real import DESIGNS, STAND_INS, TASKS, differences, rejected
from bakeoff.lab.papers._dietterich_simulated import ALPHA, LOST, PAPER, TRIALS
from bakeoff.lab.papers._printed import exhibit, printed
from bakeoff.report.draw.exhibit import Cell, Effort, Figure, Reproduction

ELEVATED = "10-fold t"
CORRELATED = "letter"
NOTES = (LOST, STAND_INS)


def compute(effort: Effort) -> Reproduction:
    """Count what each test rejects on data sets after whose training the two learners err as often."""
    draws = effort.draws(1000, 100)
    shares: dict[str, dict[str, float]] = {task.name: {} for task in TASKS}
    for at, task in enumerate(TASKS):
        for step, test in enumerate(DESIGNS):
            effort.told((at + step / len(DESIGNS)) / len(TASKS))
            shares[task.name][test] = rejected(task, test, 0.0, draws, effort.rng)
    cells = [
        rate_cell(test, name, share, draws) for name, rates in shares.items() for test, share in rates.items()
    ]
    cells += _claims(shares, draws)
    cells.append(_correlation(draws, effort.rng))
    panel = rate_bars("", shares, draws, ALPHA)
    figure = Figure(title="False alarms of C4.5 against 1-NN, level 5 %", panels=(panel,))
    return Reproduction(cells=tuple(cells), figure=figure, notes=NOTES)


def _claims(shares: dict[str, dict[str, float]], draws: int) -> list[Cell]:
    """Only the cross-validated t test exceeds its level."""
    level, cells = 100 * ALPHA, []
    for test in DESIGNS:
        most = max(rates[test] for rates in shares.values())
        said, words = (
            ((level, 100.0), "exceeds the level") if test == ELEVATED else ((0.0, level), "acceptable")
        )
        cells.append(rate_cell(test, "most", most, draws, said=said, words=words, reason=STAND_INS))
    return cells


def _correlation(draws: int, rng: int) -> Cell:
    """How much the differences of two folds of one cross-validation go together."""
    task = next(each for each in TASKS if each.name == CORRELATED)
    x = differences(task, ELEVATED, 0.0, draws, rng)[:, 0]
    between = np.asarray(np.corrcoef(x.T))[np.triu_indices(x.shape[1], 1)]
    return Cell(
        row=ELEVATED,
        column=f"{CORRELATED}: correlation of folds",
        published=printed(PAPER, "correlation_folds_letter", "value"),
        computed=float(np.mean(between)),
        digits=5,
        error=math.sqrt((1 / draws + 1 / TRIALS) / len(between)),
        reason=STAND_INS,
    )


record = exhibit("dietterich-type1-real", compute)
