"""Named models over the same units, typed by how the numbers were obtained.

Two models are a panel of two. `pair` gives what a method for two takes, so that methods know nothing of
panels. ``units`` is a fingerprint of what the models were measured on: two panels with different ones were
not measured on the same units.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from bakeoff.core.design import Design
from bakeoff.core.exceptions import InputError, unknown_name
from bakeoff.core.outcomes import (
    DatasetScores,
    Floats,
    FoldScores,
    Ints,
    LayoutScores,
    RatePair,
    SampleScores,
)
from bakeoff.core.tally import Column, Predictions, Tally, combinations


def place_of(name: str, names: Sequence[str]) -> int:
    """Where a model is among the names."""
    if name not in names:
        raise unknown_name("model", name, names)
    return names.index(name)


def check_names(names: Sequence[str], count: int) -> None:
    """Refuse names that do not tell the models apart."""
    if len(names) != count:
        raise InputError(f"there are {len(names)} names for {count} models; expected one for each")
    twice = sorted({name for name in names if list(names).count(name) > 1})
    if twice:
        raise InputError(f"two models are called {twice[0]!r}; expected names that tell them apart")


def fingerprint_of(parts: Iterable[object]) -> str:
    """A hash of values in whatever order they come.

    >>> fingerprint_of(["b", "a"]) == fingerprint_of(["a", "b"]) != fingerprint_of(["a", "a"])
    True
    """
    digest = hashlib.sha256()
    for each in sorted(map(repr, parts)):
        digest.update(f"{each}\n".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:16]


@dataclass(frozen=True, kw_only=True, eq=False)
class ItemPanel:
    """What is true of each item and what models said about it, in one order.

    ``answers`` has a column for each model: labels, scores of a class, probabilities or numbers. There is no
    ``truth`` where each item has a score of every model already.
    """

    names: tuple[str, ...]
    answers: tuple[Column, ...]
    truth: Column | None
    source: str
    ids: Column | None = None
    clusters: Column | None = None
    slices: Column | None = None

    def __post_init__(self) -> None:
        check_names(self.names, len(self.answers))

    @property
    def n(self) -> int:
        """Number of items."""
        return len(self.answers[0])

    @cached_property
    def units(self) -> str:
        """A fingerprint of the items: of their ids where they have some, else of what is true of them."""
        if self.ids is not None:
            return fingerprint_of(self.ids.tolist())
        if self.truth is None:
            return fingerprint_of([self.n])
        values, counts = np.unique(self.truth.astype(str), return_counts=True)
        return fingerprint_of(zip(values.tolist(), counts.tolist(), strict=True))

    def pair(self, a: str, b: str) -> Predictions:
        """Two of the models."""
        first, second = (self.answers[place_of(name, self.names)] for name in (a, b))
        return Predictions(
            truth=self.truth,
            a=first,
            b=second,
            source=self.source,
            ids=self.ids,
            clusters=self.clusters,
            slices=self.slices,
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class LabelPanel:
    """How often what is true and the labels of the models came together: a row for each combination.

    ``counts[i]`` items are truly ``labels[truth[i]]``, and model m said ``labels[answers[m, i]]`` of them.
    Where items belong together, ``clusters[i]`` numbers their cluster; where a column slices them, they
    belong to ``slice_names[slices[i]]``.
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

    def __post_init__(self) -> None:
        check_names(self.names, len(self.answers))

    @property
    def n(self) -> int:
        """Number of items."""
        return int(self.counts.sum())

    @cached_property
    def units(self) -> str:
        """A fingerprint of the items: how many there are of each class."""
        totals = np.bincount(self.truth, weights=self.counts, minlength=len(self.labels)).astype(np.int64)
        there = zip(map(str, self.labels), totals.tolist(), strict=True)
        return fingerprint_of((label, count) for label, count in there if count)

    def pair(self, a: str, b: str) -> Tally:
        """Two of the models: rows that differ by the labels of others alone become one.

        >>> panel = LabelPanel(
        ...     names=("x", "y", "z"), labels=("no", "yes"), counts=np.array([1, 2, 4]),
        ...     truth=np.array([0, 0, 1]), answers=np.array([[0, 0, 1], [1, 1, 1], [0, 1, 0]]),
        ... )
        >>> panel.pair("x", "y").counts.tolist(), panel.pair("z", "x").counts.tolist()
        ([3, 4], [1, 2, 4])
        """
        columns = {"truth": self.truth, "a": self.answers[place_of(a, self.names)]}
        columns |= {"b": self.answers[place_of(b, self.names)]}
        columns |= {} if self.clusters is None else {"clusters": self.clusters}
        columns |= {} if self.slices is None else {"slices": self.slices}
        *found, counts = combinations([*columns.values()], self.counts)
        kept: dict[str, Any] = dict(zip(columns, found, strict=True))
        return Tally(
            labels=self.labels, counts=counts, slice_names=self.slice_names, source=self.source, **kept
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class FoldPanel:
    """Scores of learners on the same splits: an array (learners, runs, folds).

    ``halves`` (learners, halvings, 2, folds) has the scores in both halves of the data, ``items`` (learners,
    items) the mean score of each item over the runs that tested it. There is no ``design`` as long as nobody
    told how the splits were made; two learners can be compared once it is known.
    """

    names: tuple[str, ...]
    scores: Floats
    design: Design | None = None
    n_train: Floats | None = None
    n_test: Floats | None = None
    halves: Floats | None = None
    items: Floats | None = None
    splits: str = ""
    source: str = ""

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
                "how the splits were made is not told; expected a design, such as KFold(folds=10)"
            )
        one, other = (place_of(name, self.names) for name in (a, b))
        return FoldScores(
            a=self.scores[one],
            b=self.scores[other],
            design=self.design,
            n_train=self.n_train,
            n_test=self.n_test,
            halves=None if self.halves is None else (self.halves[one] - self.halves[other]).mean(axis=-1),
            items=None if self.items is None else self.items[one] - self.items[other],
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class SamplePanel:
    """One score of each model for each independent sample; ``paired`` where they share the samples."""

    names: tuple[str, ...]
    scores: tuple[Floats, ...]
    paired: bool = True

    def __post_init__(self) -> None:
        check_names(self.names, len(self.scores))

    @property
    def units(self) -> str:
        """A fingerprint of the samples, of which only the numbers are known."""
        return fingerprint_of([len(each) for each in self.scores[: 1 if self.paired else None]])

    def pair(self, a: str, b: str) -> SampleScores:
        """Two of the models."""
        first, second = (self.scores[place_of(name, self.names)] for name in (a, b))
        return SampleScores(a=first, b=second, paired=self.paired)


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


@dataclass(frozen=True, kw_only=True, eq=False)
class LayoutPanel:
    """A score for each learner, training set and item: an array (learners, training sets, items)."""

    names: tuple[str, ...]
    scores: Floats

    def __post_init__(self) -> None:
        check_names(self.names, len(self.scores))

    @property
    def units(self) -> str:
        """A fingerprint of the layout, of which only the shape is known."""
        return fingerprint_of(self.scores.shape[1:])

    def pair(self, a: str, b: str) -> LayoutScores:
        """Two of the learners."""
        first, second = (self.scores[place_of(name, self.names)] for name in (a, b))
        return LayoutScores(a=first, b=second)


@dataclass(frozen=True, kw_only=True, eq=False)
class RatePanel:
    """Models on test sets of their own: errors out of items for each."""

    names: tuple[str, ...]
    errors: tuple[int, ...]
    n: tuple[int, ...]

    def __post_init__(self) -> None:
        check_names(self.names, len(self.errors))

    @property
    def units(self) -> str:
        """Nothing: each model has test items of its own."""
        return ""

    def pair(self, a: str, b: str) -> RatePair:
        """Two of the models."""
        one, other = (place_of(name, self.names) for name in (a, b))
        return RatePair(
            errors_a=self.errors[one], n_a=self.n[one], errors_b=self.errors[other], n_b=self.n[other]
        )


Panel = ItemPanel | LabelPanel | FoldPanel | SamplePanel | DatasetPanel | LayoutPanel | RatePanel
