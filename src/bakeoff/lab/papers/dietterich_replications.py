"""Dietterich's simulation: false alarms by the number of splits or folds."""

import math

from bakeoff.core.rng import generator
from bakeoff.lab.papers import _dietterich_simulated as simulated
from bakeoff.lab.papers._dietterich_cells import rate_cell, rate_error, rate_series
from bakeoff.lab.papers._printed import exhibit
from bakeoff.report.draw.exhibit import Cell, Effort, Figure, Panel, Reproduction

# Numbers of folds that leave them of one size.
NUMBERS = tuple(number for number in (5, 10, 20, 30, 50, 100) if simulated.ITEMS % number == 0)
RESAMPLED, FOLDED = "resampled t", "cross-validated t"
OF = {RESAMPLED: simulated.resampled_alarms, FOLDED: simulated.kfold_alarms}
NOTES = (simulated.LOST, "at which error rate print shows this is lost too: it is shown at all four")
Shares = dict[tuple[str, float, int], float]


def compute(effort: Effort) -> Reproduction:
    """Count false alarms at each number of splits and of folds."""
    draws = effort.draws(2 * simulated.TRIALS, simulated.TRIALS // 2)
    shares: Shares = {}
    for at, rate in enumerate(simulated.RATES):
        effort.told(at / len(simulated.RATES))
        for test, alarms in OF.items():
            for number in NUMBERS:
                rng = generator(effort.rng, "replications", test, rate, number)
                shares[test, rate, number] = alarms(rate, number, draws, rng)
    cells = tuple(cell for rate in simulated.RATES for cell in _cells(shares, rate, draws))
    return Reproduction(cells=cells, figure=_figure(shares, draws), notes=NOTES)


def _cells(shares: Shares, rate: float, draws: int) -> list[Cell]:
    column = f"error {rate:g}"
    cells = [
        rate_cell(f"{test}, {number}", column, shares[test, rate, number], draws)
        for test in OF
        for number in NUMBERS
    ]
    few, many = NUMBERS[0], NUMBERS[-1]
    for test, said, words in ((RESAMPLED, (0.0, 100.0), "increases"), (FOLDED, (-100.0, 0.0), "does not")):
        ends = [shares[test, rate, number] for number in (few, many)]
        cells.append(
            Cell(
                row=f"{test}, {many} less {few}",
                column=column,
                published=said,
                computed=100 * (ends[1] - ends[0]),
                digits=1,
                error=math.hypot(*(rate_error(share, draws, simulated.TRIALS) for share in ends)),
                words=words,
            )
        )
    return cells


def _figure(shares: Shares, draws: int) -> Figure:
    panels = tuple(
        Panel(
            title=f"error rate {rate:g}",
            x_label="splits, or folds",
            y_label="false alarms, %",
            x_scale="log",
            series=tuple(
                rate_series(test, NUMBERS, [shares[test, rate, number] for number in NUMBERS], draws)
                for test in OF
            ),
            level=100 * simulated.ALPHA,
        )
        for rate in simulated.RATES
    )
    return Figure(title="False alarms by the number of splits or folds, level 5 %", panels=panels)


record = exhibit("dietterich-replications", compute)
