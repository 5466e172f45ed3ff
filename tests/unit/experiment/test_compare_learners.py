import json
import random

import numpy as np
import pytest
from sklearn import model_selection as sklearn_splits
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from bakeoff import InputError, compare_learners
from bakeoff.core.exceptions import IllegalMethodError
from bakeoff.designs import FiveByTwo, Holdout, KFold, LeaveOneOut, RepeatedKFold, Resampling
from bakeoff.report.words.facts import work_rows

QUICK = {"design": Resampling(splits=3), "method": "corrected-resampled-t"}


def quick(a, b, X, y, **more):
    return compare_learners(a, b, X, y, **(QUICK | more))


@pytest.mark.slow
def test_the_default_is_the_items_and_folds_test(two):
    verdict = compare_learners(GaussianNB(), DummyClassifier(), *two, design=KFold(folds=5))
    assert verdict.result.method == "items-folds-t"
    assert (verdict.work.trainings, verdict.work.halves_trainings) == (10, 0)
    assert verdict.names == ("GaussianNB", "DummyClassifier")
    assert verdict.result.estimate > 0
    assert json.loads(json.dumps(verdict.to_dict(), allow_nan=False))["method"] == "items-folds-t"
    assert verdict.sentence in str(verdict)
    assert "<table>" in verdict._repr_html_()


@pytest.mark.slow
def test_the_default_design_is_ten_times_ten_folds(hundred, learners):
    compare_learners(learners.Majority(), DummyClassifier(), *hundred, method="corrected-resampled-t")
    assert learners.fits == [90] * 100


@pytest.mark.parametrize(
    ("a", "b", "names", "expected"),
    [
        (GaussianNB(), DummyClassifier(), None, ("GaussianNB", "DummyClassifier")),
        (GaussianNB(), GaussianNB(var_smoothing=1), None, ("A", "B")),
        (("bayes", GaussianNB()), ("dummy", DummyClassifier()), None, ("bayes", "dummy")),
        (("bayes", GaussianNB()), DummyClassifier(), None, ("bayes", "DummyClassifier")),
        (("bayes", GaussianNB()), DummyClassifier(), ("x", "y"), ("x", "y")),
        (make_pipeline(GaussianNB()), DummyClassifier(), ["x", 2], ("x", "2")),
    ],
)
def test_names(two, a, b, names, expected):
    assert quick(a, b, *two, names=names).names == expected


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"names": "xy"}, "names is 'xy'; expected two"),
        ({"names": ("x", "x")}, "two learners are called 'x'"),
        (
            {"b": DummyClassifier},
            "DummyClassifier is the class DummyClassifier; expected an estimator: write",
        ),
        ({"b": StandardScaler()}, "is StandardScaler, which has no predict"),
        ({"b": "tree"}, "is str, which has no fit"),
        ({"y": None}, "y is a NoneType"),
        ({"y": [0, 1]}, "X has 60 rows and y 2"),
        ({"X": 3}, "X is int; expected a table"),
        ({"X": [[1, 2], [3]] * 30}, "X has rows of different lengths"),
        ({"rng": -1}, "rng is -1"),
        ({"jobs": 0}, "jobs is 0"),
        ({"halvings": 1}, "halvings is 1; expected a whole number of at least 2"),
        ({"groups": [1, 2]}, "groups has 2 rows and y 60"),
        ({"nonsense": 1}, "no option of corrected-resampled-t is called 'nonsense'"),
        ({"store": "/nowhere/at/all"}, "the store /nowhere/at/all cannot be created"),
    ],
    ids=str,
)
def test_bad_input_is_told_before_any_training(two, learners, asked, words):
    X, y = two
    given = {"b": GaussianNB(), "X": X, "y": y} | asked
    with pytest.raises(InputError, match=words) as caught:
        quick(learners.Majority(), given.pop("b"), given.pop("X"), given.pop("y"), **given)
    assert learners.fits == []
    assert "\n" not in str(caught.value)


def test_a_learner_that_refuses_missing_values_says_so_in_one_line(two):
    X = np.array(two[0])
    X[:, 0] = np.nan
    with pytest.raises(
        InputError, match=r"^GaussianNB failed in all 3 trainings: ValueError: .*NaN"
    ) as caught:
        quick(GaussianNB(), DummyClassifier(), X, two[1])
    assert "\n" not in str(caught.value)


def test_what_is_given_is_not_touched(two):
    X, y = np.array(two[0]), np.array(two[1])
    a = make_pipeline(StandardScaler(copy=False), RandomForestClassifier(3))
    b = LogisticRegression(random_state=5)
    random.seed(1)
    np.random.seed(1)
    states = random.getstate(), np.random.get_state()[1].tolist()
    words = repr(a), repr(b), a.get_params(), b.get_params()
    quick(a, b, X, y)
    assert np.array_equal(X, two[0])
    assert np.array_equal(y, two[1])
    assert (repr(a), repr(b), a.get_params(), b.get_params()) == words
    assert not hasattr(b, "coef_")
    assert not hasattr(a[1], "estimators_")
    assert (random.getstate(), np.random.get_state()[1].tolist()) == states


@pytest.mark.slow
def test_the_same_rng_gives_the_same_answer_and_another_another(two):
    first, again, other = (
        quick(
            RandomForestClassifier(2), GaussianNB(), *two, design=RepeatedKFold(runs=3, folds=3), rng=rng
        ).to_dict()
        for rng in (3, 3, 4)
    )
    assert first == again
    assert first["estimate"] != other["estimate"]


@pytest.mark.slow
def test_a_generator_is_asked_for_a_number(two):
    def asked(rng):
        return quick(RandomForestClassifier(2), GaussianNB(), *two, rng=rng).to_dict()

    assert asked(np.random.default_rng(5)) == asked(np.random.default_rng(5))
    number = int(np.random.default_rng(5).integers(2**63))
    assert asked(np.random.default_rng(5)) == asked(number)


@pytest.mark.slow
def test_the_same_learner_twice_is_trained_once_and_found_equal(two, learners):
    forest = RandomForestClassifier(2)
    verdict = compare_learners(forest, RandomForestClassifier(2), *two, design=KFold(folds=5), halvings=2)
    assert (verdict.result.estimate, verdict.result.p_value) == (0.0, 1.0)
    quick(learners.Majority(), learners.Majority(), *two)
    assert len(learners.fits) == 3


@pytest.mark.slow
def test_a_store_is_made_and_used(two, learners, tmp_path):
    path = tmp_path / "kept"
    first = quick(learners.Majority(), GaussianNB(), *two, store=path)
    again = quick(learners.Majority(), GaussianNB(), *two, store=str(path))
    assert first.to_dict() == again.to_dict()
    assert len(learners.fits) == 3
    with pytest.raises(InputError, match="the rng was 0 and is now 1"):
        quick(learners.Majority(), GaussianNB(), *two, store=path, rng=1)
    more = quick(learners.Majority(), GaussianNB(), *two, store=path, method="auto", halvings=2)
    assert more.result.method == "half-sample-t"
    assert len(learners.fits) == 3 + 40


SPLITTERS = [
    (
        sklearn_splits.RepeatedStratifiedKFold(n_splits=3, n_repeats=2, random_state=0),
        "RepeatedKFold(runs=2, folds=3)",
    ),
    (sklearn_splits.StratifiedKFold(3), "KFold(folds=3)"),
    (
        sklearn_splits.StratifiedShuffleSplit(4, test_size=0.25, random_state=0),
        "Resampling(splits=4, test=0.25)",
    ),
    (sklearn_splits.KFold(3, shuffle=True, random_state=1), "KFold(folds=3, stratified=False)"),
    (3, "KFold(folds=3)"),
]


@pytest.mark.parametrize(("splitter", "words"), SPLITTERS, ids=str)
def test_splitters_of_scikit_learn_are_designs(two, splitter, words):
    verdict = quick(GaussianNB(), DecisionTreeClassifier(random_state=0), *two, design=splitter)
    assert dict(work_rows(verdict.work))["design"].startswith(words)
    if not isinstance(splitter, int):
        theirs = [
            sklearn_splits.cross_val_score(each, *two, cv=splitter)
            for each in (GaussianNB(), DecisionTreeClassifier(random_state=0))
        ]
        assert verdict.result.estimate == pytest.approx(np.mean(theirs[0] - theirs[1]), abs=1e-12)


def test_splits_of_no_known_design_are_judged_by_items(two):
    pairs = [(np.arange(40), np.arange(40, 50)), (np.arange(50), np.arange(50, 60))]
    verdict = compare_learners(GaussianNB(), DummyClassifier(), *two, design=pairs)
    assert (verdict.result.method, verdict.result.n) == ("mcnemar-mid-p", 20)
    with pytest.raises(IllegalMethodError, match="takes designs"):
        quick(GaussianNB(), DummyClassifier(), *two, design=pairs)


@pytest.mark.parametrize("method", ["mcnemar", "mcnemar-exact", "mcnemar-mid-p"])
@pytest.mark.parametrize("design", [Holdout(), KFold(folds=4), LeaveOneOut()], ids=repr)
@pytest.mark.slow
def test_the_variants_of_mcnemar(two, method, design):
    X, y = two[0][:40], two[1][:40]
    tree = DecisionTreeClassifier(max_depth=1, random_state=0)
    verdict = compare_learners(GaussianNB(), tree, X, y, design=design, method=method)
    right = {True: [], False: []}
    for train, test in design.split(X, y):
        for which, each in ((True, GaussianNB()), (False, tree)):
            right[which].append(each.fit(X[train], y[train]).predict(X[test]) == y[test])
    a, b = np.concatenate(right[True]), np.concatenate(right[False])
    assert verdict.result.method == method
    assert verdict.result.estimate == pytest.approx(np.mean(a) - np.mean(b), abs=1e-12)
    assert verdict.result.n == len(a)


@pytest.mark.slow
def test_leave_one_out_of_the_majority_is_always_wrong_where_classes_are_balanced(two):
    verdict = compare_learners(
        DummyClassifier(), GaussianNB(), two[0], np.arange(60) % 2, design=LeaveOneOut(), metric="error"
    )
    assert verdict.values[0] == 1.0


def test_lack_of_convergence_is_told_and_no_warning_gets_out(two):
    verdict = quick(SGDClassifier(max_iter=2), GaussianNB(), *two)
    assert [c.key for c in verdict.caveats][-1] == "learner-warned"
    assert (
        "SGDClassifier issued a warning in 3 of 3 trainings: ConvergenceWarning" in verdict.caveats[-1].text
    )


@pytest.mark.parametrize("design", [KFold(folds=4), Resampling(splits=4), FiveByTwo()], ids=repr)
@pytest.mark.slow
def test_common_keywords_reach_the_verdict(two, design):
    asked = {"alpha": 0.2, "level": 0.8, "design": design}
    verdict = quick(GaussianNB(), DummyClassifier(), *two, **asked, margin=0.05)
    assert (verdict.alpha, verdict.result.level, verdict.margin) == (0.2, 0.8, 0.05)
    assert (
        quick(GaussianNB(), DummyClassifier(), *two, **asked, alternative="greater").result.interval.high
        == np.inf
    )


def test_options_reach_the_method(two):
    design = RepeatedKFold(runs=2, folds=3)
    verdict = quick(GaussianNB(), DummyClassifier(), *two, design=design, method="cv-all-data", df=4)
    assert verdict.result.df == 4


@pytest.mark.parametrize(
    ("floor", "words"), [("items", "from the items"), ("nadeau-bengio", "from the corrected resampled t")]
)
@pytest.mark.slow
def test_the_floor_may_be_chosen(two, floor, words):
    asked = {"method": "half-sample-t", "floor": floor, "halvings": 2, "design": KFold(folds=4)}
    verdict = compare_learners(GaussianNB(), DummyClassifier(), *two, **asked)
    assert words in verdict.result.notes[0]
