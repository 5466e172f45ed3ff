"""Repeated cross-validation: sorted runs, one ratio for each rank, averaged."""

import numpy as np

from bakeoff.core.method import Method
from bakeoff.core.outcomes import Floats, FoldScores
from bakeoff.methods._fold_scores import NEARLY_NORMAL, WHICH_LEARNER
from bakeoff.methods._reference import deviation
from bakeoff.methods._references import BOUCKAERT_2003
from bakeoff.methods._repeated_cv import DF_OPTION, CvTest


def terms(x: Floats, noise: float) -> tuple[Floats, Floats]:
    """The mean and deviation over runs at each rank.

    Each run is sorted over its folds (E-B5); ``U = mean_i(xs_i. / s_i.(xs))``, nominal df runs - 1.

    Examples
    --------
    >>> from bakeoff.designs import RepeatedKFold
    >>> a, b = [[3, 1], [2, 6]], [[0, 0], [0, 0]]
    >>> scores = FoldScores(a=a, b=b, design=RepeatedKFold(runs=2, folds=2))
    >>> round(record.compute(scores, level=0.95, alternative="two-sided", df="nominal").statistic, 4)
    3.0
    """
    ranked = np.sort(x, axis=1)
    return ranked.mean(axis=0), deviation(ranked, noise, axis=0)


record = Method(
    key="cv-sorted-runs-averaged-t",
    title="repeated cv, sorted runs, averaged t",
    question=WHICH_LEARNER,
    takes=FoldScores,
    designs=("repeated-kfold", "five-by-two"),
    compute=CvTest(key="cv-sorted-runs-averaged-t", terms=terms, nominal=lambda runs, folds: runs - 1),
    procedures=("SIG-26",),
    assumptions=("values of equal rank vary as independent ones would", NEARLY_NORMAL),
    references=(BOUCKAERT_2003,),
    valid_in=(),
    invalid_in=("correlated-folds",),
    options=DF_OPTION,
    unsound=(
        "sorting makes the runs look alike, so the deviations are far too small: it rejects far too often "
        "and cannot be calibrated; use cv-all-data or corrected-resampled-t"
    ),
)
