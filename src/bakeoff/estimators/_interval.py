"""Intervals for an error that was measured on items, where one is justified."""

import math

import numpy as np
from scipy import special

from bakeoff.core.estimator import Estimate, Loss, Losses
from bakeoff.core.outcomes import Floats
from bakeoff.core.result import Interval, parse_fraction, tail_share
from bakeoff.estimators._losses import answer, mean_loss
from bakeoff.intervals._rate import interval

ON_UNSEEN_ITEMS = (
    "the interval is Jeffreys' for the errors among the test items, or Student's for the mean where the "
    "losses are squares: the test items were not trained on and are taken as independent"
)
POOLED_COUNT = (
    "the interval is Jeffreys' for the pooled errors, as if each item were an independent trial "
    "(Martin & Hirschberg 1996, sec. 2): approximate, since the classifiers share training items, and no "
    "test of a difference. It is short for learners that change much with their items: simulated at 95 % "
    "with 1-NN and 3-NN it covered the true error 85 to 97 % of the time with 10 folds and 79 to 98 % with "
    "leave-one-out (normal classes on one attribute, 20 to 100 items, inherent error 2 to 40 %)"
)
NOT_FOR_SQUARES = "no interval: that of the pooled count is for errors counted 0 or 1, not for squares"
TOO_FEW = "no interval: one test item has no spread to judge a mean by"
NO_SPREAD = "no interval: all losses are equal, so there is no spread to judge their mean by"


def on_unseen_items(losses: Floats, loss: Loss, level: float) -> tuple[Interval | None, str]:
    """The interval for the expected loss from independent losses, and what it is or why there is none.

    Jeffreys' interval of m errors among n for losses of 0 and 1, and ``mean -+ t_{n-1} s / sqrt(n)``,
    never below 0, for squares.
    """
    tail = tail_share(parse_fraction(level, "level"), "two-sided")
    if loss == "zero-one":
        return interval(round(float(losses.sum())), len(losses), level=level), ON_UNSEEN_ITEMS
    if len(losses) < 2:
        return None, TOO_FEW
    mean, error = float(np.mean(losses)), float(np.std(losses, ddof=1)) / math.sqrt(len(losses))
    if error <= 8 * np.finfo(float).eps * mean:
        return None, NO_SPREAD
    reach = float(-special.stdtrit(len(losses) - 1, tail)) * error
    return Interval(low=max(mean - reach, 0.0), high=mean + reach), ON_UNSEEN_ITEMS


def of_pooled_count(losses: Floats, loss: Loss, level: float) -> tuple[Interval | None, str]:
    """Jeffreys' interval of cross-validation's pooled errors; none for squares."""
    parse_fraction(level, "level")
    if loss != "zero-one":
        return None, NOT_FOR_SQUARES
    return interval(round(float(losses.sum())), len(losses), level=level), POOLED_COUNT


def on_one_test_set(
    key: str, found: Losses, name: str, *, level: float, basis: str, bias: str, of_interval: str | None = None
) -> Estimate:
    """The mean loss on items that were not trained on; ``of_interval`` says what its interval is."""
    (losses,) = found.values
    span, why = on_unseen_items(losses, found.kind, level)
    return answer(
        key,
        mean_loss(found),
        {name: found},
        level=level,
        n=len(losses),
        basis=basis,
        bias=bias,
        interval=span,
        notes=(why if span is None or of_interval is None else of_interval,),
    )
