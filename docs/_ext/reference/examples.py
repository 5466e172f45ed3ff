"""Examples that are run while the site is built: the code and its output."""

import ast
import contextlib
import io
import warnings
from collections.abc import Mapping
from typing import Any

from bakeoff.core.many_method import ManyMethod
from bakeoff.core.method import Method
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import (
    DatasetScores,
    FoldScores,
    JudgedItems,
    LayoutScores,
    PairedItems,
    PairedLabels,
    PairedScores,
    RankedItems,
    RatePair,
    SampleScores,
)
from bakeoff.core.rate_interval import RateInterval


def run(source: str) -> str:
    r"""The transcript of an interactive session with these statements.

    >>> print(run("a = 1\nb = a + 1\nb"))
    >>> a = 1
    >>> b = a + 1
    >>> b
    2
    """
    names: dict[str, Any] = {}
    shown = []
    for statement in ast.parse(source).body:
        typed = ast.get_source_segment(source, statement) or ""
        first, *rest = typed.splitlines()
        shown += [f">>> {first}", *(f"... {line}" for line in rest)]
        shown += _printed(statement, names).splitlines()
    return "\n".join(line.rstrip() for line in shown)


def _printed(statement: ast.stmt, names: dict[str, Any]) -> str:
    out = io.StringIO()
    # An interactive statement shows its value, as the prompt does.
    code = compile(ast.Interactive([statement]), "<example>", "single")
    with contextlib.redirect_stdout(out), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(code, names)  # noqa: S102 - our own examples
    return out.getvalue()


IMPORTS = "import bakeoff\n"
DRAWN = "import numpy as np\nimport bakeoff\nrng = np.random.default_rng(1)\n"
LABELS = (
    DRAWN
    + """\
truth = rng.choice(["ham", "spam"], 300, p=[0.7, 0.3])
other = np.where(truth == "ham", "spam", "ham")
a = np.where(rng.random(300) < 0.93, truth, other)
b = np.where(rng.random(300) < 0.85, truth, other)
"""
)
CLASSES = (
    DRAWN
    + """\
truth = rng.choice(["cat", "dog", "owl"], 300)
a = np.where(rng.random(300) < 0.9, truth, "cat")
b = np.where(rng.random(300) < 0.8, truth, "dog")
"""
)
RANKED = (
    DRAWN
    + """\
truth = rng.choice(["no", "yes"], 200, p=[0.7, 0.3])
a = rng.normal(1.8 * (truth == "yes"))
b = rng.normal(1.0 * (truth == "yes"))
"""
)
PROBABILITIES = (
    DRAWN
    + """\
truth = rng.choice(["no", "yes"], 200)
a = 1 / (1 + np.exp(-rng.normal(2.0 * (truth == "yes") - 1.0)))
b = 1 / (1 + np.exp(-rng.normal(1.0 * (truth == "yes") - 0.5)))
"""
)
OF_CLASSES = (
    DRAWN
    + """\
truth = rng.choice(3, 200)
a = rng.dirichlet(np.ones(3), 200) + 0.5 * np.eye(3)[truth]
b = rng.dirichlet(np.ones(3), 200) + 0.3 * np.eye(3)[truth]
a, b = a / a.sum(axis=1, keepdims=True), b / b.sum(axis=1, keepdims=True)
"""
)
NUMBERS = (
    DRAWN
    + """\
truth = rng.normal(20.0, 5.0, 200)
a = truth + rng.normal(0.0, 1.0, 200)
b = truth + rng.normal(0.0, 1.3, 200)
"""
)
ITEMS = (
    DRAWN
    + """\
a = rng.gamma(2.0, 0.30, 200)
b = rng.gamma(2.0, 0.36, 200)
"""
)
FOLDS = (
    DRAWN
    + """\
hard = rng.normal(0.0, 0.02, ({runs}, {folds}))
a = 0.84 + hard + rng.normal(0.0, 0.02, ({runs}, {folds}))
b = 0.81 + hard + rng.normal(0.0, 0.02, ({runs}, {folds}))
"""
)


WITHOUT_LABELS = {"scores": RANKED, "probabilities": PROBABILITIES, "numbers": NUMBERS}


def of_metric(metric: Metric) -> str:
    """A comparison by a metric."""
    if metric.needs == "values":
        return f'{ITEMS}print(bakeoff.compare_item_scores(a, b, metric="{metric.key}"))'
    if metric.needs == "labels":
        data, positive = (LABELS, "spam") if metric.per_class else (CLASSES, "")
    elif metric.needs == "scores" and metric.kind != "ranking":
        data, positive = OF_CLASSES, ""
    else:
        data, positive = WITHOUT_LABELS[metric.needs], "yes" if metric.kind == "ranking" else ""
    told = f', positive="{positive}"' if positive else ""
    key = f"{metric.key}:0.9" if metric.value_required else metric.key
    return f'{data}print(bakeoff.compare_predictions(truth, a, b, metric="{key}"{told}))'


JUDGED = """\
right = rng.random(400) < [[0.75], [0.6]]
human_a, human_b = right.astype(float)
judge_a, judge_b = np.where(rng.random((2, 400)) < 0.85, right, ~right).astype(float)
human_a[60:] = human_b[60:] = np.nan
"""
SAMPLES = """\
a = [0.81, 0.84, 0.79, 0.86, 0.83, 0.82, 0.85, 0.80]
b = [0.78, 0.82, 0.80, 0.81, 0.79, 0.80, 0.82, 0.77]
"""
LAYOUT = "a = rng.random((8, 40)) < 0.86\nb = rng.random((8, 40)) < 0.76\n"
OF_OUTCOMES: Mapping[type, str] = {
    PairedItems: f'{IMPORTS}print(bakeoff.compare_counts(15, 35, n=412, both_right=340, method="{{key}}"))',
    PairedLabels: f"{LABELS}print(bakeoff.compare_predictions("
    'truth, a, b, metric="f1", positive="spam", method="{key}"))',
    PairedScores: f'{ITEMS}print(bakeoff.compare_item_scores(a, b, metric="loss", method="{{key}}"))',
    RankedItems: f"{RANKED}print(bakeoff.compare_predictions("
    'truth, a, b, metric="auc", positive="yes", method="{key}"))',
    JudgedItems: f"{DRAWN}{JUDGED}print(bakeoff.compare_judged("
    'judge_a, judge_b, human_a, human_b, method="{key}"))',
    RatePair: f'{IMPORTS}print(bakeoff.compare_rates(12, 150, 29, 160, method="{{key}}"))',
    SampleScores: f"{IMPORTS}{SAMPLES}print("
    'bakeoff.compare_samples(a, b, paired={paired}, method="{key}"))',
    DatasetScores: f'{IMPORTS}{SAMPLES}print(bakeoff.compare_datasets(a, b, method="{{key}}"))',
    LayoutScores: f'{DRAWN}{LAYOUT}print(bakeoff.compare_layout(a, b, method="{{key}}"))',
}
UNDER = {
    "kfold": ("KFold(folds=10)", (1, 10)),
    "repeated-kfold": ("RepeatedKFold(runs=10, folds=10)", (10, 10)),
    "resampling": ("Resampling(splits=30, test=1/3)", (1, 30)),
    "five-by-two": ("FiveByTwo()", (5, 2)),
}
GIVEN = {
    "halvings": "halves=rng.normal(0.03, 0.02, (15, 2))",
    "items": "items=rng.choice([-1.0, 0.0, 1.0], 300, p=[0.01, 0.95, 0.04])",
}
SIZED = {"kfold-weighted-t": "n_train=270, n_test=30", "two-standard-errors": "n_train=270, n_test=30"}


def of_method(method: Method) -> str:
    """A comparison of two models with a method."""
    if method.takes is FoldScores:
        return _of_folds(method)
    return OF_OUTCOMES[method.takes].format(key=method.key, paired=not method.ignores_pairing)


def _of_folds(method: Method) -> str:
    key = next(key for key in ("repeated-kfold", *method.designs) if key in method.designs)
    design, (runs, folds) = UNDER[key]
    given = [GIVEN[need] for need in method.needs] + ([SIZED[method.key]] if method.key in SIZED else [])
    told = "".join(f", {each}" for each in given)
    asked = f'    a, b, design=bakeoff.{design},\n    metric="accuracy", method="{method.key}"{told},\n'
    return (
        FOLDS.format(runs=runs, folds=folds) + f"verdict = bakeoff.compare_scores(\n{asked})\nprint(verdict)"
    )


MODELS = (
    CLASSES.rpartition("a = ")[0]
    + """\
models = {
    name: np.where(rng.random(300) < right, truth, "cat")
    for name, right in [("forest", 0.92), ("tree", 0.82), ("bayes", 0.80)]
}
ranking = bakeoff.rank_predictions(truth, models)
"""
)
SCORES = (
    IMPORTS
    + """\
scores = {
    "forest": [0.91, 0.85, 0.78, 0.93, 0.88, 0.81, 0.95, 0.74],
    "boosting": [0.90, 0.86, 0.77, 0.94, 0.87, 0.80, 0.93, 0.75],
    "tree": [0.84, 0.80, 0.70, 0.88, 0.80, 0.72, 0.90, 0.66],
}
"""
)
RANKED_BY = {
    "bonferroni-dunn": ', baseline="tree"',
    "bayes-signed-rank": ", rope=0.01",
    "random-effects": ", variances={name: [0.0004] * 8 for name in scores}",
}


def of_many(method: ManyMethod) -> str:
    """A ranking that the method takes part in."""
    if method.gives == "omnibus":
        asked = f'ranking = bakeoff.rank_datasets(scores, omnibus="{method.key}")\n'
        return (MODELS if method.over == "items" else SCORES + asked) + "ranking.omnibus"
    if method.over == "items":
        shown = {
            "best": "ranking.best",
            "ranks": "[(each.name, each.rank) for each in ranking.models]",
            "pairs": "print(ranking)",
        }
        return MODELS + shown[method.gives]
    given = RANKED_BY.get(method.key, "")
    return f'{SCORES}print(bakeoff.rank_datasets(scores, method="{method.key}"{given}))'


def of_interval(interval: RateInterval) -> str:
    """The interval of a rate."""
    prior = ", prior=(1, 9)" if interval.takes_prior else ""
    asked = f'low, high = bakeoff.interval(8, 100, method="{interval.key}"{prior})'
    return f"{IMPORTS}{asked}\nround(low, 4), round(high, 4)"


DATA = """\
import bakeoff
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB
X, y = load_iris(return_X_y=True)
"""
ASKED = {
    "independent-test": "bakeoff.estimate(\n    GaussianNB(), X[::2], y[::2], "
    'estimator="independent-test", test=(X[1::2], y[1::2])\n)',
    "bootstrap-632": 'bakeoff.estimate(GaussianNB(), X, y, estimator="bootstrap-632", samples=50)',
}
POPULATION = """\
import numpy as np
import bakeoff
from sklearn.naive_bayes import GaussianNB
def population(n, rng):
    y = rng.integers(0, 2, n)
    return rng.normal(y[:, None], 1.0, (n, 2)), y

X, y = population(100, np.random.default_rng(1))
print(bakeoff.estimate(GaussianNB(), X, y, estimator="true-error", population=population))
"""


def of_estimator(key: str) -> str:
    """The estimated error of a learner."""
    if key == "true-error":
        return POPULATION
    asked = ASKED.get(key, f'bakeoff.estimate(GaussianNB(), X, y, estimator="{key}")')
    return f"{DATA}print({asked})"
