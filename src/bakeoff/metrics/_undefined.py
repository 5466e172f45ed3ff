"""Ratios that may be 0/0, and what a mean over classes makes of them."""

from typing import Literal, cast, get_args

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats

Undefined = Literal["nan", "zero", "exclude"]


def parse_undefined(text: object) -> Undefined:
    """Accept ``"nan"`` (0/0 is NaN), ``"zero"`` (it counts as 0) or ``"exclude"`` (means skip it)."""
    if text not in get_args(Undefined):
        raise InputError(
            f'undefined is {text!r}; expected "nan" (0/0 is NaN), "zero" (it counts as 0) or '
            f'"exclude" (averages over classes leave it out)'
        )
    return cast(Undefined, text)


def ratio(top: Floats, bottom: Floats, undefined: Undefined) -> Floats:
    """``top / bottom``; where bottom is 0, NaN or, if asked for, 0.

    >>> ratio([1.0, 0.0], [2.0, 0.0], "nan").tolist()
    [0.5, nan]
    """
    fill = 0.0 if parse_undefined(undefined) == "zero" else np.nan
    top, bottom = np.broadcast_arrays(np.asarray(top, float), np.asarray(bottom, float))
    out = np.full(top.shape, fill)
    np.divide(top, bottom, out=out, where=bottom != 0)
    return out[()]


def macro_mean(values: Floats, undefined: Undefined) -> Floats:
    """The unweighted mean over classes (the last axis); NaN where a class has none, unless excluded."""
    if undefined != "exclude":
        return np.asarray(np.mean(values, axis=-1))[()]
    defined = ~np.isnan(values)
    return ratio(np.where(defined, values, 0.0).sum(axis=-1), defined.sum(axis=-1), undefined)
