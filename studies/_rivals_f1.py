"""Task 2 of the study of rivals: F1 of two models on imbalanced data."""

from dataclasses import replace
from typing import Any

import numpy as np
from studies._equal_metrics import METRICS, alarm_for
from studies._equal_metrics import World as Rates
from studies._rivals_accuracy import Pair, mlxtend_mcnemar
from studies._rivals_record import OURS, Answer, Task, Tool, World, decided

import bakeoff

LOWER = 0.7  # the recall of B over that which makes both models equal, where A is better
POINTS = (  # items, share of positives, recall of A and B, F1 of both, how far their answers go together
    (1000, 0.02, (0.5, 0.8), 0.5, 0.6),
    (500, 0.05, (0.6, 0.6), 0.6, 0.6),
    (500, 0.10, (0.55, 0.9), 0.6, 0.6),
    (300, 0.20, (0.6, 0.95), 0.7, 0.3),
)


def rates(n: int, rare: float, recall: tuple[float, float], value: float, alike: float) -> Rates:
    """Two models with this F1 at their recalls."""
    alarm = [alarm_for(METRICS["f1"], rare, each, value) for each in recall]
    if None in alarm:
        raise ValueError(f"no false-alarm rate gives F1 {value} with recall {recall}")
    return Rates(n=n, rare=rare, recall=recall, alarm=tuple(alarm), alike=alike)  # type: ignore[arg-type]


def drawn(world: Rates, rng: np.random.Generator) -> Pair:
    """Labels and predictions."""
    cell = rng.choice(8, size=world.n, p=world.chances)
    return Pair(cell // 4, cell // 2 % 2, cell % 2)


def _worlds() -> tuple[World, ...]:
    found = []
    for point in POINTS:
        equal = rates(*point)
        lower = replace(equal, recall=(equal.recall[0], LOWER * equal.recall[1]))
        for each in (equal, lower):
            values = [each.value(METRICS["f1"], side) for side in (0, 1)]
            recalls = " and ".join(f"{recall:g}" for recall in np.round(each.recall, 3))
            kind = "equal" if each is equal else f"A {100 * (values[0] - values[1]):.0f} points better"
            told = f"{each.n} items, {100 * each.rare:g} % positive; recall {recalls}"
            found.append(
                World(
                    name=f"{100 * each.rare:g} % positive, {kind}",
                    told=f"{told}; F1 {values[0]:.2f} and {values[1]:.2f}",
                    draw=lambda rng, world=each: drawn(world, rng),
                    true=values[0] - values[1],
                    null=each is equal,
                )
            )
    return tuple(found)


def f1(truth: Any, said: Any, axis: int = -1) -> Any:
    """F1 of the positive class along an axis."""
    return 2 * np.sum(truth * said, axis=axis) / (np.sum(truth, axis=axis) + np.sum(said, axis=axis))


def difference(truth: Any, a: Any, b: Any, axis: int = -1) -> Any:
    """F1 of A minus that of B."""
    return f1(truth, a, axis) - f1(truth, b, axis)


def _ours(data: Pair) -> Answer:
    found = bakeoff.compare_predictions(data.truth, data.a, data.b, metric="f1", positive=1).result
    return Answer(found.p_value, found.interval.low, found.interval.high)


def _scipy_bootstrap(data: Pair, method: str) -> Answer:
    from scipy.stats import bootstrap  # noqa: TID251 - a rival

    found = bootstrap(tuple(data), difference, paired=True, n_resamples=1999, method=method, rng=0)
    low, high = found.confidence_interval
    return Answer(decided(low > 0 or high < 0), low, high)


def _scipy_permutation(data: Pair) -> Answer:
    from scipy.stats import permutation_test  # noqa: TID251 - a rival

    def gap(a: Any, b: Any, axis: int = -1) -> Any:
        return difference(data.truth, a, b, axis)

    given = {"permutation_type": "samples", "vectorized": True, "n_resamples": 999, "rng": 0}
    return Answer(permutation_test((data.a, data.b), gap, **given).pvalue)  # type: ignore[call-overload]


def _apart(data: Pair) -> Answer:
    from confidenceinterval import f1_score

    (_, first), (_, second) = (f1_score(data.truth, said, average="binary") for said in (data.a, data.b))
    return Answer(decided(first[0] > second[1] or second[0] > first[1]))


BOOTSTRAP = (
    "bootstrap((truth, a, b), difference_of_f1, paired=True, n_resamples=1999, method={!r}, rng=0)"
    ".confidence_interval"
)
FEWER = "{} resamples instead of the default of 9999, to save time."
TOOLS = (
    Tool(
        package=OURS,
        name="bakeoff",
        call='bakeoff.compare_predictions(truth, a, b, metric="f1", positive=1)',
        ask=_ours,
    ),
    Tool(
        package="scipy",
        name="scipy bootstrap, BCa",
        call=BOOTSTRAP.format("BCa"),
        ask=lambda data: _scipy_bootstrap(data, "BCa"),
        decides=True,
        draws=(200, 500),
        note=FEWER.format(1999),
    ),
    Tool(
        package="scipy",
        name="scipy bootstrap, percentile",
        call=BOOTSTRAP.format("percentile"),
        ask=lambda data: _scipy_bootstrap(data, "percentile"),
        decides=True,
        draws=(200, 500),
        note=FEWER.format(1999),
    ),
    Tool(
        package="scipy",
        name="scipy permutation test",
        call='permutation_test((a, b), difference_of_f1, permutation_type="samples", vectorized=True, '
        "n_resamples=999, rng=0)",
        ask=_scipy_permutation,
        draws=(200, 500),
        note=FEWER.format(999),
    ),
    Tool(
        package="confidenceinterval",
        name="two intervals that do not overlap",
        call='f1_score(truth, a, average="binary"); f1_score(truth, b, average="binary")',
        ask=_apart,
        decides=True,
        note="The package does not recommend this rule; people use it.",
    ),
    Tool(
        package="mlxtend",
        name="mlxtend McNemar",
        call="mcnemar(ary=mcnemar_table(y_target=truth, y_model1=a, y_model2=b), corrected=True)",
        ask=mlxtend_mcnemar,
        draws=(1000, 2500),
        note="It tests accuracy and not F1; people quote it beside F1.",
    ),
)
TASK = Task(
    key="f1",
    title="F1 on imbalanced data",
    question="Which of two models has the higher F1, where the positive class is rare?",
    worlds=_worlds(),
    tools=TOOLS,
    draws=(1000, 1000),
)
