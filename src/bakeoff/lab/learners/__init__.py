"""The learners of the lab, compiled, as scikit-learn estimators and by key.

They take nominal attributes: small whole numbers from 0 upwards. The learners of NUMERIC also take
numbers in the lab, in :func:`bakeoff.lab.item_errors.item_errors`; as estimators of numbers they are
scikit-learn's ``GaussianNB`` and ``KNeighborsClassifier``.
"""

from typing import Any

from bakeoff.core.exceptions import unknown_name
from bakeoff.lab.learners.c45 import C45
from bakeoff.lab.learners.majority import Majority
from bakeoff.lab.learners.naive_bayes import NaiveBayes
from bakeoff.lab.learners.nearest_neighbours import NearestNeighbours
from bakeoff.lab.learners.tree_augmented_naive_bayes import TreeAugmentedNaiveBayes
from bakeoff.lab.learners.voted_perceptron import VotedPerceptron

#: The learners that take nominal attributes by the keys that the lab uses: the class and its settings.
LEARNERS: dict[str, tuple[type[Any], dict[str, Any]]] = {
    "naive-bayes": (NaiveBayes, {}),
    "c45": (C45, {}),
    "c45-no-raising": (C45, {"subtree_raising": False}),
    "c45-unpruned": (C45, {"pruned": False}),
    # Grown down to single items; useless subtrees are collapsed, as J48 -U -M 1 does.
    "c45-full": (C45, {"pruned": False, "min_items": 1}),
    "1-nn": (NearestNeighbours, {"k": 1}),
    "3-nn": (NearestNeighbours, {"k": 3}),
    "tan": (TreeAugmentedNaiveBayes, {}),
    "voted-perceptron": (VotedPerceptron, {}),
    "majority": (Majority, {}),
}

#: The keys of the learners that take numbers in the lab.
NUMERIC = ("gaussian-naive-bayes", "1-nn", "3-nn", "majority")

__all__ = [
    "C45",
    "LEARNERS",
    "NUMERIC",
    "Majority",
    "NaiveBayes",
    "NearestNeighbours",
    "TreeAugmentedNaiveBayes",
    "VotedPerceptron",
    "make",
]


def make(key: str) -> Any:
    """The estimator of a key of the lab.

    >>> make("c45-unpruned")
    C45(pruned=False)
    """
    if key == "gaussian-naive-bayes":
        from sklearn.naive_bayes import GaussianNB

        return GaussianNB()
    if key not in LEARNERS:
        raise unknown_name("learner", key, [*LEARNERS, "gaussian-naive-bayes"])
    kind, parameters = LEARNERS[key]
    return kind(**parameters)
