"""Comparisons judged together: the only place where p-values are adjusted and decided by again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bakeoff.core.adjustment import Adjustment, Kind
from bakeoff.core.decide import Decision, decide, equivalence_level
from bakeoff.core.result import Result
from bakeoff.core.verdict import Verdict


class Member(NamedTuple):
    """What a method said of one comparison, and a way to ask it for an interval of another level."""

    result: Result
    at: Callable[[float], Result]


class Judged(NamedTuple):
    """What is decided of a member, and the adjusted p-value that it follows; None where it is alone."""

    decision: Decision
    p_value: float | None


@dataclass(frozen=True, kw_only=True)
class Family:
    """Comparisons that are decided together: slices, pairs, data sets, tries. Two models are a family of one.

    ``adjustment`` says how p-values allow for their number; None where there is one alone. With a ``margin``
    all of them must allow for it too: equivalence among several needs a wider interval, which is that of two
    one-sided tests at ``alpha / several``.
    """

    members: tuple[Member, ...]
    alpha: float
    margin: float | None = None
    adjustment: Adjustment | None = None

    @property
    def several(self) -> int:
        """How many comparisons there are to allow for."""
        return 1 if self.adjustment is None else self.adjustment.several

    def judged(self) -> list[Judged]:
        """The decision on each member.

        >>> from bakeoff.core.result import Interval, Result
        >>> r = Result(method="m", estimate=0.1, interval=Interval(low=0.01, high=0.19), level=0.95,
        ...            alternative="two-sided", p_value=0.03, n=9)
        >>> one = Member(r, lambda level: r)
        >>> Family(members=(one,), alpha=0.05).judged()
        [Judged(decision='a-better', p_value=None)]
        >>> twice = adjustment_for(1, tried=2)
        >>> Family(members=(one,), alpha=0.05, adjustment=twice).judged()
        [Judged(decision='undecided', p_value=0.06)]
        """
        if self.adjustment is None:
            return [Judged(self._alone(each.result), None) for each in self.members]
        p_values = self.adjustment.adjusted([each.result.p_value for each in self.members])
        return [
            Judged(self._decision(each, p), p)
            for each, p in zip(self.members, p_values.tolist(), strict=True)
        ]

    def _alone(self, result: Result) -> Decision:
        return decide(result, alpha=self.alpha, margin=self.margin)

    def _decision(self, member: Member, p_value: float) -> Decision:
        result = member.result
        self._alone(result)  # refuses a margin that cannot be judged by
        if self.margin is not None:
            level = max(result.level, equivalence_level(self.alpha, self.several))
            wide = result if level == result.level else member.at(level)
            if self._alone(wide) == "equivalent":
                return "equivalent"
        return decide(replace(result, p_value=p_value), alpha=self.alpha)


def adjustment_for(count: int, *, method: str = "holm", tried: int = 1) -> Adjustment | None:
    """How ``count`` comparisons are adjusted where ``tried`` were made in all, these included.

    Those that were tried and are not here count as if they had shown nothing, which is never too bold.
    """
    several = max(count, tried)
    if several == 1:
        return None
    kind: Kind = "tries" if tried > count else "comparisons"
    # One alone is adjusted by Bonferroni's method, whatever is asked for several.
    return Adjustment(method="bonferroni" if count == 1 else method, count=several, kind=kind)


def judge_together(
    verdicts: Sequence[Verdict], asked_at: Sequence[Callable[[float], Result]], adjustment: Adjustment | None
) -> list[Verdict]:
    """Verdicts that were reached alone, decided as a family; all ask for the same alpha and margin.

    ``asked_at`` has for each of them what gives its result at another level.
    """
    if adjustment is None or not verdicts:
        return list(verdicts)
    members = tuple(Member(each.result, at) for each, at in zip(verdicts, asked_at, strict=True))
    first = verdicts[0]
    family = Family(members=members, alpha=first.alpha, margin=first.margin, adjustment=adjustment)
    return [
        replace(each, decision=found.decision, adjusted_p_value=found.p_value, adjustment=adjustment)
        for each, found in zip(verdicts, family.judged(), strict=True)
    ]
