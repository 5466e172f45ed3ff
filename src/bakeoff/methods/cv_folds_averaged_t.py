"""Repeated cross-validation: one ratio for each run, averaged."""

from bakeoff.core.method import Method
from bakeoff.core.outcomes import Floats, FoldScores
from bakeoff.methods._fold_scores import NEARLY_NORMAL, WHICH_LEARNER
from bakeoff.methods._reference import deviation
from bakeoff.methods._references import BOUCKAERT_2003
from bakeoff.methods._repeated_cv import DF_OPTION, LIKE_ALL_DATA, CvTest


def terms(x: Floats, noise: float) -> tuple[Floats, Floats]:
    """Each run's mean and deviation over its folds.

    ``U = mean_j(x_.j / s_.j)``, nominal df folds - 1.

    Examples
    --------
    >>> from bakeoff.designs import RepeatedKFold
    >>> a, b = [[3, 1], [2, 6]], [[0, 0], [0, 0]]
    >>> scores = FoldScores(a=a, b=b, design=RepeatedKFold(runs=2, folds=2))
    >>> round(record.compute(scores, level=0.95, alternative="two-sided", df="nominal").statistic, 4)
    2.0
    """
    return x.mean(axis=1), deviation(x, noise, axis=1)


record = Method(
    key="cv-folds-averaged-t",
    title="repeated cv, t averaged over runs",
    question=WHICH_LEARNER,
    takes=FoldScores,
    designs=("repeated-kfold", "kfold", "five-by-two"),
    compute=CvTest(
        key="cv-folds-averaged-t", terms=terms, nominal=lambda runs, folds: folds - 1, runs_needed=1
    ),
    procedures=("SIG-24",),
    assumptions=("the calibrated df fits these learners, attributes and sizes", NEARLY_NORMAL),
    references=(BOUCKAERT_2003,),
    valid_in=("weakly-correlated-folds",),
    invalid_in=("strongly-correlated-folds",),
    options=DF_OPTION,
    risk=LIKE_ALL_DATA,
)
