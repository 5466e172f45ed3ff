"""Random effects over data sets: mean differences that account for the uncertainty of each data set."""

import numpy as np

from bakeoff.core.arrays import Bools
from bakeoff.core.exceptions import InputError
from bakeoff.core.family import adjust
from bakeoff.core.figures import figure
from bakeoff.core.many_method import ManyMethod
from bakeoff.core.outcomes import Floats
from bakeoff.methods._reference import Asked, enough, ratio_result
from bakeoff.methods.many._over_data_sets import Board, JudgedPairs, family_level
from bakeoff.methods.sign import INDEPENDENT_DATASETS

KEY = "random-effects"
NEGLIGIBLE = 1e-12  # of the largest: what stands for a variance of 0
HARTUNG = "Hartung & Knapp 2001, Statistics in Medicine 20:3875-3889"
SIDIK = "Sidik & Jonkman 2002, Statistics in Medicine 21:3153-3159"
PAULE = "Paule & Mandel 1982, Journal of Research of the National Bureau of Standards 87:377-385"


def random_effects(board: Board, *, alpha: float, family: Bools | None = None) -> JudgedPairs:
    """Test the mean difference of each pair over data sets that differ in precision.

    With d_i the difference on data set i and V_i its variance, ``mu = sum w_i d_i / sum w_i``,
    ``w_i = 1 / (V_i + tau^2)``, its variance ``sum w_i (d_i - mu)^2 / ((N - 1) sum w_i)`` (Hartung, Knapp,
    Sidik and Jonkman) and Student's t with N - 1 degrees of freedom. tau^2, the variance of the true
    differences between data sets, is Paule and Mandel's: it makes ``sum w_i (d_i - mu)^2`` equal to N - 1, or
    is 0. P-values are adjusted with Holm's method; intervals have level 1 - alpha / pairs.

    Examples
    --------
    >>> scores = np.array([[0.92, 0.90], [0.85, 0.80], [0.77, 0.76], [0.64, 0.60]])
    >>> variances = np.array([[0.0001], [0.0004], [0.0001], [0.0009]])
    >>> found = random_effects(Board(scores=scores, variances=variances), alpha=0.05)
    >>> found.estimates.round(4).tolist(), found.p_values.round(4).tolist()
    ([0.0214], [0.073])
    """
    if board.variances is None:
        raise InputError(
            f"{KEY} needs the variance of the score on each data set; give fold scores, or variances"
        )
    enough(KEY, board.n, "data sets")
    family = board.all_pairs() if family is None else family
    asked = Asked(KEY, family_level(alpha, family), "two-sided")
    columns = list(zip(board.differences.T, board.variances.T, strict=True))
    taus = np.array([between(d, v) for d, v in columns])
    results = []
    for (d, v), tau2 in zip(columns, taus, strict=True):
        mean, error = _pooled(d, _known(d, v) + tau2)
        results.append(
            ratio_result(asked, estimate=mean, error=error, df=board.n - 1, n=board.n, noise=board.noise)
        )
    raw = np.array([each.p_value for each in results])
    p_values = np.ones(raw.size)
    p_values[family] = adjust(raw[family], method="holm")
    return JudgedPairs(
        estimates=np.array([each.estimate for each in results]),
        low=np.array([each.interval.low for each in results]),
        high=np.array([each.interval.high for each in results]),
        level=asked.level,
        favours=np.array([each.direction for each in results]),
        p_values=p_values,
        raw=raw,
        between=np.sqrt(taus),
        degenerate=np.array([each.degenerate and each.estimate != 0 for each in results]),
    )


def between(d: Floats, variances: Floats) -> float:
    """Paule and Mandel's variance of true differences between data sets.

    >>> round(between(np.array([0.1, 0.2, 0.4]), np.array([0.001, 0.001, 0.002])), 5)
    0.02174
    """
    known = _known(d, variances)

    def excess(tau2: float) -> float:
        weights = 1 / (known + tau2)
        return float(np.sum(weights * (d - weights @ d / weights.sum()) ** 2)) - (d.size - 1)

    if not known.any() or excess(0.0) <= 0:
        return 0.0
    low, high = 0.0, float(np.sum((d - d.mean()) ** 2))  # with these weights there is no excess
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) > 0 else (low, middle)
    return (low + high) / 2


def _known(d: Floats, variances: Floats) -> Floats:
    """Variances, those of 0 made negligible, so that all weights are finite."""
    return np.maximum(variances, NEGLIGIBLE * max(float(variances.max()), float(np.var(d))))


def _pooled(d: Floats, variances: Floats) -> tuple[float, float]:
    """The weighted mean and its standard error; equal weights where no variance is known."""
    weights = 1 / variances if variances.all() else np.ones(d.size)
    mean = float(weights @ d / weights.sum())
    return mean, float(np.sqrt(weights @ (d - mean) ** 2 / ((d.size - 1) * weights.sum())))


record = ManyMethod(
    key=KEY,
    title="random effects over data sets",
    question="Which of these learners differ on average over data sets like these, if each score has a "
    "standard error?",
    gives="pairs",
    over="data sets",
    compute=random_effects,
    latex=(
        r"\hat{\mu} = \frac{\sum_i w_i d_i}{\sum_i w_i}, \quad w_i = \frac{1}{V_i + \tau^2}, \quad "
        r"\operatorname{var}(\hat{\mu}) = \frac{\sum_i w_i (d_i - \hat{\mu})^2}{(N - 1) \sum_i w_i}, "
        r"\quad \nu = N - 1"
    ),
    procedures=("MANY-2",),
    assumptions=(
        INDEPENDENT_DATASETS,
        "true differences are roughly normal over data sets",
        "variances that you give are known well; from fold scores one variance is estimated from all data "
        "sets, so that all have equal weight: the test is a paired t test over data sets",
    ),
    risk="known variances that differ by a factor of up to 10,000 between data sets raised its false-alarm "
    f"rate to {figure('claims', 'random-effects: 10 data sets, uneven variances')} % with 10 data sets",
    references=(HARTUNG, SIDIK, PAULE),
)
