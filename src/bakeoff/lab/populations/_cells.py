"""All items that nominal attributes can make."""

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab.population import Attributes


def all_items(values: tuple[int, ...]) -> Attributes:
    """Every combination of values, the last attribute changing fastest.

    >>> all_items((2, 3)).tolist()
    [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]
    """
    return np.indices(values).reshape(len(values), -1).T.astype(np.int64)


def independent(items: Attributes, chances: list[Floats]) -> Floats:
    """The chance of each item where attribute j takes value v with chance ``chances[j][v]``."""
    product = np.ones(len(items))
    for attribute, chance in zip(items.T, chances, strict=True):
        product *= chance[attribute]
    return product
