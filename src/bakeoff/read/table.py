"""Tables in memory: columns that can be used, for the others why not, and the place of each row.

They come from CSV, TSV, Parquet and JSON Lines files, or from data frames and dicts of columns.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from bakeoff.core.exceptions import FileError, InputError, unknown_column
from bakeoff.read.columns import at_position, missing_value, to_array
from bakeoff.read.engine.duck import DuckEngine, engine_for
from bakeoff.read.engine.files import reader_of
from bakeoff.read.engine.sources import Source, from_json, refuse_header
from bakeoff.read.engine.text_files import Shard, consecutive
from bakeoff.read.opening import file_path, kept, opened, readable
from bakeoff.read.values import MISSING, TABLES, Column, kind_of_table, parse_cells, stripped

MOST_COLUMNS = 10_000  # of a file whose columns are shown to choose from


@dataclass(frozen=True, kw_only=True, eq=False)
class Table:
    """Named columns of equal length, and where they came from.

    ``columns`` holds the usable ones: no gaps, one type each. A column with a missing or nested
    value is in ``faults`` with the reason, which is raised only when that column is used, and
    in ``faulty`` with its gaps.
    ``texts`` keeps the cells of a text file as written; ``lines`` the line in which each row starts;
    ``origin``, of a part of a table, the place of each row in the whole.
    """

    columns: dict[str, Column]
    rows: int
    source: str
    faults: Mapping[str, str] = field(default_factory=dict)
    faulty: Mapping[str, Any] = field(default_factory=dict)
    texts: Mapping[str, Column] = field(default_factory=dict)
    lines: Sequence[int] | None = None
    in_memory: bool = False
    origin: Sequence[int] | None = None

    @property
    def names(self) -> list[str]:
        """The names of all columns, usable or not."""
        return [*self.columns, *self.faults]

    def __contains__(self, name: object) -> bool:
        return name in self.columns or name in self.faults

    def column(self, name: str) -> Column:
        """A column, or the reason why it cannot be used."""
        if name in self.columns:
            return self.columns[name]
        if name in self.faults:
            raise InputError(self.faults[name])
        raise unknown_column(name, self.names, self.source)

    def place(self, row: int) -> str:
        """Where a row is, in words: rows of files count from 1 and positions in memory from 0.

        >>> Table(columns={}, rows=2, source="x.csv", lines=[2, 3]).place(0)
        'in row 1 (line 2)'
        """
        at = row if self.origin is None else self.origin[row]
        if self.in_memory:
            return at_position(at)
        return f"in row {at + 1}" + (f" (line {self.lines[row]})" if self.lines is not None else "")


def build_table(
    named: Mapping[str, Any],
    *,
    rows: int,
    source: str,
    convert: Callable[..., Column] = to_array,
    faults: Mapping[str, str] | None = None,
    lines: Sequence[int] | None = None,
    in_memory: bool = False,
) -> Table:
    """Convert each column; those that cannot be used keep the reason instead."""
    columns: dict[str, Column] = {}
    reasons, faulty = dict(faults or {}), {}
    bare = Table(columns={}, rows=rows, source=source, lines=lines, in_memory=in_memory)
    for name, values in named.items():
        try:
            columns[name] = convert(values, f"column {name!r} of {source}", place=bare.place)
        except InputError as problem:
            reasons[name], faulty[name] = str(problem), values
    return replace(bare, columns=columns, faults=reasons, faulty=faulty)


def table_of(columns: Mapping[str, Any], source: str) -> Table:
    """A table from named columns of equal length.

    >>> table_of({"fold": [0, 1], "score": [0.5, None]}, "the table").names
    ['fold', 'score']
    """
    lengths: dict[str, int] = {}
    for name, column in columns.items():
        if isinstance(column, str | bytes | Mapping) or not hasattr(column, "__len__"):
            raise InputError(f"column {name!r} of {source} is {column!r}; expected a list or an array")
        lengths[name] = len(column)
    if not lengths or not max(lengths.values()):
        raise InputError(f"{source} has no items; expected one row for each score")
    first, rows = next(iter(lengths.items()))
    for name, length in lengths.items():
        if length != rows:
            raise InputError(
                f"column {first!r} of {source} has {rows} rows and column {name!r} has {length}; "
                f"expected the same number"
            )
    return build_table(columns, rows=rows, source=source, in_memory=True)


def read_table(path: str | os.PathLike[str], *, name: str | None = None) -> Table:
    """Read a table from a CSV, TSV, Parquet or JSON Lines file.

    Text cells become numbers only where every cell of their column is one. Empty cells and NA,
    NaN, null and the like are missing values: an error only if their column is used. Messages
    refer to the file by ``name`` where it is given.
    """
    with engine_for([path]) as engine:
        return _fetched(engine, *_begun(engine, path, name))


def columns_of(path: str | os.PathLike[str], *, name: str, most_rows: int) -> list[str]:
    """The names of the columns of a file; one of Parquet may not have more rows, however small it is."""
    with engine_for([path]) as engine:
        source, shard = _begun(engine, path, name)
        if len(source.kinds) > MOST_COLUMNS:
            raise FileError(
                f"{name} has {len(source.kinds):,} columns; expected at most {MOST_COLUMNS:,}: leave out "
                f"those that are not needed"
            )
        if shard.kind == "parquet" and (rows := source.rows()) > most_rows:
            raise FileError(f"{name} has {rows:,} rows; expected at most {most_rows:,}: use fewer")
        return list(source.kinds)


def _begun(engine: DuckEngine, path: str | os.PathLike[str], name: str | None) -> tuple[Source, Shard]:
    """A single file as a source, without reading its rows."""
    file, called = file_path(path)
    called = name or called
    file = kept(file, called, engine.folder)
    with opened(file, called, expected=TABLES) as stream:
        kind = kind_of_table(stream.peek(64)[:64], file.suffix, called)
    shard = Shard(path=readable(file, engine.folder), name=called, kind=kind)
    return reader_of(kind)(engine, [shard], called), shard


def _fetched(engine: DuckEngine, source: Source, shard: Shard) -> Table:
    """All columns of a source that can be used."""
    names = [name for name in source.kinds if name not in source.faults]
    rows = source.rows()
    if not rows:
        raise source.no_items()
    found = engine.masked(source.select(names)).values() if names else ()
    named = dict(zip(names, found, strict=True))
    if source.spelled:
        return _spelled(source, named, _lines(source, shard, rows))
    if source.json:
        values = {name: _parsed(source, column) for name, column in named.items()}
        return build_table(values, rows=rows, source=source.name, lines=_lines(source, shard, rows))
    return build_table(named, rows=rows, source=source.name, faults=source.faults)


def _spelled(source: Source, named: Mapping[str, Column], lines: Sequence[int]) -> Table:
    cells = {name: [stripped(cell) for cell in column.tolist()] for name, column in named.items()}
    names = list(cells)
    refuse_header(source, names, sum(list(row) == names for row in zip(*cells.values(), strict=True)))
    table = build_table(cells, rows=len(lines), source=source.name, convert=_convert, lines=lines)
    return replace(
        table,
        texts={name: np.array(cells[name], dtype=object) for name in table.columns},
        faulty={name: _with_gaps(cells[name]) for name in table.faulty},
    )


def _lines(source: Source, shard: Shard, rows: int) -> Sequence[int]:
    """The line in which each row starts."""
    header = int(source.spelled)
    if source.walk is None or consecutive(shard, header, rows):
        return range(header + 1, header + 1 + rows)
    return [place.line or 0 for place, _ in source.walk([])]


def _parsed(source: Source, column: Column) -> list[object]:
    texts = column.tolist()
    known = {text: None if text is None else from_json(source, text) for text in set(texts)}
    return [known[text] for text in texts]


def _convert(cells: Sequence[str], name: str, *, place: Callable[[int], str]) -> Column:
    gaps = [at for at, cell in enumerate(cells) if cell in MISSING]
    if gaps:
        raise missing_value(name, cells[gaps[0]], place(gaps[0]), len(gaps), len(cells))
    return parse_cells(cells)


def _with_gaps(cells: Sequence[str]) -> Column:
    """The column that the cells with something in them make, and None in the others."""
    column = np.full(len(cells), None, dtype=object)
    there = [at for at, cell in enumerate(cells) if cell not in MISSING]
    if there:
        column[there] = parse_cells([cells[at] for at in there])
    return column
