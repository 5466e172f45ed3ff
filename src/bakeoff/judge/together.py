"""Answers judged together: what their number changes beside the decisions."""

from collections.abc import Sequence
from dataclasses import replace

from bakeoff.core import family
from bakeoff.core.adjustment import Adjustment
from bakeoff.core.decide import equivalence_level
from bakeoff.core.verdict import Verdict
from bakeoff.judge.answer import Answer, decided
from bakeoff.judge.pitfalls import BY_KEY

UNSURE = BY_KEY["may-not-replicate"]


def judge_together(answers: Sequence[Answer], adjustment: Adjustment | None) -> list[Verdict]:
    """The verdicts of a family, each with how likely its decision is reached once more."""
    verdicts = family.judge_together(
        [each.verdict for each in answers], [each.case.asked.result for each in answers], adjustment
    )
    return [
        _replicable(each, verdict, adjustment) if adjustment else verdict
        for each, verdict in zip(answers, verdicts, strict=True)
    ]


def _replicable(alone: Answer, verdict: Verdict, adjustment: Adjustment) -> Verdict:
    """The chance of the same decision, at the level which the adjusted p-value amounts to."""
    case, strictest = alone.case, verdict.alpha / adjustment.several
    adjusted = verdict.deciding_p
    factor = verdict.result.p_value / adjusted if adjusted else 0.0
    level = max(case.asked.level, equivalence_level(verdict.alpha, adjustment.several))
    fresh = decided(
        replace(
            case,
            result=case.asked.result(level),
            alpha=max(verdict.alpha * factor, strictest),
            background=replace(case.background, tried=1),
        ),
        again=True,
    )
    same = fresh.decision == verdict.decision
    kept = (each for each in verdict.caveats if each.key != UNSURE.key)
    unsure = (UNSURE.caveat(found) for found in UNSURE.trigger(fresh) if same)
    replicability = fresh.replicability if same else None
    return replace(verdict, replicability=replicability, caveats=(*kept, *unsure))
