import pickle

import numpy as np
import pytest
from sklearn.base import clone
from tests.looping import in_one_test

from bakeoff import InputError
from bakeoff.lab.learners import C45, _tree
from bakeoff.lab.learners.c45 import tree_rules


def items(*groups):
    """Items from (how many, attributes, class)."""
    X = [attributes for many, attributes, _ in groups for _ in range(many)]
    return np.array(X), np.array([label for many, _, label in groups for _ in range(many)])


def test_the_signature_of_the_contract():
    assert C45().get_params() == {
        "min_items": 2,
        "confidence": 0.25,
        "pruned": True,
        "subtree_raising": True,
    }
    assert clone(C45(confidence=0.1)).confidence == 0.1


def test_two_branches_need_enough_items():
    X, y = items((9, [0], "a"), (1, [1], "b"))
    assert C45(pruned=False).fit(X, y).n_leaves_ == 1
    assert C45(pruned=False, min_items=1).fit(X, y).n_leaves_ == 2


def test_the_first_of_equal_attributes_is_asked_for():
    X, y = items((5, [0, 0, 1], 0), (5, [1, 1, 0], 1))
    tree = C45().fit(X, y)
    assert tree.predict([[0, 1, 1], [1, 0, 1]]).tolist() == [0, 1]


def test_gain_ratio_is_compared_among_those_of_average_gain():
    # the second attribute gains most bits but spreads the items over four values
    X, y = items((4, [0, 0], 0), (4, [0, 1], 0), (4, [1, 2], 1), (4, [1, 3], 1))
    assert C45().fit(X, y).n_leaves_ == 2
    # an attribute of high ratio and little gain does not count: it sets two items of twenty apart
    X, y = items((2, [1, 1], 1), (8, [0, 1], 1), (1, [0, 0], 1), (9, [0, 0], 0))
    tree = C45(pruned=False).fit(X, y)
    assert tree.predict([[0, 1], [0, 0]]).tolist() == [1, 0]


def test_a_subtree_without_fewer_errors_is_collapsed():
    # the split changes the shares of the classes but not the most frequent class
    X, y = items((9, [0], 0), (1, [0], 1), (6, [1], 0), (4, [1], 1))
    assert C45(pruned=False).fit(X, y).n_leaves_ == 1


def test_values_without_items_and_never_seen_predict_as_the_node_above():
    X, y = items((6, [0], "a"), (4, [3], "b"))
    tree = C45().fit(X, y)
    assert tree.n_leaves_ == 4
    assert tree.predict([[0], [1], [3], [7]]).tolist() == ["a", "a", "b", "a"]
    assert tree.predict_proba([[1], [3], [7]]).tolist() == [[0.6, 0.4], [0, 1], [0.6, 0.4]]


def test_pruning_and_raising():
    rng = np.random.default_rng(5)
    X, y = rng.integers(2, size=(300, 10)), rng.integers(2, size=300)
    leaves = [
        C45(**given).fit(X, y).n_leaves_
        for given in ({}, {"subtree_raising": False}, {"pruned": False}, {"confidence": 0.01})
    ]
    assert leaves[3] < leaves[0] <= leaves[2]
    assert leaves[1] < leaves[2]


def test_expected_errors_are_the_upper_limits_of_quinlan():
    # Quinlan 1993, p. 41: U25%(0, 6) = .206, U25%(0, 9) = .143, U25%(0, 1) = .75, U25%(1, 16) = .157
    from bakeoff.lab.learners._pruning import _expected

    rules = tree_rules(C45(), 20)
    limits = [_expected(n, e, rules.z, rules.leaves) / n for e, n in ((0, 6), (0, 9), (0, 1), (1, 16))]
    assert limits == pytest.approx([0.206, 0.143, 0.75, 0.157], abs=0.003)
    # Wilson's limit for 3.5 errors of 20 at 75 %, by hand
    z, n, f = 0.6744897501960817, 20, 3.5 / 20
    spread = z * np.sqrt(f / n - f * f / n + z * z / (4 * n * n))
    assert _expected(20, 3, rules.z, rules.leaves) == pytest.approx(
        n * (f + z * z / (2 * n) + spread) / (1 + z * z / n), rel=1e-13
    )
    assert _expected(3, 3, rules.z, rules.leaves) == 3


@in_one_test("seed", range(20))
@in_one_test(
    "parameters",
    [{}, {"min_items": 5}, *({"min_items": least, "pruned": False} for least in (1, 2, 3, 4))],
)
def test_the_quick_way_for_two_values_and_classes_grows_the_same_trees(seed, parameters):
    rng = np.random.default_rng(seed)
    X, y = rng.integers(2, size=(150, 6)), rng.integers(2, size=150)
    asked = rng.integers(2, size=(100, 6))
    quick = C45(**parameters).fit(X, y)
    general = general_way(X, y, parameters)
    assert quick.n_leaves_ == general.n_leaves_
    assert quick.predict(asked).tolist() == general.predict(asked).tolist()


def general_way(X, y, parameters):
    class Wide(C45):
        def _packed(self, cells, y, min_items):
            items, _ = super()._packed(cells, y, min_items)
            # an empty third class makes the grower take the general way
            first_word = np.append(items.first_word, items.first_word[-1])
            wide = _tree.make_tree(len(y), self._start, 3, items.bits.shape[1], min_items)
            return items._replace(first_word=first_word), wide

    return Wide(**parameters).fit(X, y)


@pytest.mark.parametrize("confidence", [0.001, 0.05, 0.25, 0.5])
def test_no_leaf_expects_fewer_errors_with_more_items(confidence):
    # what lets a branch be given up before all its leaves are looked at
    from bakeoff.lab.learners._pruning import _expected

    rules = tree_rules(C45(confidence=confidence), 121)
    for size in range(121):
        for wrong in range(max(size, 1)):
            expected = _expected(size, wrong, rules.z, rules.leaves)
            assert _expected(size + 1, wrong, rules.z, rules.leaves) >= expected - 1e-12
            assert _expected(size + 1, wrong + 1, rules.z, rules.leaves) >= expected - 1e-12


def test_a_fitted_tree_can_be_pickled():
    X, y = items((5, [0, 1], 0), (5, [1, 0], 1))
    tree = C45().fit(X, y)
    again = pickle.loads(pickle.dumps(tree))  # noqa: S301 - our own
    assert again.predict(X).tolist() == y.tolist()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"min_items": 0}, "min_items is 0; expected a whole number of at least 1"),
        ({"min_items": 1.5}, "min_items is 1.5"),
        ({"confidence": 0}, "confidence is 0; expected a number above 0 and at most 0.5"),
        ({"confidence": 0.6}, "confidence is 0.6"),
        ({"confidence": "high"}, "confidence is 'high'"),
    ],
)
def test_bad_parameters(given, said):
    with pytest.raises(InputError, match=said):
        C45(**given).fit([[0], [1]], [0, 1])
