"""Names for arrays and array-likes in signatures."""

from collections.abc import Sized

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Matrices = npt.ArrayLike
"""Confusion matrices [..., predicted, true], one or a stack of them."""
Rows = npt.ArrayLike | Sized
"""Items as users have them: a table, an array, a list, a sparse matrix, or their number."""
PerItem = npt.ArrayLike | None
"""One value for each item, in a list, an array or a column of a table; None where there are none."""
Rng = int | np.random.Generator | None
"""The random seed: a whole number, or a generator that provides one."""
