"""Repeated cross-validation: one mean for each run."""

from bakeoff.core.figures import figure
from bakeoff.core.outcomes import Floats
from bakeoff.methods._repeated_cv import cv_method, deviations_along, pooled


def terms(x: Floats, noise: float) -> tuple[Floats, Floats]:
    """The mean of all differences and the standard deviation of the means of the runs.

    Each run is averaged over its folds. ``U = mean(x) / sd_j(x_.j)``, the mean of these averages divided
    by their standard deviation. ``T = U sqrt(df + 1)`` is compared with Student's t; its nominal degrees
    of freedom are one less than the number of runs.

    Examples
    --------
    >>> from bakeoff.methods._calibrating import ratios
    >>> round(float(ratios("cv-folds", [[3, 1], [2, 6]])), 4)
    2.1213
    """
    return pooled(x).mean(axis=-1), deviations_along(-2, x.mean(axis=-1, keepdims=True), noise)


record = cv_method(
    terms,
    key="cv-folds",
    latex=(
        r"U = \frac{\bar{x}}{\operatorname{sd}_j(\bar{x}_{\cdot j})}, \quad T = U \sqrt{\nu + 1}, \quad "
        r"\nu_\text{nominal} = r - 1"
    ),
    title="repeated cv, averaged over folds",
    procedure="SIG-18",
    nominal=lambda runs, folds: runs - 1,
    supposes="the means of the runs are independent (they are not, because they use the same data)",
    invalid_in=("correlated-folds",),
    unsound=(
        "the runs reuse the same data, so their means vary far less than means on new data would: with "
        "10x10 folds that have a correlation of 1/10, its false-alarm rate was "
        f"{figure('claims', 'cv-folds: correlated-folds')} % at a nominal 5 %, and it cannot be calibrated"
    ),
)
