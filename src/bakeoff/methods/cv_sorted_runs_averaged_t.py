"""Repeated cross-validation: sorted runs, one ratio for each rank, averaged."""

import numpy as np

from bakeoff.core.figures import figure
from bakeoff.core.outcomes import Floats
from bakeoff.methods._repeated_cv import cv_method, deviations_along


def terms(x: Floats, noise: float) -> tuple[Floats, Floats]:
    """The mean and the standard deviation over runs at each rank.

    The differences of each run are sorted (E-B5). ``U = mean_i(x_(i). / s_(i).)``, the average over ranks
    i of the mean over runs divided by their standard deviation. ``T = U sqrt(df + 1)`` is compared with
    Student's t; its nominal degrees of freedom are one less than the number of runs.

    Examples
    --------
    >>> from bakeoff.methods._calibrating import ratios
    >>> round(float(ratios("cv-sorted-runs-averaged-t", [[3, 1], [2, 6]])), 4)
    2.1213
    """
    ranked = np.sort(x, axis=-1)
    return ranked.mean(axis=-2), deviations_along(-2, ranked, noise)


record = cv_method(
    terms,
    key="cv-sorted-runs-averaged-t",
    latex=(
        r"U = \frac{1}{k} \sum_i \frac{\bar{x}_{(i) \cdot}}{s_{(i) \cdot}}, \quad T = U \sqrt{\nu + 1}, "
        r"\quad \nu_\text{nominal} = r - 1"
    ),
    title="repeated cv, sorted runs, averaged t",
    procedure="SIG-26",
    nominal=lambda runs, folds: runs - 1,
    supposes="values of equal rank vary like independent values",
    invalid_in=("correlated-folds",),
    unsound=(
        "sorting makes the runs similar, so the deviations are far too small: with 10x10 folds that "
        "have a correlation of 1/10, its false-alarm rate was "
        f"{figure('claims', 'cv-sorted-runs-averaged-t: correlated-folds')} % at a nominal 5 %, and it "
        "cannot be calibrated"
    ),
)
