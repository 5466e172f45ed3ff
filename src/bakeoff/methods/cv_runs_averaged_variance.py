"""Repeated cross-validation: the variance at each fold number, averaged."""

from bakeoff.core.outcomes import Floats
from bakeoff.methods._repeated_cv import cv_method, deviations_along, pooled, root_mean_square


def terms(x: Floats, noise: float) -> tuple[Floats, Floats]:
    """The mean of all differences and the root of the mean variance at a fold number.

    ``U = mean(x) / sqrt(mean_i s_i.^2)``, the mean of all differences divided by the root of the variance
    over runs, averaged over fold numbers i. ``T = U sqrt(df + 1)`` is compared with Student's t; its
    nominal degrees of freedom are one less than the number of folds.

    Examples
    --------
    >>> from bakeoff.methods._calibrating import ratios
    >>> round(float(ratios("cv-runs-averaged-variance", [[3, 1], [2, 6]])), 4)
    1.1767
    """
    return pooled(x).mean(axis=-1), root_mean_square(deviations_along(-2, x, noise))


record = cv_method(
    terms,
    key="cv-runs-averaged-variance",
    latex=(
        r"U = \frac{\bar{x}}{\sqrt{\frac{1}{k} \sum_i s_{i \cdot}^2}}, \quad T = U \sqrt{\nu + 1}, \quad "
        r"\nu_\text{nominal} = k - 1"
    ),
    title="repeated cv, variances averaged over folds",
    procedure="SIG-21",
    nominal=lambda runs, folds: folds - 1,
    valid_in=("weakly-correlated-folds",),
    invalid_in=("strongly-correlated-folds",),
)
