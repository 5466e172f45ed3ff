"""The voted perceptron for two classes."""

from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.lab.learners._nominal import NominalClassifier


class VotedPerceptron(NominalClassifier):
    """The voted perceptron of Freund and Schapire: one pass, a linear kernel, as Weka's ``VotedPerceptron``.

    Attributes of two values are numbers, 0 or 1; one of more values is a set of indicators; a constant
    is added. The items are presented once, in an order that depends on their number alone (that of a
    shuffle by Java's ``Random(1)``). The perceptron starts at zero and predicts the second class where its
    score is 0 or more; each mistake adds or subtracts the item. To predict, every perceptron of the
    sequence votes, weighted with the number of items it got right and the one that made it. Ties go
    to the first class. (Weka learns from 10,000 mistakes at most; here there is no limit.)

    References
    ----------
    Y. Freund, R. Schapire (1999). Large margin classification using the perceptron algorithm. Machine
    Learning 37, 277-296.

    Examples
    --------
    >>> X = [[0, 0], [0, 1], [1, 0], [1, 1]] * 10
    >>> VotedPerceptron().fit(X, ["no", "no", "no", "yes"] * 10).predict(X[:4]).tolist()
    ['no', 'no', 'no', 'yes']
    """

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    def _learn(self, cells: Ints, y: Ints) -> None:
        from bakeoff.lab.learners._perceptron import present, set_active, shuffled

        if len(self.classes_) > 2:
            raise InputError(
                f"Only binary classification is supported. The type of the target is multiclass. It has "
                f"{len(self.classes_)} classes, and a voted perceptron separates two; use another learner"
            )
        n = len(y)
        self._active = np.empty(self._start[-1], dtype=np.bool_)
        set_active(self._start, self.n_values_, self._active)
        missed, sign, lasted = (np.empty(n + 1, dtype=np.int64) for _ in range(3))
        weight = np.empty(self._start[-1], dtype=np.int64)
        mistakes = present(cells, y == 1, shuffled(n), self._active, weight, missed, sign, lasted)
        self._missed = cells[missed[:mistakes]]
        self._sign, self._lasted = sign[:mistakes], lasted[: mistakes + 1]

    def _choose(self, cells: Ints) -> Ints:
        return (self._votes(cells) > 0).astype(np.int64)

    def decision_function(self, X: npt.ArrayLike) -> Floats:
        """Votes for the second class minus those for the first."""
        return self._votes(self._cells(X)).astype(np.float64)

    def _votes(self, cells: Ints) -> Ints:
        from bakeoff.lab.learners._perceptron import all_votes, pack_rows

        known = np.concatenate([cells, self._missed])
        row = np.empty((len(known), len(self._active) // 64 + 1), dtype=np.uint64)
        pack_rows(known, self._active, row)
        votes = np.empty(len(cells), dtype=np.int64)
        all_votes(row, np.arange(len(cells), len(known)), self._sign, self._lasted, votes)
        return votes if len(self.classes_) == 2 else np.full(len(cells), -1)
