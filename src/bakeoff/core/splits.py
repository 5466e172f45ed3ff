"""Splits: which items are trained and tested on, fixed, with a fingerprint that identifies them."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, runtime_checkable

import numpy as np

from bakeoff.core.arrays import Floats, Ints, PerItem, Rng, Rows
from bakeoff.core.design import Design


@dataclass(frozen=True, kw_only=True, eq=False)
class Splits:
    """The splits of n items, run by run and fold by fold.

    ``drawn`` holds the training items of each split; None where they are all items that are not tested,
    which is then worked out when it is asked for: leave-one-out would otherwise keep n times n numbers.
    """

    design: Design
    n: int
    shape: tuple[int, int]
    test: tuple[Ints, ...]
    drawn: tuple[Ints, ...] | None = None

    def __len__(self) -> int:
        return len(self.test)

    def __getitem__(self, at: int) -> tuple[Ints, Ints]:
        """The training and the test items of one split."""
        if self.drawn is not None:
            return self.drawn[at], self.test[at]
        rest = np.ones(self.n, dtype=bool)
        rest[self.test[at]] = False
        return np.flatnonzero(rest), self.test[at]

    def __iter__(self) -> Iterator[tuple[Ints, Ints]]:
        return (self[at] for at in range(len(self)))

    @property
    def n_test(self) -> Floats:
        """The number of test items by run and fold."""
        return np.array([len(test) for test in self.test], dtype=np.float64).reshape(self.shape)

    @property
    def n_train(self) -> Floats:
        """The number of training items by run and fold."""
        if self.drawn is None:
            return self.n - self.n_test
        return np.array([len(train) for train in self.drawn], dtype=np.float64).reshape(self.shape)

    @cached_property
    def fingerprint(self) -> str:
        """What two splits share exactly if they train and test on the same items in the same order."""
        digest = hashlib.blake2b(f"{self.n} {self.shape}".encode(), digest_size=16)
        for name, parts in (("test", self.test), ("train", self.drawn or ())):
            for part in parts:
                digest.update(f"{name} {len(part)}:".encode() + part.astype("<i8").tobytes())
        return digest.hexdigest()

    @cached_property
    def tests_each_once(self) -> bool:
        """Whether no item is tested twice, so that pooled predictions have one for each item."""
        tested = np.concatenate(self.test)
        return bool(np.bincount(tested, minlength=self.n).max(initial=0) <= 1)


@runtime_checkable
class Splitter(Design, Protocol):
    """A design that says which items are trained and tested on."""

    def split(self, X: Rows, y: PerItem = None, groups: PerItem = None, *, rng: Rng = 0) -> Splits:
        """The splits of some items; items of one group stay on one side."""
