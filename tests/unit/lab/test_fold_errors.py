import subprocess
import sys

import numpy as np
import pytest

import bakeoff
from bakeoff.lab import fold_assignment, fold_errors
from bakeoff.lab.learners import C45, NearestNeighbours

RNG = np.random.default_rng(0)
X = RNG.integers(2, size=(120, 6))
Y = (RNG.random(120) < 0.3).astype(int)


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


@pytest.mark.parametrize(
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
def test_bad_input(change, said):
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
