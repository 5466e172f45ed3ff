"""Fold scores: tidy tables of learners, and other forms of the scores of one."""

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError, unknown_column, unknown_name
from bakeoff.core.outcomes import Floats, finite
from bakeoff.core.panel import FoldPanel
from bakeoff.metrics import METRICS
from bakeoff.metrics._bare import BARE
from bakeoff.read.columns import named_columns, to_array
from bakeoff.read.table import Table, read_table, table_of
from bakeoff.read.values import (
    NUMBERS,
    a_kind,
    as_float,
    as_number,
    from_values,
    how_to_write,
    is_number,
    shown,
)

Cell = tuple[Any, Any]  # a run and a fold


@dataclass(frozen=True, kw_only=True, eq=False)
class Grid:
    """Where in a table the score of each run and fold of each learner is, the same ones for all."""

    table: Table
    rows: Mapping[str, Mapping[Cell, int]]
    runs: list[Any]
    folds: list[Any]

    def pick(self, column: Floats) -> Floats:
        """The values of a column as an array (learners, runs, folds)."""
        rows = [[own[cell] for cell in product(self.runs, self.folds)] for own in self.rows.values()]
        return column[rows].reshape(len(rows), len(self.runs), len(self.folds))

    def sizes(self, name: str) -> Floats | None:
        """A column of set sizes (runs, folds), alike for all learners; None where the table has none."""
        column = sizes(self.table, name, [row for own in self.rows.values() for row in own.values()])
        if column is None:
            return None
        by_learner: dict[str, Floats] = dict(zip(self.rows, self.pick(column), strict=True))
        one, first = next(iter(by_learner.items()))
        for learner, other in by_learner.items():
            differ = np.argwhere(first != other)
            if len(differ):
                run, fold = differ[0]
                where = in_words((self.runs[run], self.folds[fold]), self.table)
                raise InputError(
                    f"{name} of {where} in {self.table.source} is {first[run, fold]:g} for {one} and "
                    f"{other[run, fold]:g} for {learner}; expected both learners on the same splits"
                )
        return first


def grid_of(table: Table, rows: Mapping[str, Sequence[int]]) -> Grid:
    """Find each run and fold of the learners, each exactly once; a table without runs has one run."""
    cells = {learner: _cells(table, own, learner) for learner, own in rows.items()}
    runs, folds = (_in_order({cell[axis]: None for own in cells.values() for cell in own}) for axis in (0, 1))
    for learner, own in cells.items():
        lacking = len(runs) * len(folds) - len(own)
        if lacking:
            cell = next(cell for cell in product(runs, folds) if cell not in own)
            having = [other for other, its in cells.items() if cell in its]
            hint = f", which {having[0]} has" if having else ""
            raise InputError(
                f"{table.source} has no score of {learner} for {in_words(cell, table)}{hint} "
                f"({lacking} of {len(runs) * len(folds)} are missing); expected every fold of every run"
            )
    return Grid(table=table, rows=cells, runs=runs, folds=folds)


def _cells(table: Table, rows: Sequence[int], learner: str) -> dict[Cell, int]:
    folds = table.column("fold").tolist()
    runs = table.column("run").tolist() if "run" in table else [0] * table.rows
    found: dict[Cell, int] = {}
    for row in rows:
        cell = (runs[row], folds[row])
        if cell in found:
            raise InputError(
                f"{table.source} has {learner} {in_words(cell, table)} twice: {table.place(found[cell])} and "
                f"{table.place(row)}; expected one score for each run and fold"
            )
        found[cell] = row
    return found


def in_words(cell: Cell, table: Table) -> str:
    """A run and fold in words."""
    run = f"run {shown(cell[0])}, " if "run" in table else ""
    return f"{run}fold {shown(cell[1])}"


def numbers(table: Table, name: str, rows: Sequence[int]) -> Floats:
    """A column as finite numbers, checked in the rows that are used; elsewhere NaN."""
    values = table.column(name)
    if name in table.texts and not is_number(values):
        values = from_values([_parsed(text) for text in table.texts[name]])
    result = np.full(table.rows, np.nan)
    for row in rows:
        if not isinstance(values[row], NUMBERS) or not np.isfinite(as_float(values[row])):
            raise _not_a_number(table, name, row)
        result[row] = as_float(values[row])
    return result


def _parsed(text: str) -> float | str:
    number = as_number(text)
    return text if number is None else number


def sizes(table: Table, name: str, rows: Sequence[int]) -> Floats | None:
    """A column of set sizes, or None where the table has none."""
    if name not in table:
        return None
    column = numbers(table, name, rows)
    bad = [row for row in rows if column[row] < 1 or column[row] != np.floor(column[row])]
    if bad:
        raise InputError(
            f"column {name!r} of {table.source} has {shown(table.column(name)[bad[0]])} "
            f"{table.place(bad[0])}; expected the number of items in a set, a whole number of at least 1"
        )
    return column


def _not_a_number(table: Table, name: str, row: int) -> InputError:
    value = table.texts[name][row] if name in table.texts else table.column(name)[row]
    return InputError(
        f"column {name!r} of {table.source} has {shown(value)} {table.place(row)}; "
        f"expected a finite number{how_to_write(value)}"
    )


def _in_order(labels: Mapping[Any, None]) -> list[Any]:
    """By size if all are numbers, else in the order of their first appearance."""
    listed = list(labels)
    return sorted(listed) if is_number(np.array([*listed, None], dtype=object)[:-1]) else listed


@dataclass(frozen=True, kw_only=True, eq=False)
class LearnerScores:
    """Scores of one learner, flat or (runs, folds); runs and folds are named where a table did.

    ``metric`` is the key of the metric that the name of their column says.
    """

    scores: Floats
    n_train: Floats | None = None
    n_test: Floats | None = None
    runs: tuple[Any, ...] = ()
    folds: tuple[Any, ...] = ()
    splits: str | None = None
    metric: str = ""


def learners_of(table: Table) -> list[str]:
    """The learners of a tidy table, in the order in which they come."""
    return list(dict.fromkeys(str(value) for value in table.column("learner").tolist()))


def tidy_panel(table: Table, names: Sequence[str]) -> FoldPanel:
    """The scores of some learners in a tidy table: learner, run, fold, score.

    ``run`` may be left out (one run), and ``n_train`` and ``n_test`` are used where they are there. Runs and
    folds are in order of size if they are numbers. Errors in other learners do not matter.

    >>> columns = {"learner": ["nb", "nb", "c45", "c45"], "fold": [1, 2, 2, 1], "score": [0.9, 0.8, 0.6, 0.7]}
    >>> tidy_panel(table_of(columns, "the table"), ["c45", "nb"]).scores.tolist()
    [[[0.7, 0.6]], [[0.9, 0.8]]]
    """
    learners = [str(value) for value in table.column("learner").tolist()]
    for name in names:
        if name not in learners:
            raise unknown_name(f"learner in {table.source}", name, dict.fromkeys(learners))
    rows = {repr(name): [row for row, each in enumerate(learners) if each == name] for name in names}
    scores = numbers(table, "score", [row for own in rows.values() for row in own])
    grid = grid_of(table, rows)
    return FoldPanel(
        names=tuple(names),
        scores=grid.pick(scores),
        n_train=grid.sizes("n_train"),
        n_test=grid.sizes("n_test"),
        source=table.source,
    )


def scores_of(values: Any, metric_name: str | None = None, *, name: str = "scores") -> LearnerScores:
    """Read the scores of one learner: an array, a cross_validate dict or a tidy table.

    Of a dict that scikit-learn's ``cross_validate`` returned, ``test_score`` is taken, else the only
    key that starts with ``test_``, else the one of the metric; scikit-learn's negated losses
    (``neg_log_loss``) become losses again where the metric is that loss.

    >>> scores_of({"fit_time": [0.1, 0.1], "test_score": [0.9, 0.8]}).scores.tolist()
    [0.9, 0.8]
    """
    columns = named_columns(values)
    if columns is None:
        return LearnerScores(scores=_floats(values, name))
    if "score" in columns:
        return _tidy(table_of(columns, name))
    keys = [key for key in columns if key.startswith("test_")]
    if not keys and not isinstance(values, Mapping) and all(key.isdigit() for key in columns):
        # a frame with numbers for names is a table of scores by run and fold
        wide = [_floats(column, f"column {key} of {name}") for key, column in columns.items()]
        return LearnerScores(scores=np.column_stack(wide))
    if not keys:
        raise unknown_column("score", columns, name)
    key = scorer_key(keys, metric_name, name)
    scores = _floats(columns[key], f"{key} of {name}")
    n_train, n_test = _split_sizes(columns.get("indices"), len(scores))
    said = metric_said(key)
    scores, splits = as_meant(scores, metric_name or said), _fingerprint(columns.get("indices"))
    return LearnerScores(scores=scores, n_train=n_train, n_test=n_test, splits=splits, metric=said)


def metric_said(key: str) -> str:
    """The key of the metric that ``test_NAME`` says; nothing for ``test_score``.

    >>> metric_said("test_roc_auc"), metric_said("test_score")
    ('auc', '')
    """
    found = METRICS.key_of(key.removeprefix("test_")) or ""
    return "" if found == BARE else found


def same_folds(a: LearnerScores, b: LearnerScores) -> None:
    """Refuse to pair scores of other splits, runs or folds, or of the same in another order."""
    if a.splits is not None and b.splits is not None and a.splits != b.splits:
        raise InputError(
            "the indices of a and b differ, so they were scored on different splits; use one splitter "
            "with a fixed random_state for both"
        )
    for what in ("runs", "folds"):
        left, right = getattr(a, what), getattr(b, what)
        if not left or not right or left == right:
            continue
        odd = [label for label in (*left, *right) if (label in left) != (label in right)]
        if odd:
            side = "a" if odd[0] in left else "b"
            problem = f"{shown(odd[0])} occurs only in {side} ({len(odd)} such values in total)"
        else:
            problem = (
                f"a begins with {shown(left[0])} and b with {shown(right[0])}: sort both in the same order"
            )
        raise InputError(
            f"a and b do not have the same {what}: {problem}; expected scores of the same splits"
        )


def as_table(given: Any) -> Table:
    """A file, a data frame or a dict of columns as a table."""
    if isinstance(given, Table):
        return given
    if isinstance(given, str | os.PathLike):
        return read_table(given)
    if (columns := named_columns(given)) is None:
        raise InputError(
            f"the scores are {a_kind(given)}; expected a file, a data frame or a dict of columns "
            f"with learner, run, fold and score"
        )
    return table_of(columns, "the table")


def _tidy(table: Table) -> LearnerScores:
    """The scores of a table that holds one learner."""
    learners = dict.fromkeys(table.column("learner").tolist() if "learner" in table else [])
    if len(learners) > 1:
        listed = ", ".join(shown(learner) for learner in list(learners)[:10])
        raise InputError(f"{table.source} has {len(learners)} learners ({listed}); keep the rows of one")
    rows = range(table.rows)
    scores = numbers(table, "score", rows)
    if "fold" not in table and "run" not in table:
        n_train, n_test = (sizes(table, side, rows) for side in ("n_train", "n_test"))
        return LearnerScores(scores=scores, n_train=n_train, n_test=n_test)
    grid = grid_of(table, {"the learner": rows})
    return LearnerScores(
        scores=grid.pick(scores)[0],
        n_train=grid.sizes("n_train"),
        n_test=grid.sizes("n_test"),
        runs=tuple(grid.runs),
        folds=tuple(grid.folds),
    )


def as_meant(scores: Floats, metric: str | None) -> Floats:
    """Scores in the units of the metric: scikit-learn negates losses, and a loss metric wants the loss."""
    known = None if metric is None else METRICS.key_of(metric)
    is_loss = known is not None and METRICS[known].is_positive_loss
    return -scores if is_loss and is_negated(scores) else scores


def is_negated(losses: Floats) -> bool:
    """Whether what cannot be negative was negated, as scikit-learn's scorers do: the sign shows it."""
    return bool((losses <= 0).all() and (losses < 0).any())


def scorer_key(keys: Sequence[str], metric: str | None, name: str) -> str:
    """Which of the keys ``test_*`` holds the scores of a metric."""
    if "test_score" in keys:
        return "test_score"
    known = None if metric is None else METRICS.key_of(metric)
    wanted = [] if metric is None else [metric, metric.replace("-", "_")]
    wanted += (*METRICS[known].scikit, *METRICS[known].short) if known is not None else ()
    for key in (f"test_{word}" for word in wanted):
        if key in keys:
            return key
    if metric is None and len(keys) == 1 and metric_said(keys[0]):
        return keys[0]
    if len(keys) == 1:
        word = keys[0].removeprefix("test_")
        meant = METRICS.key_of(word)
        advice = f"give metric={meant!r}" if meant else "pass its array if you mean this score"
        raise InputError(f"{name} holds {keys[0]!r}, not {metric or 'test_score'}; {advice}")
    asked = "" if metric is None else f", none of them of the metric {metric!r}"
    raise InputError(
        f"{name} has several scores ({', '.join(keys)}){asked}; choose one with metric=, or pass its array"
    )


def _fingerprint(indices: Any) -> str | None:
    """What identifies the test sets that cross_validate used, where it returned them."""
    if not isinstance(indices, Mapping) or "test" not in indices:
        return None
    digest = hashlib.blake2b(digest_size=16)
    for part in indices["test"]:
        digest.update(np.asarray(part, dtype=np.int64).tobytes() + b"|")
    return digest.hexdigest()


def _split_sizes(indices: Any, folds: int) -> tuple[Floats | None, Floats | None]:
    """Sizes of the sets where cross_validate was asked to return its indices."""
    if not isinstance(indices, Mapping) or not {"train", "test"} <= set(indices):
        return None, None
    pair = [np.array([len(part) for part in indices[side]], dtype=np.float64) for side in ("train", "test")]
    return (pair[0], pair[1]) if len(pair[0]) == len(pair[1]) == folds else (None, None)


def _floats(values: Any, name: str) -> Floats:
    """Scores in a flat or two-dimensional array or list, all of them finite numbers."""
    if isinstance(values, list | tuple) and values and isinstance(values[0], list | tuple | np.ndarray):
        parts = [_floats(row, f"run {at} of {name}") for at, row in enumerate(values)]
        for at, part in enumerate(parts):
            if part.shape != parts[0].shape:
                raise InputError(
                    f"run {at} of {name} has {part.size} scores and run 0 has {parts[0].size}; expected "
                    f"the same number of folds in each run"
                )
        return finite(parts, name, ndim=2)
    if len(getattr(values, "shape", ())) == 2:
        return _floats(list(np.asarray(values)), name)
    array = to_array(values, name)
    if not is_number(array):
        at, value = next((i, v) for i, v in enumerate(array.tolist()) if isinstance(v, str))
        raise InputError(f"{name} has {shown(value)} at position {at}; expected a finite number")
    return finite([as_float(v) for v in array] if array.dtype.kind == "O" else array, name, ndim=1)
