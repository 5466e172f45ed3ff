"""Whether a new model may replace an old one: not worse by more than a margin."""

from dataclasses import dataclass
from typing import Literal

from bakeoff.core.result import Interval
from bakeoff.core.strength import Strength, strength_of
from bakeoff.core.verdict import POINTS, Basis, Caveat, Unit
from bakeoff.core.written import Shown

Outcome = Literal["pass", "fail", "inconclusive"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Gate(Shown):
    """What one check says about new minus old, in units where higher is better.

    ``bound`` is the one-sided lower bound of the difference at 1 - alpha, and ``interval`` the two-sided one
    of level 1 - 2 alpha that starts with it. The outcome is ``pass`` where the bound is above -margin, else
    ``fail`` where the whole interval is below 0, else ``inconclusive``. ``p_value`` is that of the test
    against a difference of -margin or less, ``p_worse`` that against a difference of 0 or more. With
    ``items_needed`` items in all an inconclusive gate would pass with probability ``power`` if the true
    difference was ``assumed``; None where there is no such number. ``counts`` are the items that new alone
    and old alone got right.
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

    @property
    def strength(self) -> Strength:
        """How strong the evidence for the outcome is (docs/verdicts.md)."""
        p_values = {"pass": self.p_value, "fail": self.p_worse}
        return strength_of(p_values.get(self.outcome), self.alpha, caveats=self.caveats)


@dataclass(frozen=True, kw_only=True, slots=True)
class Check:
    """One of several checks: all items, or those with ``value`` in column ``by``.

    ``outcome`` counts how many checks there are; ``refused`` says why there is no gate.
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
    """Several checks at once: ``pass`` only if all pass, ``fail`` if one fails, else ``inconclusive``.

    The chance of a pass while any difference is at or below its margin is at most alpha without adjustment
    (an intersection-union test, whose p-value is the largest); for ``fail`` the p-values against "not worse"
    are adjusted by Holm's method, so that the chance of any false one is at most alpha, too.
    """

    outcome: Outcome
    checks: tuple[Check, ...]
    alpha: float
    p_value: float
    items_needed: int | None = None
    names: tuple[str, str] = ("new", "old")

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """The different caveats of all checks."""
        every = (each for check in self.checks if check.gate for each in check.gate.caveats)
        return tuple({each.text: each for each in every}.values())

    @property
    def strength(self) -> Strength:
        """How strong the evidence for the outcome is: that of a pass is the weakest of all checks."""
        worse = [each.gate.p_worse for each in self.checks if each.gate and each.outcome == "fail"]
        p_values = {"pass": self.p_value, "fail": min(worse, default=None)}
        return strength_of(p_values.get(self.outcome), self.alpha, caveats=self.caveats)
