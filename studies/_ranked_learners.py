"""Family-wise error of rankings of learners on one data set: worlds in which all learners are equally good.

Learners are trained on all folds at once (`studies._cv_learners`); what judges them is what `rank_learners`
has: the pairs' errors by `items-folds-t`, and the joint reference of items and folds.
"""

from collections import Counter
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
from studies._cv_learners import Array, Learner, discriminant, gaussian_bayes, neighbours, stump
from studies._cv_worlds import folds_of

from bakeoff.core.panel import FoldPanel
from bakeoff.core.rng import generator
from bakeoff.designs import RepeatedKFold
from bakeoff.experiment.panels import fold_pair
from bakeoff.experiment.together import _joint
from bakeoff.methods.items_folds_t import items_folds_t
from bakeoff.methods.many._joint import pairs_of
from bakeoff.methods.many.best_set import best_set
from bakeoff.methods.many.max_t import max_t
from bakeoff.metrics import METRICS

RUNS, FOLDS, ALPHA, DRAWS = 5, 10, 0.05, 4000
LEARNERS: dict[str, Learner] = {
    "naive Bayes": gaussian_bayes,
    "linear discriminant": discriminant,
    "stump": stump(balanced=False),
    "3 neighbours": neighbours(3),
}


@dataclass(frozen=True, kw_only=True)
class LearnerWorld:
    """Each of ``k`` learners is shown a block of ``attributes`` in which two classes are ``shift`` apart.

    Blocks are alike, so that learners of one kind are equally good; of several kinds where nothing is to be
    learned. ``alike`` is the correlation of the blocks within a class.
    """

    learners: tuple[str, ...]
    k: int
    n: int
    shift: float
    attributes: int = 3
    alike: float = 0.0

    def draw(self, rng: np.random.Generator) -> FoldPanel:
        """The scores of the learners on one data set."""
        y = np.resize([0, 1], self.n)
        shape = (self.n, self.attributes)
        common = rng.standard_normal(shape)
        folds = folds_of(y, RUNS, int(rng.integers(2**31)))
        right = []
        for at in range(self.k):
            own = rng.standard_normal(shape)
            X = np.sqrt(self.alike) * common + np.sqrt(1 - self.alike) * own + self.shift * y[:, None]
            learn = LEARNERS[self.learners[at % len(self.learners)]]
            right.append(learn(X, y, folds).argmax(axis=-1) == y)
        return _panel(np.array(right, dtype=float), folds)


def _panel(right: Array, folds: Array) -> FoldPanel:
    """What is right (learners, runs, items) as scores of folds and of items."""
    sizes = np.array([np.bincount(each, minlength=FOLDS) for each in folds], dtype=float)
    sums = [
        [np.bincount(fold, weights=row, minlength=FOLDS) for fold, row in zip(folds, each, strict=True)]
        for each in right
    ]
    return FoldPanel(
        names=tuple(f"learner {at + 1}" for at in range(len(right))),
        scores=np.array(sums) / sizes,
        design=RepeatedKFold(runs=RUNS, folds=FOLDS),
        n_train=folds.shape[1] - sizes,
        n_test=sizes,
        items=right.mean(axis=1),
    )


def judge(panel: FoldPanel, root: int) -> Counter[str]:
    """Whether any two equal learners are found to differ, by the joint reference and otherwise."""
    metric, n = METRICS["accuracy"], int(np.asarray(panel.items).shape[1])
    scored: Any = SimpleNamespace(
        folds=panel,
        measure=SimpleNamespace(metric=metric),
        run=SimpleNamespace(data=SimpleNamespace(n=n)),
        pair=lambda a, b: fold_pair(panel, a, b, metric),
    )
    names = panel.names
    pairs = [(names[i], names[j]) for i, j in zip(*pairs_of(len(names)), strict=True)]
    results = [items_folds_t(scored.pair(*pair), level=1 - ALPHA, alternative="two-sided") for pair in pairs]
    joint = _joint(scored, names, results, jointly=True)
    draws = joint.deviations(DRAWS, root)
    found = max_t(joint, draws, alpha=ALPHA)
    p_values = np.array([each.p_value for each in results])
    return Counter(
        tried=1,
        false=int(np.any(found.p_values <= ALPHA)),
        uncorrected=int(np.any(p_values <= ALPHA)),
        bonferroni=int(np.any(p_values * len(pairs) <= ALPHA)),
        best=int(best_set(joint, draws, alpha=ALPHA)[0]),
    )


def measured(world: LearnerWorld, draws: int) -> Counter[str]:
    """Counts over data sets."""
    counts: Counter[str] = Counter()
    for at in range(draws):
        rng = generator(0, "many learners", str(world), at)
        counts.update(judge(world.draw(rng), at))
    return counts


KINDS = ("naive Bayes", "linear discriminant", "stump")
WORLDS = [
    LearnerWorld(learners=learners, k=k, n=n, shift=shift, attributes=attributes, alike=alike)
    for k in (3, 5, 10)
    for learners, n, shift, attributes, alike in (
        (("naive Bayes",), 100, 0.8, 3, 0.0),
        (("naive Bayes",), 300, 0.5, 3, 0.5),
        (("linear discriminant",), 100, 0.5, 5, 0.0),
        (("linear discriminant",), 300, 0.8, 2, 0.7),
        (("stump",), 100, 0.8, 3, 0.0),
        (("stump",), 300, 0.5, 3, 0.3),
        (("3 neighbours",), 100, 0.8, 3, 0.3),
        (KINDS, 100, 0.0, 3, 0.0),
        (KINDS, 300, 0.0, 5, 0.5),
    )
]
