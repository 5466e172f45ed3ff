"""Comparisons judged together: the only place where p-values are adjusted, and decisions repeated."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.evidence import MODERATE, STRONG
from bakeoff.core.exceptions import InputError, unknown_name
from bakeoff.core.outcomes import Floats, whole
from bakeoff.core.result import (
    Decision,
    Equivalence,
    Result,
    check_margin,
    decide,
    equivalence_level,
    parse_fraction,
)
from bakeoff.core.written import face

Kind = Literal["comparisons", "slices", "tries"]
MOST_TRIED = 1_000_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Adjustment:
    """How p-values are adjusted for multiple comparisons.

    ``method`` is one of ``ADJUSTMENTS``, ``count`` how many there are and ``kind`` what they are: made here
    (``comparisons``), one for each slice, or counted by the user (``tries``). Of slices, ``tried`` is how
    many comparisons may have been sliced as well, and ``refused`` how many slices could not be judged.
    """

    method: str
    count: int
    kind: Kind
    tried: int = 1
    refused: int = 0

    @property
    def several(self) -> int:
        """How many comparisons there are in all, judged or not."""
        return self.tried * (self.count + self.refused)

    def adjusted(self, p_values: Sequence[float]) -> Floats:
        """The p-values of these comparisons; those that are only counted have shown nothing.

        >>> Adjustment(method="bonferroni", count=3, kind="tries").adjusted([0.01]).tolist()
        [0.03]
        """
        uncounted = np.ones(self.count - len(p_values))
        found = adjust(np.concatenate([p_values, uncounted]), method=self.method)[: len(p_values)]
        return np.minimum(self.tried * found, 1.0)

    def __str__(self) -> str:
        return face().text(self)


def adjust(p_values: ArrayLike, *, method: str = "holm") -> Floats:
    """Adjust p-values for multiple comparisons, in the given order.

    ``bonferroni``, ``holm`` and ``by`` are valid under any dependence; ``sidak``, ``hochberg`` and ``bh`` are
    valid under independence (the latter two also under positive dependence). ``bh`` and ``by`` control the
    false discovery rate, the others the probability of any false alarm.

    >>> adjust([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    if not isinstance(method, str) or method not in ADJUSTMENTS:
        raise unknown_name("adjustment", method, ADJUSTMENTS)
    try:
        p = np.asarray(p_values, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(f"p_values is {p_values!r}; expected a list of numbers from 0 to 1") from None
    if p.ndim != 1:
        raise InputError(f"p_values has {p.ndim} dimensions; expected a list of p-values")
    bad = np.flatnonzero(~((p >= 0) & (p <= 1)))
    if len(bad):
        raise InputError(f"p_values[{bad[0]}] is {p[bad[0]]}; expected a number from 0 to 1")
    return np.minimum(ADJUSTMENTS[method](p), 1.0) if len(p) else p


def _step_down(p: Floats, factors: Floats) -> Floats:
    """Multiply sorted p-values by factors and make them non-decreasing from the smallest on."""
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.maximum.accumulate(p[order] * factors)
    return adjusted


def _step_up(p: Floats, factors: Floats) -> Floats:
    """Multiply sorted p-values by factors and make them non-decreasing from the largest down."""
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum.accumulate((p[order] * factors)[::-1])[::-1]
    return adjusted


def _remaining(p: Floats) -> Floats:
    return np.arange(len(p), 0, -1, dtype=np.float64)


def _share(p: Floats) -> Floats:
    return len(p) / np.arange(1, len(p) + 1, dtype=np.float64)


def _sidak(p: Floats) -> Floats:
    with np.errstate(divide="ignore"):  # log1p(-1) = -inf is right: p = 1 stays 1
        adjusted: Floats = -np.expm1(len(p) * np.log1p(-p))
    return adjusted


def _by(p: Floats) -> Floats:
    return _step_up(p, _share(p) * np.sum(1 / np.arange(1, len(p) + 1)))


ADJUSTMENTS: dict[str, Callable[[Floats], Floats]] = {
    "bonferroni": lambda p: len(p) * p,
    "sidak": _sidak,
    "holm": lambda p: _step_down(p, _remaining(p)),
    "hochberg": lambda p: _step_up(p, _remaining(p)),
    "bh": lambda p: _step_up(p, _share(p)),
    "by": _by,
}


@dataclass(frozen=True, kw_only=True)
class FalseAlarms:
    """Salzberg's arithmetic for ``tests`` independent comparisons at level ``alpha``.

    ``sidak_level`` and ``bonferroni_level`` are the levels at which to test each comparison so
    that the probability of any false alarm is at most ``alpha``.
    """

    tests: int
    alpha: float
    at_least_one: float
    expected: float
    sidak_level: float
    bonferroni_level: float


def false_alarms(tests: int, *, alpha: float = 0.05) -> FalseAlarms:
    """The probability of "significant" differences by chance alone, and the level that controls it.

    Count every configuration that was tried as a test.

    >>> round(false_alarms(154).at_least_one, 4)
    0.9996
    """
    tests, alpha = whole(tests, "tests"), parse_fraction(alpha, "alpha")
    if tests < 1:
        raise InputError("tests is 0; expected at least one")
    return FalseAlarms(
        tests=tests,
        alpha=alpha,
        at_least_one=float(-np.expm1(tests * np.log1p(-alpha))),
        expected=tests * alpha,
        sidak_level=float(-np.expm1(np.log1p(-alpha) / tests)),
        bonferroni_level=alpha / tests,
    )


class Member(NamedTuple):
    """The result of a method for one comparison, and a way to get an interval of another level."""

    result: Result
    at: Callable[[float], Result]


class Judged(NamedTuple):
    """The decision on a member, and the adjusted p-value behind it; None where it is alone.

    ``equivalence`` is the interval that was compared with the margin, if there is one.
    """

    decision: Decision
    p_value: float | None
    equivalence: Equivalence | None = None


@dataclass(frozen=True, kw_only=True)
class Family:
    """Comparisons that are decided together: slices, pairs, data sets, tries. Two models are a family of one.

    ``adjustment`` is how p-values are adjusted for their number; None if there is one. With a ``margin``
    two models are equivalent where the interval of two one-sided tests at ``alpha / several`` lies inside
    it, even where the difference is significant.
    """

    members: tuple[Member, ...]
    alpha: float
    margin: float | None = None
    adjustment: Adjustment | None = None

    @property
    def several(self) -> int:
        """How many comparisons there are to adjust for."""
        return 1 if self.adjustment is None else self.adjustment.several

    def judged(self) -> list[Judged]:
        """The decision on each member.

        >>> from bakeoff.core.result import Interval, Result
        >>> r = Result(method="m", estimate=0.1, interval=Interval(low=0.01, high=0.19), level=0.95,
        ...            alternative="two-sided", p_value=0.03, n=9)
        >>> one = Member(r, lambda level: r)
        >>> Family(members=(one,), alpha=0.05).judged()
        [Judged(decision='a-better', p_value=None, equivalence=None)]
        >>> twice = adjustment_for(1, tried=2)
        >>> Family(members=(one,), alpha=0.05, adjustment=twice).judged()
        [Judged(decision='undecided', p_value=0.06, equivalence=None)]
        """
        if self.adjustment is None:
            return [self._judged(each, None) for each in self.members]
        p_values = self.adjustment.adjusted([each.result.p_value for each in self.members])
        return [self._judged(each, p) for each, p in zip(self.members, p_values.tolist(), strict=True)]

    def _judged(self, member: Member, p_value: float | None) -> Judged:
        result = member.result if p_value is None else replace(member.result, p_value=p_value)
        decision = decide(result, alpha=self.alpha)
        if self.margin is None:
            return Judged(decision, p_value)
        check_margin(self.margin, alpha=self.alpha, alternative=result.alternative)
        found = self._fitting(member)
        if not found.within(self.margin):
            return Judged(decision, p_value, found)
        for factor in (MODERATE, STRONG):
            narrower = self._fitting(member, factor)
            if not narrower.within(self.margin):
                break
            found = replace(found, p_at_most=narrower.p_at_most)
        return Judged("equivalent", p_value, found)

    def _fitting(self, member: Member, factor: int = 1) -> Equivalence:
        """The interval of two one-sided tests at a fraction of alpha."""
        level = equivalence_level(self.alpha, self.several * factor)
        at_most = self.alpha / (self.several * factor)
        return Equivalence(level=level, interval=member.at(level).interval, p_at_most=at_most)


def parse_tried(tried: object) -> int:
    """How many comparisons were tried: a whole number of at least 1."""
    count = whole(tried, "tried")
    if not 1 <= count <= MOST_TRIED:
        raise InputError(
            f"tried is {count}; expected the total number of comparisons that were tried, including this "
            f"one, from 1 to {MOST_TRIED}"
        )
    return count


def adjustment_for(count: int, *, method: str = "holm", tried: int = 1) -> Adjustment | None:
    """How ``count`` comparisons are adjusted where ``tried`` were made in all, these included.

    Those that were tried and are not here count as if their p-values were 1, which is conservative.
    """
    several = max(count, tried)
    if several == 1:
        return None
    kind: Kind = "tries" if tried > count else "comparisons"
    # A single one is adjusted by Bonferroni's method, whatever is chosen for several.
    return Adjustment(method="bonferroni" if count == 1 else method, count=several, kind=kind)
