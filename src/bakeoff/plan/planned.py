"""What a plan says: how many items, which power, which difference."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from bakeoff.core.written import Shown

if TYPE_CHECKING:
    from bakeoff.plan.assumption import Assumption

Found = Literal["items", "power", "difference", "precision"]


@dataclass(frozen=True, kw_only=True)
class Plan(Shown):
    """How many items a paired comparison needs, or what a given number of items can show.

    ``found`` is the quantity that was computed: ``items``, ``power``, ``difference`` (the smallest detectable
    difference at the given power) or ``precision`` (items for a half-width). ``items`` is the smallest n from
    which the exact power stays at or above the requested power, and ``formula`` is the n of the normal
    approximation. ``disagreement`` is the share of items that exactly one model gets right; it is None if the
    plan uses ``deviation``, the standard deviation of an item's difference. If only error rates are known,
    ``range`` has the results for the smallest and the largest possible disagreement; for items it uses the
    normal approximation. ``half_width`` is the expected half-width of the interval. If only a half-width is
    requested, power and difference are unknown. ``assumption`` holds all assumptions behind the numbers.
    """

    items: int
    power: float | None
    difference: float | None
    disagreement: float | None
    range: tuple[float, float] | None = None
    notes: tuple[str, ...] = ()
    found: Found = "items"
    formula: int | None = None
    half_width: float | None = None
    assumption: "Assumption"

    @property
    def alpha(self) -> float:
        """The significance level; one-sided with a margin."""
        return self.assumption.alpha

    @property
    def margin(self) -> float | None:
        """The largest acceptable loss; None if the plan is for detecting a difference."""
        return self.assumption.margin

    @property
    def method(self) -> str:
        """The test that the plan is for."""
        return self.assumption.method

    @property
    def deviation(self) -> float | None:
        """The standard deviation of an item's difference."""
        return self.assumption.deviation

    def power_at(self, items: Iterable[int]) -> list[float]:
        """Power at other numbers of items.

        >>> from bakeoff import plan_items
        >>> [round(power, 2) for power in plan_items(difference=0.03, disagreement=0.1).power_at([400, 1600])]
        [0.47, 0.97]
        """
        return [self.assumption.power(n, self.difference or 0.0) for n in items]
