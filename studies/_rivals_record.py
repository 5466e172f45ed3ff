"""What the study of rivals measures: tasks, worlds, tools, and what each tool answers on a data set."""

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
RNG, BLOCK, NOMINAL = 19, 50, 0.05
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
    """One call of one package. ``draws`` is how many data sets of each world it is asked on, at most.

    ``timed`` is false where the time of the call is not what a user waits for.
    """

    package: str
    name: str
    call: str
    ask: Callable[[Any], Answer]
    draws: int = 10**9
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
    draws: int
    alpha: float = NOMINAL
    alarm: str = "a claim that one of two equal models is better"


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


def block(task: Task, world: World, tool: Tool, first: int, store: RunStore) -> bool:
    """Ask a tool on some data sets, unless the store has that; whether anything was to be done."""
    name = _name(task, world, tool, first)
    if store.kept(name) is not None:
        return False
    rows = []
    for at in range(first, first + BLOCK):
        rng = generator(RNG, "rivals", task.key, world.name, at)
        rows.append(asked(tool, world, world.draw(rng)))
    store.keep(name, json.dumps(rows))
    return True


def measured(task: Task, world: World, tool: Tool, store: RunStore) -> Measured | None:
    """All that the store has; None where it has nothing."""
    rows: list[Any] = []
    for first in range(0, min(task.draws, tool.draws), BLOCK):
        kept = store.kept(_name(task, world, tool, first))
        rows += json.loads(kept) if kept is not None else []
    if not rows:
        return None
    p, covers, seconds = (np.array(each, dtype=float) for each in zip(*rows, strict=True))
    return Measured(p, covers, seconds)


def _name(task: Task, world: World, tool: Tool, first: int) -> str:
    return f"rivals {RNG} {task.key} | {world.name} | {tool.package} {tool.version} {tool.call} | {first}"
