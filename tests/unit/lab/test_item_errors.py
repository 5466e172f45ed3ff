import subprocess
import sys

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from tests.looping import in_one_test

import bakeoff
from bakeoff import InputError
from bakeoff.lab.item_errors import data_seeds, fold_assignment, fold_errors, fold_of, item_errors
from bakeoff.lab.learners import C45, LEARNERS, NUMERIC, NearestNeighbours

RNG = np.random.default_rng(0)
X = RNG.integers(2, size=(120, 6))
Y = (RNG.random(120) < 0.3).astype(int)
EVERY = dict.fromkeys([*LEARNERS, *NUMERIC])


def nominal(sets=3, n=70, attributes=4, values=3, classes=2):
    rng = np.random.default_rng([sets, n, classes])
    X = rng.integers(values, size=(sets, n, attributes))
    noise = rng.integers(classes, size=(sets, n))
    return X, np.where(rng.random((sets, n)) < 0.6, (X[..., 0] + X[..., 1]) % classes, noise)


def numbers(sets=3, n=90, attributes=3, classes=3, apart=1.0):
    rng = np.random.default_rng([sets, n, classes])
    y = rng.integers(classes, size=(sets, n))
    scale = 10.0 ** np.arange(attributes)
    return (rng.normal(size=(sets, n, attributes)) + apart * y[..., None]) * scale + 5 * scale, y


def one_by_one(learner, X, y, dealt):
    """What the learner of scikit-learn gets wrong, in the same folds."""
    missed = np.empty(dealt.shape, dtype=int)
    for at, run in np.ndindex(dealt.shape[:2]):
        for fold in range(dealt.max() + 1):
            test = dealt[at, run] == fold
            said = learner.fit(X[at][~test], y[at][~test]).predict(X[at][test])
            missed[at, run, test] = said != y[at][test]
    return missed


@pytest.mark.parametrize("key", EVERY)
@pytest.mark.parametrize("classes", [2, 3])
def test_fold_errors_are_the_item_errors_by_fold(key, classes):
    X, y = nominal(classes=2 if key == "voted-perceptron" else classes)
    seeds = data_seeds(X, y, 4)
    flags = item_errors(X, y, learner=key, runs=2, folds=6, seeds=seeds)
    assert (flags.shape, flags.dtype, set(np.unique(flags))) == ((3, 2, 70), np.uint8, {0, 1})
    dealt = fold_of(y, runs=2, folds=6, seeds=seeds)
    counted = [[np.bincount(f, weights=w, minlength=6) for f, w in zip(*both, strict=True)]
               for both in zip(dealt, flags, strict=True)]  # fmt: skip
    assert fold_errors(X, y, learner=key, runs=2, folds=6, rng=4).tolist() == np.array(counted).tolist()


@pytest.mark.parametrize("key", ["c45", "naive-bayes", "1-nn"])
def test_the_flags_are_of_the_items_in_their_order(key):
    from bakeoff.lab.learners import make

    X, y = nominal()
    seeds = data_seeds(X, y, 0)
    expected = one_by_one(make(key), X, y, fold_of(y, runs=2, folds=5, seeds=seeds))
    assert item_errors(X, y, learner=key, runs=2, folds=5, seeds=seeds).tolist() == expected.tolist()


def test_the_seeds_and_folds_are_those_of_fold_errors():
    X, y = nominal()
    dealt = fold_of(y, runs=4, folds=7, seeds=data_seeds(X, y, 9))
    assert dealt.tolist() == fold_assignment(X, y, runs=4, folds=7, rng=9).tolist()


def test_seeds_depend_on_data_and_rng():
    X, y = numbers()
    seeds = data_seeds(X, y, 0)
    assert len({*seeds.tolist(), *data_seeds(X, y, 1).tolist()}) == 6
    assert data_seeds(X[::-1], y[::-1], 0).tolist() == seeds[::-1].tolist()
    other = X.copy()
    other[0, 0, 0] = np.nextafter(other[0, 0, 0], np.inf)
    assert (data_seeds(other, y, 0) != seeds).tolist() == [True, False, False]
    assert data_seeds(np.zeros((1, 4, 1)), y[:1, :4], 0) == data_seeds(-np.zeros((1, 4, 1)), y[:1, :4], 0)


@in_one_test("classes", [1, 2, 3, 4])
@in_one_test("folds", [2, 5, 30])
@in_one_test("apart", [0.0, 1.5])
def test_gaussian_naive_bayes_is_that_of_scikit_learn(classes, folds, apart):
    X, y = numbers(classes=classes, apart=apart, n=60)
    seeds = data_seeds(X, y, 0)
    given = {"runs": 1 if folds == 30 else 3, "folds": folds, "seeds": seeds}
    expected = one_by_one(GaussianNB(), X, y, fold_of(y, **given))
    assert (item_errors(X, y, learner="gaussian-naive-bayes", **given) == expected).all()
    smoother = one_by_one(GaussianNB(var_smoothing=0.1), X, y, fold_of(y, **given))
    assert (item_errors(X, y, learner=GaussianNB(var_smoothing=0.1), **given) == smoother).all()


@pytest.mark.parametrize("shift", [1e3, 1e6, -1e8])
def test_gaussian_naive_bayes_far_from_zero_and_with_one_item_far_away(shift):
    X, y = numbers(classes=2)
    X = X + shift
    X[:, 7] = 1e9
    X[..., 2] = y  # constant within each class: its variance is what is added alone
    X[0, 5, 2] = 3
    seeds = data_seeds(X, y, 0)
    expected = one_by_one(GaussianNB(), X, y, fold_of(y, runs=2, folds=10, seeds=seeds))
    flags = item_errors(X, y, learner="gaussian-naive-bayes", runs=2, folds=10, seeds=seeds)
    assert (flags == expected).all()


def test_gaussian_naive_bayes_where_nothing_varies():
    X, y = np.full((1, 20, 2), 3.7), np.array([[0] * 8 + [1] * 12])
    flags = item_errors(X, y, learner="gaussian-naive-bayes", runs=2, folds=4, seeds=[1])
    assert flags.tolist() == [[[1] * 8 + [0] * 12] * 2]


def test_gaussian_naive_bayes_takes_whole_numbers_as_numbers():
    X, y = nominal()
    given = {"learner": "gaussian-naive-bayes", "runs": 2, "seeds": data_seeds(X, y, 0)}
    assert (item_errors(X, y, **given) == item_errors(X.astype(float), y, **given)).all()


@in_one_test("k", [1, 3, 7])
@in_one_test("folds", [2, 10])
@in_one_test("classes", [2, 3])
def test_neighbours_of_numbers_are_those_of_scikit_learn(k, folds, classes):
    X, y = numbers(classes=classes)
    seeds = data_seeds(X, y, 0)
    expected = one_by_one(KNeighborsClassifier(k), X, y, fold_of(y, runs=3, folds=folds, seeds=seeds))
    flags = item_errors(X, y, learner=NearestNeighbours(k), runs=3, folds=folds, seeds=seeds)
    assert (flags == expected).all()


@pytest.mark.parametrize("key", ["1-nn", "3-nn"])
@pytest.mark.parametrize("folds", [2, 8])
def test_ties_of_numbers_go_as_those_of_nominal_attributes(key, folds):
    # with two values the squared distance is the number of attributes that differ; with few of them whole
    # crowds are as near, so that the lists of the nearest do not reach
    for attributes in (2, 6):
        X, y = nominal(values=2, attributes=attributes, n=120, classes=3)
        given = {"learner": key, "runs": 3, "folds": folds, "seeds": data_seeds(X, y, 0)}
        assert (item_errors(X.astype(float), y, **given) == item_errors(X, y, **given)).all()


@pytest.mark.parametrize("key", ["1-nn", "majority"])
def test_views_of_the_same_items_are_paired(key):
    # halves of nominal values are as near or far as the values: in the same folds the same items are missed
    X, y = nominal(values=2)
    seeds = data_seeds(X, y, 0)
    both = [item_errors(view, y, learner=key, runs=3, seeds=seeds) for view in (X, X / 2.0)]
    assert (both[0] == both[1]).all()


@pytest.mark.parametrize(
    ("key", "floats"), [*((key, False) for key in EVERY), *((key, True) for key in NUMERIC)]
)
def test_data_sets_do_not_see_each_other_or_the_threads(monkeypatch, key, floats):
    from bakeoff.lab.learners import _compiled

    monkeypatch.setattr(_compiled, "THREADS", 3)
    X, y = numbers(sets=5, classes=2) if floats else nominal(sets=5)
    seeds = data_seeds(X, y, 1)
    together = item_errors(X, y, learner=key, runs=3, seeds=seeds)
    alone = [
        item_errors(X[at:][:1], y[at:][:1], learner=key, runs=3, seeds=seeds[at:][:1]) for at in range(5)
    ]
    assert (np.concatenate(alone) == together).all()
    monkeypatch.setattr(_compiled, "THREADS", 1)
    assert (item_errors(X, y, learner=key, runs=3, seeds=seeds) == together).all()


def test_the_lists_of_many_data_sets_are_made_in_portions(monkeypatch):
    from bakeoff.lab import _loops

    X, y = numbers(sets=6)
    given = {"learner": "3-nn", "runs": 2, "seeds": data_seeds(X, y, 0)}
    whole = item_errors(X, y, **given)
    monkeypatch.setattr(_loops, "ROOM", 60_000)
    assert (item_errors(X, y, **given) == whole).all()


@in_one_test(
    ("change", "said"),
    [
        ({"learner": "c45", "X": np.ones((1, 9, 2))}, r"X is float64 and the learner C45 takes nominal"),
        ({"learner": C45(), "X": np.ones((1, 9, 2))}, r"expected whole numbers \(X.astype\(int\)\)"),
        ({"learner": 3}, "learner is int; expected a key"),
        ({"learner": "gauss"}, "no learner is called 'gauss'"),
        ({"learner": GaussianNB(priors=[0.5, 0.5])}, r"priors is \[0.5, 0.5\]; expected None"),
        ({"learner": "1-nn", "X": np.full((1, 9, 2), np.nan)}, "X holds nan; expected numbers"),
        ({"learner": "1-nn", "X": np.full((1, 9, 2), 1e200)}, r"X holds 1e\+200"),
        ({"X": [[["a"]] * 9]}, "X is <U1; expected whole numbers or floats"),
        ({"X": [[[0], [1, 2]]]}, "X has rows of different lengths"),
        ({"X": np.ones((9, 2), dtype=int)}, r"X has shape \(9, 2\); expected \(data sets, items, attrib"),
        ({"y": [0] * 9}, r"y has shape \(9,\); expected \(1, 9\), as X has shape \(1, 9, 2\)"),
        ({"seeds": [1, 2]}, r"seeds has shape \(2,\) and type int64; expected a whole number for each of 1"),
        ({"seeds": [0.5]}, "seeds has shape .* and type float64"),
        ({"runs": 0}, "runs is 0"),
        ({"folds": 1}, "folds is 1"),
        ({"folds": 10}, "there are 9 items and 10 folds"),
    ],
)  # fmt: skip
def test_bad_input(change, said):
    given = {"X": np.ones((1, 9, 2), dtype=int), "y": [[0, 1, 0] * 3], "learner": "majority", "folds": 3}
    given |= {"seeds": [5]} | change
    with pytest.raises(InputError, match=said):
        item_errors(given.pop("X"), given.pop("y"), **given)


def test_folds_of_bad_classes():
    with pytest.raises(InputError, match=r"y has shape \(3,\); expected \(data sets, items\)"):
        fold_of([0, 1, 1], runs=1, folds=2, seeds=[0])


def test_the_shapes_and_the_type_of_the_contract():
    one = bakeoff.lab.fold_errors(X, Y)
    assert (one.shape, one.dtype.kind) == ((10, 10), "i")
    many = fold_errors(X.reshape(4, 30, 6), Y.reshape(4, 30), learner="1-nn", runs=2, folds=3, rng=0)
    assert many.shape == (4, 2, 3)


def test_folds_are_stratified_and_even():
    folds = fold_assignment(X, Y, runs=20, folds=7)
    for dealt in folds:
        for group in (X[:, 0] >= 0, Y == 0, Y == 1):
            sizes = np.bincount(dealt[group], minlength=7)
            assert np.ptp(sizes) <= 1
    assert len({tuple(dealt) for dealt in folds}) == 20


def test_each_item_is_as_often_in_each_fold():
    # 4000 runs of 5 folds: 800 each, standard deviation 25.3; six of them, for 75 numbers, are passed by
    # chance once in 6 million times
    folds = fold_assignment(X[:15], [0] * 5 + [1] * 10, runs=4000, folds=5)
    often = np.array([np.bincount(folds[:, item], minlength=5) for item in range(15)])
    assert np.abs(often - 800).max() < 6 * 25.3
    # and as often with each other item of its class, 1 of 9 times: standard deviation 0.005
    together = np.array([(folds[:, 5] == folds[:, other]).mean() for other in range(6, 15)])
    assert np.abs(together - 1 / 9).max() < 6 * 0.005


def test_more_runs_begin_with_those_of_fewer():
    assert (fold_errors(X, Y, runs=5)[:2] == fold_errors(X, Y, runs=2)).all()


def test_folds_depend_on_data_and_rng():
    folds = fold_assignment(X, Y, runs=3)
    changed = X.copy()
    changed[0, 0] ^= 1
    for other in (fold_assignment(X, Y, runs=3, rng=1), fold_assignment(changed, Y, runs=3)):
        assert (other != folds).any()
    assert (fold_assignment(X.astype(float), Y.astype(np.uint8), runs=3) == folds).all()
    assert (fold_assignment(X[None], Y[None], runs=3)[0] == folds).all()


def test_columns_for_the_learner_alone_leave_the_folds():
    seen = fold_errors(X, Y, learner="c45-full", attributes=[1, 2])
    fold_of = fold_assignment(X, Y)
    expected = []
    for dealt in fold_of:
        for fold in range(10):
            tree = C45(min_items=1, pruned=False).fit(X[dealt != fold][:, 1:3], Y[dealt != fold])
            expected.append((tree.predict(X[dealt == fold][:, 1:3]) != Y[dealt == fold]).sum())
    assert seen.ravel().tolist() == expected
    assert (seen == fold_errors(X, Y, learner="c45-full", attributes=slice(1, 3))).all()


def test_an_estimator_instead_of_a_key():
    assert (fold_errors(X, Y, learner=C45(pruned=False)) == fold_errors(X, Y, learner="c45-unpruned")).all()
    assert (fold_errors(X, Y, learner=NearestNeighbours(3)) == fold_errors(X, Y, learner="3-nn")).all()


def test_the_distances_of_many_data_sets_are_found_in_portions(monkeypatch):
    import importlib

    data, classes = X.reshape(6, 20, 6), Y.reshape(6, 20)
    whole = fold_errors(data, classes, learner="1-nn", folds=4)
    monkeypatch.setattr(importlib.import_module("bakeoff.lab._loops"), "ROOM", 40_000)
    assert (fold_errors(data, classes, learner="1-nn", folds=4) == whole).all()


@in_one_test(
    ("change", "said"),
    [
        ({"learner": "c4.5"}, "no learner is called 'c4.5'; did you mean 'c45'"),
        ({"learner": 3}, "learner is int; expected a key"),
        ({"learner": NearestNeighbours(0)}, "k is 0; expected a whole number of at least 1"),
        ({"learner": C45(min_items=0)}, "min_items is 0"),
        ({"learner": "voted-perceptron", "y": np.arange(120) % 3}, "y has 3 classes"),
        ({"runs": 0}, "runs is 0; expected a whole number of at least 1"),
        ({"folds": 1}, "folds is 1; expected a whole number of at least 2"),
        ({"folds": 121}, "there are 120 items and 121 folds"),
        ({"X": X / 3}, r"X holds 0\.333"),
        ({"X": X[0]}, r"X has shape \(6,\)"),
        ({"X": X[:, :0]}, r"X has shape \(120, 0\)"),
        ({"y": Y[:-1]}, r"y has shape \(119,\) and X \(120, 6\)"),
        ({"y": Y - 1}, "y holds -1"),
        ({"attributes": [6]}, r"attributes is \[6\]; expected columns of X, which are 0 to 5"),
        ({"attributes": []}, r"attributes is \[\]; expected a list or slice of one column at least"),
        ({"attributes": 2}, "attributes is 2; expected a list or slice"),
        ({"rng": -1}, "rng is -1"),
    ],
)
def test_bad_input_of_fold_errors(change, said):
    given = {"X": X, "y": Y} | change
    with pytest.raises(bakeoff.InputError, match=said):
        fold_errors(given.pop("X"), given.pop("y"), **given)


def test_nothing_is_compiled_before_it_is_needed():
    code = "import sys, bakeoff.lab, bakeoff.lab.learners; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_a_generator_would_leave_two_calls_unpaired():
    X, y = np.zeros((10, 1), dtype=int), np.arange(10) % 2
    with pytest.raises(bakeoff.InputError, match="so that two calls get the same folds"):
        fold_errors(X, y, learner="majority", rng=np.random.default_rng(0))
