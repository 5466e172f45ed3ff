"""Repeated cross-validation: sorted runs, the variance at each rank averaged."""

import numpy as np

from bakeoff.core.figures import figure
from bakeoff.core.outcomes import Floats
from bakeoff.methods._repeated_cv import cv_method, deviations_along, pooled, root_mean_square


def terms(x: Floats, noise: float) -> tuple[Floats, Floats]:
    """The mean of all differences and the root of the mean variance at a rank.

    The differences of each run are sorted (E-B5). ``U = mean(x) / sqrt(mean_i s_(i).^2)``, the mean of
    all differences divided by the root of the variance over runs, averaged over ranks i.
    ``T = U sqrt(df + 1)`` is compared with Student's t; its nominal degrees of freedom are one less than
    the number of folds.

    Examples
    --------
    >>> from bakeoff.methods._calibrating import ratios
    >>> round(float(ratios("cv-sorted-runs-averaged-variance", [[3, 1], [2, 6]])), 4)
    1.8974
    """
    ranked = np.sort(x, axis=-1)
    return pooled(x).mean(axis=-1), root_mean_square(deviations_along(-2, ranked, noise))


record = cv_method(
    terms,
    key="cv-sorted-runs-averaged-variance",
    latex=(
        r"U = \frac{\bar{x}}{\sqrt{\frac{1}{k} \sum_i s_{(i) \cdot}^2}}, \quad T = U \sqrt{\nu + 1}, "
        r"\quad \nu_\text{nominal} = k - 1"
    ),
    title="repeated cv, sorted runs, averaged variance",
    procedure="SIG-23",
    nominal=lambda runs, folds: folds - 1,
    supposes="values of equal rank vary like independent values",
    invalid_in=("correlated-folds",),
    unsound=(
        "sorting makes the runs similar, so the variance is far too small: with 10x10 folds that have a "
        "correlation of 1/10, its false-alarm rate was "
        f"{figure('claims', 'cv-sorted-runs-averaged-variance: correlated-folds')} % at a nominal 5 %, "
        "and it "
        "cannot be calibrated"
    ),
)
