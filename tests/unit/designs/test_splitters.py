import numpy as np
import pytest
from sklearn import model_selection as sk
from sklearn.linear_model import SGDClassifier
from sklearn.tree import DecisionTreeClassifier
from tests.looping import in_one_test

from bakeoff.core.exceptions import InputError
from bakeoff.designs import (
    Bootstrap,
    FiveByTwo,
    Given,
    Holdout,
    KFold,
    LeaveOneOut,
    RepeatedKFold,
    Resampling,
)
from bakeoff.designs.splitters import as_splits, from_splitter, unstratified
from bakeoff.designs.training_sets import TrainingSets

N = 60
DRAWS = np.random.default_rng(0)
X = DRAWS.normal(size=(N, 3))
Y = np.repeat(["a", "b", "c"], [30, 18, 12])
GROUPS = np.arange(N) % 12
KNOWN = [
    (sk.KFold(5), KFold(folds=5, stratified=False)),
    (sk.KFold(5, shuffle=True, random_state=1), KFold(folds=5, stratified=False)),
    (sk.StratifiedKFold(4), KFold(folds=4)),
    (sk.GroupKFold(3), KFold(folds=3, stratified=False)),
    (sk.StratifiedGroupKFold(3), KFold(folds=3)),
    (sk.LeaveOneGroupOut(), KFold(folds=12, stratified=False)),
    (
        sk.RepeatedKFold(n_splits=3, n_repeats=2, random_state=1),
        RepeatedKFold(runs=2, folds=3, stratified=False),
    ),
    (sk.RepeatedStratifiedKFold(n_splits=2, n_repeats=5, random_state=1), RepeatedKFold(runs=5, folds=2)),
    (sk.ShuffleSplit(4, test_size=0.2, random_state=1), Resampling(splits=4, test=0.2, stratified=False)),
    (
        sk.ShuffleSplit(4, train_size=30, test_size=10, random_state=1),
        Resampling(splits=4, test=0.25, stratified=False),
    ),
    (sk.StratifiedShuffleSplit(3, test_size=15, random_state=1), Resampling(splits=3, test=0.25)),
    (
        sk.GroupShuffleSplit(3, test_size=0.25, random_state=1),
        Resampling(splits=3, test=0.25, stratified=False),
    ),
    (sk.ShuffleSplit(1, test_size=0.2, random_state=1), Holdout(test=0.2, stratified=False)),
    (sk.LeaveOneOut(), LeaveOneOut()),
    (sk.TimeSeriesSplit(4), Given(splits=4)),
    (sk.PredefinedSplit(np.arange(N) % 3), Given(splits=3)),
    (sk.LeavePGroupsOut(2), Given(splits=66)),
]


def groups_for(splitter):
    return GROUPS if "Group" in type(splitter).__name__ else None


@pytest.mark.parametrize(("splitter", "design"), KNOWN, ids=lambda each: type(each).__name__)
def test_a_splitter_keeps_its_items_and_becomes_a_design(splitter, design):
    splits = as_splits(splitter, X, Y, groups_for(splitter))
    theirs = list(splitter.split(X, Y, groups_for(splitter)))
    assert splits.design == design
    assert splits.shape == (design.shape or (1, N))
    assert [(train.tolist(), test.tolist()) for train, test in splits] == [
        (train.tolist(), test.tolist()) for train, test in theirs
    ]
    assert splits.n_test.ravel().tolist() == [len(test) for _, test in theirs]
    assert splits.n_train.ravel().tolist() == [len(train) for train, _ in theirs]
    in_order = all(train.tolist() == np.setdiff1d(np.arange(N), test).tolist() for train, test in theirs)
    assert (splits.drawn is None) == in_order


@pytest.mark.parametrize(
    "splitter",
    [
        sk.KFold(5, shuffle=True),
        sk.StratifiedKFold(5, shuffle=True),
        sk.RepeatedStratifiedKFold(n_splits=3, n_repeats=2),
        sk.StratifiedShuffleSplit(3, test_size=0.25),
        sk.ShuffleSplit(3, random_state=np.random.RandomState(5)),
    ],
    ids=lambda each: type(each).__name__,
)
def test_chance_comes_from_the_rng_and_the_splitter_is_not_touched(splitter):
    before = repr(vars(splitter)), repr(getattr(splitter.random_state, "get_state", list)())
    once, again, other = (as_splits(splitter, X, Y, rng=rng).fingerprint for rng in (1, 1, 2))
    assert once == again
    assert (once != other) == (splitter.random_state is None)
    assert (repr(vars(splitter)), repr(getattr(splitter.random_state, "get_state", list)())) == before


def test_a_subclass_may_do_as_it_likes():
    class Halves(sk.KFold):
        def split(self, X, y=None, groups=None):
            yield np.arange(5), np.arange(5, 10)

    assert from_splitter(Halves(2), 10).design == Given(splits=1)


class Uncopied:
    def __deepcopy__(self, memo):
        raise TypeError("no copies")

    def get_n_splits(self, X=None, y=None, groups=None):
        return 1

    def split(self, X, y=None, groups=None):
        return iter([([0, 1], [2])])


def test_anything_that_splits_will_do():
    splits = as_splits(Uncopied(), 4)
    assert (splits.design, splits.drawn[0].tolist(), splits.test[0].tolist()) == (
        Given(splits=1),
        [0, 1],
        [2],
    )


@pytest.mark.parametrize("made", [list, tuple, iter])
def test_pairs_are_taken_as_they_are(made):
    marked = np.array([True, False, False, False])
    splits = as_splits(made([([1, 2, 3], [0]), (np.array([3, 0]), np.array([2, 1])), [~marked, marked]]), 4)
    assert splits.design == Given(splits=3)
    assert [each.tolist() for each in splits.drawn] == [[1, 2, 3], [3, 0], [1, 2, 3]]
    assert [each.tolist() for each in splits.test] == [[0], [2, 1], [0]]
    assert {each.dtype for each in (*splits.drawn, *splits.test)} == {np.dtype(np.int64)}


def test_pairs_that_train_on_all_the_rest_need_no_list_of_it():
    assert as_splits([([1, 2], [0]), ([0], [1, 2])], 3).drawn is None


def test_a_number_is_a_number_of_folds():
    assert as_splits(3, X, Y, rng=4).fingerprint == KFold(folds=3).split(X, Y, rng=4).fingerprint
    assert as_splits(np.int64(3), X).design == KFold(folds=3, stratified=False)


def test_designs_split_and_splits_stay():
    splits = as_splits(Resampling(splits=2), X, Y, GROUPS, rng=4)
    assert splits.fingerprint == Resampling(splits=2).split(X, Y, GROUPS, rng=4).fingerprint
    assert as_splits(splits, X) is splits
    with pytest.raises(InputError, match="the splits are for 60 items, but X has 10"):
        as_splits(splits, 10)


@pytest.mark.parametrize(
    ("design", "without"),
    [
        (KFold(folds=4), KFold(folds=4, stratified=False)),
        (FiveByTwo(), FiveByTwo(stratified=False)),
        (Resampling(splits=3, test=0.2), Resampling(splits=3, test=0.2, stratified=False)),
        (Bootstrap(samples=3), Bootstrap(samples=3)),
        (LeaveOneOut(), LeaveOneOut()),
        (7, KFold(folds=7, stratified=False)),
        (KFold, KFold),
    ],
)
def test_without_regard_to_classes(design, without):
    assert unstratified(design) == without


@in_one_test(
    ("design", "message"),
    [
        ("kfold", "design is 'kfold'; expected a design such as KFold"),
        (None, "design is None; expected a design such as"),
        (2.5, "design is 2.5; expected"),
        (True, "design is True; expected"),
        ({"a": 1}, "design is {'a': 1}; expected"),
        (KFold, r"design is the class KFold; expected a design: write KFold\(\)"),
        (sk.ShuffleSplit, r"write ShuffleSplit\(\)"),
        (1, "folds is 1; expected a whole number of at least 2"),
        (sk.KFold(200), "KFold cannot split these data: .*n_splits=200 greater than the number of samples"),
        (sk.StratifiedKFold(40), "StratifiedKFold cannot split these data: n_splits=40 cannot be greater"),
        ([], "design has no splits; expected"),
        ([1, 2], "split 0 is 1; expected a design such as"),
        ([([0, 1], [2]), ([0, 1],)], r"split 1 is \(\[0, 1\],\); expected"),
        ([([0, 1], [])], "split 0 has no items to test on; expected at least one"),
        ([([], [0])], "split 0 has no items to train on"),
        ([([0], [60])], "split 0 has item 60 to test on; expected numbers from 0 to 59"),
        ([([-1], [0])], "split 0 has item -1 to train on"),
        ([([0.5], [0])], r"split 0 has \[0.5\] to train on; expected item numbers from 0 to 59"),
        ([([[0]], [0])], r"split 0 has \[\[0\]\] to train on"),
        ([([True], [0])], r"split 0 has \[True\] to train on"),
        ([([0, 1], [1, 2])], "split 0 tests an item twice or tests a training item"),
        ([([0, 1], [2, 2])], "split 0 tests an item twice or tests a training item"),
    ],
)  # fmt: skip
def test_what_is_no_design_is_named(design, message):
    with pytest.raises(InputError, match=message):
        as_splits(design, X, Y)


def test_groups_that_are_given_must_not_be_divided():
    pairs = [([2, 3], [0, 1]), ([0, 2], [3])]
    assert as_splits(pairs, 4, groups=["g", "g", "h", "i"]).design == Given(splits=2)
    message = (
        "split 1 has items of group 'h' in both the training and the test set; expected each group in one "
        "of them: use a design"
    )
    for design in (pairs, as_splits(pairs, 4)):
        with pytest.raises(InputError, match=message):
            as_splits(design, 4, groups=["g", "g", "h", "h"])
    with pytest.raises(InputError, match="X has 4 items and groups 3"):
        as_splits(pairs, 4, groups=["g", "g", "h"])


def test_missing_groups_are_the_splitters_to_name():
    with pytest.raises(InputError, match="GroupKFold cannot split these data: The 'groups' parameter"):
        as_splits(sk.GroupKFold(3), X, Y)


@pytest.mark.parametrize(
    "design", [RepeatedKFold(runs=2, folds=3), Bootstrap(samples=4), Resampling(splits=3)]
)
def test_our_splits_are_scikit_learns_cv(design):
    splits = design.split(X, Y, rng=6)
    found = sk.cross_validate(DecisionTreeClassifier(random_state=0), X, Y, cv=list(splits))["test_score"]
    looped = [
        (DecisionTreeClassifier(random_state=0).fit(X[train], Y[train]).predict(X[test]) == Y[test]).mean()
        for train, test in splits
    ]
    assert found.tolist() == looped


@pytest.mark.parametrize("splitter", [each for each, _ in KNOWN[:14]], ids=lambda each: type(each).__name__)
@pytest.mark.slow
def test_a_learner_that_minds_the_order_scores_the_same_as_under_the_splitter(splitter):
    learner = SGDClassifier(random_state=0, max_iter=3, tol=None)
    groups = groups_for(splitter)
    through_us = sk.cross_validate(learner, X, Y, cv=list(as_splits(splitter, X, Y, groups)))
    direct = sk.cross_validate(learner, X, Y, cv=splitter, groups=groups)
    assert through_us["test_score"].tolist() == direct["test_score"].tolist()


def test_designs_that_never_look_at_classes_stay_as_they_are():
    assert unstratified(TrainingSets(size=5)) == TrainingSets(size=5)
