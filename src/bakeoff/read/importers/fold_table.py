"""Tables of fold scores: a column for each learner, or a row for each with the learner's name."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bakeoff.core.exceptions import InputError, unknown_column
from bakeoff.core.panel import FoldPanel
from bakeoff.core.pick import Pick, every
from bakeoff.metrics import METRICS
from bakeoff.metrics._bare import BARE, SUPPOSED, check_bare
from bakeoff.read.dataset_folds import (
    BESIDE,
    DATASET,
    KEYS,
    data_set_column,
    is_tidy,
    is_wide,
    panel_of,
    parts_of,
)
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.fold_scores import as_table, learners_of
from bakeoff.read.importers._record import Found, Glimpse, Importer, direction, only_one
from bakeoff.read.importers.cv_results import candidates_panel, is_cv_results
from bakeoff.read.table import Table
from bakeoff.read.values import is_number

TIDY_COLUMNS = "columns learner, run, fold and score"
RANK = "bakeoff rank FILE --datasets"
MOST_SHOWN = 5  # data sets in a message
MOST_BYTES = 1 << 22  # a larger table with a column for each learner holds items, not folds


def recognises(glimpse: Glimpse) -> bool:
    """Whether it is a table of fold scores, tidy or wide."""
    if is_tidy(glimpse.columns):
        return bool(glimpse.table.rows)
    small = is_wide(glimpse.columns) and glimpse.path.stat().st_size <= MOST_BYTES
    return small and has_single_folds(glimpse.table)


def has_single_folds(table: Table) -> bool:
    """Whether no fold of a run and data set comes twice: otherwise the rows are items, not folds."""
    if not {"fold"} <= table.columns.keys():
        return False
    cells = list(zip(*(table.columns[name].tolist() for name in KEYS if name in table.columns), strict=True))
    return len(set(cells)) == len(cells)


def read_folds(given: Any, *, pick: Pick = every, metric: str | None = None) -> FoldPanel:
    """Read scores of learners on the same splits of one data set.

    A path, a data frame or a dict of columns is taken: a tidy table (learner, run, fold, score), one with
    folds and a column for each learner, or scikit-learn's ``cv_results_``, of which ``metric`` names the
    scorer where there are several.

    >>> table = {"learner": ["nb", "nb", "c45", "c45"], "fold": [1, 2, 2, 1], "score": [0.9, 0.8, 0.6, 0.7]}
    >>> panel = read_folds(table)
    >>> panel.names, panel.scores.tolist()
    (('nb', 'c45'), [[[0.9, 0.8]], [[0.7, 0.6]]])
    """
    table = as_table(given)
    if "learner" not in table:
        if "truth" in table:
            raise InputError(
                f"{table.source} holds predictions, not fold scores; expected {TIDY_COLUMNS}: to compare "
                f"predictions, use bakeoff compare"
            )
        if is_cv_results(table.names):
            return candidates_panel(table, pick, metric)
        if not is_wide(table.names):
            problem = unknown_column("learner", table.names, table.source)
            raise problem.worded(
                f"{problem}; fold scores have {TIDY_COLUMNS}: to compare predictions, use bakeoff compare"
            )
    _refuse_data_sets(table)
    return panel_of(table, _picked(table, pick))


def _refuse_data_sets(table: Table) -> None:
    """Refuse the scores on several data sets, whose runs and folds have the same names."""
    naming = data_set_column(table.names if "learner" in table else set(table.names) & {DATASET})
    found = [] if naming is None else list(dict.fromkeys(map(str, table.column(naming).tolist())))
    if len(found) > 1:
        listed = ", ".join(map(repr, found[:MOST_SHOWN])) + (", ..." if len(found) > MOST_SHOWN else "")
        raise InputError(
            f"{table.source} has scores on {len(found)} data sets ({listed}) in column {naming!r}; expected "
            f"one: rank the learners over all of them with {RANK}, or keep the rows of one data set"
        )


def renamed(table: Table, named: Mapping[str, str]) -> Table:
    """A table under the names that a table of fold scores has; ``named`` are its own by those."""
    names = {own: role for role, own in named.items() if own != role}
    if not names:
        return table
    columns = {names.get(name, name): column for name, column in table.columns.items()}
    faults = {names.get(name, name): fault for name, fault in table.faults.items()}
    return replace(table, columns=columns, faults=faults, texts={})


def _picked(table: Table, pick: Pick) -> Sequence[str]:
    """The learners to read, of those that have their own rows or columns."""
    ranked = RANK if DATASET in table and len(set(table.column(DATASET).tolist())) > 1 else ""
    if "learner" in table or not is_wide(table.names):
        return pick(learners_of(table), source=table.source, ranked=ranked)
    able = [name for name in table.names if name not in BESIDE]
    learners = [name for name in able if name in table.faults or is_number(table.column(name))]

    def meant(name: str) -> str:
        if name in able and name not in learners:
            learners.append(name)  # who names a column wants to know what is wrong with it
        return name

    return pick(learners, source=table.source, meant=meant, ranked=ranked)


def found_in(table: Table, wanted: Wanted) -> Found:
    """The scores of learners in a table, by data set where a column distinguishes several."""
    names = _picked(table, wanted.pick)
    asked = wanted.measure or BARE
    known = METRICS.key_of(asked)
    # scores under the name of a scorer that negates a loss are no losses
    metric = known if known is not None and METRICS[known].higher_is_better else asked
    higher, assumed = direction(metric)
    parts = parts_of(table, DATASET) if DATASET in table else [("", table)]
    panels = {name: panel_of(part, names) for name, part in parts}
    if not wanted.measure:
        check_bare(*(each.scores for each in panels.values()), source=f"the scores of {table.source}")
    return Found(
        panel=panels,
        metric=metric,
        source=table.source,
        higher_is_better=higher,
        assumed=assumed if wanted.measure else (SUPPOSED,),
    )


record = Importer(
    key="fold-table",
    title="a table of fold scores",
    recognises=recognises,
    read=lambda glimpses, wanted: found_in(only_one(glimpses).table, wanted),
)
