"""The verdict: a decision, where it came from, and how far it can be trusted."""

import math
from dataclasses import dataclass
from typing import Any

from bakeoff.core.adjustment import Adjustment
from bakeoff.core.decide import Decision
from bakeoff.core.evidence import Evidence
from bakeoff.core.face import face
from bakeoff.core.heterogeneity import Heterogeneity
from bakeoff.core.replicability import Replicability
from bakeoff.core.result import Interval, Result
from bakeoff.core.unit import POINTS, Unit


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

    def to_dict(self) -> dict[str, Any]:
        """The opinion as plain values."""
        r = self.result
        return {
            "method": self.method,
            "unsound": self.unsound,
            "marks": list(self.marks),
            "decision": self.decision,
            "estimate": None if r is None else r.estimate,
            "interval": None if r is None else _finite([r.interval.low, r.interval.high]),
            "p_value": None if r is None else r.p_value,
            "refused": self.refused,
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """Which of two is better, as far as the numbers can tell.

    ``reason`` says why this method was chosen, ``risk`` what was measured about it. ``values`` are the
    metric of A and of B where both are known, ``detail`` says on how many items they differ. Of several
    comparisons ``adjusted_p_value`` decides. ``opinions`` are what all legal methods say about the same
    run of an experiment, ``work`` what was done to get there. ``replicability`` is how likely the same
    decision is when it is repeated, ``evidence`` what is drawn of the numbers, ``options`` what the method
    was given. ``value_intervals`` are intervals for the two values, each by itself. ``slices`` are the
    verdicts on parts of the items, told apart by column ``by``; ``heterogeneity`` is whether these differ.
    """

    decision: Decision
    result: Result
    title: str
    counted: str
    alpha: float
    names: tuple[str, str] = ("A", "B")
    metric: str = "accuracy"
    unit: Unit = POINTS
    margin: float | None = None
    values: tuple[float, float] | None = None
    detail: str = ""
    caveats: tuple[Caveat, ...] = ()
    reason: str = ""
    risk: str = ""
    adjusted_p_value: float | None = None
    adjustment: Adjustment | None = None
    work: tuple[tuple[str, str], ...] = ()
    opinions: tuple[Opinion, ...] = ()
    replicability: Replicability | None = None
    evidence: Evidence | None = None
    options: tuple[tuple[str, str], ...] = ()
    value_intervals: tuple[Interval, Interval] | None = None
    by: str = ""
    slices: "tuple[Slice, ...]" = ()
    heterogeneity: Heterogeneity | None = None

    @property
    def sentence(self) -> str:
        """The verdict in one sentence."""
        return str(face("sentence", self))

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
        r = self.result
        values = {"statistic": r.statistic, "interval": [r.interval.low, r.interval.high]}
        notes = r.notes + tuple(
            f"the {name} is infinite here and null in this form"
            for name, value in values.items()
            if _has_infinity(value)
        )
        return (
            {
                "decision": self.decision,
                "sentence": self.sentence,
                "names": list(self.names),
                "metric": self.metric,
                "subject": self.unit.subject,
                "values": None if self.values is None else list(self.values),
                "value_intervals": self._own_intervals(),
                "detail": self.detail,
                "method": r.method,
                "estimate": r.estimate,
                "interval": _finite(values["interval"]),
                "level": r.level,
                "alternative": r.alternative,
                "statistic": _finite(r.statistic),
                "df": list(r.df) if isinstance(r.df, tuple) else r.df,
                "p_value": r.p_value,
                "n": r.n,
                "alpha": self.alpha,
                "margin": self.margin,
                "degenerate": r.degenerate,
                "notes": list(notes),
                "reason": self.reason,
                "risk": self.risk,
                "caveats": [{"key": c.key, "text": c.text} for c in self.caveats],
                "replicability": None if self.replicability is None else self.replicability.to_dict(),
            }
            | self._of_experiments()
            | self._of_slices()
        )

    def _own_intervals(self) -> list[list[float]] | None:
        own = self.value_intervals
        return None if own is None else [_finite([float(each.low), float(each.high)]) for each in own]

    def _of_experiments(self) -> dict[str, Any]:
        """What only verdicts on experiments have."""
        adjusted = {"adjusted_p_value": self.adjusted_p_value, "adjustment": str(self.adjustment)}
        ran = {"work": dict(self.work), "methods": [opinion.to_dict() for opinion in self.opinions]}
        return (adjusted if self.adjustment else {}) | (ran if self.work else {})

    def _of_slices(self) -> dict[str, Any]:
        """What only sliced verdicts have."""
        if not self.slices:
            return {}
        differ = None if self.heterogeneity is None else self.heterogeneity.to_dict()
        return {
            "by": self.by,
            "slices": [each.to_dict() for each in self.slices],
            "heterogeneity": differ,
        }

    def __str__(self) -> str:
        return str(face("text", self))

    def _repr_html_(self) -> str:
        return str(face("html", self))


@dataclass(frozen=True, kw_only=True, slots=True)
class Slice:
    """The verdict on the items of one slice, p-value adjusted for all; ``refused`` says why there is none."""

    name: str
    n: int
    verdict: Verdict | None = None
    refused: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The slice as plain values; what is not known of one that was refused is None."""
        told = {} if self.verdict is None else self.verdict.to_dict()
        told["caveats"] = told.get("caveats", [])
        own = {"slice": self.name, "n": self.n, "refused": self.refused}
        return {name: told.get(name) for name in _OF_A_SLICE} | own


_OF_A_SLICE = (
    "slice",
    "n",
    "decision",
    "estimate",
    "interval",
    "p_value",
    "adjusted_p_value",
    "adjustment",
    "method",
    "values",
    "value_intervals",
    "caveats",
    "refused",
)


def _has_infinity(value: Any) -> bool:
    if isinstance(value, list):
        return any(_has_infinity(each) for each in value)
    return isinstance(value, float) and math.isinf(value)


def _finite(value: Any) -> Any:
    if isinstance(value, list):
        return [_finite(each) for each in value]
    return None if _has_infinity(value) else value
