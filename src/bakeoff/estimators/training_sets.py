"""The expected error over training sets of one size, with an interval (Dietterich's question 5)."""

import math
from collections.abc import Mapping

import numpy as np
from scipy import special

from bakeoff.core.estimator import ErrorEstimator, Estimate, Losses
from bakeoff.core.exceptions import InputError
from bakeoff.core.figures import figures, span
from bakeoff.core.influences import Moved
from bakeoff.core.outcomes import Floats
from bakeoff.core.result import Interval, parse_fraction, tail_share
from bakeoff.core.works import DIETTERICH_1998
from bakeoff.designs.training_sets import TrainingSets
from bakeoff.estimators._losses import NO_SPREAD, answer, items, mean_loss, under
from bakeoff.intervals._skewed import skewed_interval

NONE = (
    "none for the mean error over training sets of this size, because they share no items with each other "
    "or with the test set (Dietterich 1998)"
)
LEARNERS = ("naive Bayes", "1 nearest neighbour", "decision tree")
BIAS = (
    f"{NONE}; it says nothing about a classifier trained on all the data, whose error is usually lower: by "
    f"{figures('claims', *(f'training-sets: {name}, all items' for name in LEARNERS))} points for naive "
    "Bayes, "
    "1-NN and a decision tree with training sets of 4 out of 60 items (python -m studies.claims estimators)"
)
BIAS_OF_SQUARES = (
    f"{NONE}; it says nothing about a model trained on all the data, whose error is usually lower"
)
VARIANCE = (
    "The variance accounts for the variation of training sets and of test items: (MS of sets + MS of items - "
    "MS of the rest) / (sets x items), with Satterthwaite's degrees of freedom"
)
CROSSED = (
    "the interval is Jeffreys' interval for the number of independent trials with the same variance as the "
    f"mean. {VARIANCE}"
)
SQUARES = (
    "the interval is Student's for the mean of squared errors, with Hall's correction for skewness. "
    f"{VARIANCE}, or fewer if a few items carry most of the variance. In simulations of least squares with "
    "50 to 300 test items, a 95 % interval covered the true error in "
    f"{span('expected error', 'squared, other')} % of the draws, and in "
    f"{span('expected error', 'squared, log-normal')} % "
    "with log-normal errors (python -m studies.expected_error)"
)


def training_sets(tested: Mapping[str, Losses], *, level: float) -> Estimate:
    """Train on each of several disjoint sets, test all classifiers on the same items, and take the mean.

    Examples
    --------
    >>> design = TrainingSets(size=10, sets=2, test=0.5)
    >>> splits = design.split(40)
    >>> wrong = (np.arange(20) < 4).astype(float)
    >>> losses = Losses(splits=splits, values=(wrong, np.roll(wrong, 2)))
    >>> print(training_sets({"training-sets": losses}, level=0.95).sentence)
    error 20.0 %, 95 % interval 7.9 % to 38.7 % (2 training sets of 10 items, 20 test items)
    """
    (found,) = under(tested, "training-sets", estimator="training-sets")
    table = _table(found)
    counted = found.kind == "zero-one"
    span = crossed_interval(table, level, counted=counted)
    sets, n = table.shape
    spread = float(table.mean(axis=1).std(ddof=1))
    return answer(
        "training-sets",
        mean_loss(found),
        {"training-sets": found},
        level=level,
        n=n,
        basis=f"{sets} training sets of {items(int(found.splits.n_train[0, 0]))}, {items(n, 'test ')}",
        bias=BIAS if counted else BIAS_OF_SQUARES,
        interval=span,
        components={"standard deviation over training sets": spread},
        notes=(NO_SPREAD if span is None else CROSSED if counted else SQUARES,),
    )


def _table(found: Losses) -> Floats:
    """Losses by training set and item."""
    test = found.splits.test
    if len(test) < 2 or not all(np.array_equal(each, test[0]) for each in test):
        raise InputError(
            "training-sets got different test sets, or only one training set; expected two or more "
            "training sets, all tested on the same items"
        )
    return np.array(found.values)


def crossed_interval(table: Floats, level: float, *, counted: bool) -> Interval | None:
    """The interval for the expected loss from losses (training sets, items), both of them drawn at random.

    None if the squared errors do not vary.

    >>> table = np.array([[0, 0, 1, 0], [0, 1, 1, 0], [0, 0, 1, 0]], dtype=float)
    >>> found = crossed_interval(table, 0.95, counted=True)
    >>> round(found.low, 3), round(found.high, 3)
    (0.016, 0.916)
    """
    tail = tail_share(parse_fraction(level, "level"), "two-sided")
    mean, (variance, df) = float(table.mean()), crossed_variance(table)
    if not counted:
        return _interval_of_squares(table, variance, df, tail) if variance else None
    t = float(-special.stdtrit(df, tail))
    # Trials that would vary as much; an error that was never or always made says as much as one set does.
    trials = mean * (1 - mean) / variance if variance else float(table.shape[1])
    trials *= (float(special.ndtri(1 - tail)) / t) ** 2
    wrong, right = mean * trials, (1 - mean) * trials
    low = float(special.betaincinv(wrong + 0.5, right + 0.5, tail)) if wrong else 0.0
    high = float(special.betaincinv(wrong + 0.5, right + 0.5, 1 - tail)) if right else 1.0
    return Interval(low=low, high=high)


def _interval_of_squares(table: Floats, variance: float, df: float, tail: float) -> Interval:
    """Student's interval, corrected for the skewness of the means of test items and of training sets."""
    mean = float(table.mean())
    margins = [(means - mean) / means.size for means in (table.mean(axis=0), table.mean(axis=1))]
    moved = Moved(np.concatenate(margins), np.ones(sum(table.shape), dtype=np.int64))
    used = moved.degrees(df)
    found = skewed_interval(mean, math.sqrt(variance), moved, used, float(-special.stdtrit(used, tail)))
    return Interval(low=max(found.low, 0.0), high=found.high)


def crossed_variance(table: Floats) -> tuple[float, float]:
    """The variance of the mean of a table (training sets, items), and Satterthwaite's degrees of freedom.

    It is at least that of either margin alone.

    >>> crossed_variance(np.array([[0.0, 1.0], [0.0, 1.0]]))
    (0.25, 1.0)
    """
    sets, n = table.shape
    mean, rows, columns = table.mean(), table.mean(axis=1, keepdims=True), table.mean(axis=0, keepdims=True)
    by_set = n * float(np.sum((rows - mean) ** 2)) / (sets - 1)
    by_item = sets * float(np.sum((columns - mean) ** 2)) / max(n - 1, 1)
    rest = float(np.sum((table - rows - columns + mean) ** 2)) / max((sets - 1) * (n - 1), 1)
    total = max(by_set + by_item - rest, by_set, by_item)
    weights = by_set**2 / (sets - 1) + by_item**2 / max(n - 1, 1)
    return total / table.size, total**2 / weights if weights else float(sets - 1)


record = ErrorEstimator(
    key="training-sets",
    title="several training sets",
    formula="the mean of m / M over J disjoint training sets of equal size, on the same M test items",
    designs=lambda *, size=None, sets=10, test=1 / 3: {
        "training-sets": TrainingSets(size=size, sets=sets, test=test)
    },
    combine=training_sets,
    latex=r"\frac{1}{J} \sum_{j=1}^{J} \frac{m_j}{M}",
    direction="none",
    bias=BIAS,
    why_interval=CROSSED,
    options={
        "size": "number of items in each training set, at least 2; None: as many as the data allow",
        "sets": "number of training sets, which share no items",
        "test": "the share of the items used for testing",
    },
    assumptions=(
        "training sets and test items are disjoint random draws from the population of interest",
        "the error of interest is the mean over training sets of this size, not that of one classifier",
    ),
    references=(DIETTERICH_1998,),
)
