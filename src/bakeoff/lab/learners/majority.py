"""The most frequent class."""

import numpy as np
import numpy.typing as npt

from bakeoff.core.outcomes import Floats, Ints
from bakeoff.lab.learners._nominal import NominalClassifier


class Majority(NominalClassifier):
    """Predicts the most frequent class whatever the attributes; the first of several, as Weka's ``ZeroR``.

    Examples
    --------
    >>> Majority().fit([[0], [1], [1]], ["no", "yes", "yes"]).predict([[0]]).tolist()
    ['yes']
    """

    compiled = False

    def _learn(self, cells: Ints, y: Ints) -> None:
        self._sizes = np.bincount(y)

    def _choose(self, cells: Ints) -> Ints:
        return np.full(len(cells), self._sizes.argmax(), dtype=np.int64)

    def predict_proba(self, X: npt.ArrayLike) -> Floats:
        """The share of each class in the training items."""
        n = len(self._cells(X))
        return np.tile(self._sizes / self._sizes.sum(), (n, 1))
