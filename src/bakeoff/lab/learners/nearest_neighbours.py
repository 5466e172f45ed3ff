"""Nearest neighbours for nominal attributes."""

import numbers

import numpy as np
import numpy.typing as npt

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.lab.learners._nominal import NominalClassifier, shares


class NearestNeighbours(NominalClassifier):
    """The classes of the nearest items vote, as in Weka's ``IBk``.

    The distance of two items is the number of attributes in which they differ (Hamming). The k nearest
    training items have one vote each, and so has every other that is as near as the k-th of them, so
    that the order of the items does not matter. Of classes with equally many votes the first is
    predicted. A value never seen in training differs from all.

    Parameters
    ----------
    k
        How many neighbours vote.

    References
    ----------
    D. Aha, D. Kibler, M. Albert (1991). Instance-based learning algorithms. Machine Learning 6, 37-66.

    Examples
    --------
    >>> learner = NearestNeighbours().fit([[0, 0], [0, 1], [1, 1]], [0, 1, 1])
    >>> learner.predict([[0, 0], [1, 0]]).tolist()  # of [1, 0], two items of different classes are as near
    [0, 0]
    """

    def __init__(self, k: int = 1) -> None:
        self.k = k

    def checked_k(self) -> int:
        """``k`` as a whole number of at least 1."""
        if isinstance(self.k, bool) or not isinstance(self.k, numbers.Integral) or self.k < 1:
            raise InputError(f"k is {self.k!r}; expected a whole number of at least 1")
        return int(self.k)

    def _learn(self, cells: Ints, y: Ints) -> None:
        self._k, self._trained, self._y = self.checked_k(), cells, y

    def _choose(self, cells: Ints) -> Ints:
        return np.asarray(self._votes(cells).argmax(axis=1))

    def predict_proba(self, X: npt.ArrayLike) -> Floats:
        """The share of the votes of each class."""
        return shares(self._votes(self._cells(X)))

    def _votes(self, cells: Ints) -> Ints:
        from bakeoff.lab.learners._neighbours import votes_of

        votes = np.empty((len(cells), len(self.classes_)), dtype=np.int64)
        votes_of(self._trained, self._y, cells, self._k, votes)
        return votes
