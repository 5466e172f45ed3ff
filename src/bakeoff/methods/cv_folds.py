"""Repeated cross-validation: one mean for each run."""

import numpy as np

from bakeoff.core.method import Method
from bakeoff.core.outcomes import Floats, FoldScores
from bakeoff.methods._fold_scores import NEARLY_NORMAL, WHICH_LEARNER
from bakeoff.methods._reference import deviation
from bakeoff.methods._references import BOUCKAERT_2003
from bakeoff.methods._repeated_cv import DF_OPTION, CvTest


def terms(x: Floats, noise: float) -> tuple[Floats, Floats]:
    """The grand mean and the deviation of the runs' means.

    ``U = m / sd_j(x_.j)``, nominal df runs - 1.

    Examples
    --------
    >>> from bakeoff.designs import RepeatedKFold
    >>> a, b = [[3, 1], [2, 6]], [[0, 0], [0, 0]]
    >>> scores = FoldScores(a=a, b=b, design=RepeatedKFold(runs=2, folds=2))
    >>> round(record.compute(scores, level=0.95, alternative="two-sided", df="nominal").statistic, 4)
    3.0
    """
    return np.array([np.mean(x)]), np.array([deviation(x.mean(axis=1), noise)])


record = Method(
    key="cv-folds",
    title="repeated cv, averaged over folds",
    question=WHICH_LEARNER,
    takes=FoldScores,
    designs=("repeated-kfold", "five-by-two"),
    compute=CvTest(key="cv-folds", terms=terms, nominal=lambda runs, folds: runs - 1),
    procedures=("SIG-18",),
    assumptions=("the means of the runs are independent: they use the same data", NEARLY_NORMAL),
    references=(BOUCKAERT_2003,),
    valid_in=(),
    invalid_in=("correlated-folds",),
    options=DF_OPTION,
    unsound=(
        "the runs reuse the same data, so their means agree far more than fresh data would make them: it "
        "rejects far too often and cannot be calibrated; use cv-all-data or corrected-resampled-t"
    ),
)
