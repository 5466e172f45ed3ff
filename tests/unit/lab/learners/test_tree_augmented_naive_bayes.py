import numpy as np
import pytest
from scipy.special import gammaln

from bakeoff.lab.learners import TreeAugmentedNaiveBayes


def log_marginal(x, groups, values):
    """Log marginal likelihood of x with a Dirichlet prior of 1/2 in each group of items."""
    total = 0.0
    for group in np.unique(groups):
        counts = np.bincount(x[groups == group], minlength=values)
        total += gammaln(counts + 0.5).sum() - values * gammaln(0.5)
        total += gammaln(values / 2) - gammaln(counts.sum() + values / 2)
    return total


def test_the_tree_of_the_greatest_marginal_likelihood():
    import itertools

    rng = np.random.default_rng(3)
    for _ in range(20):
        X, y = rng.integers(3, size=(60, 4)), rng.integers(2, size=60)
        X[:, 2] = np.where(rng.random(60) < 0.5, X[:, 0], X[:, 2])
        parents = TreeAugmentedNaiveBayes().fit(X, y).parents_
        best = {}
        for a, b in itertools.permutations(range(4), 2):
            gain = log_marginal(X[:, a], 10 * y + X[:, b], 3) - log_marginal(X[:, a], y, 3)
            best[frozenset((a, b))] = max(gain, best.get(frozenset((a, b)), -np.inf))
        links = {frozenset((a, b)) for a, b in enumerate(parents.tolist()) if b >= 0}
        assert len(links) == 3
        # no other tree of three links has a greater sum
        trees = [
            tree
            for tree in itertools.combinations(best, 3)
            if len(frozenset.union(*tree)) == 4 and not any(a < b for a in tree for b in tree)
        ]
        assert sum(best[each] for each in links) == pytest.approx(
            max(sum(best[each] for each in tree) for tree in trees)
        )


def test_the_probabilities_by_hand():
    X = np.array([[0, 0], [0, 0], [1, 1], [1, 1], [0, 1], [1, 0]])
    y = np.array([0, 0, 0, 0, 1, 1])
    learner = TreeAugmentedNaiveBayes().fit(X, y)
    root = int(np.flatnonzero(learner.parents_ < 0)[0])
    assert learner.parents_.tolist() == ([-1, 0] if root == 0 else [1, -1])
    zero = 4.5 / 7 * 2.5 / 5 * 2.5 / 3
    one = 2.5 / 7 * 1.5 / 3 * 0.5 / 2
    assert learner.predict_proba([[0, 0]])[0] == pytest.approx([zero / (zero + one), one / (zero + one)])


def test_it_sees_what_naive_bayes_cannot():
    X = np.array([[0, 0, 0], [1, 1, 0], [0, 1, 1], [1, 0, 1]] * 10)
    assert TreeAugmentedNaiveBayes().fit(X[:, :2], X[:, 2]).predict(X[:4, :2]).tolist() == [0, 0, 1, 1]


def test_one_attribute_and_values_never_seen():
    learner = TreeAugmentedNaiveBayes().fit([[0], [0], [1]], ["a", "a", "b"])
    assert learner.parents_.tolist() == [-1]
    assert learner.predict([[0], [1], [5]]).tolist() == ["a", "b", "a"]
    assert learner.predict_proba([[5]])[0] == pytest.approx([2.5 / 4, 1.5 / 4])
