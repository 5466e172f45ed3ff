"""Task 1 of the study of rivals: the accuracy of two models on one test set."""

from functools import partial
from typing import NamedTuple

import numpy as np
from studies._rivals_record import OURS, Answer, Task, Tool, World, decided

import bakeoff
from bakeoff.core.arrays import Floats, Ints


class Pair(NamedTuple):
    """The truth and what two models say of each item."""

    truth: Ints
    a: Ints
    b: Ints

    @property
    def right(self) -> tuple[Floats, Floats]:
        """Whether each model is right, item by item, as 1 and 0."""
        return (self.a == self.truth) * 1.0, (self.b == self.truth) * 1.0


def drawn(n: int, only_a: float, only_b: float, both: float, rng: np.random.Generator) -> Pair:
    """Items that A alone, B alone, both or neither get right with these chances."""
    kind = rng.choice(4, size=n, p=[only_a, only_b, both, 1 - only_a - only_b - both])
    truth = rng.integers(2, size=n)
    a, b = (np.where(np.isin(kind, right), truth, 1 - truth) for right in ((0, 2), (1, 2)))
    return Pair(truth, a, b)


def _worlds() -> tuple[World, ...]:
    sizes = {
        "few": (200, (0.02, 0.02), (0.05, 0.01), 0.91),
        "small": (50, (0.10, 0.10), (0.20, 0.05), 0.70),
        "ordinary": (500, (0.05, 0.05), (0.07, 0.04), 0.80),
        "many": (200, (0.20, 0.20), (0.25, 0.15), 0.40),
    }
    found = []
    for name, (n, equal, better, both) in sizes.items():
        for only_a, only_b in (equal, better):
            kind = "equal" if only_a == only_b else f"A {100 * (only_a - only_b):.0f} points better"
            told = f"{n} items; A alone right on {100 * only_a:g} %, B alone on {100 * only_b:g} %"
            found.append(
                World(
                    name=f"{name}, {kind}",
                    told=told,
                    draw=lambda rng, n=n, a=only_a, b=only_b, both=both: drawn(n, a, b, both, rng),
                    true=only_a - only_b,
                    null=only_a == only_b,
                )
            )
    return tuple(found)


def _ours(data: Pair) -> Answer:
    found = bakeoff.compare_predictions(data.truth, data.a, data.b).result
    return Answer(found.p_value, found.interval.low, found.interval.high)


def mlxtend_table(data: Pair) -> Ints:
    """The table that mlxtend's test takes."""
    from mlxtend.evaluate import mcnemar_table

    return mcnemar_table(y_target=data.truth, y_model1=data.a, y_model2=data.b)


def mlxtend_mcnemar(data: Pair) -> Answer:
    """With the continuity correction, which is the default."""
    from mlxtend.evaluate import mcnemar

    return Answer(mcnemar(ary=mlxtend_table(data), corrected=True)[1])


def _mlxtend_exact(data: Pair) -> Answer:
    from mlxtend.evaluate import mcnemar

    return Answer(mcnemar(ary=mlxtend_table(data), exact=True)[1])


def _mlxtend_proportions(data: Pair) -> Answer:
    from mlxtend.evaluate import proportion_difference

    a, b = data.right
    p = proportion_difference(a.mean(), b.mean(), n_1=len(a))[1]
    return Answer(2 * min(p, 1 - p))


def _mlxtend_permutation(data: Pair) -> Answer:
    from mlxtend.evaluate import permutation_test

    a, b = data.right
    return Answer(permutation_test(a, b, paired=True, method="approximate", num_rounds=1000, seed=0))


def _statsmodels_mcnemar(data: Pair) -> Answer:
    from statsmodels.stats.contingency_tables import mcnemar

    a, b = (each.astype(int) for each in data.right)
    return Answer(mcnemar(np.bincount(2 * a + b, minlength=4).reshape(2, 2)).pvalue)


def _statsmodels_ztest(data: Pair) -> Answer:
    from statsmodels.stats.proportion import confint_proportions_2indep, proportions_ztest

    (a, b), n = (each.sum() for each in data.right), len(data.truth)
    return Answer(proportions_ztest([a, b], [n, n])[1], *confint_proportions_2indep(a, n, b, n))


def _scipy_ttest(data: Pair) -> Answer:
    from scipy.stats import ttest_rel  # noqa: TID251 - a rival

    found = ttest_rel(*data.right)
    return Answer(found.pvalue, *found.confidence_interval(0.95))


def _scipy_wilcoxon(data: Pair) -> Answer:
    from scipy.stats import wilcoxon  # noqa: TID251 - a rival

    return Answer(wilcoxon(*data.right).pvalue)


def _scipy_bootstrap(data: Pair) -> Answer:
    from scipy.stats import bootstrap  # noqa: TID251 - a rival

    a, b = data.right
    low, high = bootstrap((a - b,), np.mean, n_resamples=1999, rng=0).confidence_interval
    return Answer(decided(low > 0 or high < 0), low, high)


def _evalstats(data: Pair) -> Answer:
    import evalstats
    import pandas as pd

    n = len(data.truth)
    names, items = np.repeat(["A", "B"], n), np.tile(np.arange(n), 2)
    frame = pd.DataFrame({"model": names, "item": items, "score": np.concatenate(data.right)})
    found = evalstats.compare(evalstats.load_from(frame), factors="model").pairwise.get("A", "B")
    return Answer(found.p_value, found.ci_low, found.ci_high)


def _evalsig(data: Pair) -> Answer:
    from evalsig import ItemResult, RunFrame, compare

    runs = [
        RunFrame(
            run_id=name,
            model_id=name,
            task_id="t",
            metric_name="accuracy",
            items=[ItemResult(item_id=str(at), score=float(s)) for at, s in enumerate(scores)],
        )
        for name, scores in zip("BA", data.right[::-1], strict=True)
    ]
    found = compare(*runs)
    return Answer(found.p_value, *found.ci)


def _truescore(data: Pair) -> Answer:
    from truescore import mcnemar

    found = mcnemar(*(each.astype(int) for each in data.right))
    return Answer(found.p_value, found.low, found.high)


def _deepsig(data: Pair, test: str) -> Answer:
    import deepsig

    return Answer(getattr(deepsig, test)(*data.right, seed=0))


def _apart(data: Pair) -> Answer:
    from confidenceinterval import accuracy_score

    (_, first), (_, second) = (accuracy_score(data.truth, each) for each in (data.a, data.b))
    return Answer(decided(first[0] > second[1] or second[0] > first[1]))


ONE_SIDED = "One-sided: it asks only whether A is better, with the whole 5 % on that side."
TOOLS = (
    Tool(package=OURS, name="bakeoff", call="bakeoff.compare_predictions(truth, a, b)", ask=_ours),
    Tool(
        package="mlxtend",
        name="mlxtend McNemar",
        call="mcnemar(ary=mcnemar_table(y_target=truth, y_model1=a, y_model2=b), corrected=True)",
        ask=mlxtend_mcnemar,
    ),
    Tool(
        package="mlxtend",
        name="mlxtend McNemar, exact",
        call="mcnemar(ary=mcnemar_table(y_target=truth, y_model1=a, y_model2=b), exact=True)",
        ask=_mlxtend_exact,
    ),
    Tool(
        package="mlxtend",
        name="mlxtend proportion difference",
        call="proportion_difference(accuracy_a, accuracy_b, n_1=n)",
        ask=_mlxtend_proportions,
        note="It returns the probability p of the lower tail; the two-sided p-value is 2 min(p, 1 - p).",
    ),
    Tool(
        package="mlxtend",
        name="mlxtend permutation test",
        call='permutation_test(right_a, right_b, paired=True, method="approximate", num_rounds=1000, seed=0)',
        ask=_mlxtend_permutation,
        draws=(100, 200),
    ),
    Tool(
        package="statsmodels",
        name="statsmodels McNemar",
        call="mcnemar(table)",
        ask=_statsmodels_mcnemar,
        note="The exact test is its default.",
    ),
    Tool(
        package="statsmodels",
        name="statsmodels z test",
        call="proportions_ztest([right_a, right_b], [n, n]); "
        "confint_proportions_2indep(right_a, n, right_b, n)",
        ask=_statsmodels_ztest,
        note="Made for two separate samples; people also use it on one test set.",
    ),
    Tool(
        package="scipy",
        name="scipy paired t",
        call="ttest_rel(right_a, right_b); .confidence_interval(0.95)",
        ask=_scipy_ttest,
    ),
    Tool(package="scipy", name="scipy Wilcoxon", call="wilcoxon(right_a, right_b)", ask=_scipy_wilcoxon),
    Tool(
        package="scipy",
        name="scipy bootstrap",
        call="bootstrap((right_a - right_b,), np.mean, n_resamples=1999, rng=0).confidence_interval",
        ask=_scipy_bootstrap,
        decides=True,
        note="BCa is its default method. The models are called different if the interval does not contain 0. "
        "1999 resamples instead of the default of 9999, to save time.",
    ),
    Tool(
        package="evalstats",
        name="evalstats",
        call='compare(load_from(frame), factors="model").pairwise.get("A", "B")',
        ask=_evalstats,
        draws=(200, 500),
    ),
    Tool(package="evalsig", name="evalsig", call="compare(run_b, run_a)", ask=_evalsig),
    Tool(package="truescore", name="truescore", call="mcnemar(right_a, right_b)", ask=_truescore),
    Tool(
        package="deepsig",
        name="deepsig bootstrap",
        call="bootstrap_test(right_a, right_b, seed=0)",
        ask=partial(_deepsig, test="bootstrap_test"),
        draws=(100, 200),
        note=f"{ONE_SIDED} It resamples both models separately.",
    ),
    Tool(
        package="deepsig",
        name="deepsig permutation test",
        call="permutation_test(right_a, right_b, seed=0)",
        ask=partial(_deepsig, test="permutation_test"),
        draws=(0, 100),
        note=ONE_SIDED,
    ),
    Tool(
        package="confidenceinterval",
        name="two intervals that do not overlap",
        call="accuracy_score(truth, a); accuracy_score(truth, b)",
        ask=_apart,
        decides=True,
        note="The package does not recommend this rule; people use it.",
    ),
)
TASK = Task(
    key="accuracy",
    title="Two models' accuracy on one test set",
    question="Which of two models has the higher accuracy, given their predictions for the same items?",
    worlds=_worlds(),
    tools=TOOLS,
    draws=(1000, 1000),
)
