"""Naive Bayes for nominal attributes."""

import numpy as np
import numpy.typing as npt

from bakeoff.core.outcomes import Floats, Ints
from bakeoff.lab.learners._nominal import NominalClassifier, shares


class NaiveBayes(NominalClassifier):
    """Naive Bayes with one added to each count (Laplace), as Weka's ``NaiveBayes``.

    With n items, n_c of them of class c, K classes and V values of an attribute, of which value v was
    seen in n_cv items of class c::

        P(c) = (n_c + 1) / (n + K),    P(v | c) = (n_cv + 1) / (n_c + V)

    and the class of the greatest P(c) times the product of P(v | c) over the attributes is predicted, the
    first of several that are equal in double precision. An attribute whose value was never seen in
    training is skipped, and a class never seen is never predicted. (Weka can be given a class that no
    training item has; it adds one to its counts too and may predict it.)

    References
    ----------
    G. H. John, P. Langley (1995). Estimating continuous distributions in Bayesian classifiers. UAI.

    Examples
    --------
    >>> learner = NaiveBayes().fit([[0, 0], [0, 1], [1, 0], [1, 1]], ["a", "a", "b", "b"])
    >>> learner.predict([[0, 0], [1, 1]]).tolist(), learner.predict_proba([[0, 0]]).tolist()
    (['a', 'b'], [[0.75, 0.25]])
    """

    def _learn(self, cells: Ints, y: Ints) -> None:
        from bakeoff.lab.learners._bayes import count, smooth

        counts = np.empty((self._start[-1], len(self.classes_)), dtype=np.int64)
        count(cells, y, counts)
        self._table = np.empty(counts.shape)
        self._prior = np.empty(len(self.classes_))
        smooth(counts, np.bincount(y), self._start, self._table, self._prior)

    def _choose(self, cells: Ints) -> Ints:
        from bakeoff.lab.learners._bayes import best_of

        return np.array([best_of(row) for row in self._products(cells)], dtype=np.int64)

    def predict_proba(self, X: npt.ArrayLike) -> Floats:
        """The probability of each class."""
        return shares(self._products(self._cells(X)))

    def _products(self, cells: Ints) -> Floats:
        from bakeoff.lab.learners._bayes import multiply_all

        products = np.empty((len(cells), len(self.classes_)))
        multiply_all(self._prior, self._table, cells, products)
        return products
