"""Predictions of two models, from one file or from two that are joined on an id."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

from bakeoff.core.predictions import Predictions
from bakeoff.read.alike import (
    Written,
    alike,
    check_roles,
    comparable,
    disagreement,
    labels_alike,
    need_id,
    repeated_ids,
    role_names,
    unmatched_ids,
)
from bakeoff.read.table import Table
from bakeoff.read.tables import read_table
from bakeoff.read.values import Column

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
    scored: bool = False,
) -> Predictions:
    r"""Read what two models predicted for the same items.

    One file has the columns ``truth``, ``a`` and ``b`` unless other names are given. Two files, A's
    and B's, are joined on their ``id`` column and keep the order of the first; each has a column
    ``prediction`` unless ``a`` and ``b`` name it, and at least the first has the truth; columns that name
    the ``cluster`` of an item, or the slice ``by`` which results are asked for, may be in either. A table
    that has been read already may stand for its file.

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
        raise need_id()
    first, names = _read(path), role_names(truth=truth, a=a, b=b, two=path_b is not None, scored=scored)
    if path_b is None or id is None:
        return _one_file(first, names | {"id": id, "cluster": cluster, "by": by})
    return _two_files(first, _read(path_b), id, names | {"cluster": cluster, "by": by})


def _read(path: Path | Table) -> Table:
    return path if isinstance(path, Table) else read_table(path)


def _one_file(table: Table, names: Mapping[str, str | None]) -> Predictions:
    check_roles(names, table, table.source)
    columns = {role: _written(table, name) for role, name in names.items() if name is not None}
    if "id" in columns:
        _positions(columns["id"][0], table)
    return _predictions(columns, table.source)


def _two_files(first: Table, second: Table, key: str, names: Mapping[str, str | None]) -> Predictions:
    columns = {"a": _written(first, str(names["a"]))}
    if "truth" in names:
        columns["truth"] = _written(first, str(names["truth"]))
    b = _written(second, str(names["b"]))
    ids = alike([_written(first, key), _written(second, key)], as_ids=True)
    order = _join(ids[0], ids[1], first, second)
    columns |= {"id": (ids[0], None), "b": _at(b, order)}
    for role in ("truth", "cluster", "by"):
        name = names.get(role)
        if name is None:
            continue
        there = _at(_written(second, name), order) if name in second else None
        columns[role] = there if there is not None and name not in first else _written(first, name)
        if there is not None and name in first:
            _agree(ids[0], columns[role], there, (name, first, second))
    return _predictions(columns, f"{first.source} and {second.source}")


def _written(table: Table, name: str) -> Written:
    return table.column(name), table.texts.get(name)


def _at(column: Written, order: Sequence[int]) -> Written:
    values, texts = column
    return values[order], None if texts is None else texts[order]


def _predictions(columns: Mapping[str, Written], source: str) -> Predictions:
    said: dict[str, Column | None] = {"truth": None, "a": columns["a"][0], "b": columns["b"][0]}
    if "truth" in columns:
        said |= labels_alike({role: columns[role] for role in ("truth", "a", "b")}, source)
    ids, clusters, slices = (
        columns[role][0] if role in columns else None for role in ("id", "cluster", "by")
    )
    return Predictions(**said, ids=ids, clusters=clusters, slices=slices, source=source)  # type: ignore[arg-type]


def _positions(ids: Column, table: Table) -> dict[Any, int]:
    at: dict[Any, int] = {}
    twice: dict[Any, None] = {}
    for row, value in enumerate(ids.tolist()):
        if at.setdefault(value, row) != row:
            twice[value] = None
    if twice:
        first = next(iter(twice))
        again = [row for row, value in enumerate(ids.tolist()) if value == first][1]
        raise repeated_ids(table.source, len(twice), list(twice), table.place(again))
    return at


def _join(ids: Column, other_ids: Column, first: Table, second: Table) -> list[int]:
    """For each item of the first file its row in the second."""
    at, other_at = _positions(ids, first), _positions(other_ids, second)
    only_first = [value for value in at if value not in other_at]
    only_second = [value for value in other_at if value not in at]
    if only_first or only_second:
        parts = ((only_first, first), (only_second, second))
        raise unmatched_ids([(len(only), only, table.source) for only, table in parts])
    return [other_at[value] for value in at]


def _agree(ids: Column, one: Written, other: Written, where: tuple[str, Table, Table]) -> None:
    name, first, second = where
    left, right = comparable(one, other)
    differ = [i for i, (x, y) in enumerate(zip(left.tolist(), right.tolist(), strict=True)) if x != y]
    if differ:
        at = differ[0]
        raise disagreement(name, len(differ), ids[at], (left[at], right[at]), (first.source, second.source))
