"""Dietterich's power of four tests with real learners on realistic data."""

import math

import numpy as np

from bakeoff.lab.exhibit import Cell, Effort, Kind, Reproduction, panel
from bakeoff.lab.papers import _dietterich as dietterich
from bakeoff.lab.papers._dietterich import TRIALS, rate_cell, rate_error
from bakeoff.lab.papers._dietterich_real import DESIGNS, TASKS, differences, rejected
from bakeoff.lab.papers._printed import exhibit, printed, why
from bakeoff.lab.papers._readings import RISES, SLIGHTLY_MORE, Range
from bakeoff.lab.populations._truth import Measured, expected
from bakeoff.report.draw.figure import Figure, Panel

PARTS = (0.0, 0.25, 0.5, 0.75, 1.0)
BEST = "10-fold t"
SECOND, THIRD = "5x2cv t", "McNemar"
STAND_IN: Kind = "stand-in"
CLAIMED = "letter"  # the task that print has numbers for
CLAIM = printed(dietterich.PAPER, "power")
Shares = dict[str, list[float]]  # of data sets on which a test rejects, at each part of the way


def compute(effort: Effort) -> Reproduction:
    """Count the rejections of each test at each part of the way from equal learners to undamaged ones."""
    draws, cells, panels, letter = effort.draws(1000, 60), list[Cell](), [], list[Cell]()
    for at, task in enumerate(TASKS):
        gaps: list[Measured] = []
        shares: Shares = {test: [] for test in DESIGNS}
        for step, part in enumerate(PARTS):
            effort.told((at + step / len(PARTS)) / len(TASKS))
            more = differences(task, BEST, part, draws, effort.rng).mean(axis=(1, 2))
            gaps.append(expected(more * 100 * dietterich.FOLDS / dietterich.ITEMS))
            for test, found in shares.items():
                found.append(rejected(task, test, part, draws, effort.rng))
        points = [abs(gap.mean) for gap in gaps]  # by which the worse learner errs more often
        cells += _cells(task.name, points, [gap.standard_error for gap in gaps], shares, draws)
        panels.append(_panel(task.name, points, shares, draws))
        letter += [_letter(task.name, points, shares, draws)] if task.name == CLAIMED else []
    figure = Figure(title="Power of four tests, C4.5 against 1-NN, level 5 %", panels=tuple(panels))
    return Reproduction(cells=[*cells, *letter], figure=figure)


def _cells(name: str, points: list[float], errors: list[float], shares: Shares, draws: int) -> list[Cell]:
    columns = [f"{name}, part {part:g}" for part in PARTS]
    cells = [
        Cell("difference, points", column, None, gap, 1, error=error)
        for column, gap, error in zip(columns, points, errors, strict=True)
    ]
    cells += [
        rate_cell(test, column, share, draws)
        for test, found in shares.items()
        for column, share in zip(columns, found, strict=True)
    ]
    others = [test for test in DESIGNS if test != BEST]
    cells.append(_lead(name, shares, BEST, others, draws, RISES, "most powerful"))
    cells.append(_lead(name, shares, SECOND, [THIRD], draws, SLIGHTLY_MORE, "slightly more powerful"))
    return cells


def _lead(
    name: str, shares: Shares, test: str, others: list[str], draws: int, said: Range, words: str
) -> Cell:
    """The power of a test minus that of the best other test, on average over unequal learners."""
    leads, variances = [], []
    for own, *rest in list(zip(shares[test], *(shares[other] for other in others), strict=True))[1:]:
        leads.append(100 * (own - max(rest)))
        variances.append(rate_error(own, draws, TRIALS) ** 2 + rate_error(max(rest), draws, TRIALS) ** 2)
    row = f"{test} minus {others[0] if len(others) == 1 else 'the most powerful other test'}"
    # All parts use the same data sets, so their mean has the same error as one of them.
    error, lead = math.sqrt(float(np.mean(variances))), float(np.mean(leads))
    reason = why("tasks-are-stand-ins")
    column, kind = f"{name}, mean", STAND_IN
    return Cell(row, column, said, lead, 1, error=error, reason=reason, words=words, kind=kind)


def _letter(name: str, points: list[float], shares: Shares, draws: int) -> Cell:
    """The power of the best test that holds its level at the difference that print names."""
    claimed, one_in = CLAIM["letter_claim_points"], CLAIM["letter_claim_one_in"]
    holding = (found for test, found in shares.items() if test != BEST)
    return rate_cell(
        "highest power of the tests other than 10-fold t",
        f"{name}, {claimed} points",
        max(float(np.interp(claimed, points, found)) for found in holding),
        draws,
        said=(0.0, 100 / one_in),
        words=f"a difference below is found one time in {one_in}",
        reason=f"{why('tasks-are-stand-ins')}; {why('recalled')}",
        kind=STAND_IN,
    )


def _panel(name: str, points: list[float], shares: Shares, draws: int) -> Panel:
    series = (dietterich.rate_series(test, points, found, draws) for test, found in shares.items())
    labels = ("difference in error, points", "data sets rejected, %")
    return panel(f"in place of {name}", *labels, series, level=100 * dietterich.ALPHA)


record = exhibit("dietterich-power", compute)
