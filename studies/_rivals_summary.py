"""From answers on data sets to what the page of rivals says of each tool."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np
from scipy.special import bdtrc
from studies._rivals_record import SECOND, Measured, Task, Tool, World, measured

from bakeoff.read.run_store import RunStore

Level = Literal["too many", "slightly too many", "holds", "conservative"]
Power = Literal["more", "as much", "less"]
DOUBT = 0.05  # chance of calling any of the worlds of a tool too high that is not
COVERED = 0.95
ENOUGH = 100  # data sets, from which on a tool may be called as good and is part of the figure


class Share(NamedTuple):
    """A number of data sets, out of a total."""

    count: float
    of: int

    @property
    def value(self) -> float:
        """The share."""
        return self.count / self.of

    @property
    def error(self) -> float:
        """Its Monte-Carlo error, as one standard error; that of half a data set where none or all are."""
        rate = min(max(self.value, 0.5 / self.of), 1 - 0.5 / self.of)
        return math.sqrt(rate * (1 - rate) / self.of)


@dataclass(frozen=True, kw_only=True)
class Summary:
    """One tool in all worlds of a task."""

    task: Task
    tool: Tool
    found: dict[str, Measured]

    def _worlds(self, *, null: bool) -> list[tuple[World, Measured]]:
        worlds = [(each, self.found[each.name]) for each in self.task.worlds if each.name in self.found]
        return [(world, got) for world, got in worlds if (world.nulls if null else ~world.nulls).any()]

    @cached_property
    def alarms(self) -> dict[str, Share]:
        """False alarms in each world that has something that is no finding."""
        worlds = self._worlds(null=True)
        return {world.name: _alarms(got.p[:, world.nulls], self.task.alpha) for world, got in worlds}

    @cached_property
    def worst(self) -> tuple[str, Share]:
        """The world with the most false alarms."""
        return max(self.alarms.items(), key=lambda item: item[1].value)

    @property
    def mean(self) -> float:
        """The mean false-alarm rate of these worlds."""
        return float(np.mean([each.value for each in self.alarms.values()]))

    @cached_property
    def coverage(self) -> tuple[str, Share] | None:
        """The world in which the intervals cover least; None where there are no intervals."""
        shares = {}
        for name, got in self.found.items():
            known = got.covers[~np.isnan(got.covers)]
            if known.size:
                shares[name] = Share(float(known.sum()), known.size)
        return min(shares.items(), key=lambda item: item[1].value) if shares else None

    @cached_property
    def power(self) -> Share:
        """The mean share of true differences that are found."""
        return self._power(self.task.alpha)

    @cached_property
    def adjusted(self) -> Share | None:
        """The power at the level that brings the worst world to the nominal rate; None without p-values."""
        if self.tool.decides:
            return None
        lowest = [np.sort(_least(got.p[:, world.nulls])) for world, got in self._worlds(null=True)]
        level = min(each[int(self.task.alpha * each.size)] for each in lowest)
        return self._power(np.nextafter(level, 0.0))

    def _power(self, level: float) -> Share:
        worlds = self._worlds(null=False)
        shares = [np.mean(_known(got.p[:, ~world.nulls]) <= level) for world, got in worlds]
        of = sum(len(got.p) for _, got in worlds)
        return Share(float(np.mean(shares)) * of, of)

    @property
    def milliseconds(self) -> float | None:
        """The median processor time of a call."""
        if not self.tool.timed:
            return None
        return 1000 * float(np.median(np.concatenate([each.seconds for each in self.found.values()])))

    @property
    def draws(self) -> int:
        """The fewest data sets of a world."""
        return min(len(each.p) for each in self.found.values())

    @property
    def refused(self) -> Share:
        """Data sets without an answer."""
        refused = sum(each.refused for each in self.found.values())
        return Share(refused, sum(len(each.p) for each in self.found.values()))

    @cached_property
    def level(self) -> Level:
        """Whether a rate, or all together, is above the nominal one by more than chance, or far below it."""
        alpha, rates = self.task.alpha, list(self.alarms.values())
        rates.append(Share(sum(each.count for each in rates), sum(each.of for each in rates)))
        chance = min(float(bdtrc(max(each.count - 1, 0), each.of, alpha)) for each in rates)
        if chance * len(rates) < DOUBT:
            return "too many" if self.worst[1].value > 2 * alpha else "slightly too many"
        return "conservative" if self.mean < alpha / 2 else "holds"

    @property
    def holds(self) -> bool:
        """Whether there is no evidence of too many false alarms."""
        return self.level in ("holds", "conservative")

    @property
    def undercovers(self) -> bool:
        """Whether the lowest coverage is below 95 % by more than chance."""
        if self.coverage is None:
            return False
        share, worlds = self.coverage[1], len(self.found)
        return float(bdtrc(share.of - share.count - 1, share.of, 1 - COVERED)) * worlds < DOUBT

    def beside(self, ours: "Summary") -> Power:
        """The power next to ours, each at the nominal level, which is what a user gets."""
        mine, theirs = self.power, ours.power
        gap, error = mine.value - theirs.value, math.hypot(mine.error, theirs.error)
        return "as much" if abs(gap) <= 2 * error else "more" if gap > 0 else "less"


def _known(p: Any) -> Any:
    return np.where(np.isnan(p), 1.0, p)


def _least(p: Any) -> Any:
    """The smallest p-value of each data set."""
    return _known(p).min(axis=1)


def _alarms(p: Any, alpha: float) -> Share:
    return Share(int(np.sum(_least(p) <= alpha)), len(p))


def summaries(task: Task, store: RunStore, draw: int = SECOND) -> list[Summary]:
    """All tools that were measured in every world of a task, in one draw."""
    found = []
    for tool in task.tools:
        if tool.version is None:
            continue
        got = {world.name: measured(task, world, tool, store, draw) for world in task.worlds}
        known = {name: each for name, each in got.items() if each is not None}
        if len(known) == len(task.worlds):
            found.append(Summary(task=task, tool=tool, found=known))
    return found
