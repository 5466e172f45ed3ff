"""Tables in files, in memory: CSV, TSV, Parquet and JSON Lines."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from bakeoff.core.exceptions import FileError
from bakeoff.read.columns import missing_value
from bakeoff.read.engine.duck import DuckEngine, engine_for
from bakeoff.read.engine.files import READERS
from bakeoff.read.engine.sources import Source, from_json, repeated_header
from bakeoff.read.engine.text_files import Shard, consecutive
from bakeoff.read.opening import TABLES, file_path, kept, opened
from bakeoff.read.table import Place, Table, build_table
from bakeoff.read.values import MISSING, Column, kind_of_table, parse_cells, stripped

__all__ = ["Table", "read_table"]


def read_table(
    path: str | os.PathLike[str],
    *,
    name: str | None = None,
    engine: DuckEngine | None = None,
) -> Table:
    r"""Read a table from a CSV, TSV, Parquet or JSON Lines file.

    Text cells become numbers only where every cell of their column is one. Empty cells and NA,
    NaN, null and the like are missing values: an error only if their column is asked for. Messages
    speak of the file by ``name`` where it is given. Whoever reads many files gives the ``engine`` to read
    them with.

    Raises
    ------
    FileError
        Where there is no such file or it is not a table; with the line or byte where that shows.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "predictions.csv")
    ...     _ = file.write_text("truth,a,b\ncat,cat,dog\ndog,dog,dog\n")
    ...     table = read_table(file)
    >>> table.rows, table.column("b").tolist()
    (2, ['dog', 'dog'])
    """
    duck = engine or engine_for([path])
    try:
        return _fetched(duck, *_begun(duck, path, name))
    finally:
        if engine is None:
            duck.close()


def columns_of(path: str | os.PathLike[str], *, name: str, most_rows: int) -> list[str]:
    """The names of the columns of a file; one of Parquet may not have more rows, however small it is."""
    engine = engine_for([path])
    try:
        source, shard = _begun(engine, path, name)
        if shard.kind == "parquet" and (rows := source.rows()) > most_rows:
            raise FileError(f"{name} has {rows:,} rows; expected at most {most_rows:,}: use fewer")
        return list(source.kinds)
    finally:
        engine.close()


def _begun(engine: DuckEngine, path: str | os.PathLike[str], name: str | None) -> tuple[Source, Shard]:
    """The source that a single file is, of which no row has been read."""
    file, called = file_path(path)
    called = name or called
    file = kept(file, called, engine.folder)
    with opened(file, called, expected=TABLES) as stream:
        kind = kind_of_table(stream.peek(64)[:64], file.suffix, called)
    shard = Shard(path=file, name=called, kind=kind)
    return READERS[kind](engine, [shard], called), shard


def _fetched(engine: DuckEngine, source: Source, shard: Shard) -> Table:
    """All columns of a source that can be had."""
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
    _refuse_repeated_header(source, cells, lines)
    table = build_table(cells, rows=len(lines), source=source.name, convert=_convert, lines=lines)
    return replace(
        table,
        texts={name: np.array(cells[name], dtype=object) for name in table.columns},
        faulty={name: _with_gaps(cells[name]) for name in table.faulty},
    )


def _refuse_repeated_header(source: Source, cells: Mapping[str, Sequence[str]], lines: Sequence[int]) -> None:
    """Refuse rows that hold the names of the columns: files put together with the header of each."""
    first = next(iter(cells))
    for row in (row for row, cell in enumerate(cells[first]) if cell == first):
        if all(column[row] == name for name, column in cells.items()):
            place = Place(row=row + 1, line=lines[row])
            raise repeated_header(source.name, f"{place.words} of {source.name}")


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
