"""Bouckaert's Figure 4: false alarms and power of the calibrated tests by the number of runs."""

import math
from collections.abc import Iterator
from functools import partial

from bakeoff.lab.exhibit import Cell, Effort, Kind, Printed, Reproduction, curve, panel
from bakeoff.lab.papers import _bouckaert as bouckaert
from bakeoff.lab.papers._printed import exhibit, why
from bakeoff.lab.papers._readings import NONE, RISES, SLIGHTLY_LESS, about
from bakeoff.methods._calibrating import largest_df
from bakeoff.report.draw.figure import Figure

GRID = bouckaert.DESIGN["runs_grid"]
MANY = max(GRID)
NULL, *POWERED = bouckaert.SETS
BUILT: Kind = "construction"
STAND_IN: Kind = "stand-in"
Shares = dict[tuple[str, str, int], float]


def compute(effort: Effort) -> Reproduction:
    """Calibrate at each number of runs, and count the rejections of each test on each set."""
    draws = effort.draws(1000, 100)
    shares: Shares = {}
    found: dict[tuple[str, int], int | None] = {}
    for at, name in enumerate(bouckaert.SETS):
        told = partial(lambda share, at: effort.told((at + share) / (len(bouckaert.SETS) + 1)), at=at)
        x = bouckaert.differences(bouckaert.SETS[name], runs=MANY, draws=draws, rng=effort.rng, told=told)
        for runs in GRID:
            for test in bouckaert.TESTS:
                u = bouckaert.statistics(test, x[:, :runs])
                if name == NULL:
                    found[test, runs] = largest_df(u, bouckaert.ALPHA)
                shares[test, name, runs] = bouckaert.share_rejected(u, found[test, runs])
    cells = [cell for test in bouckaert.TESTS for cell in _cells(shares, test, draws)]
    return Reproduction(cells=cells, figure=_figure(shares))


def _cells(shares: Shares, test: str, draws: int) -> Iterator[Cell]:
    most, level = 100 * max(shares[test, NULL, runs] for runs in GRID), 100 * bouckaert.ALPHA
    words, near = f"close to {level:g} % and below", (about(level)[0], level)
    reason, built = why("calibrated-here"), BUILT
    column = f"{NULL}: highest false-alarm rate"
    yield Cell(test, column, near, most, 1, words=words, reason=reason, kind=built)
    said, words = _said(test)
    kind = built if test in bouckaert.ONE_RUN else STAND_IN
    for name in POWERED:
        power, later = (shares[test, name, runs] for runs in (bouckaert.RUNS, MANY))
        error = 100 * math.sqrt(bouckaert.binomial_variance(power, None, draws))
        yield Cell(test, f"{name}: power, {bouckaert.RUNS} runs", None, 100 * power, 1, error=error)
        yield Cell(
            test,
            f"{name}: gain in power, {MANY} runs",
            said,
            100 * (later - power),
            1,
            error=0.0 if test in bouckaert.ONE_RUN else math.sqrt(2) * error,
            reason=why("networks-are-stand-ins"),
            words=words,
            kind=kind,
        )


def _said(test: str) -> tuple[Printed, str]:
    """What the text says about the power of a test as the runs grow."""
    if test in bouckaert.RESAMPLED:
        return RISES, "increases"
    return (NONE, "does not vary") if test in bouckaert.ONE_RUN else (SLIGHTLY_LESS, "decreases slightly")


def _figure(shares: Shares) -> Figure:
    panels = []
    for name in bouckaert.SETS:
        title = f"false alarms on {name}" if name == NULL else f"power on {name}"
        series = [
            curve(test, GRID, [100 * shares[test, name, runs] for runs in GRID]) for test in bouckaert.TESTS
        ]
        level = 100 * bouckaert.ALPHA if name == NULL else None
        panels.append(panel(title, "runs", "data sets rejected, %", series, level=level))
    return Figure(title="Calibrated tests at 5 %, by runs of 10 folds", panels=tuple(panels))


record = exhibit("bouckaert-fig4", compute)
