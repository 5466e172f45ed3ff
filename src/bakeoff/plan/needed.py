"""How many items an inconclusive gate would need."""

import math

import numpy as np
from scipy import special

from bakeoff.core.exceptions import InputError
from bakeoff.core.gate import Gate
from bakeoff.judge.sensitivity import LIMIT, upper_disagreement
from bakeoff.methods._matched_exact import exact_rejects
from bakeoff.methods._paired_power import items_for
from bakeoff.methods._reference import normal_quantile
from bakeoff.methods._tango_power import NotWorse
from bakeoff.plan.paired_gate import EXACT_BELOW, is_exact


def paired_needed(test: NotWorse, power: float) -> int:
    """The smallest n from which the gate passes with this power or more, whatever the teeth.

    >>> paired_needed(NotWorse(disagreement=0.10, difference=0.0, margin=0.03), 0.8)
    901
    """
    found = items_for(test, power)
    if found > EXACT_BELOW:
        return found
    # Tango's power stays from 100 items on. Fewer are judged by the exact test, which takes longer.
    below = (n for n in range(EXACT_BELOW - 1, 0, -1) if exact_power(n, test) < power)
    return next(below, 0) + 1


def paired_power(n: int, test: NotWorse) -> float:
    """The probability that the gate passes: by the exact test for few items, else by Tango's."""
    return exact_power(n, test) if n > 0 and is_exact(n) else test.power(n)


def exact_power(n: int, test: NotWorse) -> float:
    """The probability that the exact test passes."""
    wins, losses = exact_rejects(n, -test.margin, test.alpha)
    cells = [(test.disagreement + side * test.difference) / 2 for side in (1, -1)]
    counts = np.stack([wins, losses, n - wins - losses])
    ways = special.gammaln(n + 1) - special.gammaln(counts + 1.0).sum(axis=0)
    logs = special.xlogy(counts, np.array([[*cells, 1 - test.disagreement]]).T).sum(axis=0)
    return float(np.exp(ways + logs).sum())


def items_needed(gate: Gate, *, units: int) -> tuple[int | None, float | None]:
    """The items, and the true difference that they are for: 0, or the estimate where 0 needs no more.

    >>> from bakeoff import check_not_worse_counts
    >>> gate = check_not_worse_counts(42, 40, n=1000, margin=0.02)
    >>> gate.outcome, gate.items_needed, gate.assumed
    ('inconclusive', 1794, 0.0)
    """
    n = gate.basis.counts[0]
    for assumed in dict.fromkeys((0.0, min(gate.estimate, 0.0))):
        found = _for(gate, assumed, n, units) if assumed > -gate.margin else None
        if found is not None and found > n:
            return found, assumed
    return None, None


def _for(gate: Gate, assumed: float, n: int, units: int) -> int | None:
    if gate.counts is not None:
        share = max(upper_disagreement(sum(gate.counts), n), abs(assumed))
        test = NotWorse(disagreement=share, difference=assumed, margin=gate.margin, alpha=gate.alpha)
        try:
            return paired_needed(test, gate.power)
        except InputError:  # more than anybody has
            return None
    if not math.isfinite(gate.bound) or units < 3 or gate.estimate <= gate.bound:
        return None
    z = normal_quantile(gate.alpha)
    wide = (z + normal_quantile(1 - gate.power)) / z * (gate.estimate - gate.bound) / (assumed + gate.margin)
    # the 80 % limit of a variance that was estimated from this many units
    more = (units - 1) / float(special.chdtri(units - 1, LIMIT))
    return max(math.ceil(n * wide**2 * more), 1) if math.isfinite(wide) else None
