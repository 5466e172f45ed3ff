"""The rule of two standard errors on one sample."""

import math

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.figures import figure
from bakeoff.core.method import Method
from bakeoff.core.outcomes import FoldScores
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import MARTIN_HIRSCHBERG_1996
from bakeoff.methods._reference import Asked, ratio_result


def two_standard_errors(scores: FoldScores, *, level: float, alternative: Alternative) -> Result:
    """Check whether the rates differ by more than two standard errors of one rate (SIG-10).

    ``SE^2 = e (1 - e) / N`` with e the mean of both error rates and N the number of items in one run. The
    rule assumes a correlation of 1/2 between the two, for which the difference has the standard error of one
    rate; the p-value is that of the normal statistic difference / SE.

    Examples
    --------
    >>> from bakeoff.designs import KFold
    >>> scores = FoldScores(a=[[0.9, 0.8]], b=[[0.8, 0.7]], design=KFold(folds=2), n_test=50)
    >>> round(two_standard_errors(scores, level=0.95, alternative="two-sided").statistic, 6)
    2.5
    """
    # A rule of k standard errors stands for Z = k / sqrt(2 (1 - rho)) at correlation rho (SIG-12); the
    # product that the paper's footnote 6 prints is wrong (E-M9).
    rate_a, rate_b, items = _rates(scores)
    gap, mean = rate_a - rate_b, (rate_a + rate_b) / 2
    identical = np.array_equal(scores.a, scores.b)
    return ratio_result(
        Asked("two-standard-errors", level, alternative),
        estimate=gap,
        error=0.0 if identical else math.sqrt(mean * (1 - mean) / items),
        df=None,
        n=items,
    )


def _rates(scores: FoldScores) -> tuple[float, float, int]:
    """Both accuracies pooled over items, and the number of items in one run."""
    if scores.n_test is None:
        raise InputError("two-standard-errors needs n_test, the number of items in each test fold")
    for name, values in (("a", scores.a), ("b", scores.b)):
        if values.min() < 0 or values.max() > 1:
            raise InputError(
                f"two-standard-errors needs rates between 0 and 1, but {name} has scores from "
                f"{values.min():g} to {values.max():g}; divide percentages by 100"
            )
    total = float(np.sum(scores.n_test))
    rate_a, rate_b = (float(np.sum(scores.n_test * each) / total) for each in (scores.a, scores.b))
    return rate_a, rate_b, round(total / scores.a.shape[0])


record = Method(
    key="two-standard-errors",
    title="two-standard-errors rule",
    takes=FoldScores,
    designs=("holdout", "kfold", "repeated-kfold", "leave-one-out"),
    compute=two_standard_errors,
    latex=r"z = \frac{e_B - e_A}{\sqrt{e (1 - e) / N}}, \quad e = \frac{e_A + e_B}{2}",
    procedures=("SIG-10", "SIG-12"),
    assumptions=("the errors of the two learners have a correlation of exactly 1/2", "the scores are rates"),
    references=(MARTIN_HIRSCHBERG_1996,),
    invalid_in=("uncorrelated-rates",),
    unsound=(
        "it assumes that the errors of the two models have a correlation of 1/2: at a nominal 5 %, its "
        f"false-alarm rate is {figure('two standard errors', 'correlation 0.0')} % if the correlation is "
        "0 and "
        f"{figure('two standard errors', 'correlation 0.8')} % if it is .8"
    ),
    instead="use corrected-resampled-t on the fold scores, or mcnemar-mid-p on the items",
)
