"""C4.5 decision trees for nominal attributes."""

import numbers
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.lab.learners._nominal import NominalClassifier, shares
from bakeoff.lab.learners._records import Items, Rules, Tree
from bakeoff.lab.learners._table import ATTRIBUTE, LABEL, LEAF, PARENT, SIZE


class C45(NominalClassifier):
    """Quinlan's C4.5 for nominal attributes, as Weka's ``J48``.

    **Growing.** A node splits on one attribute and has a branch for each of its values. It stays a leaf if
    all its items are of one class or there are fewer than twice ``min_items``. An attribute may be
    used if at least two branches get ``min_items`` each. Among these attributes, those whose information
    gain is at least the average of all minus 0.001 are compared by their gain ratio, and the greatest
    wins, if it is above 0; differences below 1e-6 count as none, and then the first attribute wins.
    Attributes with 0.3 n values or more, of n training items, do not count for the average unless all
    have as many.

    **Collapsing.** A subtree that makes no fewer errors on the training items than a leaf becomes a leaf,
    whether the tree is pruned or not.

    **Pruning.** From the bottom up, the errors to expect of a leaf with N items, E of them not of its most
    frequent class, are estimated as N times the upper confidence limit of E / N: ``1 - CF^(1/N)`` for
    E = 0, otherwise Wilson's limit for E + 1/2 errors at the one-sided confidence CF, and 1 for
    E + 1/2 >= N. A subtree is replaced by a leaf, or else by its largest branch with all items of the
    subtree (subtree raising; the last of several as large), where that expects at most 0.1 errors more
    than the alternatives; a raised branch is pruned again with its new items.

    **Predicting.** The most frequent class of the leaf, the first of several. A branch without training
    items, and a value never seen, predict as the node above.

    Parameters
    ----------
    min_items
        At least two branches must get this many items.
    confidence
        CF above: smaller values prune more.
    pruned
        Whether to prune.
    subtree_raising
        Whether pruning may replace a parent by one of its branches.

    References
    ----------
    R. Quinlan (1993). C4.5: Programs for Machine Learning. Morgan Kaufmann.

    Examples
    --------
    >>> X = [[0, 0], [0, 1], [1, 0], [1, 1]] * 5
    >>> tree = C45().fit(X, ["no", "no", "no", "yes"] * 5)
    >>> tree.predict(X[:4]).tolist(), tree.n_leaves_
    (['no', 'no', 'no', 'yes'], 3)
    """

    def __init__(
        self,
        min_items: int = 2,
        confidence: float = 0.25,
        pruned: bool = True,
        subtree_raising: bool = True,
    ) -> None:
        self.min_items = min_items
        self.confidence = confidence
        self.pruned = pruned
        self.subtree_raising = subtree_raising

    def _learn(self, cells: Ints, y: Ints) -> None:
        from bakeoff.lab.learners._pruning import fit_tree

        rules = tree_rules(self, len(y))
        items, room = self._packed(cells, y, rules.min_items)
        made = fit_tree(room, items, rules)
        kept = (field[:made].copy() for field in (room.nodes, room.kids, room.counts, room.estimate))
        self._tree = Tree._make([*kept, *(field[:0] for field in room[4:])])
        self.n_leaves_ = int((self._tree.nodes[:, ATTRIBUTE] == LEAF).sum())

    def _packed(self, cells: Ints, y: Ints, min_items: int) -> tuple[Items, Tree]:
        """The items as bits, and room for a tree."""
        from bakeoff.lab.learners._bits import pack, seats, turn_over
        from bakeoff.lab.learners._tree import make_tree

        n_classes, start = len(self.classes_), self._start
        first_word = np.empty(n_classes + 1, dtype=np.int32)  # as in the loop: the tree is compiled once
        seat = np.empty(len(y), dtype=np.int64)
        words = seats(y, n_classes, first_word, seat)
        bits = np.empty((start[-1], words), dtype=np.uint64)
        pack(cells, seat, bits)
        everything = np.bitwise_or.reduce(bits[: start[1]])
        planes = np.empty((words, start[-1] - len(start) + 1), dtype=np.uint64)
        turn_over(bits, start, planes)
        items = Items(bits, planes, start, first_word, everything, self.n_values_)
        return items, make_tree(len(y), start, n_classes, words, min_items)

    def _choose(self, cells: Ints) -> Ints:
        return np.asarray(self._tree.nodes[self._ends(cells), LABEL])

    def predict_proba(self, X: npt.ArrayLike) -> Floats:
        """The share of each class in the training items of the leaf, or of the node above an empty one."""
        ends, nodes = self._ends(self._cells(X)), self._tree.nodes
        ends = np.where(nodes[ends, SIZE] > 0, ends, nodes[ends, PARENT])
        return shares(self._tree.counts[ends])

    def _ends(self, cells: Ints) -> Ints:
        from bakeoff.lab.learners._tree import ends_of

        ends = np.empty(len(cells), dtype=np.int64)
        ends_of(self._tree, self._start, cells, ends)
        return ends


def tree_rules(learner: C45, n: int) -> Rules:
    """What the compiled code needs to know to grow trees of up to n items."""
    least, confidence = learner.min_items, learner.confidence
    if isinstance(least, bool) or not isinstance(least, numbers.Integral) or least < 1:
        raise InputError(f"min_items is {least!r}; expected a whole number of at least 1")
    if not isinstance(confidence, numbers.Real) or not 0 < confidence <= 0.5:
        raise InputError(f"confidence is {confidence!r}; expected a number above 0 and at most 0.5")
    return _rules(n, int(least), float(confidence), bool(learner.pruned), bool(learner.subtree_raising))


@lru_cache(maxsize=16)
def _rules(n: int, min_items: int, confidence: float, pruned: bool, raising: bool) -> Rules:
    from scipy.special import ndtri

    from bakeoff.lab.learners._pruning import leaf_table

    counts, z = np.arange(n + 1, dtype=np.float64), float(-ndtri(confidence))
    return Rules(
        min_items=min_items,
        pruned=pruned,
        raising=raising,
        z=z,
        leaves=leaf_table(n, confidence, z),
        xlogx=counts * np.log2(np.maximum(counts, 1)),
    )
