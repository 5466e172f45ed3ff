"""Many models judged together: values, possible ranks, all pairs, and which may be the best."""

from dataclasses import dataclass, field
from typing import Any, Literal

from bakeoff.core.conditions import Known
from bakeoff.core.evidence import Grade, Strength, grade_of, order_caveats, strength_of
from bakeoff.core.looks import Looks
from bakeoff.core.result import Decision, Interval
from bakeoff.core.roles import Roles
from bakeoff.core.verdict import POINTS, Basis, Caveat, Counted, Heterogeneity, Unit
from bakeoff.core.written import Shown


@dataclass(frozen=True, kw_only=True, slots=True)
class RankedModel:
    """One of the models: its value in the metric's own units, and the ranks that it may have.

    ``interval`` is for the model's own value; ``rank`` are the best and the worst rank that are possible,
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
    difference between data sets, where random effects estimate it.
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


OF_LEARNERS: tuple[Counted, ...] = ("data sets", "folds", "splits", "runs of folds")
PValueBy = Literal["approximation", "exact", "permutation"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Omnibus:
    """A test of whether the models differ at all; pairs are judged whatever it says.

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
    """Models from best to worst, with the uncertainty of that order.

    ``models`` are sorted by value, best first; ``pairs`` are all pairs, or those with the ``baseline``.
    ``best`` are the models that may be the best, at a joint level of 1 - alpha. ``critical`` is the joint
    critical value of all pairs; for tests of mean ranks it is the critical difference. ``interval_level`` is
    the level of each pair's own interval, for rankings over data sets. ``slices`` are rankings on the parts
    of the items defined by column ``by``; ``heterogeneity`` tests for each pair whether its difference varies
    between slices. ``roles`` says what the columns of the source were used as, and ``left_out`` which were
    not used. ``conditions`` and ``differ`` are as in a `Verdict`.
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
    roles: Roles = field(default_factory=dict, hash=False)
    left_out: tuple[str, ...] = ()
    conditions: Known = field(default_factory=dict, hash=False)
    differ: Known = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        order_caveats(self)

    @property
    def names(self) -> tuple[str, ...]:
        """The models, best first."""
        return tuple(each.name for each in self.models)

    @property
    def noun(self) -> Literal["learner", "model"]:
        """What is ranked: models, each from one training, or learners, which were trained more than once."""
        return "learner" if self.basis.of in OF_LEARNERS else "model"

    @property
    def strength(self) -> Strength:
        """How strong the evidence for a single best model is: that of its weakest difference from another."""
        p_values = [_p_of(each) for each in self._of_the_best()] if self.one_is_best else []
        return strength_of(max(p_values, default=None), self.alpha, caveats=self.caveats)

    @property
    def one_is_best(self) -> bool:
        """Whether only one model may be the best, and it is better than another by a decision about a pair.

        The set of models that may be the best has a test of its own, which may leave one model where no
        pair is decided.
        """
        if len(self.best) != 1:
            return False
        name = self.best[0]
        return any(
            each.decision == ("a-better" if each.a == name else "b-better") for each in self._of_the_best()
        )

    def _of_the_best(self) -> list[RankedPair]:
        return [each for each in self.pairs if self.best[0] in (each.a, each.b)]


def _p_of(pair: RankedPair) -> float:
    """The p-value of a pair, or 1 minus the probability that the first or the second is better."""
    if pair.probabilities is not None:
        return 1 - max(pair.probabilities[0], pair.probabilities[2])
    return 1.0 if pair.p_value is None else pair.p_value
