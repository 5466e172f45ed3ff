"""Many models judged together: values, possible ranks, all pairs, and which may be the best."""

from dataclasses import dataclass, field
from typing import Any, Literal

from bakeoff.core.looks import Looks
from bakeoff.core.result import Decision, Interval
from bakeoff.core.strength import Grade, Strength, grade_of, strength_of
from bakeoff.core.verdict import POINTS, Basis, Caveat, Heterogeneity, Unit
from bakeoff.core.written import Shown


@dataclass(frozen=True, kw_only=True, slots=True)
class RankedModel:
    """One of the models: its value in the metric's own units, and the ranks that it may have.

    ``interval`` is for the value by itself; ``rank`` are the best and the worst rank that are possible,
    jointly for all models; ``may_be_best`` is whether it is in the set that holds the best model.
    ``mean_rank`` is the mean of its ranks on the data sets, 1 for the best, where there are any.
    """

    name: str
    value: float
    interval: Interval | None
    rank: tuple[int, int]
    may_be_best: bool
    mean_rank: float | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class RankedPair:
    """The difference of two of the models, in units where higher is better.

    ``interval`` is simultaneous, ``p_value`` adjusted for all pairs of the family. ``method`` is what judged
    this pair. ``probabilities`` are those that b is better, that both are equivalent and that a is better,
    for Bayesian methods, and ``monte_carlo_error`` the largest of their standard errors. ``wins``, ``ties``
    and ``losses`` of a are counted over items or data sets. ``between`` is the standard deviation of the true
    difference between data sets, where random effects tell it.
    """

    a: str
    b: str
    estimate: float
    interval: Interval
    p_value: float | None
    decision: Decision
    method: str
    wins: int | None = None
    ties: int | None = None
    losses: int | None = None
    probabilities: tuple[float, float, float] | None = None
    monte_carlo_error: float | None = None
    between: float | None = None

    def grade(self, alpha: float) -> Grade:
        """How strong the evidence for the decision is: its p-value, or 1 minus its probability."""
        if self.decision == "undecided":
            return "none"
        if self.probabilities is not None:
            at = ("b-better", "equivalent", "a-better").index(self.decision)
            return grade_of(1 - self.probabilities[at], alpha)
        # Equivalence follows from the interval, which has no p-value here.
        return "moderate" if self.decision == "equivalent" else grade_of(self.p_value or 0.0, alpha)


PValueBy = Literal["approximation", "exact", "permutation"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Omnibus:
    """A test of whether the models differ at all; no pair waits for it.

    ``by`` is how its p-value was computed.
    """

    method: str
    statistic: float
    df: tuple[float, ...]
    p_value: float
    null: str
    degenerate: bool = False
    by: PValueBy = "approximation"


@dataclass(frozen=True, kw_only=True, slots=True)
class RankedSlice:
    """The ranking on the items of one slice; ``refused`` says why there is none."""

    name: str
    n: int
    ranking: "Ranking | None" = None
    refused: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Ranking(Shown):
    """Models from the best to the worst, and how sure that order is.

    ``models`` are sorted by value, best first; ``pairs`` are all of them, or those with the ``baseline``.
    ``best`` are the models that may be the best, jointly at 1 - alpha. ``critical`` is the critical value of
    all pairs at once, of mean-rank tests the critical difference of mean ranks. ``interval_level`` is the
    level of each pair's interval by itself, over data sets. ``slices`` are rankings of
    parts of the items, told apart by column ``by``; ``heterogeneity`` has for each pair whether its
    difference is the same in all slices.
    """

    models: tuple[RankedModel, ...]
    pairs: tuple[RankedPair, ...]
    best: tuple[str, ...]
    method: str
    metric: str
    basis: Basis
    alpha: float
    unit: Unit = POINTS
    omnibus: Omnibus | None = None
    critical: float | None = None
    interval_level: float | None = None
    baseline: str | None = None
    margin: float | None = None
    rope: float | None = None
    resamples: int | None = None
    caveats: tuple[Caveat, ...] = ()
    notes: tuple[str, ...] = ()
    by: str = ""
    slices: tuple[RankedSlice, ...] = ()
    heterogeneity: Heterogeneity | None = None
    details: dict[str, Any] = field(default_factory=dict)
    looks: Looks | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The models, best first."""
        return tuple(each.name for each in self.models)

    @property
    def strength(self) -> Strength:
        """How strong the evidence for a single best model is: that of its weakest difference from another."""
        if len(self.best) != 1:
            return strength_of(None, self.alpha, caveats=self.caveats)
        own = [each for each in self.pairs if self.best[0] in (each.a, each.b)]
        p_values = [_p_of(each) for each in own]
        return strength_of(max(p_values, default=None), self.alpha, caveats=self.caveats)


def _p_of(pair: RankedPair) -> float:
    """The p-value of a pair, or 1 minus the probability that the first or the second is better."""
    if pair.probabilities is not None:
        return 1 - max(pair.probabilities[0], pair.probabilities[2])
    return 1.0 if pair.p_value is None else pair.p_value
