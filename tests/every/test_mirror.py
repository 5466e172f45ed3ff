"""Every source: exchanging A and B mirrors the verdict, caveats and own values included."""

import numpy as np
import pandas as pd
import pytest
from sklearn.tree import DecisionTreeClassifier

import bakeoff
from bakeoff.designs import FiveByTwo, KFold, RepeatedKFold, Resampling

BETTER = {"a-better": "b-better", "b-better": "a-better"}
MIRROR = {"two-sided": "two-sided", "greater": "less", "less": "greater"}
ALTERNATIVES = tuple(MIRROR)


def near(ours, expected):
    return ours == pytest.approx(expected, rel=1e-9, abs=1e-12)


def mirrors(one, other):
    """The second verdict is what the first one is with A and B exchanged."""
    assert other.decision == BETTER.get(one.decision, one.decision)
    assert near(other.result.estimate, -one.result.estimate)
    assert near(tuple(other.result.interval), (-one.result.interval.high, -one.result.interval.low))
    assert near((other.result.p_value, other.deciding_p), (one.result.p_value, one.deciding_p))
    assert [each.key for each in other.caveats] == [each.key for each in one.caveats]
    assert (other.result.method, other.result.interval_was) == (one.result.method, one.result.interval_was)
    assert (other.values is None) == (one.values is None)
    if one.values is not None:
        assert near(other.values, one.values[::-1])
    if one.value_intervals is not None:
        a, b = one.value_intervals
        assert near(np.ravel(other.value_intervals), np.ravel([b, a]))
    if one.equivalence is not None:
        low, high = one.equivalence.interval
        assert near(tuple(other.equivalence.interval), (-high, -low))
    again = [each.replicability and each.replicability.to_dict() for each in (one, other)]
    assert (again[0] is None) == (again[1] is None)
    if again[0] is not None:
        assert near((again[1]["share"], *again[1]["interval"]), (again[0]["share"], *again[0]["interval"]))
    for first, second in zip(one.slices, other.slices, strict=True):
        assert (first.name, first.refused) == (second.name, second.refused)
        if first.verdict is not None:
            mirrors(first.verdict, second.verdict)


def both_ways(compare, a, b, **asked):
    """The verdict one way and the other, for each alternative, and with a margin."""
    for alternative in ALTERNATIVES:
        mirrors(
            compare(a, b, alternative=alternative, **asked),
            compare(b, a, alternative=MIRROR[alternative], **asked),
        )
    mirrors(compare(a, b, margin=0.05, **asked), compare(b, a, margin=0.05, **asked))


@pytest.mark.parametrize("counts", [(9, 3), (3, 3), (7, 1), (30, 14), (0, 0), (5, 0)])
@pytest.mark.parametrize("method", ["mcnemar-mid-p", "mcnemar-exact", "mcnemar"])
def test_counts(counts, method):
    def compare(a, b, **asked):
        return bakeoff.compare_counts(a, b, n=90, both_right=20, method=method, **asked)

    both_ways(compare, *counts)


@pytest.mark.parametrize("errors", [((3, 20), (9, 31)), ((0, 8), (5, 8)), ((30, 100), (45, 90))])
def test_rates(errors):
    both_ways(lambda a, b, **asked: bakeoff.compare_rates(*a, *b, **asked), *errors)


RNG = np.random.default_rng(3)
TRUTH = RNG.integers(0, 2, 90)
SAID = [np.where(RNG.random(90) < skill, TRUTH, 1 - TRUTH) for skill in (0.85, 0.7)]
CHANCE = [np.clip(0.25 + 0.5 * TRUTH + RNG.normal(0, 0.2, 90), 0.01, 0.99).round(2) for _ in "ab"]
CLUSTERS = np.arange(90) // 3


@pytest.mark.parametrize("clusters", [None, CLUSTERS], ids=["items", "clusters"])
@pytest.mark.parametrize(
    ("metric", "method"),
    [
        ("accuracy", "auto"),
        ("f1", "auto"),
        ("f1", "bootstrap"),
        ("f1", "permutation"),
        ("mcc", "auto"),
        ("mcc", "jackknife"),
        ("kappa", "bootstrap"),
        ("auc", "auto"),
        ("auc", "bootstrap"),
        ("log-loss", "auto"),
        ("brier", "bootstrap"),
    ],
)
@pytest.mark.slow
def test_predictions(metric, method, clusters):
    scored = metric in ("auc", "log-loss", "brier")

    def compare(a, b, **asked):
        return bakeoff.compare_predictions(
            TRUTH, a, b, metric=metric, method=method, clusters=clusters, resamples=300, **asked
        )

    both_ways(compare, *(CHANCE if scored else SAID))


@pytest.mark.parametrize("metric", ["accuracy", "f1"])
@pytest.mark.slow
def test_files_and_slices(metric, tmp_path):
    columns = {"truth": TRUTH, "a": SAID[0], "b": SAID[1], "site": np.where(np.arange(90) % 2, "x", "y")}
    pd.DataFrame(columns).to_csv(tmp_path / "items.csv", index=False)

    def compare(a, b, **asked):
        return bakeoff.compare_files(
            tmp_path / "items.csv", a=a, b=b, by="site", metric=metric, names=("A", "B"), **asked
        )

    mirrors(compare("a", "b"), compare("b", "a"))


FOLDS = [0.7 + RNG.normal(0, 0.05, (10, 10)) for _ in "ab"]
DESIGNS = {
    "repeated": (RepeatedKFold(runs=3, folds=5), (3, 5)),
    "folds": (KFold(folds=10), (1, 10)),
    "resampling": (Resampling(splits=8), (1, 8)),
    "five-by-two": (FiveByTwo(), (5, 2)),
}


@pytest.mark.parametrize("design", DESIGNS)
def test_scores(design):
    made, (runs, folds) = DESIGNS[design]
    both_ways(
        lambda a, b, **asked: bakeoff.compare_scores(a, b, design=made, **asked),
        *(side[:runs, :folds] for side in FOLDS),
    )


@pytest.mark.parametrize("name", ["compare_samples", "compare_datasets", "compare_layout"])
def test_samples_data_sets_and_layouts(name):
    sides = [side if name == "compare_layout" else side[0].round(2) for side in FOLDS]
    both_ways(getattr(bakeoff, name), *sides)


@pytest.mark.slow
def test_learners():
    X = RNG.normal(size=(60, 3)) + TRUTH[:60, None]
    learners = [DecisionTreeClassifier(max_features=1, max_depth=depth) for depth in (1, 3)]

    def compare(a, b):
        design = RepeatedKFold(runs=2, folds=4)
        return bakeoff.compare_learners(a, b, X, TRUTH[:60], design=design, method="corrected-resampled-t")

    mirrors(compare(*learners), compare(*learners[::-1]))


@pytest.mark.parametrize("clusters", [None, np.arange(60) // 3])
def test_judges(clusters):
    scores = np.random.default_rng(3).integers(1, 6, (2, 60)).astype(float)
    labels = np.where(np.arange(60) < 24, np.roll(scores, 1, axis=1), np.nan)

    def compare(a, b, **asked):
        return bakeoff.compare_judged(scores[a], scores[b], labels[a], labels[b], clusters=clusters, **asked)

    both_ways(compare, 0, 1)
