"""Two runs over the same items, each with one number for each item, joined."""

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import isinf, isnan, nan
from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats
from bakeoff.read.importers.found import no_such, plain
from bakeoff.read.values import Column, as_float, shown

Key = tuple[Any, ...]  # whatever names an item: task, id, which of several tries
NUMERIC = (bool, int, float)


@dataclass(kw_only=True)
class Run:
    """The numbers of one model by item; NaN where an item has none.

    ``marks`` say what an item is, so that two runs over different items with the same names are told
    apart, ``prompts`` how it was put; ``columns`` keep what was asked for beside the numbers.
    """

    source: str
    places: dict[Key, int] = field(default_factory=dict)
    values: "array[float]" = field(default_factory=lambda: array("d"))
    marks: list[Any] = field(default_factory=list)
    prompts: list[Any] = field(default_factory=list)
    columns: dict[str, list[Any]] = field(default_factory=dict)

    def add(
        self,
        key: Key,
        value: float,
        *,
        mark: Any = None,
        prompt: Any = None,
        columns: Iterable[tuple[str, Any]] = (),
    ) -> None:
        """Keep one item."""
        self.places[key] = len(self.values)
        self.values.append(value)
        self.marks.append(mark)
        self.prompts.append(prompt)
        for name, entry in columns:
            self.columns.setdefault(name, []).append(entry)


def in_words(key: Key) -> str:
    """An item's key as a message shows it."""
    return ", ".join(shown(part) for part in key if part not in ("", None))


@dataclass(frozen=True, kw_only=True, eq=False)
class Pairs:
    """The items of two runs in the order of the first: their keys, and where each is in either run."""

    keys: list[Key]
    a: Floats
    b: Floats
    columns: dict[str, Column]
    notes: tuple[str, ...]


def paired(
    a: Run, b: Run, *, item: str, metric: str, advice: str, say: Callable[[Key], str] = in_words
) -> Pairs:
    """The items of two runs side by side; an error where either lacks some, or they are not the same."""
    for one, other, whose in ((a, b, "B"), (b, a, "A")):
        lacking = [key for key in one.places if key not in other.places]
        if lacking:
            raise InputError(
                f"{len(lacking)} of {len(one.places)} {item}s of {one.source} are not in {other.source}, the "
                f"log of {whose}, such as {say(lacking[0])}; {advice}"
            )
    order = np.fromiter((b.places[key] for key in a.places), dtype=np.int64, count=len(a.places))
    keys = list(a.places)
    _refuse_others(a, b, _differing(a.marks, b.marks, order), keys, item)
    prompts = len(_differing(a.prompts, b.prompts, order))
    left, right = np.array(a.values), np.array(b.values)[order]
    keep = ~np.isnan(left) & ~np.isnan(right)
    _refuse_half(a, b, left, right, keys, metric=metric, item=item)
    dropped = int((~keep).sum())
    if dropped == len(keep):
        raise InputError(f"no {item} of {a.source} has a value of {metric!r}; choose another metric")
    notes = (
        (dropped, f"{dropped} of {len(keep)} {item}s have no value of {metric!r} in either log: left out"),
        (
            prompts,
            f"the prompts of {prompts} of {len(keep)} {item}s differ between the logs: part of the "
            f"difference may be theirs",
        ),
    )
    return Pairs(
        keys=[key for key, kept in zip(keys, keep.tolist(), strict=True) if kept],
        a=left[keep],
        b=right[keep],
        columns={name: _texts(entries)[keep] for name, entries in a.columns.items()},
        notes=tuple(told for count, told in notes if count),
    )


def _differing(a: Sequence[Any], b: Sequence[Any], order: "np.ndarray[Any, Any]") -> list[int]:
    """Where two lists that both have an entry have different ones."""
    pairs = zip(a, (b[other] for other in order.tolist()), strict=True)
    return [at for at, (x, y) in enumerate(pairs) if x is not None and y is not None and x != y]


def _refuse_others(a: Run, b: Run, differ: Sequence[int], keys: Sequence[Key], item: str) -> None:
    if differ:
        raise InputError(
            f"{len(differ)} of {len(keys)} {item}s are not the same in {a.source} and {b.source}, such as "
            f"{in_words(keys[differ[0]])}: the logs are of different versions of the task; run both models "
            f"on one"
        )


def _refuse_half(
    a: Run, b: Run, left: Floats, right: Floats, keys: Sequence[Key], *, metric: str, item: str
) -> None:
    for one, gaps in ((a, np.isnan(left) & ~np.isnan(right)), (b, np.isnan(right) & ~np.isnan(left))):
        if gaps.any():
            first = keys[int(np.flatnonzero(gaps)[0])]
            raise InputError(
                f"{int(gaps.sum())} {item}s have no value of {metric!r} in {one.source} but have one in the "
                f"other log, such as {in_words(first)}; score them in both, or leave them out of both"
            )


def number(value: Any, *, metric: str, where: str, usable: Sequence[str]) -> float:
    """The number that an item has, NaN for none; an error that names other metrics where it is not one."""
    if value is None:
        return nan
    if not isinstance(value, NUMERIC):
        others = [name for name in usable if name != metric]
        hint = (
            f"choose one of {', '.join(map(plain, others))}"
            if others
            else "no metric of this log is a number by item"
        )
        raise InputError(
            f"{metric!r} is {shown(value)} {where}, not a number for each item: it is averaged in a way of "
            f"its own; {hint}"
        )
    found = as_float(value)
    if isinf(found) or (not isnan(found) and abs(found) > 1e100):
        raise InputError(f"{metric!r} is {found:g} {where}; expected a finite number")
    return found


def chosen(noun: str, wanted: str | None, there: Sequence[str], usable: Sequence[str], source: str) -> str:
    """The metric asked for, else the first that is a number for each item."""
    if wanted is not None:
        if wanted not in there:
            raise no_such(f"{noun} in {source}", wanted, usable)
        return wanted
    if not usable:
        listed = ", ".join(map(plain, there)) or "none at all"
        raise InputError(f"{source} has no {noun} that is a number for each item; it has {listed}")
    return usable[0]


def texts_of(keys: Sequence[Key]) -> Column:
    """Keys as one text each."""
    column = np.empty(len(keys), dtype=object)
    column[:] = [" ".join(plain(part) for part in key if part not in ("", None)) for key in keys]
    return column


def codes_of(labels: Sequence[Any]) -> Column:
    """A number for each label, the same for the same one.

    >>> codes_of([(7, 1), (9, 1), (7, 1)]).tolist()
    [0, 1, 0]
    """
    codes: dict[Any, int] = {}
    return np.array([codes.setdefault(label, len(codes)) for label in labels], dtype=np.int64)


def _texts(entries: Sequence[Any]) -> Column:
    column = np.empty(len(entries), dtype=object)
    column[:] = [plain(entry, 10_000) for entry in entries]
    return column
