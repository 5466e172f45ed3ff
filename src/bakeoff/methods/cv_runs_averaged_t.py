"""Repeated cross-validation: one ratio for each fold number, averaged."""

from bakeoff.core.outcomes import Floats
from bakeoff.methods._repeated_cv import cv_method, deviations_along


def terms(x: Floats, noise: float) -> tuple[Floats, Floats]:
    """The mean and the standard deviation over runs at each fold number.

    ``U = mean_i(x_i. / s_i.)``, the average over fold numbers i of the mean over runs divided by their
    standard deviation. ``T = U sqrt(df + 1)`` is compared with Student's t; its nominal degrees of
    freedom are one less than the number of runs.

    Examples
    --------
    >>> from bakeoff.methods._calibrating import ratios
    >>> round(float(ratios("cv-runs-averaged-t", [[3, 1], [2, 6]])), 4)
    2.2627
    """
    return x.mean(axis=-2), deviations_along(-2, x, noise)


record = cv_method(
    terms,
    key="cv-runs-averaged-t",
    latex=(
        r"U = \frac{1}{k} \sum_i \frac{\bar{x}_{i \cdot}}{s_{i \cdot}}, \quad T = U \sqrt{\nu + 1}, \quad "
        r"\nu_\text{nominal} = r - 1"
    ),
    title="repeated cv, t averaged over folds",
    procedure="SIG-25",
    nominal=lambda runs, folds: runs - 1,
    valid_in=("weakly-correlated-folds",),
    invalid_in=("strongly-correlated-folds",),
)
