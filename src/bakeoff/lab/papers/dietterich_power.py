"""Dietterich's power of four tests with real learners on realistic data."""

import math
from dataclasses import replace

import numpy as np

from bakeoff.lab.exhibit import Cell, Effort, Reproduction
from bakeoff.lab.papers._dietterich import (
    ALPHA,
    FOLDS,
    ITEMS,
    PAPER,
    TRIALS,
    rate_cell,
    rate_error,
    rate_series,
)
from bakeoff.lab.papers._dietterich_real import DESIGNS, TASKS, Task, differences, rejected
from bakeoff.lab.papers._printed import exhibit, printed, why
from bakeoff.lab.populations._truth import Measured, expected
from bakeoff.report.draw.exhibit import Figure, Panel

PARTS = (0.0, 0.25, 0.5, 0.75, 1.0)
BEST = "10-fold t"
SECOND, THIRD = "5x2cv t", "McNemar"
CLAIM = printed(PAPER, "power")
Shares = dict[tuple[str, str, float], float]
Gaps = dict[tuple[str, float], Measured]


def compute(effort: Effort) -> Reproduction:
    """Count what each test rejects at each part of the way from equal learners to undamaged ones."""
    draws = effort.draws(1000, 60)
    shares: Shares = {}
    gaps: Gaps = {}
    for at, task in enumerate(TASKS):
        for step, part in enumerate(PARTS):
            effort.told((at + step / len(PARTS)) / len(TASKS))
            gaps[task.name, part] = _gap(task, part, draws, effort.rng)
            for test in DESIGNS:
                shares[task.name, test, part] = rejected(task, test, part, draws, effort.rng)
    cells = [cell for task in TASKS for cell in _cells(task.name, shares, gaps, draws)]
    cells.append(_letter(shares, gaps, draws))
    return Reproduction(cells=cells, figure=_figure(shares, gaps, draws))


def _gap(task: Task, part: float, draws: int, rng: int) -> Measured:
    """By how many points the worse learner errs more often."""
    points = differences(task, BEST, part, draws, rng).mean(axis=(1, 2)) * 100 * FOLDS / ITEMS
    found = expected(points)
    return replace(found, mean=abs(found.mean))


def _cells(name: str, shares: Shares, gaps: Gaps, draws: int) -> list[Cell]:
    cells = []
    for part in PARTS:
        gap, column = gaps[name, part], f"{name}, part {part:g}"
        cells.append(Cell("difference, points", column, None, gap.mean, 1, error=gap.standard_error))
    cells += [
        rate_cell(test, f"{name}, part {part:g}", shares[name, test, part], draws)
        for test in DESIGNS
        for part in PARTS
    ]
    others = [test for test in DESIGNS if test != BEST]
    cells.append(_lead(name, shares, BEST, others, draws, "most powerful"))
    cells.append(_lead(name, shares, SECOND, [THIRD], draws, "slightly more powerful"))
    return cells


def _lead(name: str, shares: Shares, test: str, others: list[str], draws: int, words: str) -> Cell:
    """By how much a test rejects more often than the best of others, on average over unequal learners."""
    leads, variances = [], []
    for part in PARTS[1:]:
        own, best = shares[name, test, part], max(shares[name, other, part] for other in others)
        leads.append(100 * (own - best))
        variances.append(rate_error(own, draws, TRIALS) ** 2 + rate_error(best, draws, TRIALS) ** 2)
    return Cell(
        f"{test} less {others[0] if len(others) == 1 else 'the next'}",
        f"{name}, mean",
        (0.0, 100.0),
        float(np.mean(leads)),
        1,
        # One set of data sets serves all parts, so the mean of the parts is no surer than one of them.
        error=math.sqrt(float(np.mean(variances))),
        reason=why("tasks-are-stand-ins"),
        words=words,
    )


def _letter(shares: Shares, gaps: Gaps, draws: int) -> Cell:
    """The power of the best test that holds its level at the difference that print names."""
    points, name = CLAIM["letter_claim_points"], TASKS[1].name
    places = [gaps[name, part].mean for part in PARTS]
    power = max(
        float(np.interp(points, places, [shares[name, test, part] for part in PARTS]))
        for test in DESIGNS
        if test != BEST
    )
    most = 100 / CLAIM["letter_claim_one_in"]
    return rate_cell(
        "tests but 10-fold t, most",
        f"{name}, {points} points",
        power,
        draws,
        said=(0.0, most),
        words=f"a difference below is found one time in {CLAIM['letter_claim_one_in']}",
        reason=f"{why('tasks-are-stand-ins')}; {why('recalled')}",
    )


def _figure(shares: Shares, gaps: Gaps, draws: int) -> Figure:
    panels = tuple(
        Panel(
            title=f"in place of {task.name}",
            x_label="difference in error, points",
            y_label="data sets rejected, %",
            series=tuple(
                rate_series(
                    test,
                    [gaps[task.name, part].mean for part in PARTS],
                    [shares[task.name, test, part] for part in PARTS],
                    draws,
                )
                for test in DESIGNS
            ),
            level=100 * ALPHA,
        )
        for task in TASKS
    )
    return Figure(title="Power of four tests, C4.5 against 1-NN, level 5 %", panels=panels)


record = exhibit("dietterich-power", compute)
