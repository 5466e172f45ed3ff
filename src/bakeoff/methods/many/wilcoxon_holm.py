"""Signed-rank tests of all pairs of learners over data sets, adjusted with Holm's method."""

import numpy as np

from bakeoff.core.arrays import Bools
from bakeoff.core.family import adjust
from bakeoff.core.many_method import ManyMethod
from bakeoff.core.works import BENAVOLI_2016, DEMSAR_2006, WILCOXON_1945
from bakeoff.methods.many._over_data_sets import (
    HODGES_LEHMANN,
    Board,
    JudgedPairs,
    family_level,
    with_effects,
)
from bakeoff.methods.sign import INDEPENDENT_DATASETS

HOLM = (
    "Holm, S. (1979). A simple sequentially rejective multiple test procedure. Scand. J. Statist. 6, 65-70."
)


def wilcoxon_holm(board: Board, *, alpha: float, family: Bools | None = None) -> JudgedPairs:
    """Test each pair with its own signed-rank test; Holm's method adjusts for the pairs of the family.

    The difference is the Hodges-Lehmann median of pairwise means. Its interval has level 1 - alpha / pairs,
    so all intervals hold jointly. Holm's method is less conservative than these intervals: it may decide a
    pair whose interval includes 0.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> scores = rng.normal(size=(12, 3)) + np.array([0.0, 0.5, 3.0])
    >>> wilcoxon_holm(Board(scores=scores), alpha=0.05).p_values.round(4).tolist()
    [0.0771, 0.0015, 0.0015]
    """
    family = board.all_pairs() if family is None else family
    results = board.effects(family_level(alpha, family))
    raw = np.array([each.p_value for each in results])
    p_values = np.ones(raw.size)
    p_values[family] = adjust(raw[family], method="holm")
    favours = np.array([each.direction for each in results])
    return with_effects(
        board, alpha=alpha, family=family, raw=raw, p_values=p_values, favours=favours, results=results
    )


record = ManyMethod(
    key="wilcoxon-holm",
    title="Wilcoxon signed-rank tests with Holm's method",
    question="Which of these learners differ over data sets like these?",
    gives="pairs",
    over="data sets",
    compute=wilcoxon_holm,
    latex=r"p_{(i)}^\text{adjusted} = \max_{h \le i} \min\left( 1, (m - h + 1)\, p_{(h)} \right)",
    procedures=("MANY-2",),
    assumptions=(INDEPENDENT_DATASETS, "differences on different data sets are comparable and symmetric"),
    references=(WILCOXON_1945, HOLM, DEMSAR_2006, BENAVOLI_2016),
    estimates=HODGES_LEHMANN,
)
