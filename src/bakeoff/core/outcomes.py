"""Numbers typed by how they were obtained.

The type decides which methods are valid: a method names the one type that it takes. Scores are in units where
higher is better. Arrays are checked on entry: no method sees a NaN, a wrong shape or an impossible count.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from bakeoff.core.arrays import Bools
from bakeoff.core.arrays import Floats as Floats
from bakeoff.core.arrays import Ints as Ints
from bakeoff.core.checks import LARGEST as LARGEST
from bakeoff.core.checks import finite as finite
from bakeoff.core.checks import sizes
from bakeoff.core.checks import whole as whole
from bakeoff.core.design import Design, in_words
from bakeoff.core.exceptions import InputError
from bakeoff.core.joint import SparseTable, held
from bakeoff.core.written import plural

if TYPE_CHECKING:
    from bakeoff.core.ranks import Ranks


def _one_each(outcomes: "PairedScores | RankedItems | JudgedItems", *names: str) -> None:
    """What is given for items has one value for each."""
    for name in names:
        given = getattr(outcomes, name)
        if given is None:
            continue
        object.__setattr__(outcomes, name, np.asarray(given))
        if np.shape(given) != outcomes.a.shape:
            raise InputError(
                f"{name} has shape {np.shape(given)} and the scores {outcomes.a.shape}; expected one "
                f"value for each item"
            )


@dataclass(frozen=True, kw_only=True, slots=True)
class PairedItems:
    """One test set, two classifiers: how many items only A and only B got right.

    ``both_right`` is needed only by methods that use each classifier's own rate.
    """

    only_a: int
    only_b: int
    n: int
    both_right: int | None = None

    def __post_init__(self) -> None:
        for name in ("only_a", "only_b", "n"):
            object.__setattr__(self, name, whole(getattr(self, name), name))
        if self.both_right is not None:
            object.__setattr__(self, "both_right", whole(self.both_right, "both_right"))
        if self.n < 1:
            raise InputError("n is 0; expected at least one item")
        used = self.only_a + self.only_b + (self.both_right or 0)
        if used > self.n:
            summed = "only_a + only_b" + ("" if self.both_right is None else " + both_right")
            raise InputError(
                f"{summed} = {used} is more than n = {self.n}; "
                f"expected counts of disjoint groups of the n items"
            )


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class ClusterKinds:
    """Clusters of items by their content: those with the same joint counts are of one kind.

    Parallel arrays say that a cluster of kind ``kind[i]`` has ``count[i]`` items in cell ``cell[i]`` of the
    joint table (flattened); ``repeats[k]`` is how many clusters are of kind k. ``of`` is the kind of each
    cluster in ascending order of their codes, where that is known.
    """

    kind: Ints
    cell: Ints
    count: Ints
    repeats: Ints
    of: Ints | None = None

    @property
    def clusters(self) -> int:
        """Number of clusters."""
        return int(self.repeats.sum())


@dataclass(frozen=True, kw_only=True, eq=False)
class PairedLabels:
    """One test set, two classifiers, any label metric: the joint table truth x A x B.

    ``table[i, j, k]`` counts items of class ``labels[i]`` that A called ``labels[j]`` and B ``labels[k]``.
    ``metric`` maps stacked confusion matrices [..., predicted, true] to numbers, where higher is better; no
    two are further apart than ``span``. ``clusters`` says what clusters hold. A metric ``of_counts`` takes
    the four counts of each class, too; only with it may the table be sparse.
    """

    table: Ints | SparseTable
    labels: tuple[object, ...]
    metric: Callable[[Any], Any]
    span: float = math.inf
    clusters: ClusterKinds | None = None
    of_counts: bool = False

    @cached_property
    def n(self) -> int:
        """Number of items."""
        return int(self.table.sum())

    @cached_property
    def cells(self) -> tuple[Ints, Ints]:
        """The cells of the table that hold items, and how many."""
        return held(self.table)


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Remeasure:
    """What a metric that is no mean over items is computed from again, in a resample of the items.

    ``truth`` has one number for each item, ``a`` and ``b`` one row for each. ``measure`` takes truth,
    predictions and weights [resample, item], and gives the metric in each resample, higher for better.
    """

    truth: Floats
    a: Floats
    b: Floats
    measure: Callable[[Floats, Floats, Ints], Floats]

    def gaps(self, at: Ints, weights: Ints) -> Floats:
        """A minus B where the items at these places have these weights."""
        truth = self.truth[at]
        return self.measure(truth, self.a[at], weights) - self.measure(truth, self.b[at], weights)

    def swapped(self) -> "Remeasure":
        """The same with A and B exchanged."""
        return Remeasure(truth=self.truth, a=self.b, b=self.a, measure=self.measure)

    @property
    def rows(self) -> Floats:
        """What each item is resampled with."""
        return np.column_stack([self.truth, self.a, self.b])


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class PairedScores:
    """One test set, two models, a score for each item; items of one cluster belong together.

    With ``counts``, each row stands for that many identical items. No two scores are further apart than
    ``span``. Where the scores are the influences of items on a metric that is no mean, ``remeasure`` is how a
    bootstrap computes the metric itself. ``classes`` has the true class of each item where the mean of the
    scores is that of several areas, each of which depends on the items of one class.
    """

    a: Floats
    b: Floats
    clusters: Ints | None = None
    counts: Ints | None = None
    span: float = math.inf
    remeasure: Remeasure | None = None
    classes: Ints | None = None

    def __post_init__(self) -> None:
        _take(self, ndim=1)
        _one_each(self, "clusters", "counts", "classes")

    @property
    def n(self) -> int:
        """Number of items."""
        return len(self.a) if self.counts is None else int(self.counts.sum())


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class RankedItems:
    """One test set with two classes, two models that score how positive each item is.

    Items of one cluster belong together.
    """

    positive: Bools
    a: Floats
    b: Floats
    clusters: Ints | None = None
    _ranks: "dict[str, Ranks]" = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        _take(self, ndim=1)
        _one_each(self, "clusters")
        object.__setattr__(self, "positive", np.asarray(self.positive, dtype=bool))
        if len(self.positive) != len(self.a):
            raise InputError(f"truth has {len(self.positive)} items and the scores {len(self.a)}")
        if self.positive.all() or not self.positive.any():
            raise InputError("all items belong to one class; a ROC curve needs items of both classes")

    @property
    def ranks(self) -> "tuple[Ranks, Ranks]":
        """How A and B rank the items; the scores are sorted once."""
        from bakeoff.core.ranks import Ranks

        for side, score in (("a", self.a), ("b", self.b)):
            if side not in self._ranks:
                self._ranks[side] = Ranks.of(self.positive, score)
        return self._ranks["a"], self._ranks["b"]

    def swapped(self) -> "RankedItems":
        """The same items with A and B exchanged."""
        found = RankedItems(positive=self.positive, a=self.b, b=self.a, clusters=self.clusters)
        found._ranks.update(zip("ba", self.ranks, strict=True))
        return found


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class JudgedItems:
    """Items on which a judge scored both models (``a``, ``b``), and people did on some.

    ``human_a`` and ``human_b`` are NaN without a human score; an item is labelled where both are known.
    """

    a: Floats
    b: Floats
    human_a: Floats
    human_b: Floats
    clusters: Ints | None = None

    def __post_init__(self) -> None:
        _take(self, ndim=1)
        _one_each(self, "human_a", "human_b", "clusters")
        if self.n < 2:
            few = "only 1 item has" if self.n else "no item has"
            raise InputError(f"{few} human scores of both models; expected at least 2 labelled items")
        for name in ("human_a", "human_b"):
            finite(getattr(self, name)[self.labelled], name, ndim=1)

    @property
    def labelled(self) -> Bools:
        """Which items people scored for both models."""
        return np.asarray(~(np.isnan(self.human_a) | np.isnan(self.human_b)))

    @property
    def n(self) -> int:
        """Number of labelled items."""
        return int(self.labelled.sum())


@dataclass(frozen=True, kw_only=True, slots=True)
class RatePair:
    """Two independent test sets, one classifier on each: errors out of items."""

    errors_a: int
    n_a: int
    errors_b: int
    n_b: int

    def __post_init__(self) -> None:
        for side in ("a", "b"):
            errors = whole(getattr(self, f"errors_{side}"), f"errors_{side}")
            n = whole(getattr(self, f"n_{side}"), f"n_{side}")
            if n < 1:
                raise InputError(f"n_{side} is 0; expected at least one item")
            if errors > n:
                raise InputError(f"errors_{side} = {errors} is more than n_{side} = {n}")
            object.__setattr__(self, f"errors_{side}", errors)
            object.__setattr__(self, f"n_{side}", n)


MadeOf = Literal["means", "labels", "ranks"]


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class FoldScores:
    """Scores of two learners on the same splits, as arrays (runs, folds).

    ``halves`` has the mean difference in both halves of each halving, ``items`` the mean difference of each
    item (or group) over the runs, ``models`` the variance between models of different parts of the data and
    ``models_error`` its Monte-Carlo error over the runs.
    ``made_of`` says what scores are; the mean of ``pooled`` ones is the metric of all folds together.
    ``restricted`` has items by the mean of both matrices, and another answer moves that by ``one_answer``.
    A learner ``omits`` where its models leave out classes, so that the sample may decide which.
    """

    a: Floats
    b: Floats
    design: Design
    n_train: Floats | None = None
    n_test: Floats | None = None
    halves: Floats | None = None
    items: Floats | None = None
    models: float | None = None
    models_error: float | None = None
    made_of: MadeOf = "means"
    pooled: bool = False
    restricted: "FoldScores | None" = None
    one_answer: float | None = None
    omits: bool = False
    right_or_wrong: bool = False  # whether each answer is

    def __post_init__(self) -> None:
        _take(self, ndim=2)
        expected = self.design.shape
        if expected is not None and self.a.shape != expected:
            raise InputError(
                f"{in_words(self.design)} has {plural(expected[0], 'run')} of {plural(expected[1], 'fold')}, "
                f"but the scores have shape {self.a.shape}; name the design that produced them"
            )
        for name in ("n_train", "n_test"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, sizes(getattr(self, name), name, self.a.shape))
        for name, ndim in (("halves", 2), ("items", 1)):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, finite(getattr(self, name), name, ndim=ndim))
        if self.halves is not None and self.halves.shape[1] != 2:
            raise InputError(f"halves has shape {self.halves.shape}; expected (halvings, 2)")

    @property
    def differences(self) -> Floats:
        """A minus B for each run and fold."""
        return self.a - self.b


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class SampleScores:
    """One score for each independent sample; pairs share a sample where ``paired``."""

    a: Floats
    b: Floats
    paired: bool = True

    def __post_init__(self) -> None:
        _take(self, ndim=1, same=self.paired)


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class DatasetScores:
    """One score of each learner for each data set."""

    a: Floats
    b: Floats

    def __post_init__(self) -> None:
        _take(self, ndim=1)


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class LayoutScores:
    """A score for each training set and item: arrays (training sets, items)."""

    a: Floats
    b: Floats

    def __post_init__(self) -> None:
        _take(self, ndim=2)


_Pair = PairedScores | RankedItems | JudgedItems | FoldScores | SampleScores | DatasetScores | LayoutScores
Outcomes = PairedItems | PairedLabels | RatePair | _Pair

IN_WORDS: dict[type, str] = {
    PairedItems: "two classifiers' right and wrong answers on one test set",
    PairedLabels: "two classifiers' labels on one test set",
    PairedScores: "two models' scores for each item of one test set",
    RankedItems: "two models' scores of a positive class on one test set",
    JudgedItems: "a judge's scores of two models, and people's scores of some items",
    RatePair: "error rates on two independent test sets",
    FoldScores: "fold scores of two learners under one design",
    SampleScores: "scores on independent samples",
    DatasetScores: "one score for each data set",
    LayoutScores: "scores by training set and item",
}


def _take(outcomes: "_Pair", *, ndim: int, same: bool = True) -> None:
    """Check ``a`` and ``b`` and store them as arrays."""
    for name in ("a", "b"):
        object.__setattr__(outcomes, name, finite(getattr(outcomes, name), name, ndim=ndim))
    a, b, what = outcomes.a.shape, outcomes.b.shape, "length" if ndim == 1 else "shape"
    if same and a != b:
        raise InputError(
            f"a has {what} {a} and b {b}; expected the same, because the values are compared in pairs"
        )
