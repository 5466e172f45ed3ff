"""The verdict that holds whatever the missing answers would have been: under the worst and the best case."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from bakeoff.core.gate import Gate, Outcome
from bakeoff.core.missing import Bounds, Case, Filling
from bakeoff.core.result import Interval, Result
from bakeoff.core.verdict import Slice, Verdict

CASES: Mapping[str, tuple[Filling, Filling]] = {"a": ("a-wrong", "b-wrong"), "b": ("b-wrong", "a-wrong")}
What = TypeVar("What")


def under_bounds(
    missing: Filling | None,
    judged: Callable[[Filling | None], What],
    joined: Callable[[What, What], What],
    *,
    first: str = "a",
) -> What:
    """What is judged once, or for bounds in the worst and the best case for the ``first`` model."""
    if missing != "bounds":
        return judged(missing)
    worst, best = CASES[first]
    return joined(judged(worst), judged(best))


def both_cases(worst: Verdict, best: Verdict) -> Verdict:
    """One verdict out of those for the worst and the best case of A: what both agree on.

    The interval covers both cases. The p-value is the larger one, because each completion of the answers
    lies between the two, and 1 where some completion has no difference. The estimate and the values are
    those of the case that is nearer to no difference.
    """
    if worst.result == best.result:
        return worst
    bounds = Bounds(worst=_case(worst), best=_case(best))
    near = min((worst, best), key=lambda each: (-each.result.p_value, abs(each.result.estimate)))
    agree = worst.decision == best.decision
    equivalence = near.equivalence
    if equivalence is not None and worst.equivalence is not None and best.equivalence is not None:
        ends = _hull(worst.equivalence.interval, best.equivalence.interval)
        at_most = max(worst.equivalence.p_at_most, best.equivalence.p_at_most)
        equivalence = replace(equivalence, interval=ends, p_at_most=at_most)
    which = "worst" if near is worst else "best"
    told = f"the estimate and the values are those of the {which} case for {near.names[0]}"
    opposite = worst.result.estimate * best.result.estimate <= 0
    adjusted = near.adjusted_p_value
    return replace(
        near,
        decision=near.decision if agree else "undecided",
        result=_result(worst.result, best.result, near.result, opposite=opposite, told=told),
        adjusted_p_value=1.0 if adjusted is not None and opposite else adjusted,
        equivalence=equivalence,
        caveats=tuple({each.key: each for each in (*best.caveats, *worst.caveats)}.values()),
        slices=tuple(map(_slice, worst.slices, best.slices)),
        heterogeneity=None,
        replicability=None,
        sensitivity=None,
        opinions=(),
        value_intervals=None,
        bounds=bounds,
    )


def _case(verdict: Verdict) -> Case:
    found = verdict.result
    return Case(
        estimate=found.estimate,
        interval=found.interval,
        p_value=verdict.deciding_p,
        decision=verdict.decision,
    )


def _hull(one: Interval, other: Interval) -> Interval:
    return Interval(low=min(one.low, other.low), high=max(one.high, other.high))


def _result(worst: Result, best: Result, near: Result, *, opposite: bool, told: str) -> Result:
    return replace(
        near,
        interval=_hull(worst.interval, best.interval),
        p_value=1.0 if opposite else near.p_value,
        degenerate=worst.degenerate and best.degenerate,
        notes=tuple(dict.fromkeys((*worst.notes, *best.notes, told))),
        error=None,
    )


def _slice(worst: Slice, best: Slice) -> Slice:
    if worst.verdict is None or best.verdict is None:
        return worst if worst.verdict is None else best
    return replace(worst, verdict=both_cases(worst.verdict, best.verdict))


def gate_of_cases(worst: Gate, best: Gate) -> Gate:
    """One gate out of those for the worst and the best case of the new model.

    It passes if it passes in the worst case, and fails if it fails in the best case.
    """
    if (worst.interval, worst.values) == (best.interval, best.values):
        return worst
    cases = [
        Case(estimate=each.estimate, interval=each.interval, p_value=each.p_value, decision=each.outcome)
        for each in (worst, best)
    ]
    outcome: Outcome = (
        "pass" if worst.outcome == "pass" else "fail" if best.outcome == "fail" else "inconclusive"
    )
    return replace(
        worst,
        outcome=outcome,
        interval=_hull(worst.interval, best.interval),
        p_worse=best.p_worse,
        items_needed=None,
        assumed=None,
        counts=None,
        notes=tuple(dict.fromkeys((*worst.notes, *best.notes))),
        caveats=tuple({each.key: each for each in (*best.caveats, *worst.caveats)}.values()),
        bounds=Bounds(worst=cases[0], best=cases[1]),
    )
