"""The learners of the lab as scikit-learn estimators; they need the extra ``lab``."""

from bakeoff.lab.learners import (
    C45,
    LEARNERS,
    NUMERIC,
    Majority,
    NaiveBayes,
    NearestNeighbours,
    TreeAugmentedNaiveBayes,
    VotedPerceptron,
    make,
)

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
