"""Columns of categories as zeros and ones, encoded inside each training part."""

from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from bakeoff.core.exceptions import InputError


@dataclass(frozen=True, kw_only=True)
class Layout:
    """How wide a data set is and which of its columns are of categories."""

    name: str
    width: int
    categories: tuple[int, ...]


@dataclass(frozen=True)
class CategoryColumns:
    """Which columns to encode, told by the width of the table: learners meet several data sets.

    >>> import numpy as np
    >>> CategoryColumns(((3, (1,)), (2, ())))(np.zeros((5, 3)))
    [1]
    """

    by_width: tuple[tuple[int, tuple[int, ...]], ...]

    def __call__(self, X: npt.NDArray[Any]) -> list[int]:
        """The columns of a table."""
        return list(dict(self.by_width).get(X.shape[1], ()))


def encoder(layouts: list[Layout]) -> Any:
    """A transformer that turns columns of categories into zeros and ones and passes on the others.

    A category that the training part lacks is all zeros; a missing value is a category of its own.
    None where no data set has such a column.
    """
    if not any(layout.categories for layout in layouts):
        return None
    from sklearn.compose import ColumnTransformer
    from sklearn.preprocessing import OneHotEncoder

    _refuse_confusable(layouts)
    by_width = tuple(sorted({layout.width: layout.categories for layout in layouts}.items()))
    one_hot = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    return ColumnTransformer(
        [("categories", one_hot, CategoryColumns(by_width))], remainder="passthrough", sparse_threshold=0.0
    )


def _refuse_confusable(layouts: list[Layout]) -> None:
    first: dict[int, Layout] = {}
    for layout in layouts:
        other = first.setdefault(layout.width, layout)
        if other.categories != layout.categories:
            raise InputError(
                f"data sets {other.name!r} and {layout.name!r} have {layout.width} attributes each, but "
                f"text in different columns; compare the learners on them in two experiment files"
            )
