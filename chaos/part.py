"""One part of the suite: how many cases it is meant to do, in what time, and what came of them."""

import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

FAILED = "FAILED"


@dataclass
class Part:
    """Counts what came of cases; ends when all are done or the time is over."""

    key: str
    target: int
    seconds: float
    seed: int
    outcomes: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    done: int = 0
    longest: float = 0.0  # seconds of one case
    took: float = 0.0
    timed: bool = True  # for each case; not where a part runs cases together and times them

    def cases(self) -> Iterator[tuple[int, random.Random]]:
        """The number of each case and its own random numbers, until the time is over."""
        start = time.monotonic()
        for at in range(self.target):
            begun = time.monotonic()
            if begun - start > self.seconds:
                break
            yield at, random.Random(f"{self.key} {self.seed} {at}")
            self.done += 1
            if self.timed:
                self.longest = max(self.longest, time.monotonic() - begun)
            self.took = time.monotonic() - start

    def note(self, outcome: str) -> None:
        """One case ended as it may."""
        self.outcomes[outcome] += 1

    def fail(self, what: str) -> None:
        """One case ended as none may."""
        self.outcomes[FAILED] += 1
        self.failures.append(what)
        print(f"{self.key}: {what}", flush=True)


class Runner(Protocol):
    """What a module of a part offers: it does all its cases."""

    def __call__(self, part: Part, /) -> None: ...
