"""What a plan takes from a pilot study: how far items differ, never by how much the models do.

The disagreement, or the standard deviation, is taken at its upper 80 % limit, because a pilot that happens to
show too little of it would make the main study too small.
"""

import math
import numbers
from collections.abc import Sequence
from typing import NamedTuple

from scipy import special

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import PairedLabels, PairedScores, RankedItems
from bakeoff.core.verdict import POINTS, Unit, Verdict
from bakeoff.judge.sensitivity import LIMIT, upper_disagreement
from bakeoff.methods._reference import normal_quantile, student_quantile
from bakeoff.plan.names import said

OBSERVED = (
    'power at the observed difference ("observed power") follows from the p-value and adds nothing to it; '
    "give the smallest difference that matters"
)


class Pilot(NamedTuple):
    """What a pilot shows, at the upper limit and as observed: a disagreement or a standard deviation."""

    items: int
    disagreement: float | None = None
    deviation: float | None = None
    observed: float = 0.0
    method: str = ""
    unit: Unit = POINTS


def pilot_of(given: object, difference: float | None) -> Pilot:
    """What counts or a verdict show; a plan for the pilot's own difference is refused.

    >>> found = pilot_of((12, 100), 0.03)
    >>> round(found.disagreement, 3), found.observed
    (0.15, 0.12)
    """
    if isinstance(given, Verdict):
        if difference is not None and _is_copied(difference, given.result.estimate):
            raise InputError(f"{said('difference')} is {difference:g}, the pilot's own: {OBSERVED}")
        return _of_verdict(given)
    if not isinstance(given, Sequence) or isinstance(given, str) or len(given) != 2:
        raise InputError(f"pilot is {given!r}; expected (discordant, n) or a Verdict on the same items")
    discordant, n = (_count(each) for each in given)
    if n < 1 or discordant > n:
        raise InputError(
            f"{said('pilot')} has {discordant} discordant items of {n}; expected at least 1 item, and no "
            f"more discordant items than items"
        )
    return _of_counts(discordant, n)


def _is_copied(difference: float, estimate: float) -> bool:
    """Whether a difference is the pilot's; a round number may be equal to it by chance.

    >>> _is_copied(20 / 412, -20 / 412), _is_copied(0.03, 12 / 400)
    (True, False)
    """
    round_number = math.isclose(difference, round(difference, 3), rel_tol=1e-9)
    return math.isclose(abs(estimate), abs(difference), rel_tol=1e-9) and not round_number


def _of_counts(discordant: int, n: int) -> Pilot:
    return Pilot(items=n, disagreement=upper_disagreement(discordant, n), observed=discordant / n)


def _of_verdict(verdict: Verdict) -> Pilot:
    evidence, result = verdict.evidence, verdict.result
    if evidence is not None and evidence.counts is not None:
        _, only_a, only_b, _ = evidence.counts
        return _of_counts(only_a + only_b, result.n)._replace(unit=verdict.unit)
    if evidence is None or not issubclass(evidence.kind, PairedLabels | PairedScores | RankedItems):
        raise InputError(
            "the pilot does not compare two models on the same items, so it does not show the variation "
            "between items; expected a verdict on predictions or on item scores"
        )
    deviation = _error(verdict) * math.sqrt(result.n)
    units = verdict.basis.clusters or result.n
    df = result.df if isinstance(result.df, float | int) and math.isfinite(result.df) else units - 1.0
    upper = deviation * math.sqrt(df / float(special.chdtri(df, LIMIT)))
    return Pilot(items=result.n, deviation=upper, observed=deviation, method=result.method, unit=verdict.unit)


def _error(verdict: Verdict) -> float:
    """The standard error of the difference: the method's own, or what its interval implies."""
    result = verdict.result
    if result.degenerate:
        raise InputError(
            "the pilot shows no variation between items; expected some items on which the models differ"
        )
    if result.error is not None:
        return result.error
    if result.alternative != "two-sided":
        raise InputError("the pilot's interval is one-sided; compare it with alternative='two-sided'")
    tail = (1 - result.level) / 2
    known = isinstance(result.df, float | int)
    quantile = student_quantile(result.df, tail) if known else normal_quantile(tail)  # type: ignore[arg-type]
    return float((result.interval.high - result.interval.low) / 2 / quantile)


def _count(value: object) -> int:
    if isinstance(value, numbers.Integral) and not isinstance(value, bool) and int(value) >= 0:
        return int(value)
    raise InputError(f"pilot has {value!r}; expected whole numbers (discordant, n), such as (12, 100)")
