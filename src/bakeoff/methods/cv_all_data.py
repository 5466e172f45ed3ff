"""Repeated cross-validation: all differences together."""

from bakeoff.core.outcomes import Floats
from bakeoff.methods._repeated_cv import cv_method, deviations_along, pooled

# Degrees of freedom with which it raised the fewest false alarms of all tests on fold scores alone.
WARY_DF = 5


def terms(x: Floats, noise: float) -> tuple[Floats, Floats]:
    """The mean and the standard deviation of all differences.

    ``U = mean(x) / sd(x)``, the mean of all differences x divided by their standard deviation.
    ``T = U sqrt(df + 1)`` is compared with Student's t; its nominal degrees of freedom are one less than
    the number of differences.

    Examples
    --------
    >>> from bakeoff.methods._calibrating import ratios
    >>> round(float(ratios("cv-all-data", [[3, 1], [2, 6]])), 4)
    1.3887
    """
    every = pooled(x)
    return every.mean(axis=-1), deviations_along(-1, every, noise)


record = cv_method(
    terms,
    key="cv-all-data",
    latex=(
        r"U = \frac{\bar{x}}{\operatorname{sd}(x)}, \quad T = U \sqrt{\nu + 1}, \quad \nu_\text{nominal} "
        r"= r k - 1"
    ),
    title="all-data t test of repeated cv",
    procedure="SIG-17",
    nominal=lambda runs, folds: runs * folds - 1,
    valid_in=("correlated-folds",),
    invalid_in=("strongly-correlated-folds",),
    usual=lambda scores: {"df": min(WARY_DF, scores.a.size - 1)},
)
