"""Task 5 of the study of rivals: a release gate. A new model may be worse by less than a margin."""

from dataclasses import dataclass

import numpy as np
from studies import _gate_rivals
from studies._rivals_accuracy import Pair, drawn
from studies._rivals_record import OURS, Answer, Task, Tool, World, decided

import bakeoff

ALPHA = 0.025
SIZES = ((50, 0.20, 0.05), (200, 0.10, 0.05), (200, 0.06, 0.05), (1000, 0.10, 0.02))


@dataclass(frozen=True)
class Release:
    """What an old (A) and a new model (B) say of each item, and the margin."""

    items: Pair
    margin: float

    @property
    def counts(self) -> tuple[int, int, int]:
        """Items that the new model alone, that the old model alone gets right, and all."""
        old, new = self.items.right
        return int(np.sum(new > old)), int(np.sum(old > new)), len(old)


def _worlds() -> tuple[World, ...]:
    found = []
    for n, share, margin in SIZES:
        for drop in (margin, 0.0):
            only_old, only_new = (share + drop) / 2, (share - drop) / 2
            at = f"{n} items, {100 * share:g} % differ, margin {100 * margin:g} points"
            worse = f"new model worse by {100 * drop:g} points" if drop else "equal models"
            found.append(
                World(
                    name=f"{at}; {worse}",
                    told=f"A alone right on {100 * only_old:g} %, B alone on {100 * only_new:g} %",
                    draw=lambda rng, n=n, old=only_old, new=only_new, m=margin: Release(
                        drawn(n, old, new, 0.6, rng), m
                    ),
                    true=-drop,
                    null=drop > 0,
                )
            )
    return tuple(found)


def _ours(data: Release) -> Answer:
    found = bakeoff.check_not_worse(*data.items, margin=data.margin)
    return Answer(found.p_value, found.interval.low, found.interval.high)


def _statgate(data: Release) -> Answer:
    return Answer(decided(_gate_rivals.statgate.__wrapped__(*data.counts, data.margin)))


def _evalsig(data: Release) -> Answer:
    return Answer(decided(_gate_rivals.evalsig.__wrapped__(*data.counts, data.margin)))


def _scipy_ttest(data: Release) -> Answer:
    from scipy.stats import ttest_1samp  # noqa: TID251 - a rival

    old, new = data.items.right
    two_sided = ttest_1samp(new - old, 0.0)
    found = ttest_1samp(new - old, -data.margin, alternative="greater")
    return Answer(found.pvalue, *two_sided.confidence_interval(0.95))


def _statsmodels(data: Release) -> Answer:
    from statsmodels.stats.proportion import confint_proportions_2indep, test_proportions_2indep

    (old, new), n = (each.sum() for each in data.items.right), len(data.items.truth)
    found = test_proportions_2indep(new, n, old, n, value=-data.margin, alternative="larger")
    return Answer(found.pvalue, *confint_proportions_2indep(new, n, old, n))


def _threshold(data: Release) -> Answer:
    old, new = data.items.right
    return Answer(decided(new.mean() - old.mean() >= -data.margin))


def _not_significant(data: Release) -> Answer:
    from scipy.stats import ttest_rel  # noqa: TID251 - a rival

    old, new = data.items.right
    found = ttest_rel(new, old)
    return Answer(decided(not (found.pvalue <= 0.05 and new.mean() < old.mean())))


TOOLS = (
    Tool(
        package=OURS,
        name="bakeoff",
        call="bakeoff.check_not_worse(truth, old, new, margin=margin)",
        ask=_ours,
        draws=(400, 1000),
    ),
    Tool(
        package="statgate",
        name="statgate",
        call="evaluate_gate(old, new, GateSettings(margin=margin, seed=42)).verdict is Verdict.SHIP",
        ask=_statgate,
        decides=True,
        draws=(200, 300),
    ),
    Tool(
        package="evalsig",
        name="evalsig",
        call='gate(old, new, min_delta=margin).verdict.value == "ALLOW"',
        ask=_evalsig,
        decides=True,
        note="It passes only a new model that is significantly better, which is another question.",
    ),
    Tool(
        package="scipy",
        name="scipy t against the margin",
        call='ttest_1samp(right_new - right_old, -margin, alternative="greater").pvalue <= 0.025',
        ask=_scipy_ttest,
    ),
    Tool(
        package="statsmodels",
        name="statsmodels, two samples",
        call='test_proportions_2indep(right_new, n, right_old, n, value=-margin, alternative="larger")'
        ".pvalue <= 0.025",
        ask=_statsmodels,
        note="Made for two separate samples; people also use it on one test set.",
    ),
    Tool(
        package="scipy",
        name="no significant drop",
        call="not (ttest_rel(right_new, right_old).pvalue <= 0.05 and new is worse)",
        ask=_not_significant,
        decides=True,
        note="It has no margin.",
    ),
    Tool(
        package="numpy",
        name="threshold without a test",
        call="right_new.mean() - right_old.mean() >= -margin",
        ask=_threshold,
        decides=True,
        draws=(1000, 2500),
    ),
)
TASK = Task(
    key="gate",
    title="A release gate",
    question="Can a new model be released if a drop by the margin or more is not acceptable?",
    worlds=_worlds(),
    tools=TOOLS,
    draws=(1000, 1000),
    alpha=ALPHA,
    alarm="a new model that passes although it is worse by exactly the margin",
)
