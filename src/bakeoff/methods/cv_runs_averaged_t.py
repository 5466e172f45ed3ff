"""Repeated cross-validation: one ratio for each fold number, averaged."""

from bakeoff.core.method import Method
from bakeoff.core.outcomes import Floats, FoldScores
from bakeoff.methods._fold_scores import NEARLY_NORMAL, WHICH_LEARNER
from bakeoff.methods._reference import deviation
from bakeoff.methods._references import BOUCKAERT_2003
from bakeoff.methods._repeated_cv import DF_OPTION, LIKE_ALL_DATA, CvTest


def terms(x: Floats, noise: float) -> tuple[Floats, Floats]:
    """The mean and deviation over runs at each fold number.

    ``U = mean_i(x_i. / s_i.)``, nominal df runs - 1.

    Examples
    --------
    >>> from bakeoff.designs import RepeatedKFold
    >>> a, b = [[3, 1], [2, 6]], [[0, 0], [0, 0]]
    >>> scores = FoldScores(a=a, b=b, design=RepeatedKFold(runs=2, folds=2))
    >>> round(record.compute(scores, level=0.95, alternative="two-sided", df="nominal").statistic, 4)
    3.2
    """
    return x.mean(axis=0), deviation(x, noise, axis=0)


record = Method(
    key="cv-runs-averaged-t",
    title="repeated cv, t averaged over folds",
    question=WHICH_LEARNER,
    takes=FoldScores,
    designs=("repeated-kfold", "five-by-two"),
    compute=CvTest(key="cv-runs-averaged-t", terms=terms, nominal=lambda runs, folds: runs - 1),
    procedures=("SIG-25",),
    assumptions=("the calibrated df fits these learners, attributes and sizes", NEARLY_NORMAL),
    references=(BOUCKAERT_2003,),
    valid_in=("weakly-correlated-folds",),
    invalid_in=("strongly-correlated-folds",),
    options=DF_OPTION,
    risk=LIKE_ALL_DATA,
)
