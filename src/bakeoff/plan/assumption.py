"""What a plan takes for granted, and what follows from it: power, items, differences, half-widths."""

import math
from dataclasses import dataclass, replace

from scipy import special

from bakeoff.core.exceptions import InputError
from bakeoff.core.verdict import POINTS, Unit
from bakeoff.methods._paired_power import MOST, McNemar, PairedTest, difference_for, items_for
from bakeoff.methods._reference import normal_quantile
from bakeoff.methods._tango_power import NotWorse
from bakeoff.plan.needed import paired_needed, paired_power

EXACTLY = 50_000  # items up to which curves are exact


@dataclass(frozen=True, kw_only=True)
class Assumption:
    """How far the differences of items vary, and which test will be used.

    Either ``disagreement``, the share of items that exactly one model gets right, which gives exact power; or
    ``deviation``, the standard deviation of an item's difference, which gives the power of a normal mean.
    ``design_effect`` is how many items of clusters are worth one independent item. ``alpha`` is
    two-sided, with a ``margin`` one-sided. ``unit`` is how differences are said.
    """

    alpha: float
    margin: float | None = None
    method: str = "mcnemar-mid-p"
    disagreement: float | None = None
    deviation: float | None = None
    design_effect: float = 1.0
    unit: Unit = POINTS

    def at(self, disagreement: float) -> "Assumption":
        """The same with another disagreement."""
        return replace(self, disagreement=disagreement)

    def test(self, difference: float) -> PairedTest:
        """The test on right and wrong items, under a true difference."""
        psi = self.disagreement or 0.0
        if self.margin is not None:
            return NotWorse(disagreement=psi, difference=difference, margin=self.margin, alpha=self.alpha)
        return McNemar(disagreement=psi, difference=difference, alpha=self.alpha, method=self.method)

    def power(self, items: int, difference: float) -> float:
        """Probability that the test decides for A, or finds A not worse."""
        n = items / self.design_effect
        if self.deviation is None:
            test, whole = self.test(difference), math.floor(n + 1e-9)
            return paired_power(whole, test) if isinstance(test, NotWorse) else test.power(whole)
        if self.deviation == 0:
            return 1.0
        shift = (difference + (self.margin or 0.0)) * math.sqrt(n) / self.deviation
        return float(special.ndtr(shift - self._quantile))

    def shown_power(self, items: int, difference: float) -> float:
        """The same for curves and tables; beyond 50,000 items by the normal approximation, which is quick."""
        if items <= EXACTLY or self.deviation is not None:
            return self.power(items, difference)
        n, psi, shift = items / self.design_effect, self.disagreement, difference + (self.margin or 0.0)
        spread = self.spread(difference)
        under = spread if self.margin is not None or psi is None else math.sqrt(psi)
        return float(special.ndtr((shift * math.sqrt(n) - self._quantile * under) / max(spread, 1e-12)))

    def items(self, power: float, difference: float) -> int:
        """The smallest number of items from which the power stays at or above a wish."""
        if self.deviation is not None:
            return self.formula(power, difference)
        test = self.test(difference)
        found = paired_needed(test, power) if isinstance(test, NotWorse) else items_for(test, power)
        return self._with_clusters(found)

    def formula(self, power: float, difference: float) -> int:
        """Items by the normal approximation."""
        if self.deviation is None:
            return self._with_clusters(self.test(difference).formula(power))
        both = max(self._quantile + normal_quantile(1 - power), 0.0)
        return self._with_clusters((both * self.deviation / (difference + (self.margin or 0.0))) ** 2)

    def detectable(self, items: int, power: float) -> float | None:
        """The smallest true difference that is found with a power; None where no difference is."""
        n = items / self.design_effect
        if self.deviation is not None:
            return (self._quantile + normal_quantile(1 - power)) * self.deviation / math.sqrt(n)
        psi, whole = self.disagreement or 0.0, math.floor(n + 1e-9)
        return difference_for(whole, power, disagreement=psi, alpha=self.alpha, method=self.method)

    def half_width(self, items: int, difference: float) -> float:
        """The half-width to expect of the interval of level 1 - alpha, or 1 - 2 alpha with a margin."""
        return self._quantile * self.spread(difference) * math.sqrt(self.design_effect / items)

    def items_for_width(self, half_width: float, difference: float) -> int:
        """The items for an interval that is not wider."""
        return self._with_clusters((self._quantile * self.spread(difference) / half_width) ** 2)

    def spread(self, difference: float) -> float:
        """Standard deviation of an item's difference."""
        if self.deviation is not None:
            return self.deviation
        return math.sqrt(max((self.disagreement or 0.0) - difference**2, 0.0))

    @property
    def _quantile(self) -> float:
        return normal_quantile(self.alpha if self.margin is not None else self.alpha / 2)

    def _with_clusters(self, items: float) -> int:
        found = items * self.design_effect
        if found > MOST:
            raise InputError(
                f"this needs more than {MOST:,} items; plan for a larger difference or margin, a wider "
                f"interval or less power"
            )
        return max(math.ceil(found - 1e-9), 1)
