"""Arrays as compiled code takes them."""

from typing import Any

import numpy as np
import numpy.typing as npt

Whole = npt.NDArray[np.integer[Any]]  # whole numbers of any width
Words = npt.NDArray[np.uint64]  # of 64 bits, one for each item
Bools = npt.NDArray[np.bool_]
Flags = npt.NDArray[np.uint8]  # 1 where an item is misclassified
