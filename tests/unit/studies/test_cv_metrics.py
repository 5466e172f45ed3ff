import numpy as np
import pytest
from sklearn.compose import ColumnTransformer
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from studies._cv_parts import parts_of
from studies._cv_worlds import FOLDS, KEYS, LABELS, LEARNERS, WORLDS, World, folds_of
from studies.cv_metrics import BY_LABELS, BY_RANKS, USED, Candidate, page

from bakeoff.designs import RepeatedKFold
from bakeoff.experiment.data import make_data
from bakeoff.experiment.learner import Learner
from bakeoff.experiment.panels import score
from bakeoff.experiment.run import Run, Setup, extend
from bakeoff.experiment.scoring import measure_for
from bakeoff.experiment.stage import MAIN, Stage, split_by
from bakeoff.methods._fold_scores import corrected_variance, items_variance, size_ratio
from bakeoff.methods.items_folds_t import items_folds_t

RUNS = 2
WORLD = {"group": "", "learners": "naive Bayes", "n": 80, "attributes": 2}
TWO = World(positives=(0.3,), **WORLD)
THREE = World(positives=(0.3, 0.3), equal=LABELS, **WORLD)


def on(estimator, *columns):
    return make_pipeline(ColumnTransformer([("kept", "passthrough", columns)]), estimator)


def trained(world):
    """The learners of a world, trained by the toolkit on the same folds."""
    y, blocks = world.data(0)
    data = make_data(np.column_stack(blocks), y)
    two = [Learner(name="ab"[at], estimator=on(GaussianNB(), 2 * at, 2 * at + 1)) for at in (0, 1)]
    run = Run(data=data, learners=tuple(two), rng=0)
    design = RepeatedKFold(runs=RUNS, folds=FOLDS)
    extend(run, [Stage(key=MAIN, splits=split_by(design, data, 0))], Setup())
    return run


def parts_by_method(scores):
    models = 0.0 if scores.models is None else scores.models / size_ratio(scores)
    return [items_variance(scores.items), corrected_variance(scores), models]


@pytest.mark.slow
@pytest.mark.parametrize("world", [TWO, THREE], ids=["two classes", "three classes"])
def test_parts_of_the_variance_are_those_of_the_method(world):
    run = trained(world)
    for key, found in zip(KEYS, parts_of(world, range(1), RUNS)[0], strict=True):
        if key not in world.equal:
            assert np.isnan(found).all()
            continue
        pair = score(run, measure_for(key, run.data, 1)).pair("a", "b")
        expected = [np.mean(pair.differences), *parts_by_method(pair)]
        if key != "auc":
            expected += parts_by_method(pair.restricted)
        kept = [0, 1, 2] if key == "auc" else list(range(7))
        assert found[kept] == pytest.approx(np.array(expected)[kept], rel=1e-9), key
        result = items_folds_t(pair, level=0.95, alternative="two-sided")
        error = result.estimate / result.statistic
        assert np.sqrt(USED[key].variance(found)) == pytest.approx(error, rel=1e-9), key


SAME = {
    "naive Bayes": GaussianNB(),
    "discriminant": LinearDiscriminantAnalysis(),
    "logistic": LogisticRegression(C=1.0, tol=1e-10),
    "balanced logistic": LogisticRegression(C=1.0, tol=1e-10, class_weight="balanced"),
    "5 neighbours": KNeighborsClassifier(5),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SAME)
def test_learners_are_those_of_scikit_learn(name):
    y, (X, _) = TWO.data(1)
    folds = folds_of(y, 1, 1)
    found = LEARNERS[name](X, y, folds)[0].argmax(axis=1)
    for fold in range(FOLDS):
        test = folds[0] == fold
        expected = SAME[name].fit(X[~test], y[~test]).predict(X[test])
        assert np.array_equal(found[test], expected)


def test_worlds_have_names_of_their_own():
    assert len({(each.name, each.n, each.positives) for each in WORLDS}) == len(WORLDS)
    assert {each.group for each in WORLDS} == {"chosen", "confirmed", "edges", "different"}
    assert {key for each in WORLDS for key in each.equal} == set(KEYS)


def test_rates_are_of_the_data_sets_that_have_the_metric():
    parts = np.array([[0.5, 0.01, *[0] * 7], [0.1, 0.01, *[0] * 7], [np.nan] * 9])
    used = Candidate(items=1, folds=0)
    assert used.decided(parts).tolist()[:2] == [True, False]
    assert np.isnan(used.decided(parts)[2])
    assert used.decided(parts, truth=0.5)[0] == 0


def test_the_page_names_what_is_used():
    rng = np.random.default_rng(0)
    text = page({each: rng.random((20, len(KEYS), 9)) for each in WORLDS}, 20)
    assert text.count("**(used)**") == 2
    assert {USED["f1"], USED["auc"]} <= {*BY_LABELS, *BY_RANKS}
    assert "python -m studies.cv_metrics --draws 20" in text
