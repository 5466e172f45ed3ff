"""Task 3 of the study of rivals: two learners that are trained and tested on one data set."""

from functools import partial
from typing import Any, NamedTuple

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from studies._rivals_record import OURS, Answer, Counts, Task, Tool, World, decided

import bakeoff
from bakeoff.core.verdict import Verdict
from bakeoff.lab.answers import draw_sets
from bakeoff.lab.item_errors import data_seeds, fold_of, item_errors
from bakeoff.lab.populations._settings import Setting, setting
from bakeoff.learners import make

KEYS = {
    "fair-attributes:n-100:naive-bayes-vs-c45": "noise, 100 items",
    "fair-attributes:attributes-5:n-300:naive-bayes-vs-c45-unpruned": "noise, 300 items",
    "exchangeable-blocks:n-100:naive-bayes@first-block-vs-naive-bayes@second-block": "blocks, 100 items",
    "exchangeable-blocks:n-300:c45@first-block-vs-c45@second-block": "blocks, 300 items",
    "many-valued-noise:n-300:majority-vs-naive-bayes": "majority, 300 items",
    "many-valued-noise:classes-10:n-300:majority-vs-naive-bayes": "majority, 300 items, 10 classes",
    "exchangeable-blocks:n-300:naive-bayes-vs-naive-bayes@first-block": "different, blocks",
    "uniform-attributes:positive-0.2:n-300:majority-vs-c45-full": "different, majority",
}


class Shown(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A learner that is shown some of the columns."""

    def __init__(self, learner: Any, start: int, stop: int) -> None:
        self.learner, self.start, self.stop = learner, start, stop

    def fit(self, X: Any, y: Any) -> "Shown":
        """Train on the columns."""
        self.fitted_ = clone(self.learner).fit(X[:, self.start : self.stop], y)
        self.classes_ = self.fitted_.classes_
        return self

    def predict(self, X: Any) -> Any:
        """Predict from the columns."""
        return self.fitted_.predict(X[:, self.start : self.stop])


class Given(NamedTuple):
    """A data set, both learners, and where each of them looks."""

    X: Any
    y: Any
    a: Shown
    b: Shown
    keys: tuple[str, str]


def drawn(each: Setting, rng: np.random.Generator) -> Given:
    """A data set whose columns are what A is shown and then what B is shown."""
    sets = draw_sets(each, first=0, count=1, rng=int(rng.integers(2**62)))
    views = [sets.shown[name][0] for name in ("a", "b")]
    width = views[0].shape[1]
    a = Shown(make(each.a.learner), 0, width)
    b = Shown(make(each.b.learner), width, width + views[1].shape[1])
    return Given(np.hstack(views), sets.y[0], a, b, (each.a.learner, each.b.learner))


def wrong_items(data: Given, runs: int) -> tuple[Any, Any, Any]:
    """The fold of each item and whether A and B get it wrong, (runs, items); compiled, with ten folds."""
    X, y = data.X[np.newaxis], data.y[np.newaxis]
    seeds = data_seeds(X, y, 1)
    found = [fold_of(y, runs=runs, folds=10, seeds=seeds)[0]]
    for side, key in zip((data.a, data.b), data.keys, strict=True):
        view = np.ascontiguousarray(X[:, :, side.start : side.stop])
        found.append(item_errors(view, y, learner=key, runs=runs, folds=10, seeds=seeds)[0])
    return found[0], found[1], found[2]


def by_fold(folds: Any, wrong: Any) -> Any:
    """Accuracy (runs, folds)."""
    means = [[wrong[run, fold == at].mean() for at in range(10)] for run, fold in enumerate(folds)]
    return 1 - np.array(means)


def scores(data: Given, runs: int) -> tuple[Any, Any]:
    """Accuracy of both learners on ten folds of each run; the folds are shared."""
    folds, a, b = wrong_items(data, runs)
    return by_fold(folds, a).ravel(), by_fold(folds, b).ravel()


def _worlds() -> tuple[World, ...]:
    found = []
    for key, name in KEYS.items():
        each = setting(key)
        found.append(
            World(
                name=name,
                told=f"`{key}`, true difference {100 * each.difference:+.1f} points",
                draw=partial(drawn, each),
                true=each.difference,
                null=each.null,
            )
        )
    return tuple(found)


def _ours(data: Given) -> Answer:
    found = bakeoff.compare_learners(("a", data.a), ("b", data.b), data.X, data.y).result
    return Answer(found.p_value, found.interval.low, found.interval.high)


def from_scores(data: Given, *, averaged: bool) -> Verdict:
    """The verdict on scores and items from elsewhere: items of each run, or their means over the runs."""
    folds, a, b = wrong_items(data, 10)
    given = [by_fold(folds, each) for each in (a, b)]
    design = bakeoff.RepeatedKFold()
    if averaged:
        return bakeoff.compare_scores(*given, design=design, items=(b.astype(float) - a).mean(axis=0))
    return bakeoff.compare_scores(*given, design=design, items=1.0 - np.array([a, b]), folds=folds)


def _ours_from_scores(data: Given, averaged: bool) -> Answer:
    found = from_scores(data, averaged=averaged).result
    return Answer(found.p_value, found.interval.low, found.interval.high)


def _mlxtend(data: Given, test: str, given: dict[str, Any]) -> Answer:
    from mlxtend import evaluate

    p = getattr(evaluate, test)(data.a, data.b, data.X, data.y, random_seed=1, **given)[1]
    return Answer(p)


def _ttest(data: Given, runs: int) -> Answer:
    from scipy.stats import ttest_rel  # noqa: TID251 - a rival

    a, b = scores(data, runs)
    if np.all(a == b):
        return Answer(1.0, 0.0, 0.0)
    found = ttest_rel(a, b)
    return Answer(found.pvalue, *found.confidence_interval(0.95))


def _wilcoxon(data: Given) -> Answer:
    from scipy.stats import wilcoxon  # noqa: TID251 - a rival

    return Answer(wilcoxon(*scores(data, 1)).pvalue)


def _baycomp(data: Given) -> Answer:
    import baycomp

    a, b = scores(data, 10)
    if np.all(a == b):
        return Answer(1.0)
    left, right = baycomp.two_on_single(a, b, runs=10)
    return Answer(decided(max(left, right) >= 0.975))


def _trained(test: str, name: str, fits: int, draws: Counts, note: str = "", **given: Any) -> Tool:
    words = "".join(f", {key}={value!r}" for key, value in given.items())
    return Tool(
        package="mlxtend",
        name=name,
        call=f"{test}(a, b, X, y, random_seed=1{words})",
        ask=partial(_mlxtend, test=test, given=given),
        draws=draws,
        note=f"It trains each learner {fits} times; the time includes that.{note}",
    )


ADVISED = " The documentation of mlxtend advises against this test and recommends the 5x2 tests."
ON_SCORES = "No time is given, because nearly all of it is the training of the learners."
TOOLS = (
    Tool(
        package=OURS,
        name="bakeoff",
        call="bakeoff.compare_learners(a, b, X, y)",
        ask=_ours,
        draws=(200, 1000),
        note="10 x 10 folds: it trains each learner 100 times; the time includes that.",
    ),
    Tool(
        package=OURS,
        name="bakeoff, from scores",
        call="bakeoff.compare_scores(scores_a, scores_b, design=bakeoff.RepeatedKFold(), items=right, "
        "folds=folds), accuracy on 10 x 10 stratified folds and, in each run, the fold of each item and "
        "whether each learner is right",
        ask=partial(_ours_from_scores, averaged=False),
        timed=False,
        note=f"The same test as compare_learners, on the folds that scipy and baycomp get. {ON_SCORES}",
    ),
    Tool(
        package=OURS,
        name="bakeoff, items averaged",
        call="bakeoff.compare_scores(scores_a, scores_b, design=bakeoff.RepeatedKFold(), items=items), "
        "accuracy on 10 x 10 stratified folds and the mean difference of each item over the runs",
        ask=partial(_ours_from_scores, averaged=True),
        timed=False,
        note="Not the same test: without the items of each run, the variance between models that were "
        "trained on different data is unknown, and the part of the test that uses it is missing. bakeoff "
        "says so in the caveat `models-unknown`: for learners that are sensitive to the training set, the "
        "false-alarm rate was up to 41.8 % without this part and up to 6.5 % with it "
        f"([items-folds.md](items-folds.md)). {ON_SCORES}",
    ),
    _trained("paired_ttest_5x2cv", "mlxtend 5x2 t", 10, (200, 300)),
    _trained("combined_ftest_5x2cv", "mlxtend 5x2 F", 10, (200, 300)),
    _trained("paired_ttest_kfold_cv", "mlxtend k-fold t", 10, (200, 300), ADVISED, cv=10, shuffle=True),
    _trained("paired_ttest_resampled", "mlxtend resampled t", 30, (100, 100), ADVISED),
    Tool(
        package="scipy",
        name="scipy t, 10 folds",
        call="ttest_rel(scores_a, scores_b), accuracy on 10 stratified folds",
        ask=partial(_ttest, runs=1),
        draws=(1000, 2000),
        timed=False,
        note=ON_SCORES,
    ),
    Tool(
        package="scipy",
        name="scipy t, 10 x 10 folds",
        call="ttest_rel(scores_a, scores_b), accuracy on 10 x 10 stratified folds",
        ask=partial(_ttest, runs=10),
        draws=(1000, 2000),
        timed=False,
        note=ON_SCORES,
    ),
    Tool(
        package="scipy",
        name="scipy Wilcoxon, 10 folds",
        call="wilcoxon(scores_a, scores_b), accuracy on 10 stratified folds",
        ask=_wilcoxon,
        draws=(100, 100),
        timed=False,
        note=ON_SCORES,
    ),
    Tool(
        package="baycomp",
        name="baycomp correlated t",
        call="max(two_on_single(scores_a, scores_b, runs=10)) >= 0.975, accuracy on 10 x 10 stratified folds",
        ask=_baycomp,
        draws=(1000, 2000),
        decides=True,
        timed=False,
        note=f"A posterior probability of 97.5 % for one side corresponds to a level of 5 %. {ON_SCORES}",
    ),
)
TASK = Task(
    key="learners",
    title="Cross-validated learners",
    question="Which of two learning algorithms is better on data like these?",
    worlds=_worlds(),
    tools=TOOLS,
    draws=(1000, 1000),
    alarm="a claim that one of two equally good learners is better",
)
