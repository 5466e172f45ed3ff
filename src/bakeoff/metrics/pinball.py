"""The pinball loss of predicted quantiles."""

import math
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats
from bakeoff.metrics._assumed import NUMBERS
from bakeoff.metrics._numbers import errors_of

QUANTILE = (
    "the quantile that was predicted, and there is no default; write pinball:0.9 for predictions of the 0.9 "
    "quantile (pinball:0.5 is half the absolute error)"
)


def pinball(truth: ArrayLike, prediction: ArrayLike, *, quantile: float | None = None) -> Floats:
    """``q (y - prediction)`` where that is positive, else ``(q - 1) (y - prediction)``, for each item.

    Its expectation is minimal at the q quantile of y. At q = 0.5 it is half the absolute error.

    Examples
    --------
    >>> pinball([1.0, 2.0], [2.0, 0.0], quantile=0.75).tolist()
    [0.25, 1.5]
    """
    if quantile is None:
        raise InputError(f"pinball needs {QUANTILE}")
    apart = errors_of(truth, prediction)[1]
    return np.asarray(np.maximum(quantile * apart, (quantile - 1) * apart))


def at_quantile(text: str) -> Metric:
    """The loss at the quantile that follows the colon in ``pinball:0.9``.

    >>> at_quantile("0.9").key
    'pinball:0.9'
    """
    try:
        quantile = float(text)
    except ValueError:
        quantile = math.nan
    if not 0 < quantile < 1:
        raise InputError(f"the quantile of pinball is {text!r}; expected one between 0 and 1: pinball:0.9")
    return replace(
        record,
        key=f"pinball:{quantile:g}",
        title=f"pinball loss at quantile {quantile:g}",
        compute=partial(pinball, quantile=quantile),
        value_required="",
    )


record = Metric(
    key="pinball",
    title="pinball loss",
    formula="max(q (y - prediction), (q - 1) (y - prediction)), q is that of pinball:q",
    higher_is_better=False,
    high=float("inf"),
    kind="per-item",
    compute=pinball,
    latex=r"\frac{1}{n} \sum_i \max\left( q (y_i - \hat{y}_i), (q - 1)(y_i - \hat{y}_i) \right)",
    needs="numbers",
    with_value=at_quantile,
    value_required=QUANTILE,
    aliases=("quantile loss", "check loss", "tilted absolute error"),
    not_to_confuse=(("absolute-error", "twice the pinball loss at 0.5"),),
    assumptions=(
        "the predictions are of the quantile q",
        "a prediction that is too low costs q for each unit, one that is too high 1 - q",
        NUMBERS,
    ),
    references=("Koenker & Bassett 1978, Econometrica 46:33-50",),
)
