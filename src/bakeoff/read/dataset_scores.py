"""Scores of learners on data sets: tables whose rows are data sets, in memory or in a file."""

import os
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError, unknown_column
from bakeoff.core.outcomes import Floats
from bakeoff.core.panel import FoldPanel, check_names
from bakeoff.core.written import brief, listed
from bakeoff.read.columns import named_columns, same_rows
from bakeoff.read.dataset_folds import NAMES, data_set_column, is_tidy, is_wide, panels_of
from bakeoff.read.no_models import left_out_note, look_at, no_models
from bakeoff.read.summaries import called_summary, summary_rows
from bakeoff.read.table import Table, read_table, table_of
from bakeoff.read.values import MISSING, Column, a_kind, as_float, as_number, is_missing, shown

OF_FOLDS = ("run", "n_train", "n_test")  # columns beside scores of folds


@dataclass(frozen=True, kw_only=True, eq=False)
class ScoreTable:
    """Scores of learners on data sets: (data sets, learners), or (data sets, learners, runs, folds).

    ``test_to_train`` is the size of test sets relative to training sets on each data set, where it is known.
    ``left_out`` are columns that are no learners, and ``notes`` say why, and which rows are no data sets.
    """

    names: tuple[str, ...]
    datasets: tuple[str, ...]
    values: Floats
    test_to_train: Floats | None = None
    left_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def score_table(
    scores: object,
    *,
    datasets: Sequence[str] | None = None,
    what: str = "scores",
    kept: Collection[str] = (),
) -> ScoreTable:
    """Learners by data sets from a dict or data frame; a column of text names the data sets.

    Columns of ids, sizes and the like are no learners, unless they are ``kept``; rows of averages are no data
    sets.

    >>> table = score_table({"dataset": ["iris", "wine"], "tree": [0.9, 0.8], "forest": [0.95, 0.9]})
    >>> table.names, table.datasets, table.values.tolist()
    (('tree', 'forest'), ('iris', 'wine'), [[0.9, 0.95], [0.8, 0.9]])
    """
    if isinstance(scores, ScoreTable):
        return scores
    named = named_columns(scores)
    if named is None:
        raise InputError(f"{what} is {a_kind(scores)}; expected a dict or data frame of scores by learner")
    same_rows(**{f"{what} of {name}": each for name, each in named.items()})
    if is_tidy(named) or is_wide(named):
        return _of_folds(table_of(named, what))
    found: list[str] | None
    left_out: dict[str, str] = {}
    if named and all(isinstance(each, Mapping) for each in named.values()):
        found, columns = _by_data_set(named)
    else:
        columns = {name: _cells(each, name) for name, each in named.items()}
        found = _take_names(columns) or _index(scores, named)
        left_out = _no_learners(columns, list(datasets or found or ()), what, kept)
        columns = {name: cells for name, cells in columns.items() if name not in left_out}
    _refuse_uneven(columns, what)
    rows = len(next(iter(columns.values())))
    names = _data_set_names(found if datasets is None else datasets, rows)
    summaries = _summaries(names, columns)
    kept_rows = [at for at in range(rows) if at not in summaries]
    values = [[_score(own[at], name, names[at]) for at in kept_rows] for name, own in columns.items()]
    sets = tuple(names[at] for at in kept_rows)
    notes = [left_out_note(left_out, "a table of their columns (--models a,b,c)")] if left_out else []
    notes += [_summaries_note([names[at] for at in summaries])] if summaries else []
    return ScoreTable(
        names=tuple(columns),
        datasets=sets,
        values=_stacked(values, tuple(columns), sets),
        left_out=tuple(left_out),
        notes=tuple(notes),
    )


def _no_learners(
    columns: Mapping[str, list[Any]], rows: Sequence[str], what: str, kept: Collection[str]
) -> dict[str, str]:
    """The columns that are no learners, with the reason; none where cells hold the scores of folds."""
    if any(isinstance(cell, list | tuple | np.ndarray) for own in columns.values() for cell in own):
        return {name: "called like weights" for name in columns if name in OF_FOLDS and name not in kept}
    sets = [not called_summary(str(name)) for name in rows]
    looks = {
        name: look_at(
            _as_numbers([cell for cell, is_set in zip_longest(own, sets, fillvalue=True) if is_set])
        )
        for name, own in columns.items()
    }
    return no_models(looks, source=what, scored=True, kept=kept, asks=False)


def _as_numbers(cells: Sequence[Any]) -> Column:
    """Cells of text that write numbers, also in per cent, as numbers; others as they are."""
    read = [(_number(cell), cell) if isinstance(cell, str) else (None, cell) for cell in cells]
    found = [cell if number is None else number for number, cell in read]
    return np.fromiter((None if each in MISSING else each for each in found), dtype=object, count=len(found))


def _summaries(names: Sequence[str], columns: Mapping[str, list[Any]]) -> tuple[int, ...]:
    """The rows that are averages of the others and the like."""
    if not any(map(called_summary, names)):
        return ()
    cells = {name: _as_numbers(own).tolist() for name, own in columns.items()}
    if any(isinstance(cell, str | list | tuple | np.ndarray) for own in cells.values() for cell in own):
        return ()  # refused below, or scores of folds
    numbers = {
        name: [None if each is None or is_missing(each) else float(each) for each in own]
        for name, own in cells.items()
    }
    return summary_rows(names, numbers)


def _summaries_note(names: Sequence[str]) -> str:
    rows = "row" if len(names) == 1 else "rows"
    each = "is not a data set but summarises" if len(names) == 1 else "are not data sets but summarise"
    return f"{rows} {listed([brief(name) for name in names])} {each} the others; left out"


def read_datasets(path: str | os.PathLike[str], models: Sequence[str] = ()) -> ScoreTable:
    """The scores of all learners in a file, or of those chosen; its rows are data sets, or folds of them."""
    table = read_table(path)
    if is_tidy(table.names) or is_wide(table.names):
        return _of_folds(table, models)
    if {"learner", "score"}.issubset(table.names):
        raise InputError(
            f"{table.source} has columns learner and score, but no column fold; expected the columns "
            f"dataset, learner, run, fold and score, or a row for each data set and a column for each learner"
        )
    found: dict[str, Any] = {**table.columns, **table.faulty}
    for name in models:
        if name not in found:
            raise unknown_column(name, table.names, table.source)
    naming = [name for name in found if _names_data_sets(name, _cells(found[name], name))]
    learners = models or [name for name in found if name not in naming]
    return score_table(
        {name: found[name] for name in (*naming[:1], *learners)}, what=table.source, kept=tuple(models)
    )


def _of_folds(table: Table, models: Sequence[str] = ()) -> ScoreTable:
    naming = data_set_column(table.names)
    if naming is None:
        raise InputError(
            f"{table.source} has the scores of folds, but no column with the data set; expected a column "
            f"dataset: add it, or use bakeoff scores for two learners on one data set"
        )
    panels = panels_of(table, naming, models)
    names = next(iter(panels.values())).names
    _refuse_one(names, table.source)
    values = [[panel.scores[at] for panel in panels.values()] for at in range(len(names))]
    return ScoreTable(
        names=names,
        datasets=tuple(panels),
        values=_stacked(values, names, tuple(panels)),
        test_to_train=_ratios(list(panels.values())),
    )


def _ratios(panels: Sequence[FoldPanel]) -> Floats | None:
    found = [
        float(each.n_test.mean() / each.n_train.mean())
        for each in panels
        if each.n_test is not None and each.n_train is not None
    ]
    return np.array(found) if found else None


def _by_data_set(named: Mapping[str, Any]) -> tuple[list[str], dict[str, list[Any]]]:
    """Learners whose scores are given by data set: missing ones are None."""
    for name, own in named.items():
        if len({str(key) for key in own}) < len(own):
            raise InputError(
                f"{name} has data sets whose names are written alike, such as 1 and '1'; give each a "
                f"different name"
            )
    found = list(dict.fromkeys(str(key) for own in named.values() for key in own))
    scores = {name: {str(key): cell for key, cell in own.items()} for name, own in named.items()}
    return found, {name: [own.get(key) for key in found] for name, own in scores.items()}


def _cells(column: Any, name: str) -> list[Any]:
    for method in ("to_list", "tolist", "to_pylist"):
        if hasattr(column, method):
            cells = getattr(column, method)()
            if isinstance(cells, list):
                return cells
    if isinstance(column, list | tuple | range):
        return list(column)
    raise InputError(
        f"{name} is {a_kind(column)}; expected one score for each data set, in a list or an array"
    )


def _names_data_sets(name: str, cells: list[Any]) -> bool:
    """Whether a column names data sets: by its own name, or because it holds only words."""
    texts = [cell for cell in cells if isinstance(cell, str) and cell not in MISSING]
    return name.strip().casefold() in NAMES or (
        bool(texts) and len(texts) == len(cells) and all(_number(cell) is None for cell in texts)
    )


def _take_names(columns: dict[str, list[Any]]) -> list[str] | None:
    """The names of the data sets from their column, which is removed."""
    naming = [name for name, cells in columns.items() if _names_data_sets(name, cells)]
    if len(naming) > 1:
        raise InputError(
            f"columns {naming[0]!r} and {naming[1]!r} both hold text; expected one column with the names "
            f"of the data sets, and numbers in all others"
        )
    return [str(cell) for cell in columns.pop(naming[0])] if naming else None


def _index(scores: object, named: Mapping[str, Any]) -> list[str] | None:
    """The names of the rows of a pandas table, or of the first column that has some."""
    for each in (scores, *named.values()):
        index: Any = getattr(each, "index", None)
        numbered = getattr(index, "start", None) == 0 and getattr(index, "step", None) == 1
        if hasattr(index, "equals") and not numbered:
            return [str(name) for name in index]
    return None


def _refuse_one(names: tuple[str, ...], what: str) -> None:
    if len(names) < 2:
        one = f"there is only one learner, {names[0]!r}" if names else f"{what} has no learners"
        raise InputError(f"{one}; expected at least two to rank")


def _refuse_uneven(columns: dict[str, list[Any]], what: str) -> None:
    check_names(tuple(columns), len(columns))
    _refuse_one(tuple(columns), what)
    (first, expected), *others = ((name, len(cells)) for name, cells in columns.items())
    for name, length in others:
        if length != expected:
            raise InputError(
                f"{first} has {expected} scores and {name} has {length}; expected one for each data set"
            )
    if not expected:
        raise InputError(f"{first} has no scores; expected one for each data set")


def _data_set_names(found: Sequence[str] | None, rows: int) -> tuple[str, ...]:
    names = tuple(str(each) for each in (range(1, rows + 1) if found is None else found))
    if len(names) != rows:
        raise InputError(
            f"there are {len(names)} names of data sets and {rows} scores; expected one for each"
        )
    twice, count = Counter(names).most_common(1)[0] if names else ("", 0)
    if count > 1:
        raise InputError(
            f"data set {twice!r} occurs {count} times; expected one row for each data set: "
            f"average its scores, or give fold scores as an array (data sets, folds) for each learner"
        )
    return names


def _number(text: str) -> float | None:
    """The number that a text writes, also in per cent.

    >>> _number("0.81"), _number("81 %"), _number("iris")
    (0.81, 0.81, None)
    """
    number = as_number(text.removesuffix("%").rstrip())
    return number / 100 if number is not None and text.endswith("%") else number


def _score(cell: Any, learner: str, dataset: str) -> Floats:
    """One score, or the fold scores of one data set."""
    if isinstance(cell, str):
        number = _number(cell)
        if number is None and cell not in MISSING:
            raise InputError(f"{learner} has {shown(cell)} for data set {dataset!r}; expected a number")
        cell = number
    if cell is None or is_missing(cell):
        raise _missing(learner, dataset)
    try:
        scores = np.asarray(
            cell if isinstance(cell, list | tuple | np.ndarray) else as_float(cell), dtype=float
        )
    except (TypeError, ValueError):
        raise InputError(f"{learner} has {shown(cell)} for data set {dataset!r}; expected a number") from None
    if np.isnan(scores).any() or not scores.size:
        raise _missing(learner, dataset)
    if np.isinf(scores).any():
        raise InputError(
            f"{learner} has an infinite score for data set {dataset!r}; expected a finite number"
        )
    return scores


def _missing(learner: str, dataset: str) -> InputError:
    return InputError(
        f"{learner} has no score for data set {dataset!r}; expected a score of every learner for each data "
        f"set: add it, or leave the data set or the learner out"
    )


def _stacked(values: list[list[Floats]], names: tuple[str, ...], datasets: tuple[str, ...]) -> Floats:
    shape, first = values[0][0].shape, names[0]
    for name, own in zip(names, values, strict=True):
        for dataset, cell in zip(datasets, own, strict=True):
            if cell.shape != shape or cell.ndim > 2:
                raise InputError(
                    f"{name} has scores of shape {cell.shape} for data set {dataset!r}, and {first} of "
                    f"shape {shape} for {datasets[0]!r}; expected one score each, or the same number of "
                    f"folds each"
                )
    array = np.array(values).swapaxes(0, 1)
    return array[:, :, np.newaxis] if array.ndim == 3 else array
