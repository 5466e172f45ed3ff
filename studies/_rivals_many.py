"""Task 4 of the study of rivals: ten models on the same items, all pairs."""

from functools import partial
from typing import Any

import numpy as np
from studies._ranked_worlds import World as Ranked
from studies._ranked_worlds import draw
from studies._rivals_record import OURS, Answer, Task, Tool, World, decided

import bakeoff
from bakeoff.core.panel import ItemPanel
from bakeoff.methods.many._joint import pairs_of

K = 10
FIRST, SECOND = pairs_of(K)
NAMES = tuple(f"m{at}" for at in range(K))
WORLDS = {
    "equal": (Ranked(metric="accuracy", k=K, n=500, levels=(0.8,)), "ten equal models"),
    "equal, few items": (Ranked(metric="accuracy", k=K, n=100, levels=(0.9,)), "ten equal models"),
    "equal in different ways": (
        Ranked(metric="accuracy", k=K, n=500, levels=(0.8,), unlike=True),
        "ten models of equal accuracy; five depend much on how hard an item is and five little",
    ),
    "partly equal": (
        Ranked(metric="accuracy", k=K, n=500, levels=(0.85, 0.78)),
        "five and five equal models",
    ),
}


def _worlds() -> tuple[World, ...]:
    found = []
    for name, (world, told) in WORLDS.items():
        true = world.values[FIRST] - world.values[SECOND]
        levels = " and ".join(f"{each:g}" for each in world.levels)
        found.append(
            World(
                name=name,
                told=f"{world.n} items, accuracy {levels}: {told}",
                draw=partial(draw, world),
                true=true,
                null=np.abs(true) < 1e-12,
            )
        )
    return tuple(found)


def right_of(panel: ItemPanel) -> Any:
    """Whether each model is right, (items, models), as 1 and 0."""
    return (np.stack(panel.answers, axis=1) == np.asarray(panel.truth)[:, np.newaxis]).astype(int)


def _ours(panel: ItemPanel) -> Answer:
    models = dict(zip(NAMES, panel.answers, strict=True))
    found = {}
    for each in bakeoff.rank_predictions(panel.truth, models).pairs:
        ends = (each.interval.low, each.interval.high)
        found[each.a, each.b] = (each.p_value, *ends)
        found[each.b, each.a] = (each.p_value, -ends[1], -ends[0])
    rows = [found[NAMES[a], NAMES[b]] for a, b in zip(FIRST, SECOND, strict=True)]
    return Answer(*map(np.array, zip(*rows, strict=True)))


def _mcnemar(panel: ItemPanel, adjustment: str | None) -> Answer:
    from statsmodels.stats.contingency_tables import mcnemar
    from statsmodels.stats.multitest import multipletests

    right = right_of(panel)
    tables = (np.bincount(2 * right[:, a] + right[:, b], minlength=4).reshape(2, 2) for a, b in _pairs())
    p = np.array([mcnemar(each).pvalue for each in tables])
    return Answer(p if adjustment is None else multipletests(p, method=adjustment)[1])


def _pairs() -> Any:
    return zip(FIRST, SECOND, strict=True)


def _omnibus(panel: ItemPanel) -> Any:
    from mlxtend.evaluate import cochrans_q

    return cochrans_q(np.asarray(panel.truth), *panel.answers)[1]


def _mlxtend(panel: ItemPanel) -> Answer:
    from mlxtend.evaluate import mcnemar, mcnemar_table

    tables = (mcnemar_table(panel.truth, panel.answers[a], panel.answers[b]) for a, b in _pairs())
    p = np.array([mcnemar(ary=each, corrected=True)[1] for each in tables])
    return Answer(np.maximum(np.minimum(len(p) * p, 1.0), _omnibus(panel)))


def _frame(panel: ItemPanel) -> Any:
    import pandas as pd

    return pd.DataFrame(right_of(panel), columns=list(NAMES))


def _posthocs(panel: ItemPanel, test: str) -> Answer:
    import scikit_posthocs

    frame = _frame(panel)
    given = {} if test == "posthoc_nemenyi_friedman" else {"p_adjust": "holm"}
    return Answer(getattr(scikit_posthocs, test)(frame, **given).to_numpy()[FIRST, SECOND])


def _autorank(panel: ItemPanel) -> Answer:
    from autorank import autorank

    found = autorank(_frame(panel), alpha=0.05, verbose=False)
    ranks = found.rankdf["meanrank"][list(NAMES)].to_numpy()
    far = np.abs(ranks[FIRST] - ranks[SECOND]) > found.cd
    return Answer(decided(far & (found.pvalue < 0.05)))


def _evalstats(panel: ItemPanel) -> Answer:
    import evalstats
    import pandas as pd

    right = right_of(panel)
    names, items = np.repeat(NAMES, len(right)), np.tile(np.arange(len(right)), K)
    frame = pd.DataFrame({"model": names, "item": items, "score": right.T.ravel().astype(float)})
    found = evalstats.compare(evalstats.load_from(frame), factors="model").pairwise
    pairs = [found.get(NAMES[a], NAMES[b]) for a, b in _pairs()]
    rows = [(each.p_value, each.ci_low, each.ci_high) for each in pairs]
    return Answer(*map(np.array, zip(*rows, strict=True)))


TOOLS = (
    Tool(
        package=OURS,
        name="bakeoff",
        call="bakeoff.rank_predictions(truth, models)",
        ask=_ours,
    ),
    Tool(
        package="statsmodels",
        name="statsmodels McNemar, each pair",
        call="mcnemar(table).pvalue, for each pair",
        ask=partial(_mcnemar, adjustment=None),
        draws=(500, 2500),
    ),
    Tool(
        package="statsmodels",
        name="statsmodels McNemar, Holm",
        call='multipletests([mcnemar(table).pvalue, ...], method="holm")[1]',
        ask=partial(_mcnemar, adjustment="holm"),
        draws=(100, 1000),
    ),
    Tool(
        package="mlxtend",
        name="mlxtend Cochran's Q, then McNemar",
        call="cochrans_q(truth, *answers); where p <= 0.05, 45 * mcnemar(ary=mcnemar_table(...), "
        "corrected=True)[1] for each pair",
        ask=_mlxtend,
        note="With Bonferroni's adjustment, which its user guide names.",
    ),
    Tool(
        package="scikit-posthocs",
        name="scikit-posthocs Nemenyi",
        call="posthoc_nemenyi_friedman(right)",
        ask=partial(_posthocs, test="posthoc_nemenyi_friedman"),
        note="Right and wrong answers, with items as blocks.",
    ),
    Tool(
        package="scikit-posthocs",
        name="scikit-posthocs Conover, Holm",
        call='posthoc_conover_friedman(right, p_adjust="holm")',
        ask=partial(_posthocs, test="posthoc_conover_friedman"),
        draws=(50, 1000),
        note="Right and wrong answers, with items as blocks.",
    ),
    Tool(
        package="autorank",
        name="autorank",
        call="autorank(right, alpha=0.05, verbose=False)",
        ask=_autorank,
        draws=(100, 300),
        decides=True,
        note="It chooses Friedman's test with Nemenyi's: mean ranks that differ by more than `cd`, where "
        "p < 0.05.",
    ),
    Tool(
        package="evalstats",
        name="evalstats",
        call='compare(load_from(frame), factors="model").pairwise',
        ask=_evalstats,
        draws=(50, 100),
    ),
)
TASK = Task(
    key="many",
    title="Ten models on the same items",
    question="Which of ten models differ in accuracy, in all 45 pairs at once?",
    worlds=_worlds(),
    tools=TOOLS,
    draws=(500, 1000),
    alarm="a data set in which any two equal models are called different",
)
