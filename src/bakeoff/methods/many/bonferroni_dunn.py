"""The Bonferroni-Dunn test: mean ranks compared with that of a baseline."""

import numpy as np

from bakeoff.core.arrays import Bools
from bakeoff.core.many_method import ManyMethod
from bakeoff.core.works import BENAVOLI_2016, DEMSAR_2006
from bakeoff.methods._reference import normal_quantile
from bakeoff.methods.many._mean_ranks import normal_p, rank_error, rank_ratios
from bakeoff.methods.many._over_data_sets import (
    EXCHANGEABLE,
    HODGES_LEHMANN,
    POOL,
    Board,
    JudgedPairs,
    with_effects,
)
from bakeoff.methods.sign import INDEPENDENT_DATASETS

DUNN = "Dunn, O. J. (1961). Multiple comparisons among means. JASA 56, 52-64."


def bonferroni_dunn(board: Board, *, alpha: float, family: Bools | None = None) -> JudgedPairs:
    """Test the pairs of a family, those with a baseline, by the differences of their mean ranks.

    ``z = (R_j - R_i) / sqrt(k (k + 1) / (6 N))`` against the normal distribution, p-values times the number
    of pairs; the critical difference is that of ``z = Phi^-1(1 - alpha / (2 pairs))``.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> scores = rng.normal(size=(12, 3)) + np.array([0.0, 0.5, 3.0])
    >>> with_first = np.array([True, True, False])
    >>> found = bonferroni_dunn(Board(scores=scores), alpha=0.05, family=with_first)
    >>> round(found.critical, 4), found.p_values.round(4).tolist()
    (0.915, [0.4413, 0.0, 1.0])
    """
    family = board.all_pairs() if family is None else family
    ratios, favours = rank_ratios(board)
    raw, pairs = normal_p(ratios), int(family.sum())
    return with_effects(
        board,
        alpha=alpha,
        family=family,
        raw=raw,
        p_values=np.where(family, np.minimum(pairs * raw, 1.0), 1.0),
        favours=favours,
        critical=normal_quantile(alpha / (2 * pairs)) * rank_error(board),
    )


record = ManyMethod(
    key="bonferroni-dunn",
    title="Bonferroni-Dunn test of mean ranks",
    question="Which of these learners differ from a baseline in mean rank over data sets like these?",
    gives="pairs",
    over="data sets",
    compute=bonferroni_dunn,
    latex=(
        r"z = \frac{R_j - R_i}{\sqrt{k (k + 1) / (6 N)}}, "
        r"\quad CD = \Phi^{-1}\left(1 - \frac{\alpha}{2 m}\right) \sqrt{\frac{k (k + 1)}{6 N}}"
    ),
    procedures=("MANY-2",),
    assumptions=(INDEPENDENT_DATASETS, EXCHANGEABLE, POOL),
    references=(DUNN, DEMSAR_2006, BENAVOLI_2016),
    risk="whether two learners differ depends on which other learners are included",
    estimates=HODGES_LEHMANN,
)
