"""The verdict: a decision, where it came from, and how far it can be trusted."""

from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from bakeoff.core.conditions import Known
from bakeoff.core.design import Design
from bakeoff.core.evidence import Caveat as Caveat
from bakeoff.core.evidence import Evidence, Strength, Version, order_caveats, strength_of
from bakeoff.core.family import Adjustment
from bakeoff.core.missing import Bounds, Lacking
from bakeoff.core.result import Decision, Equivalence, Interval, Result
from bakeoff.core.roles import Roles
from bakeoff.core.written import Shown, face

if TYPE_CHECKING:
    from bakeoff.core.copies import Copies
    from bakeoff.core.judged import Judged
    from bakeoff.core.looks import Looks
    from bakeoff.core.work import Work

Options = tuple[tuple[str, object], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Heterogeneity:
    """A test of whether the difference is the same in all slices.

    ``statistic`` is F with its two degrees of freedom: Welch's where slices are independent, and of
    differences within clusters where clusters have items in several slices (``test``). ``slices`` is how many
    it rests on: those with an interval that gives their error.
    """

    statistic: float
    df: tuple[float, float]
    p_value: float
    slices: int
    test: Literal["welch", "within-clusters"] = "welch"

    def __str__(self) -> str:
        between, within = self.df
        called = "Welch's F" if self.test == "welch" else "within clusters F"
        return f"{called} = {self.statistic:.3g}, df {between:.4g} and {within:.4g}"

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {"test": self.test, **asdict(self), "df": list(self.df)}


@dataclass(frozen=True, kw_only=True, slots=True)
class Replicability:
    """A prediction, under a flat prior, of the probability that a repetition reaches the same decision.

    ``share`` is the probability, from ``low`` to ``high`` its 95 % interval. ``of`` is what is drawn again:
    partitions of the same data, or test sets of the same size. It was estimated from as many runs, splits or
    items (``unit``) as it ``rests_on``. ``by`` is what it was computed from; a share that is computed from
    the p-value alone says nothing that the p-value does not say.
    """

    share: float
    low: float
    high: float
    of: Literal["partitions", "test sets"]
    rests_on: int
    by: Literal["p-value", "interval", "counts", "runs"]
    unit: Literal["items", "runs", "splits"] = "items"

    @property
    def adds_to_p(self) -> bool:
        """Whether it says something that the p-value does not say."""
        return self.by != "p-value"

    def __str__(self) -> str:
        return face().text(self)

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "share": self.share,
            "interval": [self.low, self.high],
            "level": 0.95,
            "of": self.of,
            "rests_on": self.rests_on,
            "by": self.by,
            "prior": "jeffreys" if self.by == "counts" else "flat",
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Sensitivity:
    """What the items of an undecided comparison can find, or how many are needed to find what matters.

    A true ``difference`` is found with the ``power`` on ``items`` items, ``more`` than there are. With a
    margin it is the smallest difference that matters; without one it is the smallest that these items
    find, and ``more`` is 0. Both assume the ``disagreement``, the upper 80 % limit of what was observed.
    """

    difference: float
    items: int
    more: int
    disagreement: float
    matters: bool
    power: float = 0.8

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


@dataclass(frozen=True, kw_only=True, slots=True)
class Measured:
    """What was measured about a method where there was no difference.

    In ``worlds`` worlds, under the design ``under`` with ``options``, it raised false alarms in ``low`` to
    ``high`` of the data sets at the nominal ``level``, most in the setting ``worst``. ``unmeasured`` is the
    design that was used, ``unmeasured_options`` with what, where nothing was measured under that itself, and
    ``unmeasured_metric`` the metric, where another than accuracy was used.
    ``remark`` is what the method's record says.
    """

    worlds: int = 0
    under: str = ""
    options: Options = ()
    low: float = 0.0
    high: float = 0.0
    level: float = 0.05
    worst: str = ""
    unmeasured: Design | None = None
    unmeasured_options: Options = ()
    unmeasured_metric: str = ""
    remark: str = ""

    def __str__(self) -> str:
        return face().text(self)


Counted = Literal[
    "items",
    "labelled items",
    "questions",
    "folds",
    "splits",
    "samples",
    "data sets",
    "runs of folds",
    "training sets of items",
]


@dataclass(frozen=True, kw_only=True, slots=True)
class Basis:
    """How many items, folds, samples or data sets a verdict rests on.

    ``counts`` is one number where A and B share it; two where each has its own, or of labelled and all items,
    of runs and folds, and of training sets and items. ``clusters`` is how many the items are in, 0 where each
    is independent; ``each`` whether A and B each have that many. ``answers`` are the fewest and the most
    answers to a question, where there are several.
    """

    of: Counted
    counts: tuple[int, ...]
    clusters: int = 0
    each: bool = False
    answers: tuple[int, int] | None = None

    @property
    def drawn(self) -> str:
        """What varies independently and is resampled: clusters where there are some, else what is counted."""
        return "clusters" if self.clusters else self.of

    def answered(self, answers: tuple[int, int] | None) -> "Basis":
        """The same items as questions, each with several answers; unchanged where there is one each."""
        return self if answers is None else replace(self, of="questions", answers=answers)


@dataclass(frozen=True, slots=True)
class Unit:
    """How a difference is expressed: as ``factor`` times the estimate, of what, and whether less is better.

    >>> Unit("accuracy", 100.0).amount("1.5"), Unit("log loss", 1.0, points=False, less=True).amount("0.03")
    ('1.5 points of accuracy', '0.03 less log loss')
    """

    subject: str
    factor: float
    points: bool = True
    less: bool = False

    def amount(self, size: str) -> str:
        """A size with its unit."""
        unit = ("point" if size == "1" else "points") if self.points else ""
        link = "less" if self.less else "of" if self.points else "in"
        return " ".join(filter(None, (size, unit, link, self.subject)))


POINTS = Unit("accuracy", 100.0)


Why = Literal[
    "usual-for-right-and-wrong",
    "usual-for-labels",
    "usual-for-scores-of-items",
    "usual-for-areas",
    "usual-for-judges",
    "usual-over-data-sets",
    "usual-for-layouts",
    "same-samples",
    "own-samples",
    "respects-clusters",
    "usual-with-halves",
    "items-and-folds",
    "fewest-false-alarms",
    "allows-for-overlap",
    "normal-will-do",
    "too-few-for-normal",
    "without-halvings",
    "tested-once",
]


@dataclass(frozen=True, kw_only=True, slots=True)
class Reason:
    """Which reason it was; ``df`` are the degrees of freedom with which the method is used because of it."""

    why: Why
    df: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Opinion:
    """What one method says about numbers on which another decided; ``refused`` says why it says nothing.

    ``marks`` are what it must be read with: ``pooled`` where a method made for one classifier judges the
    predictions of several as if one had made them all, ``outside its calibration``, ``no variation``.
    """

    method: str
    unsound: bool
    marks: tuple[str, ...] = ()
    result: Result | None = None
    decision: Decision | None = None
    measured: Measured | None = None
    refused: str = ""

    @property
    def false_alarms(self) -> tuple[float, float] | None:
        """The lowest and the highest rate measured under the design that was used."""
        found = self.measured
        known = (
            found is not None and found.worlds and found.unmeasured is None and not found.unmeasured_metric
        )
        return (found.low, found.high) if found is not None and known else None


@dataclass(frozen=True, kw_only=True)
class Verdict(Shown):
    """The conclusion of a comparison: which model is better, how certain that is, and what limits it.

    ``basis`` is the number and kind of units behind it, ``reason`` says why the method was chosen
    automatically, and ``measured`` has the measured error rates of the method. ``values`` are the metric of A
    and of B if both are known. With several comparisons, ``adjusted_p_value`` decides. ``opinions`` are the
    results of all valid methods on the same run of an experiment, and ``work`` is the number of trainings.
    ``replicability`` is the replication probability, ``sensitivity`` the difference that an undecided
    comparison could have detected, ``evidence`` the numbers behind the figure, and ``options`` the options of
    the method. ``value_intervals`` are separate intervals for the two values. ``equivalence`` is the interval
    that was compared with the ``margin``, ``copies`` the number of repeated items if it was checked,
    ``looks`` the number of earlier looks in a ledger, and ``judged`` the agreement of a judge with human
    labels. ``slices`` are the verdicts on the parts of the items defined by column ``by``; ``heterogeneity``
    tests whether they differ. ``versions`` are other versions of the test with their p-values, not adjusted.
    ``roles`` says what the columns of the source were used as, and ``left_out`` which were not used.
    ``conditions`` are what the logs say about the run of each model, by model; ``differ`` has what differs
    between the models besides their answers, by condition and model. ``missing`` is how many items have no
    answer and what these count as, ``bounds`` what the worst and the best case are.
    """

    decision: Decision
    result: Result
    basis: Basis
    alpha: float
    names: tuple[str, str] = ("A", "B")
    metric: str = "accuracy"
    unit: Unit = POINTS
    margin: float | None = None
    equivalence: Equivalence | None = None
    values: tuple[float, float] | None = None
    caveats: tuple[Caveat, ...] = ()
    reason: Reason | None = None
    measured: Measured | None = None
    adjusted_p_value: float | None = None
    adjustment: Adjustment | None = None
    work: "Work | None" = None
    opinions: tuple[Opinion, ...] = ()
    replicability: Replicability | None = None
    sensitivity: Sensitivity | None = None
    evidence: Evidence | None = None
    options: Options = ()
    value_intervals: tuple[Interval, Interval] | None = None
    copies: "Copies | None" = None
    judged: "Judged | None" = None
    by: str = ""
    slices: "tuple[Slice, ...]" = ()
    heterogeneity: Heterogeneity | None = None
    looks: "Looks | None" = None
    versions: tuple[Version, ...] = ()
    roles: Roles = field(default_factory=dict, hash=False)
    left_out: tuple[str, ...] = ()
    conditions: Known = field(default_factory=dict, hash=False)
    differ: Known = field(default_factory=dict, hash=False)
    missing: Lacking | None = None
    bounds: Bounds | None = None

    def __post_init__(self) -> None:
        order_caveats(self)

    @property
    def risk(self) -> str:
        """The measured risk of the method in words; empty if it was not measured."""
        return "" if self.measured is None else str(self.measured)

    @property
    def tried(self) -> int:
        """How many comparisons were tried, as far as p-values are adjusted for them."""
        how = self.adjustment
        return 1 if how is None else how.count if how.kind == "tries" else how.tried

    @property
    def deciding_p(self) -> float:
        """The p-value that decides: the adjusted one if there are several comparisons."""
        return self.result.p_value if self.adjusted_p_value is None else self.adjusted_p_value

    @cached_property
    def strength(self) -> Strength:
        """How strong the evidence for the decision is (docs/verdicts.md)."""
        p_value: float | None = self.deciding_p
        if self.decision == "undecided":
            p_value = None
        elif self.decision == "equivalent" and self.equivalence is not None and self.margin is not None:
            alpha = (1 - self.equivalence.level) / 2
            return strength_of(self.equivalence.p_at_most, alpha, caveats=self.caveats)
        # Other versions are adjusted as far as the one that decides.
        factor = self.deciding_p / self.result.p_value if self.result.p_value else 1.0
        versions = [Version(each.method, min(1.0, factor * each.p_value)) for each in self.versions]
        return strength_of(p_value, self.alpha, versions=versions, caveats=self.caveats)

    @property
    def slices_differ(self) -> bool:
        """Whether the slices differ by more than chance."""
        return self.heterogeneity is not None and self.heterogeneity.p_value < self.alpha


@dataclass(frozen=True, kw_only=True, slots=True)
class Slice:
    """The verdict on the items of one slice, p-value adjusted for all; ``refused`` says why there is none."""

    name: str
    n: int
    verdict: Verdict | None = None
    refused: str = ""


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """The verdict on two models or learners, on one data set or over all, by one metric."""

    data: str
    metric: str
    verdict: Verdict

    @property
    def names(self) -> tuple[str, str]:
        """Which two."""
        return self.verdict.names

    def to_dict(self) -> dict[str, Any]:
        """The verdict as plain values, with what it is about."""
        return {"data": self.data, **self.verdict.to_dict()}
