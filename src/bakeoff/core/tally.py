"""What two models said about the same items: row by row, or counted, which is all that labels need."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.core.outcomes import Ints

MOST_COUNTERS = 1 << 22  # that are cheaper to count in than to sort
WIDEST = 2**62


@dataclass(frozen=True, kw_only=True, eq=False)
class Tally:
    """Joint counts of truth, A and B, one row for each combination that occurs.

    ``counts[i]`` items are truly ``labels[truth[i]]``, and A and B said ``labels[a[i]]`` and
    ``labels[b[i]]`` of them. Where items belong together, ``clusters[i]`` numbers the cluster they are
    of; where a column slices them, they belong to ``slice_names[slices[i]]``.
    """

    labels: tuple[Any, ...]
    truth: Ints
    a: Ints
    b: Ints
    counts: Ints
    clusters: Ints | None = None
    slices: Ints | None = None
    slice_names: tuple[str, ...] = ()
    source: str = ""

    @cached_property
    def n(self) -> int:
        """Number of items."""
        return int(self.counts.sum())

    def only(self, chosen: npt.NDArray[np.bool_]) -> "Tally":
        """The rows that are chosen, without slices; labels stay what they are."""
        clusters = None if self.clusters is None else self.clusters[chosen]
        rows = {name: getattr(self, name)[chosen] for name in ("truth", "a", "b", "counts")}
        return replace(self, **rows, clusters=clusters, slices=None, slice_names=())


def tally_of(
    codes: Mapping[str, Ints],
    labels: tuple[Any, ...],
    *,
    counts: Ints | None = None,
    slice_names: tuple[str, ...] = (),
    source: str = "",
) -> Tally:
    """Count the combinations of truth, a and b, and of clusters and slices (``by``) where these have codes.

    Rows that stand for several items already have ``counts``.

    >>> codes = {"truth": np.array([0, 1, 1]), "a": np.array([0, 1, 1]), "b": np.array([0, 0, 0])}
    >>> tally_of(codes, ("no", "yes")).counts.tolist()
    [1, 2]
    """
    each = np.ones(len(codes["truth"]), dtype=np.int64) if counts is None else counts
    *columns, summed = combinations([*codes.values()], each)
    found = dict(zip(codes, columns, strict=True))
    return Tally(
        labels=labels,
        truth=found["truth"],
        a=found["a"],
        b=found["b"],
        counts=summed,
        clusters=found.get("clusters"),
        slices=found.get("by"),
        slice_names=slice_names,
        source=source,
    )


def combinations(columns: list[Ints], counts: Ints) -> list[Ints]:
    """The different rows of the columns, in order, and the sum of counts of each as a last column."""
    code = np.zeros(len(counts), dtype=np.int64)
    span = 1
    for column in columns:
        size = int(column.max()) + 1
        if span * size > WIDEST:  # numbers of the combinations so far, of which there are no more than rows
            _, code = np.unique(code, return_inverse=True)
            span = int(code.max()) + 1
        code, span = code * size + column, span * size
    if span <= MOST_COUNTERS:
        first = np.full(span, -1)
        first[code[::-1]] = np.arange(len(code))[::-1]
        there = np.flatnonzero(first >= 0)
        place = np.cumsum(first >= 0)[code] - 1
        first = first[there]
    else:
        _, first, place = np.unique(code, return_index=True, return_inverse=True)
    summed = np.zeros(len(first), dtype=np.int64)
    np.add.at(summed, place, counts)
    return [*(column[first] for column in columns), summed]


Column = npt.NDArray[Any]


@dataclass(frozen=True, kw_only=True, eq=False)
class Predictions:
    """What is true of each item and what two models said about it, in one order.

    There is no ``truth`` where the models' scores of each item are given as they are.
    """

    truth: Column | None
    a: Column
    b: Column
    source: str
    ids: Column | None = None
    clusters: Column | None = None
    slices: Column | None = None

    @property
    def n(self) -> int:
        """Number of items."""
        return len(self.a)
