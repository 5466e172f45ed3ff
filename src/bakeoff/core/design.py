"""Designs: what each says about itself, the splits that it gives, and the checks that designs share."""

import hashlib
import numbers
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, runtime_checkable

import numpy as np

from bakeoff.core.arrays import Floats, Ints, PerItem, Rng, Rows
from bakeoff.core.exceptions import InputError


@runtime_checkable
class Design(Protocol):
    """How the data are reused: one score for each run and fold."""

    @property
    def key(self) -> str:
        """The design's name, such as ``repeated-kfold``."""

    @property
    def shape(self) -> tuple[int, int] | None:
        """(runs, folds) of its scores; None where the data decide (leave-one-out)."""

    @property
    def test_to_train(self) -> float | None:
        """Size of a test set relative to its training set; None where it is not fixed."""


@dataclass(frozen=True, kw_only=True)
class Account:
    """What a design estimates and assumes, who described it, and which method is the default.

    ``estimates`` says what the mean score estimates. ``latex`` has the share of the data that is trained on
    and the overlap of two training sets, with its ``symbols``. ``trained`` is the key of the default method
    where learners are trained under the design, empty where no method is valid. ``estimator`` is the key of
    an estimator of the error of one learner that uses the design, and ``unmeasured`` says why no false-alarm
    rate was measured, where none was.
    """

    estimates: str
    latex: str
    symbols: str
    assumptions: tuple[str, ...]
    references: tuple[str, ...]
    trained: str = ""
    estimator: str = ""
    unmeasured: str = ""


EXCHANGEABLE = "items are drawn independently of each other, from the population that the result is about"
GROUPED = (
    "items that belong together, such as those of one patient, are given as groups: a group is never split"
)
UNORDERED = (
    "items are exchangeable: where they are ordered in time, later items would help to predict earlier ones"
)
OF_ITEMS = (EXCHANGEABLE, GROUPED, UNORDERED)


def in_words(design: Design) -> str:
    """A design as its user would write it, without defaults.

    >>> from bakeoff.designs import Resampling
    >>> in_words(Resampling())
    'Resampling(splits=30, test=0.3333)'
    """
    given = vars(design) if hasattr(design, "__dict__") else {}
    shown = {
        k: f"{v:.4g}" if isinstance(v, float) else v
        for k, v in given.items()
        if (k, v) != ("stratified", True)
    }
    return f"{type(design).__name__}({', '.join(f'{name}={value}' for name, value in shown.items())})"


def spoken(design: Design) -> str:
    """A common design in words, where it has some; otherwise as its user would write it.

    >>> from bakeoff.designs import LeaveOneOut, RepeatedKFold
    >>> spoken(RepeatedKFold(runs=10, folds=10)), spoken(LeaveOneOut())
    ('10 x 10 folds', 'LeaveOneOut()')
    """
    said: str = getattr(design, "spoken", "")
    usual = getattr(design, "stratified", True) and f"{getattr(design, 'test', 1 / 3):.4g}" == "0.3333"
    return said.format(**vars(design)) if said and usual else in_words(design)


def at_least(minimum: int, **sizes: int) -> None:
    """Check that the sizes of a design are whole numbers of at least ``minimum``."""
    for name, size in sizes.items():
        if isinstance(size, bool) or not isinstance(size, numbers.Integral) or size < minimum:
            raise InputError(f"{name} is {size!r}; expected a whole number of at least {minimum}")


def share(test: float) -> None:
    """Check that the share of the data used for testing lies between 0 and 1."""
    if not isinstance(test, numbers.Real) or not 0 < test < 1:
        raise InputError(f"test is {test!r}; expected the share of the data to test on, such as 1/3")


@dataclass(frozen=True, kw_only=True, eq=False)
class Splits:
    """The splits of n items, run by run and fold by fold.

    ``drawn`` holds the training items of each split; None where they are all items that are not tested,
    which is then computed when it is needed: leave-one-out would otherwise keep n times n numbers.
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
        """A fingerprint: equal for splits that train and test on the same items in the same order."""
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
