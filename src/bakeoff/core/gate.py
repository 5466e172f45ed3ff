"""Whether a new model may replace an old one: not worse by more than a margin."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from bakeoff.core.conditions import Known
from bakeoff.core.evidence import Strength, order_caveats, strength_of
from bakeoff.core.missing import Bounds, Lacking
from bakeoff.core.result import Interval
from bakeoff.core.roles import Roles
from bakeoff.core.verdict import POINTS, Basis, Caveat, Unit
from bakeoff.core.written import Shown

Outcome = Literal["pass", "fail", "inconclusive"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Gate(Shown):
    """The outcome of one check of new minus old, in units where higher is better.

    ``bound`` is the one-sided lower bound of the difference at level 1 - alpha, and ``interval`` the
    two-sided interval at level 1 - 2 alpha with that lower limit. The outcome is ``pass`` if the bound is
    above -margin, otherwise ``fail`` if the whole interval is below 0, otherwise ``inconclusive``; it is
    ``inconclusive``, too, if a caveat invalidates the numbers.
    ``p_value`` belongs to the null hypothesis that the difference is -margin or less, ``p_worse`` to the null
    hypothesis that it is 0 or more. With ``items_needed`` items in total, an inconclusive gate would pass
    with probability ``power`` if the true difference were ``assumed``; it is None if there is no such number.
    ``counts`` are the items that only the new model and only the old model got right. ``roles`` says what the
    columns of the source were used as, and ``left_out`` which were not used. ``conditions`` and ``differ``
    are as in a `Verdict`, and so are ``missing`` and ``bounds``. Bounds and the outcome are at alpha /
    ``tried``, which is the number of looks at these items, this one included.
    """

    outcome: Outcome
    estimate: float
    bound: float
    margin: float
    p_value: float
    items_needed: int | None
    alpha: float
    interval: Interval
    p_worse: float
    method: str
    metric: str
    basis: Basis
    unit: Unit = POINTS
    names: tuple[str, str] = ("new", "old")
    values: tuple[float, float] | None = None
    counts: tuple[int, int] | None = None
    assumed: float | None = None
    power: float = 0.8
    caveats: tuple[Caveat, ...] = ()
    notes: tuple[str, ...] = ()
    roles: Roles = field(default_factory=dict, hash=False)
    left_out: tuple[str, ...] = ()
    conditions: Known = field(default_factory=dict, hash=False)
    differ: Known = field(default_factory=dict, hash=False)
    tried: int = 1
    missing: Lacking | None = None
    bounds: Bounds | None = None

    def __post_init__(self) -> None:
        order_caveats(self)

    @property
    def strength(self) -> Strength:
        """How strong the evidence for the outcome is (docs/verdicts.md)."""
        p_values = {"pass": self.p_value, "fail": self.p_worse}
        return strength_of(p_values.get(self.outcome), self.each_alpha, caveats=self.caveats)

    @property
    def each_alpha(self) -> float:
        """The level of this look."""
        return self.alpha / self.tried

    @property
    def adjusted_p_value(self) -> float:
        """The p-value adjusted for all looks by Bonferroni's method."""
        return min(1.0, self.tried * self.p_value)


@dataclass(frozen=True, kw_only=True, slots=True)
class Check:
    """One of several checks: all items, or those with ``value`` in column ``by``.

    ``name`` is the metric, of a task in a log the task and its metric. ``outcome`` counts how many checks
    there are; ``refused`` says why there is no gate.
    """

    name: str
    outcome: Outcome
    margin: float
    by: str = ""
    value: str = ""
    gate: Gate | None = None
    refused: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Gates(Shown):
    """Several checks together: ``pass`` if all pass, ``fail`` if one fails, otherwise ``inconclusive``.

    The probability of a pass if any difference is at or below its margin is at most alpha without adjustment
    (an intersection-union test, whose p-value is the largest one). For ``fail``, the p-values against "not
    worse" are adjusted with Holm's method, so the probability of any false failure is at most alpha too.
    """

    outcome: Outcome
    checks: tuple[Check, ...]
    alpha: float
    p_value: float
    items_needed: int | None = None
    names: tuple[str, str] = ("new", "old")
    tried: int = 1

    @property
    def each_alpha(self) -> float:
        """The level of this look."""
        return self.alpha / self.tried

    @property
    def adjusted_p_value(self) -> float:
        """The p-value adjusted for all looks by Bonferroni's method."""
        return min(1.0, self.tried * self.p_value)

    @property
    def conditions(self) -> Known:
        """The conditions of the models, as in a `Verdict`."""
        return next((each.gate.conditions for each in self.checks if each.gate), {})

    @property
    def differ(self) -> Known:
        """What differs between the models in any check, as in a `Verdict`."""
        return {key: each for check in self.checks if check.gate for key, each in check.gate.differ.items()}

    @property
    def missing(self) -> Lacking | None:
        """How many answers are missing, as in a `Verdict`."""
        return next((each.gate.missing for each in self.checks if each.gate and each.gate.missing), None)

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """The distinct caveats of all checks."""
        return _caveats(self.checks)

    @property
    def strength(self) -> Strength:
        """How strong the evidence for the outcome is: that of a pass is the weakest of all checks."""
        worse = [each.gate.p_worse for each in self.checks if each.gate and each.outcome == "fail"]
        p_values = {"pass": self.p_value, "fail": min(worse, default=None)}
        # What limits the other checks does not limit a failure.
        failed = [each for each in self.checks if each.outcome == "fail"]
        limits = _caveats(failed or self.checks)
        return strength_of(p_values.get(self.outcome), self.each_alpha, caveats=limits)


def _caveats(checks: Iterable[Check]) -> tuple[Caveat, ...]:
    every = (each for check in checks if check.gate for each in check.gate.caveats)
    return tuple({each.text: each for each in every}.values())
