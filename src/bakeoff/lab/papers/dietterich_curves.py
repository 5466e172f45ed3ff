"""Dietterich's calibrated learning curves: 1-NN damaged to be part of the way between C4.5 and itself."""

import math

from bakeoff.core.outcomes import Floats
from bakeoff.lab.exhibit import Cell, Effort, Kind, Reproduction, panel
from bakeoff.lab.papers import _dietterich as dietterich
from bakeoff.lab.papers._dietterich_real import DESIGNS, TASKS, wrong
from bakeoff.lab.papers._printed import exhibit, printed, why
from bakeoff.lab.papers._readings import NEARLY
from bakeoff.report.draw.figure import Figure, Series

TASK = next(task for task in TASKS if task.name == printed(dietterich.PAPER, "learning_curves", "task"))
PARTS = (0.0, 0.25, 0.5, 0.75, 1.0)
SEARCHED = (0.0, 0.5)  # parts for which the damage was searched; others are interpolated
# The number of items that a design trains on.
SIZES = {
    dietterich.ITEMS - dietterich.ITEMS // DESIGNS[test].folds: DESIGNS[test]
    for test in ("5x2cv t", "McNemar", "10-fold t")
}
BUILT: Kind = "construction"
Errors = dict[tuple[int, float], Floats]  # of each data set, in per cent, by training set size and part


def compute(effort: Effort) -> Reproduction:
    """The error of both learners by the size of the training set, for each part of the way."""
    draws, tree, neighbour = effort.draws(1000, 60), Errors(), Errors()
    cases = [(size, part) for size in SIZES for part in PARTS]
    for done, (size, part) in enumerate(cases):
        flags = wrong(TASK, SIZES[size], part, draws, effort.rng)
        tree[size, part], neighbour[size, part] = (100 * each.mean(axis=(1, 2)) for each in flags)
        effort.told((done + 1) / len(cases))
    cells = [cell for size in SIZES for cell in _cells(size, tree, neighbour)]
    return Reproduction(cells=[*cells, *_fixed(cells)], figure=_figure(tree, neighbour))


def _cells(size: int, tree: Errors, neighbour: Errors) -> list[Cell]:
    column = f"trained on {size}"
    cells = [_mean("C4.5, error in %", column, tree[size, 1.0])]
    cells += [_mean(f"1-NN at part {part:g}, error in %", column, neighbour[size, part]) for part in PARTS]
    return cells + [_reached(part, column, *_gaps(size, part, tree, neighbour)) for part in PARTS[:-1]]


def _mean(row: str, column: str, errors: Floats) -> Cell:
    error = float(errors.std(ddof=1)) / math.sqrt(len(errors))
    return Cell(row, column, None, float(errors.mean()), 1, error=error)


def _gaps(size: int, part: float, tree: Errors, neighbour: Errors) -> tuple[Floats, Floats]:
    """The error of C4.5 minus that of damaged 1-NN, and of undamaged 1-NN, on each data set."""
    return tree[size, part] - neighbour[size, part], tree[size, 1.0] - neighbour[size, 1.0]


def _reached(part: float, column: str, gap: Floats, whole: Floats) -> Cell:
    """The part of the way from C4.5 to undamaged 1-NN; where it was searched, it holds by construction."""
    reached = float(gap.mean() / whole.mean())
    error = float((gap - reached * whole).std(ddof=1)) / abs(float(whole.mean())) / math.sqrt(len(gap))
    searched = part in SEARCHED
    said, kind = (part, BUILT) if searched else (None, None)
    return Cell(_row(part), column, said, reached, 3, error=error, kind=kind, reason=why("line-of-damage"))


def _row(part: float) -> str:
    return f"part of the way reached where asked for {part:g}"


def _fixed(cells: list[Cell]) -> list[Cell]:
    """Whether each curve is the same part of the way at all sizes: range over the wanted part."""
    found = []
    for part in PARTS:
        own = [cell for cell in cells if cell.row == _row(part) and part not in SEARCHED]
        if own:
            values = [cell.computed or 0.0 for cell in own]
            spread, error = max(values) - min(values), math.hypot(*(cell.error for cell in own[:2]))
            said = (0.0, NEARLY * part)
            found.append(
                Cell(
                    _row(part),
                    "largest minus smallest",
                    said,
                    spread,
                    3,
                    error=error,
                    words="a fixed fraction of the way",
                    reason=why("tasks-are-stand-ins"),
                    kind="stand-in",
                )
            )
    return found


def _figure(tree: Errors, neighbour: Errors) -> Figure:
    series = [_curve("C4.5", {size: tree[size, 1.0] for size in SIZES})]
    series += [
        _curve(f"1-NN, part {part:g}", {size: neighbour[size, part] for size in SIZES}) for part in PARTS
    ]
    only = panel(f"in place of {TASK.name}", "items in the training set", "error, %", series)
    return Figure(title="Learning curves of C4.5 and of 1-NN with its metric damaged", panels=(only,))


def _curve(label: str, errors: dict[int, Floats]) -> Series:
    y = [float(each.mean()) for each in errors.values()]
    reach = [1.96 * float(each.std(ddof=1)) / math.sqrt(len(each)) for each in errors.values()]
    low, high = ([at + sign * r for at, r in zip(y, reach, strict=True)] for sign in (-1, 1))
    return Series(label=label, x=list(errors), y=y, low=low, high=high)


record = exhibit("dietterich-curves", compute)
