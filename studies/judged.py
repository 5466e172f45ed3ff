"""Measure the coverage and width of intervals from a judge's scores and few human labels.

    python -m studies.judged [--draws 300] [--rivals PYTHON] [--rival-draws 100]

PYTHON is an interpreter with ppi-python, truescore and evalstats. Writes docs/judged.md.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np
from studies._equal_metrics import error_of
from studies._judged_worlds import CHOSEN, OTHERS, World, stream

from bakeoff.core.arrays import Floats
from bakeoff.judge.judged import around
from bakeoff.methods._powered import powered

FILE = Path(__file__).parents[1] / "docs" / "judged.md"
HERE = Path(__file__).parent
LABELS, OTHER_ITEMS = (20, 50, 100, 500), (200, 2000, 20_000)
MANY = 2000  # unlabelled items: of more a tenth of the draws are made
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
    rng, ends, used = stream(world, labels, others), {OURS: [], ALONE: []}, 0  # type: ignore[var-annotated]
    for _ in range(draws):
        found = powered(world.draw(labels, others, rng))
        used += found.use == "judge"
        ends[OURS].append(around(*found.used, level=0.95))
        ends[ALONE].append(around(*found.alone, level=0.95))
    return _cell(world, labels, {key: np.array(each) for key, each in ends.items()}, used / draws)


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


def line(cells: Sequence[Cell], key: str) -> str:
    """The mean coverage, and the lowest and highest of a world (all sizes together), in per cent."""
    by_world: dict[World, list[Floats]] = {}
    for each in cells:
        by_world.setdefault(each.world._replace(ahead=0.0), []).append(each.covers[key])
    shares = [100 * float(np.nanmean(np.concatenate(each))) for each in by_world.values()]
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


PAGE = """# A judge and few human labels: coverage and width

Made by `python -m studies.judged --draws {draws} --rival-draws {rival_draws}` on {date} with numpy {numpy}. A
judge scores all items of two models and people score some, chosen at random. Each figure is the share of 95 %
intervals for the difference of people's mean scores that hold the true one, in per cent: the mean over the
worlds of a line, with the lowest and the highest world in brackets. A world has two differences and 200, 2000
and 20,000 unlabelled items, with {draws} draws each (a tenth for the last), so that its Monte-Carlo error
is {error:.1f} points for one number of labels. The width is that of the interval over the width of the labels
alone.

`prediction-powered-t` is the default of `compare_judged`; its record (`bakeoff methods prediction-powered-t`)
has the formulas. Three things make it cover with few labels: an item's weight is computed without the item,
Student's t takes the place of the normal distribution, and the variance has a floor, so that 20 labels on
which people saw no or hardly any difference do not give an interval of no width. The floor makes intervals
wider than they need be where fewer than about five labelled items differ (`mostly right`: 20 labels have
two). Where the judge does not leave less than 95 % of the variance of the labels alone, it is not used.

## Worlds on which the floor was chosen

{chosen_scales} with judges that are good, fair, bad, useless, in favour of A, or harsh.

{chosen}

By scale, with 20 labels:

{chosen_scale}

## Other worlds, on which nothing was chosen

{other_scales} with judges that are very good, noisy, contrary, in favour of B, or lenient, and with models
that are less alike.

{others}

By scale, with 20 labels:

{others_scale}

By judge, all numbers of labels:

{others_judge}
{rivals}"""
BESIDE = """
## Beside other packages

The same draws for all ({rival_draws} for each of {worlds} worlds with 2000 unlabelled items): `ppi-python`
0.2.3 (`ppi_mean_ci` of the differences), `truescore` 0.7.4 (`ppi_compare`), `evalstats` 0.3.3
(`judge_debias_mean_ci` of the differences, 200 resamples, on a quarter of the draws). The Monte-Carlo error
is {error:.1f} points, and twice that for `evalstats`. An interval that covers less is narrower for that
reason.

{table}
"""


def of_worlds(worlds: Sequence[World], draws: int) -> list[Cell]:
    """All sizes of some worlds."""
    cells = []
    for world in worlds:
        sizes = [
            (labels, others, draws if others <= MANY else draws // 10)
            for labels in LABELS
            for others in OTHER_ITEMS
        ]
        cells += [measured(world, *size) for size in sizes]
        sys.stderr.write(f"{world}\n")
    return cells


def page(draws: int, rival_draws: int, python: str | None) -> str:
    """The page."""
    chosen, others = of_worlds(CHOSEN, draws), of_worlds(OTHERS, draws)
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
    few = [[each for each in cells if each.labels == LABELS[0]] for cells in (chosen, others)]
    scales = [", ".join(dict.fromkeys(each.scale for each in worlds)) for worlds in (CHOSEN, OTHERS)]
    return PAGE.format(
        draws=draws,
        rival_draws=rival_draws,
        date=datetime.now(UTC).date(),
        numpy=np.__version__,
        error=error_of(0.05, int(4.2 * draws)),
        chosen_scales=scales[0].capitalize(),
        other_scales=scales[1].capitalize(),
        chosen=table(chosen, lambda each: each.labels, "labels"),
        chosen_scale=table(few[0], lambda each: each.world.scale, "scale"),
        others=table(others, lambda each: each.labels, "labels"),
        others_scale=table(few[1], lambda each: each.world.scale, "scale"),
        others_judge=table(others, lambda each: each.world.judge, "judge"),
        rivals=told,
    )


def main(words: Sequence[str] | None = None) -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=300)
    parser.add_argument("--rivals", default=None)
    parser.add_argument("--rival-draws", type=int, default=100)
    asked = parser.parse_args(words)
    FILE.write_text(page(asked.draws, asked.rival_draws, asked.rivals))
    sys.stderr.write(f"wrote {FILE}\n")


if __name__ == "__main__":
    main()
