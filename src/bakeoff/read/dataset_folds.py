"""Tables of fold scores on several data sets: the part of each, and scores by learner and data set."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats
from bakeoff.read.fold_scores import learners_of, tidy_panel
from bakeoff.read.table import Table
from bakeoff.read.values import plain

TIDY = frozenset(("learner", "fold", "score"))


def is_tidy(names: Collection[str]) -> bool:
    """Whether a table has a row for each learner and fold, not a column for each learner."""
    return TIDY.issubset(names)


def by_data_set(table: Table, naming: str, models: Sequence[str] = ()) -> Mapping[str, Mapping[str, Floats]]:
    """For each learner and data set its scores (runs, folds); all learners, or those chosen.

    >>> from bakeoff.read.table import table_of
    >>> columns = {"data": ["iris"] * 4, "learner": ["nb", "nb", "c45", "c45"], "fold": [1, 2, 2, 1]}
    >>> found = by_data_set(table_of({**columns, "score": [0.9, 0.8, 0.6, 0.7]}, "the table"), "data")
    >>> {learner: {data: own.tolist() for data, own in each.items()} for learner, each in found.items()}
    {'nb': {'iris': [[0.9, 0.8]]}, 'c45': {'iris': [[0.7, 0.6]]}}
    """
    names = tuple(models) or tuple(learners_of(table))
    panels = {name: tidy_panel(part, names) for name, part in parts_of(table, naming)}
    return {
        learner: {name: panel.scores[at] for name, panel in panels.items()}
        for at, learner in enumerate(names)
    }


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
