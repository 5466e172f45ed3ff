"""Columns of categories as zeros and ones, encoded inside each training part."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from bakeoff.core.exceptions import InputError


@dataclass(frozen=True)
class CategoryColumns:
    """Which columns to encode, by the width of the table: a learner is trained on several data sets.

    >>> import numpy as np
    >>> CategoryColumns(((3, (1,)), (2, ())))(np.zeros((5, 3)))
    [1]
    """

    by_width: tuple[tuple[int, tuple[int, ...]], ...]

    def __call__(self, X: npt.NDArray[Any]) -> list[int]:
        """The columns of a table."""
        return list(dict(self.by_width).get(X.shape[1], ()))


def encoder(coded: Mapping[str, tuple[int, tuple[int, ...]]]) -> Any:
    """A transformer that turns columns of categories into zeros and ones and passes on the others.

    ``coded`` has for each data set its width and which of its columns are of categories; None where there are
    none. A category that the training part lacks is all zeros; a missing value is a separate category.
    """
    if not any(categories for _, categories in coded.values()):
        return None
    from sklearn.compose import ColumnTransformer
    from sklearn.preprocessing import OneHotEncoder

    first: dict[int, str] = {}
    for name, (width, categories) in coded.items():
        other = first.setdefault(width, name)
        if coded[other][1] != categories:
            raise InputError(
                f"data sets {other!r} and {name!r} have {width} attributes each, but text in different "
                f"columns; compare the learners on them with two experiment files"
            )
    by_width = tuple(sorted(dict(coded.values()).items()))
    one_hot = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    return ColumnTransformer(
        [("categories", one_hot, CategoryColumns(by_width))], remainder="passthrough", sparse_threshold=0.0
    )
