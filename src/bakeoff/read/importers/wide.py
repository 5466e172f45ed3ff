"""Tables of fold scores: a column for each learner, or a row for each with the learner's name."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bakeoff.core.exceptions import InputError
from bakeoff.metrics import METRICS
from bakeoff.read.fold_scores import ScoreTable, choose, read_scores
from bakeoff.read.importers.directions import direction
from bakeoff.read.importers.found import FoldTables, Wanted, plain
from bakeoff.read.score_grid import common_order, find_cells, numbers, sizes
from bakeoff.read.table import Table
from bakeoff.read.values import is_number

DATASET = "dataset"
KEYS = ("fold", "run", DATASET)
BESIDE = (*KEYS, "n_train", "n_test")
NOT_WIDE = ("learner", "score", "truth", "prediction")


def is_wide(names: Sequence[str]) -> bool:
    """Whether columns are folds and at least two learners.

    >>> is_wide(["run", "fold", "nb", "tree"]), is_wide(["fold", "truth", "a", "b"])
    (True, False)
    """
    return "fold" in names and not set(NOT_WIDE) & set(names) and len(set(names) - set(BESIDE)) >= 2


def is_tidy(names: Sequence[str]) -> bool:
    """Whether columns are those of one row for each learner and fold."""
    return {"learner", "fold", "score"} <= set(names)


def has_single_folds(table: Table) -> bool:
    """Whether no fold of a run and data set comes twice: otherwise the rows are items, not folds."""
    if not {"fold"} <= table.columns.keys():
        return False
    cells = list(zip(*(table.columns[name].tolist() for name in KEYS if name in table.columns), strict=True))
    return len(set(cells)) == len(cells)


def wide_scores(table: Table, a: str | None, b: str | None) -> ScoreTable:
    """The scores of two learners that have a column each."""
    learners = [
        name
        for name in table.names
        if name not in BESIDE and (name in (a, b) or name in table.faults or is_number(table.column(name)))
    ]
    names = choose(learners, a, b, table.source)
    rows = range(table.rows)
    columns = [numbers(table, name, rows) for name in names]
    n_train, n_test = (sizes(table, name, rows) for name in ("n_train", "n_test"))
    grid = find_cells(table, rows, "a score")
    runs, folds = common_order(table, [grid])
    return ScoreTable(
        names=names,
        a_scores=grid.pick(columns[0], runs, folds),
        b_scores=grid.pick(columns[1], runs, folds),
        n_train=None if n_train is None else grid.pick(n_train, runs, folds),
        n_test=None if n_test is None else grid.pick(n_test, runs, folds),
        runs=tuple(runs),
        folds=tuple(folds),
        source=table.source,
    )


def read_fold_table(table: Table, wanted: Wanted) -> FoldTables:
    """The scores of two learners, by data set where a column tells several apart."""
    a, b = (None if name is None else str(name) for name in (wanted.a, wanted.b))
    asked = wanted.metric or "accuracy"
    known = METRICS.key_of(asked)
    # scores under the name of a scorer that negates a loss are no losses
    metric = known if known is not None and METRICS[known].higher_is_better else asked
    higher, unsure = direction(metric)
    supposed = ("what the scores measure is not told; they are taken for accuracies",)
    return FoldTables(
        tables={name: read_scores(part, a=a, b=b) for name, part in _by_dataset(table)},
        metric=metric,
        source=table.source,
        higher_is_better=higher,
        notes=unsure if wanted.metric else supposed,
    )


def _by_dataset(table: Table) -> list[tuple[str, Table]]:
    if DATASET not in table:
        return [("", table)]
    column = [str(value) for value in table.column(DATASET).tolist()]
    names = dict.fromkeys(column)
    if len({plain(name) for name in names}) < len(names):
        raise InputError(f"{table.source} has data sets whose names look alike; give each a name of its own")
    return [
        (plain(name), _part(table, [row for row, each in enumerate(column) if each == name], name))
        for name in names
    ]


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
    )
