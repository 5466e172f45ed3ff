"""Task 6 of the study of rivals: a judge scores all items of two models, people score 50 of them."""

from functools import partial
from typing import Any

import numpy as np
from studies import _judged_rivals
from studies._judged_worlds import CHOSEN, LAST, OTHERS
from studies._judged_worlds import World as Judged
from studies._rivals_record import OURS, Answer, Task, Tool, World, decided

import bakeoff
from bakeoff.core.outcomes import JudgedItems

LABELS, REST = 50, 2000
PICKED = (
    ("right or wrong", "good"),
    ("1 to 5", "fair"),
    ("mostly right", "favours A"),
    ("1 to 3", "favours B"),
    ("two in three right", "middling"),
    ("0 to 4, mostly low", "against A"),
)


def _of(scale: str, judge: str) -> list[Judged]:
    return [each for each in (*CHOSEN, *OTHERS, *LAST) if (each.scale, each.judge) == (scale, judge)]


def _worlds() -> tuple[World, ...]:
    return tuple(
        World(
            name=f"{each.scale}; judge: {each.judge}; {'different' if each.ahead else 'equal'}",
            told=f"scale `{each.scale}`, judge `{each.judge}`, true difference {each.true:+.2f}",
            draw=partial(each.draw, LABELS, REST),
            true=each.true,
            null=each.ahead == 0,
        )
        for pair in PICKED
        for each in _of(*pair)
    )


def parts(data: JudgedItems) -> tuple[Any, Any, Any]:
    """Differences by people, by the judge on the same items, and by the judge on the others."""
    known, gap = data.labelled, data.a - data.b
    return (data.human_a - data.human_b)[known], gap[known], gap[~known]


def _ours(data: JudgedItems) -> Answer:
    found = bakeoff.compare_judged(data.a, data.b, data.human_a, data.human_b).result
    return Answer(found.p_value, found.interval.low, found.interval.high)


def _by_interval(interval: Any, data: JudgedItems) -> Answer:
    low, high = interval(*parts(data))
    return Answer(decided(low > 0 or high < 0), low, high)


def _truescore(data: JudgedItems) -> Answer:
    from truescore import ppi_compare

    labelled = np.flatnonzero(data.labelled)
    human = data.human_a[labelled], data.human_b[labelled]
    found = ppi_compare(data.a, data.b, *human, labelled, alpha=0.05)
    return Answer(found.p_value, found.low, found.high)


def _evalstats(data: JudgedItems) -> Answer:
    import evalstats
    import pandas as pd
    from evalstats.alignment import _bootstrap_ci_2  # for the report on agreement alone

    _bootstrap_ci_2.__kwdefaults__["n_boot"] = 2
    columns = {
        "model": np.repeat(["A", "B"], len(data.a)),
        "item": np.tile(np.arange(len(data.a)), 2),
        "judge": np.concatenate([data.a, data.b]),
        "human": np.concatenate([data.human_a, data.human_b]),
    }
    given = evalstats.load_from(pd.DataFrame(columns))
    aligned = evalstats.judge_alignment(given, llm_metric="judge", human_groundtruth="human", ci=False)
    compared = evalstats.compare(given, factors="model", metric="judge", alignment={"judge": aligned})
    found = compared.pairwise.get("A", "B")
    return Answer(found.p_value, found.ci_low, found.ci_high)


def _ttest(data: JudgedItems, people: bool) -> Answer:
    from scipy.stats import ttest_rel  # noqa: TID251 - a rival

    known = data.labelled
    given = (data.human_a[known], data.human_b[known]) if people else (data.a, data.b)
    found = ttest_rel(*given)
    same = np.isnan(found.pvalue)  # all differences are 0
    return Answer(1.0 if same else found.pvalue, *((0.0, 0.0) if same else found.confidence_interval(0.95)))


TOOLS = (
    Tool(
        package=OURS,
        name="bakeoff",
        call="bakeoff.compare_judged(judge_a, judge_b, human_a, human_b)",
        ask=_ours,
    ),
    Tool(
        package="ppi-python",
        name="ppi-python",
        call="ppi_mean_ci(human_a - human_b, judge_a - judge_b, judge_a_rest - judge_b_rest, alpha=0.05)",
        ask=partial(_by_interval, _judged_rivals.RIVALS["ppi-python"]),
        decides=True,
    ),
    Tool(
        package="truescore",
        name="truescore",
        call="ppi_compare(judge_a, judge_b, human_a[labelled], human_b[labelled], labelled, alpha=0.05)",
        ask=_truescore,
    ),
    Tool(
        package="evalstats",
        name="evalstats",
        call='judge_alignment(data, llm_metric="judge", human_groundtruth="human", ci=False); '
        'compare(data, factors="model", metric="judge", alignment={"judge": alignment}).pairwise',
        ask=_evalstats,
        draws=(0, 100),
        timed=False,
        note="`judge_alignment` and `compare` take 2.5 s, nearly all of it for intervals of the agreement of "
        "judge and people. The comparison does not use these, so the study computes them with two resamples.",
    ),
    Tool(
        package="scipy",
        name="scipy t, labels alone",
        call="ttest_rel(human_a[labelled], human_b[labelled]); .confidence_interval(0.95)",
        ask=partial(_ttest, people=True),
    ),
    Tool(
        package="scipy",
        name="scipy t, judge alone",
        call="ttest_rel(judge_a, judge_b); .confidence_interval(0.95)",
        ask=partial(_ttest, people=False),
        note="It takes the judge's scores for those of people.",
    ),
)
TASK = Task(
    key="judge",
    title="A judge with 50 labels",
    question="Which of two models do people prefer, if a judge scored 2050 items and people scored 50?",
    worlds=_worlds(),
    tools=TOOLS,
    draws=(1000, 3000),
)
