"""Repeated cross-validation: one mean for each fold number."""

from bakeoff.core.figures import figure
from bakeoff.core.outcomes import Floats
from bakeoff.methods._repeated_cv import cv_method, deviations_along, pooled


def terms(x: Floats, noise: float) -> tuple[Floats, Floats]:
    """The mean of all differences and the standard deviation of the means at each fold number.

    At each fold number the differences are averaged over runs. ``U = mean(x) / sd_i(x_i.)``, the mean of
    these averages divided by their standard deviation. ``T = U sqrt(df + 1)`` is compared with Student's
    t; its nominal degrees of freedom are one less than the number of folds.

    Examples
    --------
    >>> from bakeoff.methods._calibrating import ratios
    >>> round(float(ratios("cv-runs", [[3, 1], [2, 6]])), 4)
    4.2426
    """
    return pooled(x).mean(axis=-1), deviations_along(-1, x.mean(axis=-2, keepdims=True), noise)


record = cv_method(
    terms,
    key="cv-runs",
    latex=(
        r"U = \frac{\bar{x}}{\operatorname{sd}_i(\bar{x}_{i \cdot})}, \quad T = U \sqrt{\nu + 1}, \quad "
        r"\nu_\text{nominal} = k - 1"
    ),
    title="repeated cv, averaged over runs",
    procedure="SIG-20",
    nominal=lambda runs, folds: folds - 1,
    supposes="the means over runs at each fold number are independent",
    invalid_in=("correlated-folds",),
    unsound=(
        "fold numbers of different runs have nothing in common, so averaging over runs hides most of "
        "the variation: with 10x10 folds that have a correlation of 1/10, its false-alarm rate was "
        f"{figure('claims', 'cv-runs: correlated-folds')} % at a nominal 5 %, and it cannot be calibrated"
    ),
)
