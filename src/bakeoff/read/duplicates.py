"""Rows that occur more than once: how many there are, and whether independent draws would give as many.

Independent rows of a few coarse attributes are equal by chance, which does no harm. Copied rows are equal
in all attributes at once, though few others are equal in most of them. So the pairs of equal rows are
compared with the pairs that are equal only in some blocks of the attributes. Where each row has as
many copies, there are also fewer triples of equal rows than independent draws from any distribution give.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, pairwise
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.core.outcomes import Ints
from bakeoff.read.columns import named_columns
from bakeoff.read.values import as_number, missing_positions

BLOCKS = 4
# Chosen on worlds of skewed, clustered, redundant and chained attributes; others were examined meanwhile.
TIMES_EXPECTED = 10  # the pairs that independent halves of the attributes would make equal
TIMES_DETERMINED = 5  # the same of blocks that may determine the others; added: sums were reported as copies
TIMES_NEAR = 2  # the pairs that differ in one block alone: clusters of rows have many
TELLING = 0.25  # share of pairs that are equal in a half: of more, it hardly distinguishes rows
TELLING_ALONE = 0.35  # the same of a single block
FEWEST, FEWEST_SHARE = 2, 0.01  # rows: fewer copies change almost nothing
# 50 to 300 independent rows that are drawn evenly from 6 to 6000 kinds have so few in 0.04 % of draws at
# most; unevenly drawn ones have more.
FEWER_TRIPLES, ERRORS_BELOW = 0.75, 3  # times the least expected, and standard errors below it
MOST, MOST_SHARE = 10, 0.05  # rows: more that are all equal are one kind of item, such as all zeros


@dataclass(frozen=True, kw_only=True, slots=True)
class Duplicates:
    """How many rows repeat others.

    ``repeated`` rows have the attributes of an earlier row that is in no group with them; ``relabelled`` of
    these have another label. ``pairs`` is how many pairs of rows are equal, kinds of very many equal rows
    apart, and ``alike`` of these have the same label; ``by_chance`` is how many may be equal without a copy,
    infinite where it is unknown. ``evenly`` is whether rows occur equally often as no independent draws do.
    """

    rows: int
    repeated: int
    relabelled: int
    pairs: float
    alike: float
    by_chance: float
    evenly: bool

    @property
    def beyond_chance(self) -> bool:
        """Whether more rows are equal than chance explains."""
        enough = self.repeated >= max(FEWEST, FEWEST_SHARE * self.rows)
        return enough and (self.evenly or self.pairs > self.by_chance)

    def false_alarms(self, alpha: float = 0.05) -> float:
        """How often a test of fixed predictions at ``alpha`` finds a difference where there is none.

        Models that predict equal rows alike are right or wrong about all that have the same label. The mean
        of n rows then has ``1 + 2 alike / n`` times the variance of independent rows (the design effect of
        Kish 1965), and a two-sided z statistic exceeds its limit correspondingly more often.

        >>> rows = np.tile(np.random.default_rng(0).normal(size=(50, 4)), (2, 1))
        >>> round(duplicates_of(rows, np.zeros(100)).false_alarms(), 3)
        0.166
        """
        limit, effect = NormalDist().inv_cdf(1 - alpha / 2), 1 + 2 * self.alike / self.rows
        return 2 * NormalDist().cdf(-limit / math.sqrt(effect))


def duplicates_of(X: Any, y: npt.NDArray[Any], groups: npt.NDArray[Any] | None = None) -> Duplicates:
    """Count the rows of a table that repeat others: arrays, sparse matrices, data frames, texts.

    With a and b pairs that are equal in one half of the attributes alone, independent halves would give x
    pairs that are equal in both, where ``x = (a + x) (b + x) / all pairs``. Ten times as many may be chance,
    and twice as many as differ in one of four blocks of the attributes alone. Blocks that determine the
    others, such as the summands of a sum, are examined separately as well.

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
    # Most tables have no equal rows: nothing more is needed.
    by_chance = _by_chance(_blocks_of(table[few]), len(few)) if repeated >= FEWEST else math.inf
    return Duplicates(
        rows=len(y),
        repeated=repeated,
        relabelled=max(0, repeated - same_label),
        pairs=_pairs(row[few]),
        alike=_pairs(labelled[few]),
        by_chance=by_chance,
        evenly=_evenly(row[few], own[few]),
    )


def shared_by_copies(attributes: Mapping[str, Any], others: Mapping[str, Any]) -> str:
    """A column that is the same in equal rows and distinguishes most of the others; nothing where none is.

    Clusters of such a column keep copies together. Of the ``others`` the first is taken, and of the
    attributes the one with most values.

    >>> shared_by_copies({"sex": [0, 1, 0, 1], "age": [30, 40, 50, 40]}, {"row": [1, 2, 3, 4]})
    'age'
    """
    row = _rows(_in_columns([_array(each) for each in attributes.values()]))
    kinds = _distinct(row)
    codes = {name: _codes(_array(each)) for name, each in {**others, **attributes}.items() if _whole(each)}
    fit = [
        name
        for name, code in codes.items()
        if _distinct(_joint(row, code)) == kinds and 2 * _distinct(code) >= kinds
    ]
    named = [name for name in fit if name in others]
    return named[0] if named else max(fit, key=lambda name: _distinct(codes[name]), default="")


def _whole(column: Any) -> bool:
    """Whether no value is missing."""
    return not len(missing_positions(_array(column)))


def _by_chance(blocks: Sequence[Ints], n: int) -> float:
    """Equal pairs that may not be copies."""
    if len(blocks) < 2:
        return math.inf
    every = frozenset(range(len(blocks)))
    pairs = {
        some: _pairs(_together([blocks[at] for at in sorted(some)], n))
        for size in range(1, len(blocks) + 1)
        for some in map(frozenset, combinations(every, size))
    }
    equal = pairs[every]
    near = sum(pairs[every - {at}] - equal for at in every)
    told = [one for one in _halves(every) if max(pairs[one], pairs[every - one]) <= TELLING * _all_pairs(n)]
    if not told:
        return math.inf
    limits = [TIMES_EXPECTED * _expected(pairs[one], pairs[every - one], equal, n) for one in told]
    limits += [
        TIMES_DETERMINED * _expected(pairs[one], pairs[some - one], equal, n)
        for some in pairs
        if 1 < len(some) < len(every) and pairs[some] == equal  # these may determine the others
        for one in map(frozenset, combinations(some, 1))
        if max(pairs[one], pairs[some - one]) <= TELLING_ALONE * _all_pairs(n)
    ]
    return max(*limits, TIMES_NEAR * near)


def _halves(every: frozenset[int]) -> list[frozenset[int]]:
    """The first half of the blocks, and every other one."""
    return [frozenset(sorted(every)[: len(every) // 2]), frozenset(sorted(every)[::2])]


def _evenly(codes: Ints, groups: Ints) -> bool:
    """Whether there are too few triples of equal rows for as many pairs.

    Of n independent draws, C(n, 2) sum(p^2) pairs and C(n, 3) sum(p^3) triples are expected to be equal. By
    the Cauchy-Schwarz inequality sum(p^3) is at least sum(p^2)^2, so that there are at least about
    ``2 pairs^2 / 3n`` triples, whatever the distribution is. Rows that are all there c times have (c - 2) /
    (c - 1) times as many. Each group has a row once, so few groups have fewer triples: at least
    ``pairs^2 e3 / e2^2`` with the elementary symmetric polynomials of their sizes.
    """
    counts = np.bincount(codes).astype(np.float64)
    triples = float(np.sum(counts * (counts - 1) * (counts - 2)) / 6)
    sizes = np.bincount(groups).astype(np.float64)
    one, two, three = (float(np.sum(sizes**power)) for power in (1, 2, 3))
    across = (one**2 - two) / 2
    least = _pairs(codes) ** 2 * (one**3 - 3 * one * two + 2 * three) / 6 / across**2 if across else 0.0
    return triples < min(FEWER_TRIPLES * least, least - ERRORS_BELOW * math.sqrt(least))


def _expected(one: float, other: float, both: float, n: int) -> float:
    """Pairs that independent parts would make equal."""
    a, b = one - both, other - both
    rest = _all_pairs(n) - a - b
    return 2 * a * b / (rest + math.sqrt(max(0.0, rest**2 - 4 * a * b))) if a and b else 0.0


def _all_pairs(n: int) -> float:
    return n * (n - 1) / 2


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
    """A code for each row in each block of adjacent attributes."""
    if isinstance(table, np.ndarray):
        table = _telling(table)
    places = np.array_split(np.arange(table.shape[1]), min(BLOCKS, max(1, table.shape[1])))
    return [_rows(table[:, at]) for at in places]


def _telling(table: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The table without columns that are constant or recode another column."""
    kept, seen, rows = [], set[bytes](), _distinct(_rows(table))
    for at, column in enumerate(table.T):
        _, first, codes = np.unique(column, return_index=True, return_inverse=True)
        told = np.argsort(np.argsort(first))[codes.reshape(-1)].tobytes()  # in order of appearance
        coarse = 2 * len(first) < rows  # finer ones distinguish all rows, and each the same ones
        if len(first) > 1 and not (coarse and told in seen):
            kept.append(at)
            seen.add(told)
    return table[:, kept]


def _coded(X: Any) -> npt.NDArray[Any]:
    """The table as numbers that are equal where the values are, a missing value equal to another."""
    columns = None if isinstance(X, np.ndarray) else named_columns(X)
    if columns is not None:
        return _in_columns([_array(column) for column in columns.values()])
    array = np.asarray(X)
    array = array[:, None] if array.ndim == 1 else array
    if array.dtype.kind in "biu":
        return array
    if array.dtype.kind == "f":
        return np.where(np.isnan(array), np.nan, array + 0.0)  # one kind of NaN, and of zero
    return _in_columns(list(array.T))


def _array(column: Any) -> npt.NDArray[Any]:
    return np.asarray(column.to_numpy() if hasattr(column, "to_numpy") else column)


def _in_columns(listed: Sequence[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    """Columns as codes; texts that distinguish most rows are in parts, so that they are not one block."""
    codes = [_codes(column) for column in listed]
    rows = _distinct(_rows(np.column_stack(codes)))
    parts = [
        [_codes(part) for part in _cut(column)]
        if _is_prose(column) and (len(listed) == 1 or 2 * _distinct(code) >= rows)
        else [code]
        for column, code in zip(listed, codes, strict=True)
    ]
    return np.column_stack([each for part in parts for each in part])


def _is_prose(column: npt.NDArray[Any]) -> bool:
    """Whether a column holds texts that are not numbers."""
    first = next((value for value in column.tolist() if value is not None), None)
    return isinstance(first, str) and as_number(first) is None


def _cut(column: npt.NDArray[Any]) -> list[npt.NDArray[Any]]:
    """Texts in as many parts as there are blocks."""
    texts = [str(value) for value in column.tolist()]
    return [
        np.array([text[len(text) * at // BLOCKS : len(text) * (at + 1) // BLOCKS] for text in texts])
        for at in range(BLOCKS)
    ]


def _codes(column: npt.NDArray[Any]) -> Ints:
    if column.dtype.kind != "O":
        return _numbered(column)
    place: dict[object, int] = {}
    values = column.tolist()
    keys = values if set(map(type, values)) <= {str, type(None)} else map(_key, values)
    return np.array([place.setdefault(key, len(place)) for key in keys], dtype=np.int64)


def _key(value: object) -> object:
    """A key of each value; one that is not equal to itself is missing."""
    if isinstance(value, str | int | float):
        return value if value == value else None
    return None if value is None else repr(value)


def _rows(part: Any) -> Ints:
    """A code for each row."""
    if hasattr(part, "tocsr"):
        return _of_sparse(part.tocsr())
    whole = np.asarray(part, dtype=np.float64 if part.dtype.kind == "f" else np.int64)
    bits = np.ascontiguousarray(whole).view(np.uint64)
    # A hash of the row, which is much quicker to sort: two of a million rows collide once in 10 ** 7 cases.
    random = np.random.default_rng(0).integers(0, 2**63, bits.shape[1], dtype=np.uint64)
    return _numbered(_mixed(bits) @ (2 * random + 1))


def _mixed(bits: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Numbers whose low digits are as different as their high ones."""
    bits = (bits ^ (bits >> np.uint64(31))) * np.uint64(0x9E3779B97F4A7C15)
    return bits ^ (bits >> np.uint64(29))


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
