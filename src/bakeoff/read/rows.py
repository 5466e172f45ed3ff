"""Tables on top of each other."""

from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError


def stacked(first: Any, second: Any) -> Any:
    """The rows of two tables of one kind: arrays, sparse matrices, or data frames.

    >>> stacked(np.zeros((1, 2)), np.ones((1, 2))).tolist()
    [[0.0, 0.0], [1.0, 1.0]]
    """
    shapes = [tuple(each.shape[1:]) for each in (first, second)]
    if shapes[0] != shapes[1] or type(first) is not type(second):
        raise InputError(
            f"the items to test on are {type(second).__name__} with rows of shape {shapes[1]}, and those to "
            f"train on {type(first).__name__} with {shapes[0]}; expected both alike"
        )
    if isinstance(first, np.ndarray):
        return np.concatenate([first, second])
    if hasattr(first, "tocoo"):
        from scipy.sparse import vstack

        return vstack([first, second]).tocsr()
    import narwhals as nw

    frames = [nw.from_native(each, eager_only=True) for each in (first, second)]
    if frames[0].columns != frames[1].columns:
        raise InputError("the items to test on have other columns than those to train on; expected the same")
    return nw.concat(frames).to_native()
