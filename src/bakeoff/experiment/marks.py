"""The fingerprint of a data set for the ledger: the same whatever order its rows are in."""

from dataclasses import replace

import numpy as np

from bakeoff.core.looks import TestItems
from bakeoff.experiment.data import Data
from bakeoff.read.item_marks import items_in_memory, rows_in_memory


def items_of_data(data: Data) -> TestItems:
    """The items of a data set, identified by their attributes and their truth.

    For attributes that are not a table, such as a sparse matrix, the order matters too.

    >>> from bakeoff.experiment.data import make_data
    >>> one = items_of_data(make_data([[1, 2], [3, 4]], ["no", "yes"]))
    >>> one == items_of_data(make_data([[3, 4], [1, 2]], ["yes", "no"])), one.by, one.n
    (True, 'rows', 2)
    """
    X = data.X
    table = X.to_numpy() if hasattr(X, "to_numpy") else X
    if not isinstance(table, np.ndarray):
        return replace(items_in_memory(data.y), fingerprint=data.fingerprint, by="rows")
    rows = table[:, None] if table.ndim == 1 else table
    return rows_in_memory(rows.tolist(), data.y)
