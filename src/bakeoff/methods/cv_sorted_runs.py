"""Repeated cross-validation: runs sorted before they are averaged."""

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.methods._repeated_cv import cv_method, deviations_along, pooled


def terms(x: Floats, noise: float) -> tuple[Floats, Floats]:
    """The mean of all differences and the standard deviation of the means of equal ranks.

    The differences of each run are sorted (E-B5). ``U = mean(x) / sd_i(x_(i).)``, the mean of all
    differences divided by the standard deviation of the means over runs at each rank i.
    ``T = U sqrt(df + 1)`` is compared with Student's t; its nominal degrees of freedom are one less than
    the number of folds.

    Examples
    --------
    >>> from bakeoff.methods._calibrating import ratios
    >>> round(float(ratios("cv-sorted-runs", [[3, 1], [2, 6]])), 4)
    1.4142
    """
    ranked = np.sort(x, axis=-1)
    return pooled(x).mean(axis=-1), deviations_along(-1, ranked.mean(axis=-2, keepdims=True), noise)


record = cv_method(
    terms,
    key="cv-sorted-runs",
    latex=(
        r"U = \frac{\bar{x}}{\operatorname{sd}_i(\bar{x}_{(i) \cdot})}, \quad T = U \sqrt{\nu + 1}, \quad "
        r"\nu_\text{nominal} = k - 1"
    ),
    title="repeated cv, sorted runs",
    procedure="SIG-22",
    nominal=lambda runs, folds: folds - 1,
    valid_in=("weakly-correlated-folds",),
    invalid_in=("strongly-correlated-folds",),
)
