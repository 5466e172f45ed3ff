"""Repeated cross-validation: the variance within runs, averaged."""

from bakeoff.core.outcomes import Floats
from bakeoff.methods._repeated_cv import cv_method, deviations_along, pooled, root_mean_square


def terms(x: Floats, noise: float) -> tuple[Floats, Floats]:
    """The mean of all differences and the root of the mean variance of the runs.

    ``U = mean(x) / sqrt(mean_j s_.j^2)``, the mean of all differences divided by the root of the variance
    within runs, averaged over runs j. ``T = U sqrt(df + 1)`` is compared with Student's t; its nominal
    degrees of freedom are one less than the number of runs, as printed (E-B6).

    Examples
    --------
    >>> from bakeoff.methods._calibrating import ratios
    >>> round(float(ratios("cv-folds-averaged-variance", [[3, 1], [2, 6]])), 4)
    1.3416
    """
    return pooled(x).mean(axis=-1), root_mean_square(deviations_along(-1, x, noise))


record = cv_method(
    terms,
    key="cv-folds-averaged-variance",
    latex=(
        r"U = \frac{\bar{x}}{\sqrt{\frac{1}{r} \sum_j s_{\cdot j}^2}}, \quad T = U \sqrt{\nu + 1}, \quad "
        r"\nu_\text{nominal} = r - 1"
    ),
    title="repeated cv, variances averaged over runs",
    procedure="SIG-19",
    nominal=lambda runs, folds: runs - 1,
    valid_in=("weakly-correlated-folds",),
    invalid_in=("strongly-correlated-folds",),
)
