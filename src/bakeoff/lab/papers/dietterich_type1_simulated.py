"""Dietterich's simulation: false alarms of five tests by error rate."""

import math

from bakeoff.lab.exhibit import Cell, Effort, Reproduction
from bakeoff.lab.papers._dietterich import HOLDOUT, RATES, TRIALS, alarm_table, alarms, rate_error
from bakeoff.lab.papers._printed import exhibit
from bakeoff.lab.papers._readings import MUCH
from bakeoff.report.draw.figure import Figure

WORST = "resampled t"
TESTS = (*HOLDOUT, WORST, "10-fold t", "5x2cv t")


def compute(effort: Effort) -> Reproduction:
    """Count the rejections of each test at each error rate, with equal learners."""
    draws = effort.draws(10 * TRIALS, TRIALS)
    shares: dict[str, dict[str, float]] = {}
    for at, rate in enumerate(RATES):
        effort.told(at / len(RATES))
        shares[f"error {rate:g}"] = {test: alarms(test, rate, draws, effort.rng) for test in TESTS}
    cells, panel = alarm_table(shares, draws, exceeding=("proportions", WORST))
    cells.append(_lead(shares, draws))
    figure = Figure(title="False alarms in Dietterich's simulation, level 5 %", panels=(panel,))
    return Reproduction(cells=cells, figure=figure)


def _lead(shares: dict[str, dict[str, float]], draws: int) -> Cell:
    """The false-alarm rate of the worst test over that of the next: the smallest ratio."""
    most = {
        column: max(share for test, share in found.items() if test != WORST)
        for column, found in shares.items()
    }
    column = min(shares, key=lambda each: shares[each][WORST] / most[each])
    pair = (shares[column][WORST], most[column])
    times = pair[0] / pair[1]
    error = times * math.hypot(*(rate_error(share, draws, TRIALS) / (100 * share) for share in pair))
    words = "much higher than any other"
    return Cell(
        WORST, "lowest ratio to the next highest", (MUCH, math.inf), times, 1, error=error, words=words
    )


record = exhibit("dietterich-type1-simulated", compute)
