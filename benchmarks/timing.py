"""Take the best or the median of several repetitions, with the things to compare in turn."""

import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median, quantiles

Task = Callable[[], object]


def best_of(repetitions: int, *tasks: Task) -> list[float]:
    """Seconds of each task: the fewest of several repetitions, interleaved so that all see the same load."""
    best = [float("inf")] * len(tasks)
    for _ in range(repetitions):
        for at, task in enumerate(tasks):
            start = time.perf_counter()
            task()
            best[at] = min(best[at], time.perf_counter() - start)
    return best


def least_processor_time(repetitions: int, task: Task) -> float:
    """The fewest processor seconds of a task, which other programs disturb less than the clock."""
    least = float("inf")
    for _ in range(repetitions):
        start = time.process_time()
        task()
        least = min(least, time.process_time() - start)
    return least


@dataclass(frozen=True, kw_only=True)
class InTurn:
    """Processor seconds of two tasks that took turns, in the order of the repetitions."""

    plain: list[float]
    ours: list[float]

    @property
    def ratio(self) -> float:
        """The median of ours as a multiple of the median of the other."""
        return median(self.ours) / median(self.plain)

    @property
    def spread(self) -> tuple[float, float]:
        """The lower and the upper quartile of the ratios of the repetitions."""
        low, _, high = quantiles(ours / plain for ours, plain in zip(self.ours, self.plain, strict=True))
        return low, high

    @property
    def more(self) -> float:
        """The median of what ours took more."""
        return median(ours - plain for ours, plain in zip(self.ours, self.plain, strict=True))


def in_turn(repetitions: int, plain: Task, ours: Task) -> InTurn:
    """Processor time, which other programs disturb less than the clock, of two tasks after a first run.

    Every other repetition begins with the second task, so that neither always finds a warmer cache.
    """
    plain()
    ours()
    seconds: dict[Task, list[float]] = {plain: [], ours: []}
    for at in range(repetitions):
        for task in (plain, ours) if at % 2 else (ours, plain):
            start = time.process_time()
            task()
            seconds[task].append(time.process_time() - start)
    return InTurn(plain=seconds[plain], ours=seconds[ours])


def python(*arguments: str) -> Task:
    """A task that starts Python."""
    command = [sys.executable, *arguments]
    return lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
