"""Naive Bayes with a tree of dependences between the attributes."""

import numpy as np
import numpy.typing as npt

from bakeoff.core.outcomes import Floats, Ints
from bakeoff.lab.learners._nominal import NominalClassifier


class TreeAugmentedNaiveBayes(NominalClassifier):
    """Tree-augmented naive Bayes (TAN), as Weka's ``BayesNet`` with ``-Q ...local.TAN``.

    Each attribute depends on the class and, all but one, on one other attribute; the links form a tree.
    The score of a link from one attribute to another is what it adds to the log marginal likelihood of
    the data, with a Dirichlet prior of 1/2 for each value. In the limit of many items that is n times the
    conditional mutual information of the two given the class, by which Friedman et al. choose the tree.
    The tree of the greatest sum is built from its best link outwards; scores that differ by less than
    1e-9 are equal, and then the first in the order of the attributes is taken. The second end of a link
    gets the first as its parent unless it has one; then the first gets the second. 1/2 is added to each
    count: ``P(v | c, w) = (n_cvw + 1/2) / (n_cw + V/2)`` where the parent has value w. An attribute is
    skipped where its value or its parent's was never seen in training.

    Weka differs in two things. It does not treat scores that differ by rounding alone as equal, so that
    with some 40 items or fewer, where many are equal, it may link other attributes. And it adds 1/2 to the
    counts of a class that it was given and no training item has; here such a class does not exist.

    References
    ----------
    N. Friedman, D. Geiger, M. Goldszmidt (1997). Bayesian network classifiers. Machine Learning 29, 131-163.

    Examples
    --------
    >>> X = [[0, 0], [1, 1], [0, 1], [1, 0]] * 5
    >>> TreeAugmentedNaiveBayes().fit(X, [0, 0, 1, 1] * 5).predict(X[:4]).tolist()
    [0, 0, 1, 1]
    """

    def _learn(self, cells: Ints, y: Ints) -> None:
        from bakeoff.lab.learners._augmented import count_pairs, half_gammas, link, take_logs

        sizes, width, attributes = np.bincount(y), self._start[-1], cells.shape[1]
        pairs = np.empty((len(sizes), width, width), dtype=np.int64)
        count_pairs(cells, y, pairs)
        half = half_gammas(len(y), int(self.n_values_.max()))
        self.parents_ = np.empty(attributes, dtype=np.int64)
        score, inside = np.empty((attributes, attributes)), np.empty(attributes, dtype=np.bool_)
        link(pairs, sizes, self._start, self.n_values_, half, score, inside, self.parents_)
        self._logs, self._prior = np.empty(pairs.shape), np.empty(len(sizes))
        take_logs(pairs, sizes, self._start, self.n_values_, self.parents_, self._logs, self._prior)

    def _choose(self, cells: Ints) -> Ints:
        from bakeoff.lab.learners._augmented import best_log

        return np.array([best_log(row) for row in self._sums(cells)], dtype=np.int64)

    def predict_proba(self, X: npt.ArrayLike) -> Floats:
        """The probability of each class."""
        sums = self._sums(self._cells(X))
        weights = np.exp(sums - sums.max(axis=1, keepdims=True))
        return np.asarray(weights / weights.sum(axis=1, keepdims=True), dtype=np.float64)

    def _sums(self, cells: Ints) -> Floats:
        from bakeoff.lab.learners._augmented import add_logs

        sums = np.empty((len(cells), len(self.classes_)))
        for item in range(len(cells)):
            add_logs(self._logs, self._prior, self.parents_, cells, item, sums[item])
        return sums
