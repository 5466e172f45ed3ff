"""Measure what people use today beside bakeoff, in the same worlds; docs/rivals.md and its figure.

    python -m studies._rivals_environment FOLDER            makes an environment with the other packages
    FOLDER/bin/python -m studies.rivals [--store FILE]      measures (an hour and a half on one core), writes
    FOLDER/bin/python -m studies.rivals --stored            writes what the store has, measures nothing

A package that is not installed is left out, and the page says so. What is finished is kept in the store, so
that the command resumes where it was stopped. ``--task KEY`` measures one task.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from studies import (
    _rivals_accuracy,
    _rivals_f1,
    _rivals_gate,
    _rivals_judge,
    _rivals_learners,
    _rivals_many,
)
from studies._rivals_figure import figure
from studies._rivals_page import page
from studies._rivals_record import FIRST, SECOND, Place, Task, Tool, World, block
from studies._rivals_summary import summaries
from threadpoolctl import threadpool_limits

from bakeoff.read.run_store import RunStore

DOCS = Path(__file__).parents[1] / "docs"
PAGE, FIGURE = DOCS / "rivals.md", DOCS / "figures" / "rivals.svg"
MODULES = (
    _rivals_accuracy,
    _rivals_f1,
    _rivals_learners,
    _rivals_many,
    _rivals_gate,
    _rivals_judge,
)
TASKS: tuple[Task, ...] = tuple(each.TASK for each in MODULES)


def steps(tasks: Sequence[Task]) -> Iterator[tuple[Task, World, Tool, Place]]:
    """Blocks of data sets, the first ones of every world and tool first, in both draws."""
    found = [
        (task, world, tool, Place(draw, first))
        for task in tasks
        for world in task.worlds
        for tool in task.tools
        if tool.version is not None
        for draw in (FIRST, SECOND)
        for first in task.firsts(tool, draw)
    ]
    yield from sorted(found, key=lambda step: step[3].first)


def measure(tasks: Sequence[Task], store: RunStore) -> None:
    """Ask every tool on every data set that the store does not have."""
    for task, world, tool, at in steps(tasks):
        if block(task, world, tool, at, store):
            sys.stderr.write(f"{at.draw + 1}:{at.first} {task.key} | {world.name} | {tool.name}\n")


def parsed(words: Sequence[str] | None) -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", default="rivals.bakeoff", help="the file that keeps what was measured")
    parser.add_argument("--stored", action="store_true", help="write what the store has, measure nothing")
    parser.add_argument("--task", choices=[task.key for task in TASKS], help="measure this task alone")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> None:
    """Measure and write."""
    given = parsed(words)
    with RunStore(given.store) as store, threadpool_limits(1):
        if not given.stored:
            measure([task for task in TASKS if given.task in (None, task.key)], store)
        before, found = (
            {task.key: summaries(task, store, draw) for task in TASKS} for draw in (FIRST, SECOND)
        )
    PAGE.write_text(page(TASKS, found, before), encoding="utf-8")
    FIGURE.write_text(figure(TASKS, found), encoding="utf-8")


if __name__ == "__main__":
    main()
