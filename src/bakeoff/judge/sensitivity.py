"""What an undecided comparison of right and wrong items could have found, and how many items would do.

Power is that of the McNemar test in use, at the upper 80 % limit of the observed disagreement, as in
`bakeoff.plan_items`; never at the observed difference.
"""

import math
from functools import lru_cache

from bakeoff.core.verdict import Sensitivity
from bakeoff.intervals._rate import interval
from bakeoff.judge.pitfalls import Case
from bakeoff.methods._paired_power import P_VALUES, McNemar, difference_for, items_for

POWER = 0.8
LIMIT = 0.8
EXACTLY = 20_000  # discordant items; with more the normal approximation is as good


def sensitivity_of(case: Case) -> Sensitivity | None:
    """What the items of an undecided comparison can find; None where no McNemar test was used."""
    items, test = case.outcomes, case.method.key
    if test not in P_VALUES:
        return None
    sides = 1 if case.result.alternative == "two-sided" else 2
    alpha = sides * case.alpha / case.background.tried
    if case.options.get("correction") is False or alpha >= POWER:
        return None
    upper = upper_disagreement(items.only_a + items.only_b, items.n)
    if case.margin is None:
        return _detectable(items.n, upper, alpha, test)
    return _needed(items.n, upper, alpha, test, float(case.margin))


@lru_cache(maxsize=1024)
def upper_disagreement(discordant: int, n: int) -> float:
    """The upper 80 % limit (Jeffreys) of the share of items that exactly one model gets right.

    >>> round(upper_disagreement(12, 100), 3)
    0.15
    """
    return float(interval(discordant, n, level=LIMIT, alternative="less").high)


@lru_cache(maxsize=1024)
def _needed(n: int, upper: float, alpha: float, test: str, margin: float) -> Sensitivity:
    """Items that find a difference as large as the margin."""
    disagreement = max(upper, margin)  # models that differ so much disagree as often
    planned = McNemar(disagreement=disagreement, difference=margin, alpha=alpha, method=test)
    rough = math.ceil(planned.formula(POWER))
    items = items_for(planned, POWER) if rough * disagreement <= EXACTLY else rough
    return Sensitivity(
        difference=margin, items=items, more=max(items - n, 0), disagreement=disagreement, matters=True
    )


@lru_cache(maxsize=1024)
def _detectable(n: int, upper: float, alpha: float, test: str) -> Sensitivity | None:
    """The smallest difference that these items can find."""
    if n * upper <= EXACTLY:
        found = difference_for(n, POWER, disagreement=upper, alpha=alpha, method=test)
    else:
        found = math.sqrt(McNemar(disagreement=upper, difference=1e-9, alpha=alpha).formula(POWER) / n) * 1e-9
    if found is None:
        return None
    return Sensitivity(difference=found, items=n, more=0, disagreement=upper, matters=False)
