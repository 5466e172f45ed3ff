"""Rows that occur more than once: how many there are, and whether independent draws would give as many.

Independent rows of a few coarse attributes are equal by chance, which does no harm. Copied rows are equal
in all attributes at once, though few others are equal in most of them. So the pairs of equal rows are held
against the pairs that are equal in some blocks of the attributes alone.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.core.outcomes import Ints
from bakeoff.read.columns import named_columns

BLOCKS = 4
# Chosen on worlds of skewed, clustered, redundant and chained attributes; others were looked at meanwhile.
TIMES_EXPECTED = 10  # the pairs that independent halves of the attributes would make equal
TIMES_NEAR = 2  # the pairs that differ in one block alone: clusters of rows have many
TELLING = 0.25  # share of pairs that are equal in a half: of more, it hardly tells rows apart
FEWEST, FEWEST_SHARE = 2, 0.01  # rows: fewer copies change next to nothing
MOST, MOST_SHARE = 10, 0.05  # rows: more that are all equal are one kind of item, such as all zeros


@dataclass(frozen=True, kw_only=True, slots=True)
class Duplicates:
    """How many rows repeat others.

    ``repeated`` rows have the attributes of an earlier row that is in no group with them; ``relabelled`` of
    these have another label. ``pairs`` is how many pairs of rows are equal, kinds of very many equal rows
    apart; ``by_chance`` how many may be without a copy, infinite where nothing tells.
    """

    rows: int
    repeated: int
    relabelled: int
    pairs: float
    by_chance: float

    @property
    def beyond_chance(self) -> bool:
        """Whether more rows are equal than chance explains."""
        enough = self.repeated >= max(FEWEST, FEWEST_SHARE * self.rows)
        return enough and self.pairs > self.by_chance


def duplicates_of(X: Any, y: npt.NDArray[Any], groups: npt.NDArray[Any] | None = None) -> Duplicates:
    """Count the rows of a table that repeat others: arrays, sparse matrices, data frames, texts.

    With a and b pairs that are equal in one half of the attributes alone, independent halves would give x
    pairs that are equal in both, where ``x = (a + x) (b + x) / all pairs``. Ten times as many may be chance,
    and twice as many as differ in one of four blocks of the attributes alone.

    >>> X = np.random.default_rng(0).normal(size=(50, 4))
    >>> found = duplicates_of(np.vstack([X, X[:20]]), np.arange(70) % 2)
    >>> found.repeated, found.beyond_chance
    (20, True)
    """
    table = X.tocsr() if hasattr(X, "tocsr") else _coded(X)
    row = _rows(table)
    own = np.arange(len(y)) if groups is None else _codes(groups)
    units = np.unique(_joint(row, own), return_index=True)[1]  # one row of each kind in each group
    repeated, labelled = len(units) - _distinct(row), _joint(row, _codes(y))
    same_label = _distinct(_joint(labelled, own)) - _distinct(labelled)
    often = np.bincount(row[units])[row[units]]
    few = units[often <= max(MOST, MOST_SHARE * len(units))]
    # Most tables have no equal rows, and nothing more to look for.
    by_chance = _by_chance(_blocks_of(table[few]), len(few)) if repeated >= FEWEST else math.inf
    return Duplicates(
        rows=len(y),
        repeated=repeated,
        relabelled=max(0, repeated - same_label),
        pairs=_pairs(row[few]),
        by_chance=by_chance,
    )


def _by_chance(blocks: Sequence[Ints], n: int) -> float:
    """Equal pairs that may be no copies."""
    equal, k = _pairs(_together(blocks, n)), len(blocks)
    near = sum(_pairs(_together([*blocks[:at], *blocks[at + 1 :]], n)) - equal for at in range(k))
    halves = ((blocks[: k // 2], blocks[k // 2 :]), (blocks[::2], blocks[1::2]))
    found = [_expected([_pairs(_together(each, n)) for each in pair], equal, n) for pair in halves]
    known = [each for each in found if each is not None]
    return max(TIMES_EXPECTED * max(known), TIMES_NEAR * near) if known else math.inf


def _expected(halves: list[float], equal: float, n: int) -> float | None:
    """Pairs that independent halves would make equal; None where a half hardly tells rows apart."""
    every = n * (n - 1) / 2
    if max(halves) > TELLING * every:
        return None
    a, b = (each - equal for each in halves)
    rest = every - a - b
    return 2 * a * b / (rest + math.sqrt(max(0.0, rest**2 - 4 * a * b))) if a and b else 0.0


def _pairs(codes: Ints) -> float:
    """How many pairs have the same code."""
    counts = np.bincount(codes).astype(np.float64)
    return float(np.sum(counts * (counts - 1)) / 2)


def _distinct(codes: Ints) -> int:
    return len(np.unique(codes))


def _together(blocks: Iterable[Ints], n: int) -> Ints:
    return reduce(_joint, blocks, np.zeros(n, dtype=np.int64))


def _joint(first: Ints, second: Ints) -> Ints:
    """A code for each pair of codes."""
    return _numbered(first * (int(second.max(initial=0)) + 1) + second)


def _numbered(values: npt.NDArray[Any]) -> Ints:
    return np.asarray(np.unique(values, return_inverse=True)[1].reshape(-1), dtype=np.int64)


def _blocks_of(table: Any) -> list[Ints]:
    """A code for each row in each block of attributes that lie side by side."""
    if isinstance(table, np.ndarray):
        table = _telling(table)
    places = np.array_split(np.arange(table.shape[1]), min(BLOCKS, max(1, table.shape[1])))
    return [_rows(table[:, at]) for at in places]


def _telling(table: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The table without columns that are constant, or a coarse column in other words."""
    kept, seen, rows = [], set[bytes](), _distinct(_rows(table))
    for at, column in enumerate(table.T):
        _, first, codes = np.unique(column, return_index=True, return_inverse=True)
        told = np.argsort(np.argsort(first))[codes.reshape(-1)].tobytes()  # in order of appearance
        coarse = 2 * len(first) < rows  # finer ones tell all rows apart, and each the same ones
        if len(first) > 1 and not (coarse and told in seen):
            kept.append(at)
            seen.add(told)
    return table[:, kept]


def _coded(X: Any) -> npt.NDArray[Any]:
    """The table as numbers that are equal where the values are, a missing value equal to another."""
    columns = None if isinstance(X, np.ndarray) else named_columns(X)
    if columns is not None:
        return np.column_stack([_codes(column.to_numpy()) for column in columns.values()])
    array = np.asarray(X)
    array = array[:, None] if array.ndim == 1 else array
    if array.dtype.kind in "biu":
        return array
    if array.dtype.kind == "f":
        return np.where(np.isnan(array), np.nan, array + 0.0)  # one kind of NaN, and of zero
    listed = list(array.T)
    if len(listed) == 1:  # texts, which have parts as well
        listed = _cut([str(value) for value in listed[0].tolist()])
    return np.column_stack([_codes(column) for column in listed])


def _cut(texts: list[str]) -> list[npt.NDArray[Any]]:
    """Texts in as many parts as there are blocks."""
    return [
        np.array([text[len(text) * at // BLOCKS : len(text) * (at + 1) // BLOCKS] for text in texts])
        for at in range(BLOCKS)
    ]


def _codes(column: npt.NDArray[Any]) -> Ints:
    if column.dtype.kind != "O":
        return _numbered(column)
    place: dict[object, int] = {}
    return np.array([place.setdefault(_key(value), len(place)) for value in column.tolist()], dtype=np.int64)


def _key(value: object) -> object:
    """What distinguishes values; one that is not equal to itself is missing."""
    if isinstance(value, str | int | float):
        return value if value == value else None
    return None if value is None else repr(value)


def _rows(part: Any) -> Ints:
    """A code for each row."""
    if hasattr(part, "tocsr"):
        return _of_sparse(part.tocsr())
    if not part.shape[1]:
        return np.zeros(len(part), dtype=np.int64)
    whole = np.ascontiguousarray(part)
    return _numbered(whole.view(np.dtype((np.void, whole.dtype.itemsize * whole.shape[1]))).reshape(-1))


def _of_sparse(part: Any) -> Ints:
    part = part.copy()
    part.sum_duplicates()
    part.eliminate_zeros()
    ends, place = part.indptr, dict[bytes, int]()
    keys = (
        part.indices[start:end].tobytes() + b"|" + part.data[start:end].tobytes()
        for start, end in pairwise(ends.tolist())
    )
    return np.array([place.setdefault(key, len(place)) for key in keys], dtype=np.int64)
