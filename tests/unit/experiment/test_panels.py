import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVR

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import PairedItems, PairedLabels, PairedScores, RankedItems
from bakeoff.core.panel import FoldPanel
from bakeoff.designs import KFold, RepeatedKFold, Resampling
from bakeoff.experiment.data import make_data
from bakeoff.experiment.learner import Learner
from bakeoff.experiment.panels import fold_pair, item_panel, score
from bakeoff.experiment.run import Run, Setup, extend
from bakeoff.experiment.scoring import measure_for, split_scores
from bakeoff.experiment.stage import MAIN, Stage, halves, split_by
from bakeoff.metrics import METRICS

DESIGN = RepeatedKFold(runs=2, folds=4)
SPLITS = RepeatedKFold(runs=2, folds=3).split(np.arange(20) % 2)


def folds(a, b, metric="accuracy", halves=None):
    """Two of three learners, with the scores of a third beside them."""
    scores = np.stack([a, b, np.full(6, np.nan)]).reshape(3, *SPLITS.shape)
    panel = FoldPanel(
        names=("a", "b", "c"),
        scores=scores,
        design=SPLITS.design,
        n_train=SPLITS.n_train,
        n_test=SPLITS.n_test,
        halves=halves,
    )
    return fold_pair(panel, "a", "b", METRICS[metric])


HALVES = np.stack(
    [np.full((1, 2, 10), 0.5), np.repeat([[[0.4], [0.3]]], 10, axis=2), np.full((1, 2, 10), np.nan)]
)


def test_scores_of_all_splits_keep_their_design():
    a, b = np.linspace(0.5, 1, 6), np.linspace(0.4, 0.6, 6)
    found = folds(a, b, halves=HALVES)
    assert found.design == SPLITS.design
    assert np.array_equal(found.a, a.reshape(2, 3))
    assert np.array_equal(found.n_train, SPLITS.n_train)
    assert np.array_equal(found.n_test, SPLITS.n_test)
    assert found.halves == pytest.approx(np.array([[0.1, 0.2]]), abs=1e-12)


def test_a_loss_is_turned_round():
    a, b = np.linspace(0.5, 1, 6), np.linspace(0.4, 0.6, 6)
    found = folds(a, b, "log-loss", HALVES)
    assert np.array_equal(found.differences.ravel(), b - a)
    assert found.halves == pytest.approx(np.array([[-0.1, -0.2]]), abs=1e-12)
    assert folds(a, b, "error").differences.ravel() == pytest.approx(b - a)


def test_two_learners_the_other_way_round_mirror_every_number(two):
    run = finished(make_data(*two), GaussianNB(), LogisticRegression(), design=RepeatedKFold(runs=3, folds=4))
    for metric in ("accuracy", "log-loss", "auc", "f1", "mcc"):
        both = scored(run, metric)
        one, other = both.pair("a", "b"), both.pair("b", "a")
        assert np.array_equal(one.differences, -other.differences)
        assert np.array_equal(one.items, -other.items)
        assert one.models == other.models
        if one.restricted is not None:
            assert np.array_equal(one.restricted.items, -other.restricted.items)
            assert one.one_answer == other.one_answer > 0


def test_what_is_left_of_a_run_with_gaps_is_plain_splits():
    a, b = np.linspace(0.5, 1, 6), np.linspace(0.4, 0.6, 6)
    a[1], b[4] = np.nan, np.nan
    found = folds(a, b, halves=HALVES)
    left = [0, 2, 3, 5]
    share = float(np.mean(SPLITS.n_test.ravel()[left] / 20))
    assert found.design == Resampling(splits=4, test=share)
    assert np.array_equal(found.a, a[None, left])
    assert np.array_equal(found.b, b[None, left])
    assert np.array_equal(found.n_train, SPLITS.n_train.ravel()[None, left])
    assert found.halves is None


@pytest.mark.parametrize("left", [0, 1])
def test_too_little_left(left):
    a = np.full(6, np.nan)
    a[:left] = 0.5
    with pytest.raises(InputError, match=f"only {left} of 6 splits were completed by both learners"):
        folds(a, np.full(6, 0.5))


def finished(data, *estimators, design=None, stages=()):
    named = tuple(Learner(name="ab"[at], estimator=each) for at, each in enumerate(estimators))
    run = Run(data=data, learners=named, rng=0)
    extend(run, [Stage(key=MAIN, splits=split_by(design or KFold(folds=4), data, 0)), *stages], Setup())
    return run


def scored(run, metric="accuracy", halvings=0):
    return score(run, measure_for(metric, run.data, None), halvings)


def built(run, metric, method="auto", positive=None):
    measure = measure_for(metric, run.data, positive)
    return score(run, measure).items("a", "b").build(method)


def by_item(run, estimator, X, y, what="predict"):
    """What a plain loop over the same splits says about each item."""
    said = np.full(len(y), np.nan)
    for train, test in run.splits:
        found = getattr(estimator.fit(X[train], y[train]), what)(X[test])
        said[test] = found[:, 1] if found.ndim == 2 else found
    return said


@pytest.fixture
def run(two):
    return finished(make_data(*two), GaussianNB(), LogisticRegression())


def test_right_and_wrong_are_counted_over_all_items(run, two):
    X, y = two
    a, b = (by_item(run, each, X, y) == y for each in (GaussianNB(), LogisticRegression()))
    assert built(run, "accuracy").outcomes == PairedItems(
        only_a=int(np.sum(a & ~b)), only_b=int(np.sum(b & ~a)), n=60, both_right=int(np.sum(a & b))
    )


def test_labels_for_any_label_metric(run):
    found = built(run, "mcc").outcomes
    assert isinstance(found, PairedLabels)
    assert found.table.sum() == 60
    assert isinstance(built(run, "accuracy", "bootstrap").outcomes, PairedLabels)
    assert built(run, "f1", positive=0).about == "class 0"


def test_ranks_for_areas_under_curves(run, two):
    X, y = two
    found = built(run, "auc")
    assert isinstance(found.outcomes, RankedItems)
    order = np.concatenate(run.splits.test)
    assert np.array_equal(found.outcomes.positive, y[order] == 1)
    expected = by_item(run, GaussianNB(), X, y, "predict_proba")[order]
    assert np.array_equal(found.outcomes.a, expected)
    assert found.about == "class 1"


def test_losses_item_by_item(run, two):
    X, y = two
    found = built(run, "brier").outcomes
    order = np.concatenate(run.splits.test)
    chances = by_item(run, LogisticRegression(), X, y, "predict_proba")
    assert found.b == pytest.approx(-((chances - y) ** 2)[order], abs=1e-14)


def test_squares_of_numbers(two):
    X, y = two[0], two[0][:, 0] * 2.0
    run = finished(make_data(X, y, kind="numbers"), SVR(), SVR(C=5))
    order = np.concatenate(run.splits.test)
    expected = -((by_item(run, SVR(), X, y) - y) ** 2)[order]
    assert built(run, "squared-error").outcomes.a == pytest.approx(expected, rel=1e-12)


def test_groups_are_clusters(two):
    groups = np.array([f"g{i}" for i in np.arange(60) // 3])
    run = finished(make_data(*two, groups=groups), GaussianNB(), LogisticRegression())
    for metric in ("accuracy", "log-loss"):
        found = built(run, metric).outcomes
        assert isinstance(found, PairedScores)
        assert found.n == 60
        items = np.ones(60) if found.counts is None else found.counts
        assert np.bincount(found.clusters, weights=items).tolist() == [3] * 20
    ranked = built(run, "auc").outcomes
    assert isinstance(ranked, RankedItems)
    assert np.bincount(ranked.clusters).tolist() == [3] * 20


@pytest.mark.parametrize("labels", [["no", "yes"], [False, True], [-1, 1], [0.0, 1.0], [-3, -2]])
def test_labels_of_every_type(two, labels):
    y = np.array(labels)[two[1]]
    first = built(finished(make_data(*two), GaussianNB(), LogisticRegression()), "mcc").outcomes
    second = built(finished(make_data(two[0], y), GaussianNB(), LogisticRegression()), "mcc").outcomes
    assert np.array_equal(first.table, second.table)
    assert list(second.labels) == labels


@pytest.mark.slow
def test_differences_in_the_halves(two):
    data = make_data(*two)
    run = finished(data, GaussianNB(), LogisticRegression(), stages=halves(data, 2, rng=0))
    found = scored(run, halvings=2).pair("a", "b").halves
    assert found.shape == (2, 2)
    measure = measure_for("accuracy", data, None)
    expected = np.mean(
        split_scores(run, "a", "half 2.1", measure) - split_scores(run, "b", "half 2.1", measure)
    )
    assert found[1, 0] == expected


def test_no_differences_where_a_cell_failed_in_a_half(two, learners):
    data = make_data(*two)
    failing = learners.Limited(most=60, least=40)
    run = finished(data, GaussianNB(), failing, stages=halves(data, 2, rng=0))
    found = scored(run, halvings=2).pair("a", "b")
    assert (found.halves, found.design) == (None, KFold(folds=4))
    assert found.items.shape == (60,)
    assert np.mean(found.items) == pytest.approx(np.mean(found.differences))


def test_predictions_are_those_of_both_item_by_item(two, learners):
    run = finished(make_data(*two), GaussianNB(), learners.Failing(two[0][0, 0]))
    both = item_panel(run, measure_for("accuracy", run.data, None), ("a", "b"))
    lost = next(run.stages[MAIN].test(at) for at in range(4) if 0 in run.stages[MAIN].test(at))
    assert sorted([*both.ids, *lost]) == list(range(60))
    assert np.array_equal(both.truth, two[1][both.ids])
    assert [len(each) for each in both.answers] == [45, 45]
    assert scored(run).items("a", "b").n == 45


def test_no_split_that_both_finished(two, learners):
    splits = KFold(folds=2).split(two[1])
    marked = [learners.Failing(two[0][splits.test[side][0], 0]) for side in (0, 1)]
    run = finished(make_data(*two), *marked, design=splits)
    with pytest.raises(InputError, match="a and b have no completed split in common"):
        scored(run).items("a", "b")


def apart(run, metric="accuracy"):
    """The differences of items in the metric's own units, as far as all halves could be had."""
    found = scored(run, metric, halvings=2).pair("a", "b").items
    return None if found is None else METRICS[metric].sign * found


def halved(data, *estimators, design=DESIGN):
    return finished(data, *estimators, design=design, stages=halves(data, 2, rng=0))


@pytest.mark.parametrize("metric", ["accuracy", "error", "log-loss", "brier", "auc", "f1", "mcc", "macro-f1"])
@pytest.mark.slow
def test_differences_of_items_average_to_that_of_all_scores(two, metric):
    run = halved(make_data(*two), GaussianNB(), LogisticRegression())
    found, measure = apart(run, metric), measure_for(metric, run.data, None)
    # All folds have as many items, so that the mean of folds is the mean of items.
    both = split_scores(run, "a", MAIN, measure) - split_scores(run, "b", MAIN, measure)
    assert found.shape == (60,)
    assert found.mean() == pytest.approx(both.mean(), abs=1e-12)
    if metric == "accuracy":
        assert set(found) <= {-1.0, -0.5, 0.0, 0.5, 1.0}  # two runs


@pytest.mark.slow
def test_groups_are_the_items_that_may_vary(two):
    X, y = two
    groups = np.arange(60) // 2
    run = halved(make_data(X, y, groups=groups), GaussianNB(), LogisticRegression())
    found = apart(run)
    assert found.shape == (30,)
    alone = apart(Run(**{**vars(run), "data": make_data(X, y)}))
    assert found == pytest.approx([alone[groups == at].sum() / 2 for at in range(30)], abs=1e-12)


@pytest.mark.parametrize(
    ("metric", "design"), [("auc", Resampling(splits=5)), ("accuracy", Resampling(splits=5))]
)
@pytest.mark.slow
def test_no_differences_of_items_where_there_is_no_mean_over_all(two, metric, design):
    run = halved(make_data(*two), GaussianNB(), LogisticRegression(), design=design)
    found = scored(run, metric, halvings=2).pair("a", "b")
    assert found.halves is not None
    assert found.items is None


def test_no_differences_of_items_where_a_cell_failed(two, learners):
    run = halved(make_data(*two), GaussianNB(), learners.Failing(two[0][0, 0]))
    assert apart(run) is None
