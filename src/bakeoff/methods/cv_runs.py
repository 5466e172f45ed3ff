"""Repeated cross-validation: one mean for each fold number."""

import numpy as np

from bakeoff.core.method import Method
from bakeoff.core.outcomes import Floats, FoldScores
from bakeoff.methods._fold_scores import NEARLY_NORMAL, WHICH_LEARNER
from bakeoff.methods._reference import deviation
from bakeoff.methods._references import BOUCKAERT_2003
from bakeoff.methods._repeated_cv import DF_OPTION, CvTest


def terms(x: Floats, noise: float) -> tuple[Floats, Floats]:
    """The grand mean and the deviation of the means over runs.

    ``U = m / sd_i(x_i.)``, nominal df folds - 1.

    Examples
    --------
    >>> from bakeoff.designs import RepeatedKFold
    >>> a, b = [[3, 1], [2, 6]], [[0, 0], [0, 0]]
    >>> scores = FoldScores(a=a, b=b, design=RepeatedKFold(runs=2, folds=2))
    >>> round(record.compute(scores, level=0.95, alternative="two-sided", df="nominal").statistic, 4)
    6.0
    """
    return np.array([np.mean(x)]), np.array([deviation(x.mean(axis=0), noise)])


record = Method(
    key="cv-runs",
    title="repeated cv, averaged over runs",
    question=WHICH_LEARNER,
    takes=FoldScores,
    designs=("repeated-kfold", "five-by-two"),
    compute=CvTest(key="cv-runs", terms=terms, nominal=lambda runs, folds: folds - 1),
    procedures=("SIG-20",),
    assumptions=("means over runs at one fold number are independent", NEARLY_NORMAL),
    references=(BOUCKAERT_2003,),
    valid_in=(),
    invalid_in=("correlated-folds",),
    options=DF_OPTION,
    unsound=(
        "fold numbers of different runs have nothing in common, so averaging over runs hides most of the "
        "variation: it rejects far too often and cannot be calibrated; use cv-all-data or "
        "corrected-resampled-t"
    ),
)
