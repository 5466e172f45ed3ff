"""Repeated cross-validation: one ratio for each run, averaged."""

from bakeoff.core.outcomes import Floats
from bakeoff.methods._repeated_cv import cv_method, deviations_along


def terms(x: Floats, noise: float) -> tuple[Floats, Floats]:
    """The mean and the standard deviation of each run over its folds.

    ``U = mean_j(x_.j / s_.j)``, the average over runs j of the mean of a run divided by its standard
    deviation. ``T = U sqrt(df + 1)`` is compared with Student's t; its nominal degrees of freedom are one
    less than the number of folds.

    Examples
    --------
    >>> from bakeoff.methods._calibrating import ratios
    >>> round(float(ratios("cv-folds-averaged-t", [[3, 1], [2, 6]])), 4)
    1.4142
    """
    return x.mean(axis=-1), deviations_along(-1, x, noise)


record = cv_method(
    terms,
    key="cv-folds-averaged-t",
    latex=(
        r"U = \frac{1}{r} \sum_j \frac{\bar{x}_{\cdot j}}{s_{\cdot j}}, \quad T = U \sqrt{\nu + 1}, \quad "
        r"\nu_\text{nominal} = k - 1"
    ),
    title="repeated cv, t averaged over runs",
    procedure="SIG-24",
    nominal=lambda runs, folds: folds - 1,
    designs=("repeated-kfold", "kfold", "five-by-two"),
    runs_needed=1,
    valid_in=("weakly-correlated-folds",),
    invalid_in=("strongly-correlated-folds",),
)
