"""Measure the coverage and width of intervals from a judge's scores and few human labels.

    python -m studies.judged [--draws 1000] [--rivals PYTHON] [--rival-draws 100]

PYTHON is an interpreter with ppi-python, truescore and evalstats. Writes docs/judged.md.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from math import comb
from pathlib import Path
from typing import NamedTuple

import numpy as np
from studies._equal_metrics import error_of
from studies._judged_fast import cells as cells_of
from studies._judged_fast import intervals
from studies._judged_worlds import CHOSEN, LAST, OTHERS, World, stream
from studies.judged_clusters import section_of

from bakeoff.core.arrays import Floats
from bakeoff.judge.judged import around
from bakeoff.methods._powered import powered

FILE = Path(__file__).parents[1] / "docs" / "judged.md"
HERE = Path(__file__).parent
LABELS, OTHER_ITEMS = (20, 50, 100, 500), (200, 2000, 20_000)
LOW, HIGH = 94.0, 96.5  # what coverage is meant to be, in per cent
RIVALS = ("ppi-python", "truescore", "evalstats")
OURS, ALONE = "prediction-powered-t", "labels alone"


class Cell(NamedTuple):
    """In one world and size, by method: whether each interval covers, how wide it is; and the judge's use."""

    world: World
    labels: int
    covers: dict[str, Floats]
    widths: dict[str, Floats]
    used: float = 0.0


def measured(world: World, labels: int, others: int, draws: int) -> Cell:
    """Ours and the labels alone."""
    found = intervals(world, labels, others, draws, stream(world, labels, others))
    return _cell(world, labels, {OURS: found.ours, ALONE: found.alone}, float(found.used.mean()))


def _cell(world: World, labels: int, ends: dict[str, Floats], used: float = 0.0) -> Cell:
    slack = 1e-12
    covers = {
        k: ((e[:, 0] - slack <= world.true) & (world.true <= e[:, 1] + slack)) * 1.0 for k, e in ends.items()
    }
    return Cell(world, labels, covers, {k: e[:, 1] - e[:, 0] for k, e in ends.items()}, used)


def beside(worlds: Sequence[World], labels: int, others: int, draws: int, python: str) -> list[Cell]:
    """Ours, the labels alone and other packages on the same draws."""
    rows, ends = [], {OURS: [], ALONE: []}  # type: ignore[var-annotated]
    for world in worlds:
        rng = stream(world, labels, others)
        for _ in range(draws):
            items = world.draw(labels, others, rng)
            found, known, gap = powered(items), items.labelled, items.a - items.b
            ends[OURS].append(around(*found.used, level=0.95))
            ends[ALONE].append(around(*found.alone, level=0.95))
            rows.append(((items.human_a - items.human_b)[known], gap[known], gap[~known]))
    all_ends = {key: np.array(each) for key, each in ends.items()} | _theirs(rows, python)
    parts = [slice(at * draws, (at + 1) * draws) for at in range(len(worlds))]
    return [
        _cell(world, labels, {key: each[part] for key, each in all_ends.items()})
        for world, part in zip(worlds, parts, strict=True)
    ]


def _theirs(rows: Sequence[tuple[Floats, Floats, Floats]], python: str) -> dict[str, Floats]:
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "draws.npz"), Path(folder, "intervals.npz")
        np.savez(source, **dict(zip(("y", "f", "rest"), map(np.array, zip(*rows, strict=True)), strict=True)))
        subprocess.run(  # noqa: S603 - an interpreter that the caller names
            [python, "-P", str(HERE / "_judged_rivals.py"), str(source), str(target)], check=True
        )
        theirs = np.load(target)
        return {key: theirs[key] for key in RIVALS}


def by_world(cells: Sequence[Cell], key: str) -> dict[World, float]:
    """The coverage in each world, all sizes and differences together, in per cent."""
    found: dict[World, list[Floats]] = {}
    for each in cells:
        found.setdefault(each.world._replace(ahead=0.0), []).append(each.covers[key])
    return {world: 100 * float(np.nanmean(np.concatenate(each))) for world, each in found.items()}


def line(cells: Sequence[Cell], key: str) -> str:
    """The mean coverage, and the lowest and highest of a world."""
    shares = list(by_world(cells, key).values())
    return f"{np.mean(shares):.1f} ({min(shares):.1f} to {max(shares):.1f})"


def width(cells: Sequence[Cell], key: str) -> str:
    """The mean width over that of the labels alone."""
    return f"{np.mean([np.nanmean(each.widths[key]) / np.nanmean(each.widths[ALONE]) for each in cells]):.2f}"


def rows(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """One table in markdown."""
    return "\n".join(f"| {' | '.join(each)} |" for each in (head, ("---",) * len(head), *lines))


def table(cells: Sequence[Cell], by: Callable[[Cell], object], what: str) -> str:
    """Coverage of ours and of the labels alone, width, and how often the judge is used."""
    lines = []
    for key in dict.fromkeys(map(by, cells)):
        here = [each for each in cells if by(each) == key]
        used = f"{100 * np.mean([each.used for each in here]):.0f}"
        lines.append((str(key), line(here, OURS), line(here, ALONE), width(here, OURS), used))
    return rows((what, OURS, ALONE, "width over labels alone", "judge used, %"), lines)


def rivals_table(cells: Sequence[Cell]) -> str:
    """Coverage and width of all methods by the number of labels."""
    lines = []
    for labels in LABELS:
        here = [each for each in cells if each.labels == labels]
        for key in (OURS, ALONE, *RIVALS):
            known = np.concatenate([each.covers[key][~np.isnan(each.widths[key])] for each in here])
            lines.append((str(labels), key, f"{100 * known.mean():.1f}", width(here, key), str(known.size)))
    return rows(("labels", "method", "coverage", "width over labels alone", "draws"), lines)


def worlds_table(cells: Sequence[Cell]) -> str:
    """The coverage in each world by the number of labels, and the width; what is outside is bold."""
    shares = {n: by_world([each for each in cells if each.labels == n], OURS) for n in LABELS}
    lines = []
    for world in shares[LABELS[0]]:
        here = [each for each in cells if each.world[:2] == world[:2]]
        found = [_marked(shares[n][world]) for n in LABELS]
        widths = [width([each for each in here if each.labels == n], OURS) for n in (LABELS[0], LABELS[-1])]
        lines.append((world.scale, world.judge, *found, " to ".join(widths)))
    head = ("scale", "judge", *(f"{n} labels" for n in LABELS), "width over labels alone, 20 to 500 labels")
    return rows(head, lines)


def _marked(share: float) -> str:
    return f"{share:.1f}" if LOW <= share <= HIGH else f"**{share:.1f}**"


def outside(cells: Sequence[Cell], error: float) -> list[str]:
    """How many worlds are below and above by more than two Monte-Carlo errors, by the number of labels."""
    found = []
    for n in LABELS:
        shares = list(by_world([each for each in cells if each.labels == n], OURS).values())
        slack = 2 * error * (2 if n == LABELS[-1] else 1)
        low, high = sum(each < LOW - slack for each in shares), sum(each > HIGH + slack for each in shares)
        found.append(f"{low} below, {high} above")
    return [f"{len(shares)}", *found]


PAGE = """# A judge and few human labels: coverage and width

Made by `python -m studies.judged --draws {draws} --rival-draws {rival_draws}` on {date} with numpy {numpy}.

A judge scores all items of two models, and people score some of them, chosen at random. The quantity of
interest is the difference of people's mean scores. Each figure is the coverage of its 95 % interval: the
share of intervals, in per cent, that contain the true difference. A world is a scale and a judge. In each
world there are two true differences and 200, 2000 or 20,000 unlabelled items, with {draws} draws each (a
quarter of that with 500 labels). The Monte-Carlo error of a world is {error:.2f} points (twice that with
500 labels). Rows over several worlds have their mean, with the lowest and the highest world in brackets.
The width is relative to the interval from the labels alone.

`prediction-powered-t` is the default of `compare_judged`. `bakeoff methods prediction-powered-t` has the
formulas. Three features make it cover with few labels:

* the weight of an item is computed without that item;
* it uses Student's t instead of the normal distribution;
* the variance has a floor, so that the interval has a positive width even if people saw hardly any
  difference on 20 labels, or the judge made hardly any error on them.

The judge is used only if it reduces the variance to less than 95 % of that of the labels alone.

## Which worlds are outside 94 to 96.5 %

By more than two Monte-Carlo errors:

{outside}

The worlds above have wider intervals than necessary. This happens if 20 labels contain very little
information. On the scale `mostly right`, people see a difference on {differ:.0f} % of the items,
{expected:.1f} of 20. If the models are equal, the interval excludes 0 once four items or more favour one
model and none the other. If it did so at three items, another {jump:.1f} % of the intervals would miss.
With so few labels an interval covers about 98 % or about {other:.0f} %; nothing between is possible. If the
judge is very good, most sets of 20 labels show no error of the judge at all. An interval that covers after
a set with one or two errors must then be wide after a set with none.

## Worlds on which the floor was chosen

{chosen}

{chosen_worlds}

{others_worlds}

## Other worlds, on which nothing was chosen

{last}

{last_worlds}
{rivals}"""
BESIDE = """
## Comparison with other packages

All packages see the same draws ({rival_draws} for each of {worlds} worlds with 2000 unlabelled items):
`ppi-python` 0.2.3 (`ppi_mean_ci` of the differences), `truescore` 0.7.4 (`ppi_compare`), and `evalstats`
0.3.3 (`judge_debias_mean_ci` of the differences, 200 resamples, on a quarter of the draws). The Monte-Carlo
error is {error:.1f} points, and twice that for `evalstats`. An interval with lower coverage is narrower for
that reason.

{table}
"""


def of_worlds(worlds: Sequence[World], draws: int) -> list[Cell]:
    """All sizes of some worlds."""
    cells = [
        measured(world, labels, others, draws if labels < LABELS[-1] else draws // 4)
        for world in worlds
        for labels in LABELS
        for others in OTHER_ITEMS
    ]
    sys.stderr.write(f"{len(worlds)} worlds\n")
    return cells


def few_differences() -> dict[str, float]:
    """How often people see a difference where they see fewest, and what that makes of 20 labels."""
    people, chances = cells_of(
        next(each for each in CHOSEN if each.scale == "mostly right" and not each.ahead)
    )
    one = float(chances[people[0] > people[1]].sum())  # in favour of A; of B alike
    jump = 2 * comb(20, 3) * one**3 * (1 - 2 * one) ** 17
    return {"differ": 200 * one, "expected": 40 * one, "jump": 100 * jump, "other": 98 - 100 * jump}


def page(draws: int, rival_draws: int, python: str | None) -> str:
    """The page."""
    chosen, others, last = (of_worlds(worlds, draws) for worlds in (CHOSEN, OTHERS, LAST))
    told = ""
    if python is not None:
        picked = [each for each in (*CHOSEN, *OTHERS) if each.ahead]
        found = [each for n in LABELS for each in beside(picked, n, 2000, rival_draws, python)]
        told = BESIDE.format(
            rival_draws=rival_draws,
            worlds=len(picked),
            error=error_of(0.05, rival_draws * len(picked)),
            table=rivals_table(found),
        )
    error = error_of(0.05, 6 * draws)
    return PAGE.format(
        draws=draws,
        rival_draws=rival_draws,
        date=datetime.now(UTC).date(),
        numpy=np.__version__,
        error=error,
        outside=rows(
            ("worlds", "number", *(f"{n} labels" for n in LABELS)),
            [
                ("the method was chosen on them", *outside([*chosen, *others], error)),
                ("nothing was chosen on them", *outside(last, error)),
            ],
        ),
        **few_differences(),
        chosen=table([*chosen, *others], lambda each: each.labels, "labels"),
        chosen_worlds=worlds_table(chosen),
        others_worlds=worlds_table(others),
        last=table(last, lambda each: each.labels, "labels"),
        last_worlds=worlds_table(last),
        rivals=told,
    )


def main(words: Sequence[str] | None = None) -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=1000)
    parser.add_argument("--rivals", default=None)
    parser.add_argument("--rival-draws", type=int, default=100)
    asked = parser.parse_args(words)
    kept = section_of(FILE.read_text(encoding="utf-8"))
    made = page(asked.draws, asked.rival_draws, asked.rivals)
    FILE.write_text(f"{made}\n{kept}" if kept else made)
    sys.stderr.write(f"wrote {FILE}\n")


if __name__ == "__main__":
    main()
