"""Predictions of two models, from one file or from two that are joined on an id."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.predictions import Predictions
from bakeoff.io.cells import as_number
from bakeoff.io.table import Table
from bakeoff.io.tables import read_table
from bakeoff.io.values import Column, is_number, is_text, shown

Path = str | os.PathLike[str]


def read_predictions(
    path: Path | Table,
    path_b: Path | Table | None = None,
    *,
    truth: str | None = None,
    a: str | None = None,
    b: str | None = None,
    id: str | None = None,  # noqa: A002 - the word of the command line
    cluster: str | None = None,
    by: str | None = None,
) -> Predictions:
    r"""Read what two models predicted for the same items.

    One file has the columns ``truth``, ``a`` and ``b`` unless other names are given. Two files, A's
    and B's, are joined on their ``id`` column and keep the order of the first; each has a column
    ``prediction`` unless ``a`` and ``b`` name it, and at least the first has the truth. A table that has
    been read already may stand for its file.

    Raises
    ------
    InputError
        Where columns are unknown or have gaps, ids are not unique or only in one of the files, or
        the files disagree about the truth.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file_a, file_b = pathlib.Path(folder, "a.csv"), pathlib.Path(folder, "b.csv")
    ...     _ = file_a.write_text("id,truth,prediction\n1,cat,cat\n2,dog,cat\n")
    ...     _ = file_b.write_text("id,prediction\n2,dog\n1,cat\n")
    ...     both = read_predictions(file_a, file_b, id="id")
    >>> both.a.tolist(), both.b.tolist()
    (['cat', 'cat'], ['cat', 'dog'])
    """
    if path_b is not None and id is None:
        raise InputError(
            "two files are joined on a column that names their items, but none is named; "
            "give id='NAME' (--id NAME on the command line)"
        )
    first = _read(path)
    names = {"truth": truth or "truth", "cluster": cluster, "by": by, "id": id}
    if path_b is None or id is None:
        return _one_file(first, names | {"a": a or "a", "b": b or "b"})
    return _two_files(first, _read(path_b), id, names | {"a": a or "prediction", "b": b or "prediction"})


def _read(path: Path | Table) -> Table:
    return path if isinstance(path, Table) else read_table(path)


def _one_file(table: Table, names: Mapping[str, str | None]) -> Predictions:
    if {"learner", "score"} <= set(table.names) and names["truth"] not in table:
        raise InputError(f"{table.source} holds fold scores, not predictions; use bakeoff scores")
    for one, other in (("truth", "a"), ("truth", "b"), ("a", "b")):
        if names[one] == names[other]:
            raise InputError(
                f"{one} and {other} are both column {names[one]!r} of {table.source}; expected three "
                f"columns: what is true, and what A and B predicted"
            )
    columns = {role: _written(table, name) for role, name in names.items() if name is not None}
    if "id" in columns:
        _positions(columns["id"][0], table)
    return _predictions(columns, table.source)


def _two_files(first: Table, second: Table, key: str, names: Mapping[str, str | None]) -> Predictions:
    truth = str(names["truth"])
    columns = {"a": _written(first, str(names["a"])), "truth": _written(first, truth)}
    b = _written(second, str(names["b"]))
    ids = _alike([_written(first, key), _written(second, key)], as_ids=True)
    order = _join(ids[0], ids[1], first, second)
    columns |= {"id": (ids[0], None), "b": _at(b, order)}
    beside = {role: name for role in ("cluster", "by") if (name := names[role]) is not None}
    for role, name in beside.items():
        elsewhere = name not in first and name in second
        columns[role] = _at(_written(second, name), order) if elsewhere else _written(first, name)
    for role, name in ({"truth": truth} | beside).items():
        if name in first and name in second:
            _agree(ids[0], columns[role], _at(_written(second, name), order), (name, first, second))
    return _predictions(columns, f"{first.source} and {second.source}")


Written = tuple[Column, Column | None]  # the values, and the text they were written as if it is known


def _written(table: Table, name: str) -> Written:
    return table.column(name), table.texts.get(name)


def _at(column: Written, order: Sequence[int]) -> Written:
    values, texts = column
    return values[order], None if texts is None else texts[order]


def _predictions(columns: Mapping[str, Written], source: str) -> Predictions:
    truth, a, b = (columns[role] for role in ("truth", "a", "b"))
    # Text predictions are labels, and so is text of which some reads as a number (0, 1, unknown).
    # Text truth beside numbers otherwise is left: the numbers may be scores of a positive class.
    labels = any(is_text(values) for values, _ in (a, b)) or _partly_numbers(truth[0])
    alike = _alike([truth, a, b]) if labels else [values for values, _ in (truth, a, b)]
    if labels:
        _refuse_two_spellings(dict(zip(("truth", "a", "b"), alike, strict=True)), source)
    ids, clusters, slices = (
        columns[role][0] if role in columns else None for role in ("id", "cluster", "by")
    )
    return Predictions(
        truth=alike[0], a=alike[1], b=alike[2], ids=ids, clusters=clusters, slices=slices, source=source
    )


def _partly_numbers(values: Column) -> bool:
    return is_text(values) and any(as_number(text) is not None for text in set(values.tolist()))


def _alike(columns: Sequence[Written], *, as_ids: bool = False) -> list[Column]:
    """Read columns the same way: all as numbers, or all as the text that was written."""
    if not any(is_text(values) for values, _ in columns):
        return [values for values, _ in columns]
    if any(values.dtype.kind == "b" for values, _ in columns) and not as_ids:
        columns = [_truth_values(values, texts) for values, texts in columns]
    if as_ids:  # an id 7 is an id "7", whatever the type of the file
        return [_as_text(values) if texts is None else texts for values, texts in columns]
    return [values if texts is None else texts for values, texts in columns]


def _truth_values(values: Column, texts: Column | None) -> Written:
    """Text that says true or false, beside a column of booleans, as booleans."""
    words = {str(value).casefold() for value in values.tolist()} if is_text(values) else set()
    if not words or not words <= {"true", "false"}:
        return values, texts
    return np.array([str(value).casefold() == "true" for value in values.tolist()]), None


def _as_text(values: Column) -> Column:
    return np.array([str(value) for value in values.tolist()], dtype=object)


def _refuse_two_spellings(columns: Mapping[str, Column], source: str) -> None:
    """Among labels that stay text, 1 and 1.0 would be two classes: ask rather than guess."""
    seen: dict[int | float, tuple[str, str]] = {}
    for name, values in columns.items():
        for text in dict.fromkeys(v for v in values.tolist() if isinstance(v, str)):
            number = as_number(text)
            if number is not None and seen.setdefault(number, (name, text))[1] != text:
                other, spelling = seen[number]
                raise InputError(
                    f"{other} has {spelling!r} and {name} has {text!r} in {source}, one number in two "
                    f"spellings among labels that are text; write it alike in all columns"
                )


def _positions(ids: Column, table: Table) -> dict[Any, int]:
    at: dict[Any, int] = {}
    twice: dict[Any, None] = {}
    for row, value in enumerate(ids.tolist()):
        if at.setdefault(value, row) != row:
            twice[value] = None
    if twice:
        first = next(iter(twice))
        again = [row for row, value in enumerate(ids.tolist()) if value == first][1]
        raise InputError(
            f"{table.source} has {len(twice)} id(s) more than once: {_few(list(twice))} (the first again "
            f"{table.place(again)}); expected each item once: remove the repeated rows"
        )
    return at


def _join(ids: Column, other_ids: Column, first: Table, second: Table) -> list[int]:
    """For each item of the first file its row in the second."""
    at, other_at = _positions(ids, first), _positions(other_ids, second)
    only_first = [value for value in at if value not in other_at]
    only_second = [value for value in other_at if value not in at]
    if only_first or only_second:
        parts = [
            f"{len(only)} only in {table.source} ({_few(only)})"
            for only, table in ((only_first, first), (only_second, second))
            if only
        ]
        raise InputError(
            f"the files do not hold the same ids: {' and '.join(parts)}; "
            f"expected every item in both: remove or add rows"
        )
    return [other_at[value] for value in at]


def _agree(ids: Column, one: Written, other: Written, where: tuple[str, Table, Table]) -> None:
    name, first, second = where
    left, right = _alike([one, other])
    if is_number(left) != is_number(right):
        left, right = _as_text(left), _as_text(right)
    differ = [i for i, (x, y) in enumerate(zip(left.tolist(), right.tolist(), strict=True)) if x != y]
    if differ:
        at = differ[0]
        raise InputError(
            f"the files disagree about {name!r} of {len(differ)} item(s): id {shown(ids[at])} has "
            f"{shown(left[at])} in {first.source} and {shown(right[at])} in {second.source}; "
            f"expected predictions for the same items"
        )


def _few(values: Sequence[Any]) -> str:
    return ", ".join(shown(value) for value in values[:3]) + (", ..." if len(values) > 3 else "")
