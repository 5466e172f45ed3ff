"""Take the best of several repetitions, with the things to compare in turn."""

import subprocess
import sys
import time
from collections.abc import Callable

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


def python(*arguments: str) -> Task:
    """A task that runs Python anew."""
    command = [sys.executable, *arguments]
    return lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
