"""What the study of rivals measures: tasks, worlds, tools, and what each tool answers on a data set."""

import gc
import json
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from io import StringIO
from typing import Any, NamedTuple

import numpy as np

from bakeoff.core.rng import generator
from bakeoff.read.run_store import RunStore

OURS = "bakeoff"
BLOCK, NOMINAL = 50, 0.05
# Data sets are drawn twice. The rule for verdicts was changed after interim results of the first draw, so the
# page takes its numbers from the second one.
SEEDS = (19, 43)
FIRST, SECOND = range(2)
EARLIER = "0.1.0"  # bakeoff, when the first draw was measured; a store may still have that
Counts = tuple[int, int]
# What a tool may refuse a degenerate data set with; anything else is a mistake of the study.
REFUSALS = (ValueError, ZeroDivisionError, FloatingPointError, RuntimeError)


class Answer(NamedTuple):
    """P-values and intervals of one difference, or of several that are judged together.

    A tool that gives a decision and no p-value has 0 for a decision and 1 for none.
    """

    p: Any
    low: Any = np.nan
    high: Any = np.nan


def decided(yes: Any) -> Any:
    """The p-value that stands for a decision."""
    return np.where(yes, 0.0, 1.0)


@dataclass(frozen=True, kw_only=True)
class Tool:
    """One call of one package.

    ``draws`` is how many data sets of each world it is asked on, in the first and in the second draw; None
    means as many as its task says. ``timed`` is false where the time is not what a user waits for.
    """

    package: str
    name: str
    call: str
    ask: Callable[[Any], Answer]
    draws: Counts | None = None
    decides: bool = False
    timed: bool = True
    note: str = ""

    @property
    def ours(self) -> bool:
        """Whether it is bakeoff's."""
        return self.package == OURS

    @property
    def version(self) -> str | None:
        """The installed version; None where the package is missing."""
        try:
            return version(self.package)
        except PackageNotFoundError:
            return None


@dataclass(frozen=True, kw_only=True)
class World:
    """Where data sets come from; ``true`` has the true differences, ``null`` which of them are no finding."""

    name: str
    told: str
    draw: Callable[[np.random.Generator], Any]
    true: Any
    null: Any

    @property
    def nulls(self) -> Any:
        """Which differences are no finding, as an array."""
        return np.atleast_1d(self.null)


@dataclass(frozen=True, kw_only=True)
class Task:
    """A question that people have, worlds where the answer is known, and tools that are asked."""

    key: str
    title: str
    question: str
    worlds: tuple[World, ...]
    tools: tuple[Tool, ...]
    draws: Counts
    alpha: float = NOMINAL
    alarm: str = "a claim that one of two equal models is better"

    def firsts(self, tool: Tool, draw: int) -> range:
        """Where the blocks of data sets start on which a tool is asked."""
        return range(0, (tool.draws or self.draws)[draw], BLOCK)


class Place(NamedTuple):
    """Which draw, and the first data set of a block."""

    draw: int
    first: int


class Measured(NamedTuple):
    """What one tool answered in one world: arrays over data sets, p (data sets, differences)."""

    p: Any
    covers: Any
    seconds: Any

    @property
    def refused(self) -> int:
        """Data sets on which the tool gave no answer."""
        return int(np.isnan(self.p).all(axis=1).sum())


def asked(tool: Tool, world: World, data: Any) -> list[Any]:
    """P-values, whether the intervals hold all true differences, and the processor time of the call."""
    start = time.process_time()
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"), _silence():
            warnings.simplefilter("ignore")
            answer = tool.ask(data)
    except REFUSALS:
        answer = Answer(np.full(world.nulls.shape, np.nan))
    seconds = time.process_time() - start
    return [_told(np.atleast_1d(answer.p)), _covers(answer, world.true), seconds]


@contextmanager
def _silence() -> Iterator[None]:
    """Keep tables and progress bars of a package off the terminal."""
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        yield


def _told(p: Any) -> list[float | None]:
    return [None if np.isnan(each) else round(float(each), 7) for each in p]


def _covers(answer: Answer, true: Any) -> bool | None:
    low, high = np.atleast_1d(answer.low), np.atleast_1d(answer.high)
    if np.isnan(low).any() or np.isnan(high).any():
        return None
    return bool(np.all((low <= np.asarray(true) + 1e-12) & (np.asarray(true) - 1e-12 <= high)))


def block(task: Task, world: World, tool: Tool, at: Place, store: RunStore) -> bool:
    """Ask a tool on some data sets, unless the store has that; whether anything was to be done."""
    if _kept(task, world, tool, at, store) is not None:
        return False
    gc.freeze()  # statsmodels collects garbage in a call; what the study holds would add to its time
    rows = []
    for number in range(at.first, at.first + BLOCK):
        rng = generator(SEEDS[at.draw], "rivals", task.key, world.name, number)
        rows.append(asked(tool, world, world.draw(rng)))
    store.keep(_name(task, world, tool, tool.version, at), json.dumps(rows))
    return True


def measured(task: Task, world: World, tool: Tool, store: RunStore, draw: int = SECOND) -> Measured | None:
    """All that the store has of a draw; None where it has nothing."""
    rows: list[Any] = []
    for first in task.firsts(tool, draw):
        kept = _kept(task, world, tool, Place(draw, first), store)
        rows += json.loads(kept) if kept is not None else []
    if not rows:
        return None
    p, covers, seconds = (np.array(each, dtype=float) for each in zip(*rows, strict=True))
    return Measured(p, covers, seconds)


def _kept(task: Task, world: World, tool: Tool, at: Place, store: RunStore) -> str | None:
    versions = [tool.version, EARLIER] if tool.ours and at.draw == FIRST else [tool.version]
    found = (store.kept(_name(task, world, tool, version, at)) for version in versions)
    return next((each for each in found if each is not None), None)


def _name(task: Task, world: World, tool: Tool, version: str | None, at: Place) -> str:
    call = f"{tool.package} {version} {tool.call}"
    return f"rivals {SEEDS[at.draw]} {task.key} | {world.name} | {call} | {at.first}"
