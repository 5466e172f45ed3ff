"""The items that a design splits: how many, of which classes, and which belong together."""

import numbers
from collections.abc import Hashable, Iterable, Sized
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from bakeoff.core.arrays import Ints, PerItem, Rows
from bakeoff.core.design import Design, in_words
from bakeoff.core.exceptions import InputError


@dataclass(frozen=True, kw_only=True, eq=False)
class Items:
    """Items by number. ``codes`` and ``groups`` count classes and groups in order of appearance."""

    n: int
    codes: Ints | None = None
    classes: tuple[Any, ...] = ()
    groups: Ints | None = None

    @property
    def n_groups(self) -> int:
        """Number of groups; each item is its own group where none are given."""
        return self.n if self.groups is None else int(self.groups.max()) + 1


def read_items(design: Design, X: Rows, y: PerItem, groups: PerItem, *, least: int = 2) -> Items:
    """The items of what a user has, checked: anything with a length, or their number.

    Labels are read where the design is stratified; X stands for them where it is a list of labels.
    """
    n = count(X)
    same_length(n, y, groups)
    if n < least:
        raise InputError(f"there are {n} items; expected at least {least} to split")
    codes, classes = _labels(design, X, y) if getattr(design, "stratified", False) else (None, ())
    together = None if groups is None else coded(groups, "groups")[0]
    items = Items(n=n, codes=codes, classes=classes, groups=together)
    if items.n_groups < least:
        raise InputError(
            f"all {n} items belong to one group; expected at least {least} groups: leave groups out, or "
            f"use smaller groups"
        )
    return items


def count(X: Rows, name: str = "X") -> int:
    """The number of items in whatever holds them."""
    if isinstance(X, numbers.Integral) and not isinstance(X, bool) and name == "X":
        return int(X)
    try:
        # A sparse matrix has a shape but refuses len().
        shape = getattr(X, "shape", ())
        return int(shape[0]) if shape else len(cast(Sized, X))
    except TypeError:
        raise InputError(
            f"{name} is {X!r:.80}; expected something with a length, such as a list, an array or a table"
        ) from None


def same_length(n: int, y: Rows | None, groups: Rows | None) -> None:
    """Check that there is a label and a group for each item, where there are any."""
    for name, column in (("y", y), ("groups", groups)):
        if column is not None and count(column, name) != n:
            raise InputError(
                f"X has {n} items and {name} {count(column, name)}; expected the same number, one for "
                f"each item"
            )


def _labels(design: Design, X: Rows, y: PerItem) -> tuple[Ints, tuple[Any, ...]]:
    if y is None and not _is_column(X):
        got = f"the number {X}" if isinstance(X, numbers.Integral) else "a table"
        raise InputError(
            f"{in_words(design)} is stratified, but no labels were given and X is {got}; "
            f"give y, or use stratified=False"
        )
    name = "X" if y is None else "y"
    codes, classes = coded(X if y is None else y, name)
    broken = next((v for v in classes if isinstance(v, numbers.Real) and float(v) % 1 != 0), None)
    if broken is not None:
        raise InputError(
            f"{name} holds numbers such as {broken}, which are not classes, but {in_words(design)} is "
            f"stratified; give labels as y, or use stratified=False"
        )
    return codes, classes


def _is_column(X: Rows) -> bool:
    if isinstance(X, list | tuple):
        return not isinstance(X[0], list | tuple | np.ndarray)
    return isinstance(X, range) or (len(getattr(X, "shape", (1,))) == 1 and hasattr(X, "__len__"))


def coded(column: Rows, name: str) -> tuple[Ints, tuple[Any, ...]]:
    """The number of each item's value, and the values in order of appearance."""
    values: Iterable[Hashable]
    if isinstance(column, list | tuple | range):
        values = column
    else:
        array = np.asarray(column)
        if array.ndim != 1:
            raise InputError(f"{name} has shape {array.shape}; expected one value for each item")
        values = array.tolist()
    number: dict[Hashable, int] = {}
    try:
        codes = [number.setdefault(value, len(number)) for value in values]
    except TypeError:
        raise InputError(
            f"{name} holds lists or other containers; expected one value for each item"
        ) from None
    for value, code in number.items():
        if _is_missing(value):
            raise InputError(
                f"{name} has a missing value ({value}) at position {codes.index(code)}; expected a value "
                f"for each item: remove the item or fill the value"
            )
    classes = tuple(value.item() if isinstance(value, np.generic) else value for value in number)
    return np.array(codes, dtype=np.int64), classes


def _is_missing(value: object) -> bool:
    try:
        return value is None or bool(value != value)
    except TypeError:  # pandas' NA is neither equal to itself nor unequal
        return True
