"""The data of an experiment: attributes, targets, and which items belong together."""

from collections.abc import Sized
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from bakeoff.core.arrays import PerItem, Rows
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.read.alike import code_columns, tidied
from bakeoff.read.columns import fingerprint, to_array
from bakeoff.read.duplicates import Duplicates, duplicates_of

Kind = Literal["classes", "numbers"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Data:
    """One data set. ``X`` is whatever the learners take: an array, a sparse matrix or a data frame.

    ``y`` holds labels (kind ``"classes"``) or numbers; ``groups`` says which items must stay on one
    side of every split.
    """

    X: Any
    y: npt.NDArray[Any]
    name: str = "data"
    kind: Kind = "classes"
    groups: npt.NDArray[Any] | None = None

    def __post_init__(self) -> None:
        for what, column in (("X", self.X), ("groups", self.groups)):
            if column is not None and _length(column) != len(self.y):
                raise InputError(
                    f"{what} has {_length(column)} rows and y {len(self.y)}; expected one for each item"
                )

    @property
    def n(self) -> int:
        """Number of items."""
        return len(self.y)

    @cached_property
    def coded(self) -> tuple[Ints, tuple[Any, ...]]:
        """The number of each item's class, and the classes in order."""
        codes, labels = code_columns({"y": self.y})  # in the order in which learners have them
        return codes["y"], labels

    @property
    def codes(self) -> Ints:
        """The number of each item's class."""
        return self.coded[0]

    @property
    def classes(self) -> tuple[Any, ...]:
        """The classes, in order."""
        return self.coded[1]

    @property
    def truth(self) -> Ints | Floats:
        """What the metrics compare predictions with: class numbers, or numbers."""
        return self.codes if self.kind == "classes" else self.y.astype(np.float64)

    @cached_property
    def duplicates(self) -> Duplicates:
        """How many rows repeat the attributes of others."""
        return duplicates_of(self.X, self.y, self.groups)

    @cached_property
    def parts(self) -> dict[str, str]:
        """The parts of the data, in words short enough to name a change by."""
        marks = {"X": fingerprint(self.X), "y": fingerprint(self.y)}
        found = {"the number of items": str(self.n)} | {k: f"mark {v[:6]}" for k, v in marks.items()}
        return found | {"groups": "none" if self.groups is None else f"mark {fingerprint(self.groups)[:6]}"}

    @cached_property
    def fingerprint(self) -> str:
        """What identifies the data: every value of X, y and groups."""
        return fingerprint(self.X, self.y, self.groups)


def make_data(
    X: Rows, y: npt.ArrayLike, *, groups: PerItem = None, name: str = "data", kind: Kind = "classes"
) -> Data:
    """Data from lists, arrays, sparse matrices or frames."""
    attributes = _table(X) if isinstance(X, list | tuple) else X
    shape = getattr(attributes, "shape", None)
    if shape is None or not 1 <= len(shape) <= 2:
        got = type(X).__name__ if shape is None else f"an array of shape {shape}"
        raise InputError(f"X is {got}; expected a table with one row for each item")
    target = to_array(y, "y")
    if kind == "classes":
        target = tidied(target, "y")[0]
    if kind == "numbers" and target.dtype.kind not in "biuf":
        raise InputError("y has a value that is not a number; expected numbers to predict")
    together = None if groups is None else to_array(groups, "groups")
    return Data(X=attributes, y=target, groups=together, name=name, kind=kind)


def _table(rows: list[Any] | tuple[Any, ...]) -> npt.NDArray[Any]:
    try:
        return np.asarray(rows)
    except ValueError:
        raise InputError(
            "X has rows of different lengths; expected a table with a row for each item"
        ) from None


def _length(column: Sized) -> int:
    return int(column.shape[0]) if hasattr(column, "shape") else len(column)
