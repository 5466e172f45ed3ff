"""Repeated cross-validation: runs sorted before they are averaged."""

import numpy as np

from bakeoff.core.method import Method
from bakeoff.core.outcomes import Floats, FoldScores
from bakeoff.methods._fold_scores import NEARLY_NORMAL, WHICH_LEARNER
from bakeoff.methods._reference import deviation
from bakeoff.methods._references import BOUCKAERT_2003
from bakeoff.methods._repeated_cv import DF_OPTION, LIKE_ALL_DATA, CvTest


def terms(x: Floats, noise: float) -> tuple[Floats, Floats]:
    """The grand mean and the deviation of the means of equal ranks.

    Each run's differences are sorted over its folds (E-B5); ``U = m / sd_i(xs_i.)``, nominal df folds - 1.

    Examples
    --------
    >>> from bakeoff.designs import RepeatedKFold
    >>> a, b = [[3, 1], [2, 6]], [[0, 0], [0, 0]]
    >>> scores = FoldScores(a=a, b=b, design=RepeatedKFold(runs=2, folds=2))
    >>> round(record.compute(scores, level=0.95, alternative="two-sided", df="nominal").statistic, 4)
    2.0
    """
    ranked = np.sort(x, axis=1)
    return np.array([np.mean(x)]), np.array([deviation(ranked.mean(axis=0), noise)])


record = Method(
    key="cv-sorted-runs",
    title="repeated cv, sorted runs",
    question=WHICH_LEARNER,
    takes=FoldScores,
    designs=("repeated-kfold", "five-by-two"),
    compute=CvTest(key="cv-sorted-runs", terms=terms, nominal=lambda runs, folds: folds - 1),
    procedures=("SIG-22",),
    assumptions=("the calibrated df fits these learners, attributes and sizes", NEARLY_NORMAL),
    references=(BOUCKAERT_2003,),
    valid_in=("weakly-correlated-folds",),
    invalid_in=("strongly-correlated-folds",),
    options=DF_OPTION,
    risk=LIKE_ALL_DATA,
)
