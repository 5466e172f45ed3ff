"""Named models over the same units, typed by how the numbers were obtained.

Two models are a panel of two. `pair` gives what a method for two takes, so that methods need not know about
panels. ``units`` is a fingerprint of what the models were measured on: two panels with different ones were
not measured on the same units.
"""

import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bakeoff.core.arrays import Bools
from bakeoff.core.design import Design
from bakeoff.core.exceptions import InputError, unknown_name
from bakeoff.core.outcomes import (
    DatasetScores,
    Floats,
    FoldScores,
    Ints,
)

if TYPE_CHECKING:
    from bakeoff.core.copies import Copies
    from bakeoff.core.missing import Lacking
    from bakeoff.core.roles import UsedColumns

Column = npt.NDArray[Any]
MOST_COUNTERS = 1 << 22  # that are cheaper to count in than to sort
WIDEST = 2**62


def place_of(name: str, names: Sequence[str]) -> int:
    """The place of a model among the names."""
    if name not in names:
        raise unknown_name("model", name, names)
    return names.index(name)


def check_names(names: Sequence[str], count: int) -> None:
    """Refuse repeated names of models."""
    if len(names) != count:
        raise InputError(f"there are {len(names)} names for {count} models; expected one for each")
    twice = sorted({name for name in names if list(names).count(name) > 1})
    if twice:
        raise InputError(f"two models are called {twice[0]!r}; expected different names")


def fingerprint_of(parts: Iterable[object]) -> str:
    """A hash of values that does not depend on their order.

    >>> fingerprint_of(["b", "a"]) == fingerprint_of(["a", "b"]) != fingerprint_of(["a", "a"])
    True
    """
    digest = hashlib.sha256()
    for each in sorted(map(repr, parts)):
        digest.update(f"{each}\n".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:16]


@dataclass(frozen=True, kw_only=True, eq=False)
class ItemPanel:
    """The truth of each item and the answers of the models, in one order.

    ``answers`` has a column for each model: labels, scores of a class, probabilities or numbers. There is no
    ``truth`` where each item has a score of every model already. ``copies`` is how many repeat others, where
    that is known. ``repeats`` are the fewest and the most answers that an item's number is of, where items
    are questions that each model answered several times. ``used`` says what columns were used as,
    ``notes`` what was done to the values, ``lacking`` how many answers were missing, if they count.
    """

    names: tuple[str, ...]
    answers: tuple[Column, ...]
    truth: Column | None
    source: str = ""
    ids: Column | None = None
    clusters: Column | None = None
    slices: Column | None = None
    copies: "Copies | None" = None
    used: "UsedColumns | None" = None
    repeats: tuple[int, int] | None = None
    notes: tuple[str, ...] = ()
    lacking: "Lacking | None" = None

    def __post_init__(self) -> None:
        check_names(self.names, len(self.answers))

    @property
    def n(self) -> int:
        """Number of items."""
        return len(self.answers[0])

    @cached_property
    def units(self) -> str:
        """A fingerprint of the items: of their ids where they have some, else of their truth."""
        if self.ids is not None:
            return fingerprint_of(self.ids.tolist())
        if self.truth is None:
            return fingerprint_of([self.n])
        values, counts = np.unique(self.truth.astype(str), return_counts=True)
        return fingerprint_of(zip(values.tolist(), counts.tolist(), strict=True))

    def pair(self, a: str, b: str) -> "ItemPanel":
        """Two of the models."""
        first, second = (self.answers[place_of(name, self.names)] for name in (a, b))
        lacking = None if self.lacking is None else self.lacking.of((a, b))
        return replace(self, names=(a, b), answers=(first, second), lacking=lacking)

    def only(self, chosen: Bools) -> "ItemPanel":
        """The items that are chosen, without slices."""
        given = {"truth": self.truth, "ids": self.ids, "clusters": self.clusters}
        kept: dict[str, Any] = {name: each[chosen] for name, each in given.items() if each is not None}
        answers = tuple(each[chosen] for each in self.answers)
        return replace(self, answers=answers, slices=None, notes=(), lacking=None, **kept)


@dataclass(frozen=True, kw_only=True, eq=False)
class LabelPanel:
    """How often each combination of the truth and the models' labels occurs: a row for each.

    ``counts[i]`` items are truly ``labels[truth[i]]``, and model m said ``labels[answers[m, i]]`` of them.
    They are of cluster ``clusters[i]`` and of slice ``slice_names[slices[i]]``, where there are any.
    ``copies`` is how many items repeat others, where that is known, and ``used`` what columns were used as.
    ``notes`` say what was done to labels, ``lacking`` how many answers were missing, if they count.
    """

    names: tuple[str, ...]
    labels: tuple[Any, ...]
    truth: Ints
    answers: Ints
    counts: Ints
    clusters: Ints | None = None
    slices: Ints | None = None
    slice_names: tuple[str, ...] = ()
    source: str = ""
    copies: "Copies | None" = None
    used: "UsedColumns | None" = None
    notes: tuple[str, ...] = ()
    lacking: "Lacking | None" = None

    def __post_init__(self) -> None:
        check_names(self.names, len(self.answers))

    @cached_property
    def n(self) -> int:
        """Number of items."""
        return int(self.counts.sum())

    @cached_property
    def units(self) -> str:
        """A fingerprint of the items: how many there are of each class."""
        totals = np.bincount(self.truth, weights=self.counts, minlength=len(self.labels)).astype(np.int64)
        there = zip(map(str, self.labels), totals.tolist(), strict=True)
        return fingerprint_of((label, count) for label, count in there if count)

    def pair(self, a: str, b: str) -> "LabelPanel":
        """Two of the models: rows that differ by the labels of others alone become one.

        >>> panel = LabelPanel(
        ...     names=("x", "y", "z"), labels=("no", "yes"), counts=np.array([1, 2, 4]),
        ...     truth=np.array([0, 0, 1]), answers=np.array([[0, 0, 1], [1, 1, 1], [0, 1, 0]]),
        ... )
        >>> panel.pair("x", "y").counts.tolist(), panel.pair("z", "x").counts.tolist()
        ([3, 4], [1, 2, 4])
        """
        two = self.answers[[place_of(name, self.names) for name in (a, b)]]
        given = (("clusters", self.clusters), ("slices", self.slices))
        more = {name: each for name, each in given if each is not None}
        truth, first, second, *found, counts = combinations([self.truth, *two, *more.values()], self.counts)
        kept: dict[str, Any] = dict(zip(more, found, strict=True))
        return replace(
            self,
            names=(a, b),
            lacking=None if self.lacking is None else self.lacking.of((a, b)),
            truth=truth.astype(np.int64),
            answers=np.stack([first, second]).astype(np.int64),
            counts=counts,
            **kept,
        )

    def only(self, chosen: Bools) -> "LabelPanel":
        """The rows that are chosen, without slices; labels stay what they are."""
        return replace(
            self,
            truth=self.truth[chosen],
            answers=self.answers[:, chosen],
            counts=self.counts[chosen],
            clusters=None if self.clusters is None else self.clusters[chosen],
            slices=None,
            slice_names=(),
            notes=(),
            lacking=None,
        )


def counted(
    codes: Mapping[str, Ints], labels: tuple[Any, ...], *, slice_names: tuple[str, ...] = ()
) -> LabelPanel:
    """Count the combinations of truth, a and b, and of clusters and slices (``by``) where these have codes.

    >>> codes = {"truth": np.array([0, 1, 1]), "a": np.array([0, 1, 1]), "b": np.array([0, 0, 0])}
    >>> counted(codes, ("no", "yes")).counts.tolist()
    [1, 2]
    """
    rows = LabelPanel(
        names=("a", "b"),
        labels=labels,
        truth=codes["truth"],
        answers=np.stack([codes["a"], codes["b"]]),
        counts=np.ones(len(codes["truth"]), dtype=np.int64),
        clusters=codes.get("clusters"),
        slices=codes.get("by"),
        slice_names=slice_names,
    )
    return rows.pair("a", "b")


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


@dataclass(frozen=True, kw_only=True, eq=False)
class FoldPanel:
    """Scores of learners on the same splits: an array (learners, runs, folds).

    ``halves`` (learners, halvings, 2, folds) has the scores in both halves of the data, ``items`` (learners,
    items) the mean score of each item over the runs that tested it, ``models`` (runs, learners, learners) the
    covariances of models trained on different parts of the data, whose mean counts; ``pooled`` as in
    `FoldScores`. There is no ``design`` unless it was said how the splits were made; two learners can be
    compared once it is known. ``metric`` is the key of the metric that a column is named after.
    """

    names: tuple[str, ...]
    scores: Floats
    design: Design | None = None
    n_train: Floats | None = None
    n_test: Floats | None = None
    halves: Floats | None = None
    items: Floats | None = None
    models: Floats | None = None
    pooled: bool = False
    splits: str = ""
    source: str = ""
    metric: str = ""

    def __post_init__(self) -> None:
        check_names(self.names, len(self.scores))

    @cached_property
    def units(self) -> str:
        """A fingerprint of the splits: their own where it is known, else of the design and the sizes."""
        sizes = [None if each is None else each.tolist() for each in (self.n_train, self.n_test)]
        return self.splits or fingerprint_of([self.design, self.scores.shape[1:], *sizes])

    def pair(self, a: str, b: str) -> FoldScores:
        """Two of the learners."""
        if self.design is None:
            raise InputError(
                "the design of the splits is missing; expected a design, such as KFold(folds=10)"
            )
        one, other = (place_of(name, self.names) for name in (a, b))
        models, models_error = variance_of_gap(self.models, one, other)
        return FoldScores(
            a=self.scores[one],
            b=self.scores[other],
            design=self.design,
            n_train=self.n_train,
            n_test=self.n_test,
            halves=None if self.halves is None else (self.halves[one] - self.halves[other]).mean(axis=-1),
            items=None if self.items is None else self.items[one] - self.items[other],
            models=models,
            models_error=models_error,
            pooled=self.pooled,
        )


def variance_of_gap(
    covariances: Floats | None, one: int, other: int
) -> tuple[float, float | None] | tuple[None, None]:
    """The variance of one minus the other and its error over the runs, the same the other way round."""
    if covariances is None:
        return None, None
    alone, both = covariances[:, [one, other], [one, other]], covariances[:, [one, other], [other, one]]
    by_run = alone.sum(axis=1) - both.sum(axis=1)
    error = float(by_run.std(ddof=1)) / math.sqrt(len(by_run)) if len(by_run) > 1 else None
    return float(by_run.mean()), error


@dataclass(frozen=True, kw_only=True, eq=False)
class DatasetPanel:
    """One score of each learner for each data set: an array (learners, data sets)."""

    names: tuple[str, ...]
    scores: Floats
    datasets: tuple[str, ...]

    def __post_init__(self) -> None:
        check_names(self.names, len(self.scores))

    @property
    def units(self) -> str:
        """A fingerprint of the data sets, by name."""
        return fingerprint_of(self.datasets)

    def pair(self, a: str, b: str) -> DatasetScores:
        """Two of the learners."""
        first, second = (self.scores[place_of(name, self.names)] for name in (a, b))
        return DatasetScores(a=first, b=second)


Panel = ItemPanel | LabelPanel | FoldPanel | DatasetPanel
