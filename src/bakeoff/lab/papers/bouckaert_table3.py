"""Bouckaert's Table 3: how accurate naive Bayes and C4.5 are on the four sets."""

import math
from functools import cache

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab.exhibit import Cell, Effort, Kind, Reproduction
from bakeoff.lab.papers._bouckaert import BAYES, ITEMS, PAPER, SETS, THEIRS, TREE
from bakeoff.lab.papers._printed import exhibit, printed, why
from bakeoff.lab.populations import POPULATIONS

TABLE = printed(PAPER, "table3_accuracy_pct")
ROWS = {"NaiveBayes": BAYES, "C4.5": TREE}
GAP = "Difference"
REPEAT: Kind = "repeat"
BUILT: Kind = "construction"


def compute(effort: Effort) -> Reproduction:
    """Train on each data set, and weight the predictions for all items by their probabilities."""
    draws = effort.draws(1000, 100)
    cells: list[Cell] = []
    for at, name in enumerate(SETS):
        effort.told(at / len(SETS))
        chances = POPULATIONS[SETS[name]].cells().chances  # type: ignore[misc]
        bayes, tree = (_learned(name, learner, draws, effort.rng) for learner in ROWS.values())
        gap = (tree[0] - bayes[0], tree[1] - bayes[1])
        rows = zip((*ROWS, GAP), (bayes, tree, gap), strict=True)
        cells += (_cell(row, name, accuracy, right, chances) for row, (accuracy, right) in rows)
    return Reproduction(cells=cells)


@cache
def _learned(name: str, learner: str, draws: int, rng: int) -> tuple[Floats, Floats]:
    """The accuracy after each training set, and how often each item is right over all of them.

    The second is by cell and class: the share of training sets after which such an item is right.
    """
    from bakeoff.lab.learners import make  # it loads scikit-learn

    population = POPULATIONS[SETS[name]]
    everything = population.cells()  # type: ignore[misc]
    accuracy, right = np.empty(draws), np.zeros(everything.chances.shape)
    for at, (X, y) in enumerate(zip(*population.draw_many(draws, ITEMS, rng), strict=True)):
        said = make(learner).fit(X, y).predict(everything.items)
        accuracy[at] = 1 - everything.error_of(said)
        right[np.arange(len(said)), said] += 1 / draws
    return accuracy, right


def _cell(row: str, name: str, values: Floats, right: Floats, chances: Floats) -> Cell:
    mean = float(np.mean(values))
    training = float(np.var(values, ddof=1)) * (1 / len(values) + 1 / THEIRS)
    # Over the items of his test set: the average result of the learners on each.
    testing = max(0.0, float(np.sum(chances * right**2) - np.sum(chances * right) ** 2))
    error = 100 * math.sqrt(training + testing / TABLE["test_set_size"])
    digits, reason = (1, "") if name == "Set 1" else (2, why("networks-are-stand-ins"))
    kind, reason = (REPEAT, why("difference-of-rows")) if row == GAP else (BUILT, reason)
    return Cell(row, name, TABLE[row][name], 100 * mean, digits, error=error, reason=reason, kind=kind)


record = exhibit("bouckaert-table3", compute)
