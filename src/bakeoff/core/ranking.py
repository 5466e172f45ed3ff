"""Many models judged together: values, possible ranks, all pairs, and which may be the best."""

from dataclasses import dataclass, field
from typing import Any, Literal

from bakeoff.core.conditions import Known
from bakeoff.core.evidence import Grade, Strength, grade_of, order_caveats, strength_of
from bakeoff.core.family import Adjustment
from bakeoff.core.looks import Looks
from bakeoff.core.missing import Lacking
from bakeoff.core.result import Decision, Interval
from bakeoff.core.roles import Roles
from bakeoff.core.verdict import POINTS, Basis, Caveat, Counted, Heterogeneity, Unit
from bakeoff.core.written import Shown


@dataclass(frozen=True, kw_only=True, slots=True)
class RankedModel:
    """One of the models: its value in the metric's own units, and the ranks that it may have.

    ``interval`` is for the model's own value; ``rank`` are the best and the worst rank that are possible,
    jointly for all models; ``may_be_best`` is whether it is in the set that holds the best model. A model
    that is not in that set and may have rank 1 is not shown to be worse than the best. ``mean_rank`` is the
    mean of its ranks on the data sets, 1 for the best, where there are any.
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

    ``interval`` is simultaneous, ``p_value`` that of the test, which is adjusted for all pairs of the
    family; ``adjusted_p_value`` decides, and is adjusted for other families that were tried as well.
    ``method`` is what judged this pair. ``probabilities`` are those that b is better, that both are
    equivalent and that a is better, for Bayesian methods, and ``monte_carlo_error`` the largest of their
    standard errors. ``wins``, ``ties`` and ``losses`` of a are counted over items or data sets.
    ``between`` is the standard deviation of the true difference between data sets, where random effects
    estimate it.
    """

    a: str
    b: str
    estimate: float
    interval: Interval
    p_value: float | None
    decision: Decision
    method: str
    adjusted_p_value: float | None = None
    wins: int | None = None
    ties: int | None = None
    losses: int | None = None
    probabilities: tuple[float, float, float] | None = None
    monte_carlo_error: float | None = None
    between: float | None = None
    caveats: tuple[Caveat, ...] = ()

    @property
    def deciding_p(self) -> float | None:
        """The p-value that decides."""
        return self.p_value if self.adjusted_p_value is None else self.adjusted_p_value

    def grade(self, alpha: float) -> Grade:
        """How strong the evidence for the decision is: its p-value, or 1 minus its probability."""
        if self.decision == "undecided":
            return "none"
        if self.probabilities is not None:
            at = ("b-better", "equivalent", "a-better").index(self.decision)
            return grade_of(1 - self.probabilities[at], alpha)
        # Equivalence follows from the interval, which has no p-value here.
        return "moderate" if self.decision == "equivalent" else grade_of(self.deciding_p or 0.0, alpha)


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
    not used. ``conditions``, ``differ`` and ``missing`` are as in a `Verdict`.
    critical value of all pairs; for tests of mean ranks it is the critical difference. ``interval_level``
    is the level of the intervals of the pairs: of all at once, or for rankings over data sets of each.
    ``tried`` is how many such families were tried, and ``adjustment`` how p-values are adjusted for them.
    Of a single model that may be the best, ``best_p_value`` is the largest p-value of its differences
    from all others. ``slices`` are rankings on the parts of the items defined by column ``by``;
    ``heterogeneity`` tests for each pair whether its difference varies between slices. ``roles`` says
    what the columns of the source were used as, and ``left_out`` which were not used.
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
    missing: Lacking | None = None
    tried: int = 1
    adjustment: Adjustment | None = None
    best_p_value: float | None = None

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
        p_value = self.best_p_value if self.one_is_best else None
        limited = {False: set[str](), True: set[str]()}  # by pairs of others, and by those of the best
        for each in self.pairs:
            limited[bool({each.a, each.b} & set(self.best[:1]))] |= {one.key for one in each.caveats}
        elsewhere = limited[False] - limited[True] if self.one_is_best else set()
        caveats = [each for each in self.caveats if each.key not in elsewhere]
        return strength_of(p_value, self.alpha, caveats=caveats)

    @property
    def one_is_best(self) -> bool:
        """Whether one model is better than each of the others, all pairs judged as one family.

        The set of models that may be the best has a test of its own, which may leave one model where another
        may have rank 1 as well.
        """
        return len(self.best) == 1 and any(
            each.name == self.best[0] and each.rank == (1, 1) for each in self.models
        )
