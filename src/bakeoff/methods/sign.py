"""The sign test over data sets."""

import numpy as np

from bakeoff.core.method import Example, Method
from bakeoff.core.outcomes import DatasetScores
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import DEMSAR_2006, SALZBERG_1997
from bakeoff.methods._reference import Asked, noise_of
from bakeoff.methods._signs import sign_result

INDEPENDENT_DATASETS = "the data sets are independent draws from the domains of interest"


def sign(scores: DatasetScores, *, level: float, alternative: Alternative) -> Result:
    """Count the data sets on which each learner is ahead (SIG-1); ties are dropped.

    With w wins of A among n untied data sets the one-sided p-value is ``P(S >= w)`` for S
    binomial(n, 1/2), two-sided twice the smaller tail. The estimate is the median of the
    untied differences, its interval a pair of their order statistics: the inverse of the test.

    Examples
    --------
    >>> scores = DatasetScores(a=[0.9, 0.8, 0.7, 0.9, 0.6], b=[0.8, 0.7, 0.6, 0.7, 0.5])
    >>> sign(scores, level=0.95, alternative="two-sided").p_value
    0.0625
    """
    return sign_result(
        Asked("sign", level, alternative), scores.a - scores.b, noise_of(scores.a, scores.b), weight=1.0
    )


record = Method(
    key="sign",
    title="sign test",
    takes=DatasetScores,
    compute=sign,
    latex=(
        r"p = \min\left( 1, 2 \min\{ \Pr(S \le w), \Pr(S \ge w) \} \right), "
        r"\quad S \sim \operatorname{Binomial}\left(n, \tfrac{1}{2}\right)"
    ),
    procedures=("SIG-1",),
    assumptions=(INDEPENDENT_DATASETS,),
    references=(SALZBERG_1997, DEMSAR_2006),
    estimates="the median of the nonzero differences",
    valid_in=("many-datasets",),
    invalid_in=("related-datasets",),
    examples=(
        Example(
            outcomes=DatasetScores(a=np.repeat([1.0, 0.0], [35, 15]), b=np.repeat([0.0, 1.0], [35, 15])),
            expected={"p_value": 0.006600447967},
            source="Salzberg 1997, sec. 3.1: 35 wins of 50; corrected in E-S2",
        ),
    ),
)
