"""The verdict: a decision, where it came from, and how far it can be trusted."""

from dataclasses import dataclass
from typing import Any, Literal

from bakeoff.core.adjustment import Adjustment
from bakeoff.core.decide import Decision
from bakeoff.core.evidence import Basis, Evidence, Heterogeneity, Replicability, Work
from bakeoff.core.face import face
from bakeoff.core.result import Interval, Result


@dataclass(frozen=True, slots=True)
class Unit:
    """How a difference is said: in ``factor`` times the estimate, of what, and whether less is better.

    >>> Unit("accuracy", 100.0).amount("1.5"), Unit("log loss", 1.0, points=False, less=True).amount("0.03")
    ('1.5 points of accuracy', '0.03 less log loss')
    """

    subject: str
    factor: float
    points: bool = True
    less: bool = False

    def amount(self, size: str) -> str:
        """A size with its unit."""
        link = "less" if self.less else "of"
        return f"{size} points {link} {self.subject}" if self.points else f"{size} {link} {self.subject}"


POINTS = Unit("accuracy", 100.0)


Why = Literal[
    "usual-for-right-and-wrong",
    "usual-for-labels",
    "usual-for-scores-of-items",
    "usual-for-areas",
    "usual-over-data-sets",
    "usual-for-layouts",
    "same-samples",
    "own-samples",
    "respects-clusters",
    "holds-its-level",
    "held-in-every-world",
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
class Caveat:
    """Something that limits what a verdict means, and what to do about it.

    ``text`` says both; ``remedy`` is what to do alone, ``source`` who found out.
    """

    key: str
    text: str
    remedy: str = ""
    source: str = ""


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
    refused: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """Which of two is better, as far as the numbers can tell.

    ``basis`` is what it rests on, ``reason`` why this method was chosen where nobody asked for it, ``risk``
    what was measured about it. ``values`` are the metric of A and of B where both are known. Of several
    comparisons ``adjusted_p_value`` decides. ``opinions`` are what all legal methods say about the same
    run of an experiment, ``work`` what was done to get there. ``replicability`` is how likely the same
    decision is when it is repeated, ``evidence`` what is drawn of the numbers, ``options`` what the method
    was given. ``value_intervals`` are intervals for the two values, each by itself. ``slices`` are the
    verdicts on parts of the items, told apart by column ``by``; ``heterogeneity`` is whether these differ.
    """

    decision: Decision
    result: Result
    basis: Basis
    alpha: float
    names: tuple[str, str] = ("A", "B")
    metric: str = "accuracy"
    unit: Unit = POINTS
    margin: float | None = None
    values: tuple[float, float] | None = None
    caveats: tuple[Caveat, ...] = ()
    reason: Reason | None = None
    risk: str = ""
    adjusted_p_value: float | None = None
    adjustment: Adjustment | None = None
    work: Work | None = None
    opinions: tuple[Opinion, ...] = ()
    replicability: Replicability | None = None
    evidence: Evidence | None = None
    options: tuple[tuple[str, object], ...] = ()
    value_intervals: tuple[Interval, Interval] | None = None
    by: str = ""
    slices: "tuple[Slice, ...]" = ()
    heterogeneity: Heterogeneity | None = None

    @property
    def sentence(self) -> str:
        """The verdict in one sentence."""
        return face().sentence(self)

    @property
    def deciding_p(self) -> float:
        """The p-value that decides: the adjusted one where there are several."""
        return self.result.p_value if self.adjusted_p_value is None else self.adjusted_p_value

    @property
    def slices_differ(self) -> bool:
        """Whether slices lie further apart than chance would part them."""
        return self.heterogeneity is not None and self.heterogeneity.p_value < self.alpha

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values for strict JSON: what is infinite becomes None with a note."""
        return face().values(self)

    def __str__(self) -> str:
        return face().text(self)

    def _repr_html_(self) -> str:
        return face().html(self)


@dataclass(frozen=True, kw_only=True, slots=True)
class Slice:
    """The verdict on the items of one slice, p-value adjusted for all; ``refused`` says why there is none."""

    name: str
    n: int
    verdict: Verdict | None = None
    refused: str = ""
