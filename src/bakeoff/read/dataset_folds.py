"""Tables of fold scores, tidy or with a column for each learner, and their parts by data set."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.panel import FoldPanel
from bakeoff.read.fold_scores import grid_of, learners_of, numbers, tidy_panel
from bakeoff.read.table import Table
from bakeoff.read.values import plain

TIDY = frozenset(("learner", "fold", "score"))
DATASET = "dataset"
NAMES = (DATASET, "data set", "data_set", "data-set", "datasets", "data")
KEYS = ("fold", "run", DATASET)
BESIDE = (*KEYS, "n_train", "n_test")  # columns that are no learners
NOT_WIDE = ("learner", "score", "truth", "prediction")


def is_tidy(names: Collection[str]) -> bool:
    """Whether a table has a row for each learner and fold, not a column for each learner."""
    return TIDY.issubset(names)


def is_wide(names: Collection[str]) -> bool:
    """Whether columns are folds and at least two learners.

    >>> is_wide(["run", "fold", "nb", "tree"]), is_wide(["fold", "truth", "a", "b"])
    (True, False)
    """
    return "fold" in names and not set(NOT_WIDE) & set(names) and len(set(names) - set(BESIDE)) >= 2


def data_set_column(names: Collection[str]) -> str | None:
    """The column with the names of data sets, by its own name.

    >>> data_set_column(["learner", "Data Set", "score"]), data_set_column(["learner", "score"])
    ('Data Set', None)
    """
    return next((name for name in names if name.strip().casefold() in NAMES), None)


def panels_of(table: Table, naming: str, models: Sequence[str] = ()) -> dict[str, FoldPanel]:
    """The scores on each data set, of all learners or those chosen; column ``naming`` has the data sets.

    >>> from bakeoff.read.table import table_of
    >>> columns = {"data": ["iris"] * 4, "learner": ["nb", "nb", "c45", "c45"], "fold": [1, 2, 2, 1]}
    >>> found = panels_of(table_of({**columns, "score": [0.9, 0.8, 0.6, 0.7]}, "the table"), "data")
    >>> found["iris"].names, found["iris"].scores.tolist()
    (('nb', 'c45'), [[[0.9, 0.8]], [[0.7, 0.6]]])
    """
    own = [name for name in table.names if name not in (*BESIDE, naming)]
    names = tuple(models) or tuple(learners_of(table) if is_tidy(table.names) else own)
    return {name: panel_of(part, names) for name, part in parts_of(table, naming)}


def panel_of(table: Table, names: Sequence[str]) -> FoldPanel:
    """The scores of some learners on one data set."""
    if "learner" in table:
        return tidy_panel(table, names)
    rows = range(table.rows)
    columns = [numbers(table, name, rows) for name in names]
    grid = grid_of(table, {"a score": rows})
    return FoldPanel(
        names=tuple(names),
        scores=np.concatenate([grid.pick(column) for column in columns]),
        n_train=grid.sizes("n_train"),
        n_test=grid.sizes("n_test"),
        source=table.source,
    )


def parts_of(table: Table, naming: str) -> list[tuple[str, Table]]:
    """The rows of each data set, with its name in column ``naming``."""
    rows: dict[str, list[int]] = {}
    for row, value in enumerate(table.column(naming).tolist()):
        rows.setdefault(str(value), []).append(row)
    if len({plain(name) for name in rows}) < len(rows):
        raise InputError(
            f"{table.source} has data sets with names that look the same; give each a different name"
        )
    return [(plain(name), _part(table, own, name)) for name, own in rows.items()]


def _part(table: Table, rows: list[int], name: str) -> Table:
    """The rows of one data set."""

    def of(columns: Any) -> dict[str, Any]:
        return {each: [column[row] for row in rows] for each, column in columns.items()}

    return replace(
        table,
        columns={each: column[rows] for each, column in table.columns.items()},
        rows=len(rows),
        source=f"{table.source}, data set {plain(name)!r}",
        faulty=of(table.faulty),
        texts={each: column[rows] for each, column in table.texts.items()},
        lines=None if table.lines is None else [table.lines[row] for row in rows],
        origin=rows,
    )
