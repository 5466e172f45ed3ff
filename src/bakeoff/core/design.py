"""What every resampling design says about itself, and the checks that designs share."""

import numbers
from typing import Protocol, runtime_checkable

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


def in_words(design: Design) -> str:
    """A design as its user would write it, without what goes without saying.

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
    """A design as people say it, where it says so itself; otherwise as its user would write it.

    >>> from bakeoff.designs import LeaveOneOut, RepeatedKFold
    >>> spoken(RepeatedKFold(runs=10, folds=10)), spoken(LeaveOneOut())
    ('10 x 10 folds', 'LeaveOneOut()')
    """
    said: str = getattr(design, "spoken", "")
    return said or in_words(design)


def at_least(minimum: int, **sizes: int) -> None:
    """Check that the sizes of a design are whole numbers of at least ``minimum``."""
    for name, size in sizes.items():
        if isinstance(size, bool) or not isinstance(size, numbers.Integral) or size < minimum:
            raise InputError(f"{name} is {size!r}; expected a whole number of at least {minimum}")


def share(test: float) -> None:
    """Check that the share of the data used for testing lies between 0 and 1."""
    if not isinstance(test, numbers.Real) or not 0 < test < 1:
        raise InputError(f"test is {test!r}; expected the share of the data to test on, such as 1/3")


def is_third(test: float) -> bool:
    """Whether a share is a third, up to rounding."""
    return f"{test:.4g}" == "0.3333"
