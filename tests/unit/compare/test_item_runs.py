import numpy as np
import pytest
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from bakeoff import KFold, RepeatedKFold, compare_learners, compare_scores
from bakeoff.core.exceptions import InputError

DESIGN = RepeatedKFold(runs=3, folds=4)
BAYES, STUMP = GaussianNB(), DecisionTreeClassifier(max_depth=1, class_weight="balanced", random_state=0)


@pytest.fixture(scope="module")
def rare():
    """Rare positives and a balanced stump: its threshold jumps, so that models decide the variance."""
    rng = np.random.default_rng(5)
    y = (np.arange(90) % 5 == 0).astype(int)
    return rng.normal(0.8 * y[:, None], 1, (90, 4)), y


def by_hand(learners, X, y, design, value):
    """Scores (2, runs, folds), values (2, runs, items) and folds (runs, items), as a plain loop has them."""
    splits = design.split(X, y, rng=0)
    runs, count = splits.shape
    values, folds = np.empty((2, runs, len(y))), np.empty((runs, len(y)), dtype=int)
    scores = np.empty((2, runs, count))
    for at, (train, test) in enumerate(splits):
        run, fold = divmod(at, count)
        folds[run, test] = fold
        for side, learner in enumerate(learners):
            values[side, run, test] = value(clone(learner).fit(X[train], y[train]), X[test], y[test])
            scores[side, run, fold] = np.mean(values[side, run, test])
    return scores, values, folds


def right(model, X, y):
    return model.predict(X) == y


def loss(model, X, y):
    return -np.log(model.predict_proba(X)[np.arange(len(y)), y])


@pytest.mark.parametrize(
    ("metric", "value", "learners"),
    [
        ("accuracy", right, (BAYES, STUMP)),
        ("error", lambda *given: ~right(*given), (BAYES, STUMP)),
        pytest.param("log-loss", loss, (BAYES, LogisticRegression()), marks=pytest.mark.slow),
    ],
)
def test_the_same_result_as_compare_learners_to_the_bit(rare, metric, value, learners):
    (a, b), values, folds = by_hand(learners, *rare, DESIGN, value)
    given = compare_scores(a, b, design=DESIGN, metric=metric, items=values, folds=folds)
    trained = compare_learners(*learners, *rare, design=DESIGN, metric=metric)
    assert "models-unknown" not in [each.key for each in given.caveats]
    if metric == "log-loss":  # logarithms may differ in the last bit
        assert given.result.p_value == pytest.approx(trained.result.p_value, rel=1e-9)
    else:
        assert (given.result, given.decision) == (trained.result, trained.decision)


def test_models_count_here(rare):
    (a, b), values, folds = by_hand((BAYES, STUMP), *rare, DESIGN, right)
    means = (values[0] - values[1]).mean(axis=0)
    known = compare_scores(a, b, design=DESIGN, items=values, folds=folds).result
    unknown = compare_scores(a, b, design=DESIGN, items=means).result
    assert known.error > unknown.error


def test_differences_of_each_run(rare):
    (a, b), values, folds = by_hand((BAYES, STUMP), *rare, DESIGN, right)
    both = compare_scores(a, b, design=DESIGN, items=values, folds=folds).result
    apart = compare_scores(a, b, design=DESIGN, items=values[0] - values[1], folds=folds + 7).result
    assert (apart.estimate, apart.df) == (both.estimate, both.df)
    assert apart.error == pytest.approx(both.error, rel=1e-12)


def test_a_single_run(rare):
    one = KFold(folds=4)
    (a, b), values, folds = by_hand((BAYES, STUMP), *rare, one, right)
    by_run = compare_scores(a, b, design=one, items=values, folds=folds).result
    assert by_run == compare_learners(BAYES, STUMP, *rare, design=one).result


ITEMS = np.array([[1.0, 0, 0, 1], [1, 1, 0, 0]])
FOLDS = np.array([[0, 0, 1, 1], [0, 1, 0, 1]])
SCORES = np.array([[0.5, 0.5], [0.5, 0.5]])
TWO = RepeatedKFold(runs=2, folds=2)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"folds": None}, "folds is missing"),
        ({"folds": FOLDS[:, :3]}, "folds has shape"),
        ({"folds": FOLDS * 0}, "different folds"),
        ({"items": ITEMS[:1]}, "items has shape"),
        ({"items": np.stack([ITEMS] * 3)}, "items has shape"),
        ({"items": ITEMS * np.nan}, "items"),
        ({"items": 1 - ITEMS[:, ::-1] * [1, 0, 1, 0]}, "by the scores"),
        ({"items": ITEMS.mean(axis=0)}, "folds goes with items of each run"),
        ({"metric": "f1"}, "no mean over items"),
    ],
)
def test_what_does_not_fit_is_refused(changed, told):
    given = {"items": ITEMS, "folds": FOLDS, "design": TWO}
    assert compare_scores(SCORES, 0 * SCORES, **given).result.estimate == 0.5
    with pytest.raises(InputError, match=told):
        compare_scores(SCORES, 0 * SCORES, **(given | changed))
