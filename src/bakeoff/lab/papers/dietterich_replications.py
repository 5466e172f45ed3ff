"""Dietterich's simulation: false alarms by the number of splits or folds."""

import math

from bakeoff.core.rng import generator
from bakeoff.lab.exhibit import Cell, Effort, Reproduction, panel
from bakeoff.lab.papers import _dietterich as simulated
from bakeoff.lab.papers._printed import exhibit, why
from bakeoff.lab.papers._readings import NEARLY, RISES
from bakeoff.report.draw.figure import Figure, Panel

# Numbers of folds that give folds of equal size.
NUMBERS = tuple(number for number in (5, 10, 20, 30, 50, 100) if simulated.ITEMS % number == 0)
NOT_MORE = (-math.inf, NEARLY * 100 * simulated.ALPHA)  # points: a tenth of the level is no increase
# How false alarms are counted, and what print says about more splits or folds.
TESTS = {
    "resampled t": (simulated.resampled_alarms, RISES, "increases"),
    "cross-validated t": (simulated.kfold_alarms, NOT_MORE, "does not"),
}
Shares = dict[str, list[float]]


def compute(effort: Effort) -> Reproduction:
    """Count false alarms at each number of splits and of folds."""
    draws, cells, panels = effort.draws(2 * simulated.TRIALS, simulated.TRIALS // 2), list[Cell](), []
    for at, rate in enumerate(simulated.RATES):
        effort.told(at / len(simulated.RATES))
        shares: Shares = {}
        for test, (alarms, _, _) in TESTS.items():
            shares[test] = [
                alarms(rate, number, draws, generator(effort.rng, "replications", test, rate, number))
                for number in NUMBERS
            ]
        cells += _cells(shares, f"error {rate:g}", draws)
        panels.append(_panel(shares, f"error rate {rate:g}", draws))
    figure = Figure(title="False alarms by the number of splits or folds, level 5 %", panels=tuple(panels))
    return Reproduction(cells=(*cells, *_claims(cells)), figure=figure)


def _cells(shares: Shares, column: str, draws: int) -> list[Cell]:
    cells = [
        simulated.rate_cell(f"{test}, {number}", column, share, draws)
        for test, found in shares.items()
        for number, share in zip(NUMBERS, found, strict=True)
    ]
    for test in TESTS:
        few, many = shares[test][0], shares[test][-1]
        error = math.hypot(*(simulated.rate_error(share, draws, simulated.TRIALS) for share in (few, many)))
        cells.append(Cell(_row(test), column, None, 100 * (many - few), 1, error=error))
    return cells


def _row(test: str) -> str:
    return f"{test}, {NUMBERS[-1]} minus {NUMBERS[0]}"


def _claims(cells: list[Cell]) -> list[Cell]:
    """What print says, once: the mean over the error rates, since the printed rate is not known."""
    found = []
    for test, (_, said, words) in TESTS.items():
        own = [cell for cell in cells if cell.row == _row(test)]
        rise = sum(cell.computed or 0.0 for cell in own) / len(own)
        error = math.hypot(*(cell.error for cell in own)) / len(own)
        reason = why("alarms-by-folds")
        found.append(Cell(_row(test), "mean", said, rise, 1, error=error, words=words, reason=reason))
    return found


def _panel(shares: Shares, title: str, draws: int) -> Panel:
    series = (simulated.rate_series(test, NUMBERS, found, draws) for test, found in shares.items())
    level = 100 * simulated.ALPHA
    return panel(title, "splits, or folds", "false alarms, %", series, level=level, log="x")


record = exhibit("dietterich-replications", compute)
