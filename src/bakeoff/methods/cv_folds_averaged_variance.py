"""Repeated cross-validation: the variance within runs, averaged."""

import numpy as np

from bakeoff.core.method import Method
from bakeoff.core.outcomes import Floats, FoldScores
from bakeoff.methods._fold_scores import NEARLY_NORMAL, WHICH_LEARNER
from bakeoff.methods._reference import deviation
from bakeoff.methods._references import BOUCKAERT_2003
from bakeoff.methods._repeated_cv import DF_OPTION, LIKE_ALL_DATA, CvTest


def terms(x: Floats, noise: float) -> tuple[Floats, Floats]:
    """The grand mean and the root of the runs' mean variance.

    ``U = m / sqrt(mean_j s^2_.j)``, nominal df runs - 1 as printed (E-B6).

    Examples
    --------
    >>> from bakeoff.designs import RepeatedKFold
    >>> a, b = [[3, 1], [2, 6]], [[0, 0], [0, 0]]
    >>> scores = FoldScores(a=a, b=b, design=RepeatedKFold(runs=2, folds=2))
    >>> round(record.compute(scores, level=0.95, alternative="two-sided", df="nominal").statistic, 4)
    1.8974
    """
    return np.array([np.mean(x)]), np.array([np.sqrt(np.mean(deviation(x, noise, axis=1) ** 2))])


record = Method(
    key="cv-folds-averaged-variance",
    title="repeated cv, variances averaged over runs",
    question=WHICH_LEARNER,
    takes=FoldScores,
    designs=("repeated-kfold", "five-by-two"),
    compute=CvTest(key="cv-folds-averaged-variance", terms=terms, nominal=lambda runs, folds: runs - 1),
    procedures=("SIG-19",),
    assumptions=("the calibrated df fits these learners, attributes and sizes", NEARLY_NORMAL),
    references=(BOUCKAERT_2003,),
    valid_in=("weakly-correlated-folds",),
    invalid_in=("strongly-correlated-folds",),
    options=DF_OPTION,
    risk=LIKE_ALL_DATA,
)
