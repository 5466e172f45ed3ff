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

    ``found`` says what was asked for: ``items``, ``power``, ``difference`` (the smallest that is found with
    the power) or ``precision`` (items for a half-width). ``items`` is the smallest n from which the exact
    power stays at or above the wish, and ``formula`` the n of the normal approximation. ``disagreement`` is
    the share of items that exactly one model gets right, None where ``deviation``, the standard deviation of
    an item's difference, is planned with. ``range`` has what is found at the ends of what is possible where
    only error rates are known; for items these are the formula's. ``half_width`` is that of the interval to
    expect. Where only a half-width is asked for, no power and no difference are known. ``assumption`` is all
    that the numbers rest on.
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
        """The largest loss that is acceptable; None where a difference is to be found."""
        return self.assumption.margin

    @property
    def method(self) -> str:
        """The test that is planned for."""
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
