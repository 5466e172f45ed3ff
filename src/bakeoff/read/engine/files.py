"""Tables in files as sources: one file, a folder, or what matches a pattern; and CSV and TSV files.

Their cells are text still to be read. DuckDB reads the rows. Python's own reader finds the header and,
after an error, the row that caused it.
"""

import csv
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO

from bakeoff.core.exceptions import FileError
from bakeoff.core.written import plural
from bakeoff.read.engine.duck import DuckEngine
from bakeoff.read.engine.json_lines import json_source
from bakeoff.read.engine.sources import Source, check_names, literal, quoted
from bakeoff.read.engine.text_files import (
    Reader,
    Shard,
    explained,
    is_many,
    is_odd,
    missing_in,
    refuse_damaged,
    refuse_elsewhere,
    shards_of,
    text_of,
    traced,
)
from bakeoff.read.opening import LIMIT, Lines, file_path, kept, readable
from bakeoff.read.packed import PLAIN
from bakeoff.read.values import BLANK, stripped

_DELIMITERS = (",", "\t", ";")
_QUOTED = re.compile(r'"[^"]*"')
# NUL, a carriage return alone, blanks at quotes, lines of blanks or quotes, and empty cells at the end of
# a row, of which there may be too many.
_ODD = r'\0|\r(?!\n)|["%s][ \t]*\r?(?:\n|$)|\n[ \t"]+\r?(?:\n|$)|[%s]"|"[%s]'


@dataclass(frozen=True, kw_only=True)
class Header:
    """The names of the columns, how many unnamed ones come before, and the delimiter.

    It starts in line ``line``.
    """

    names: tuple[str, ...]
    unnamed: int
    delimiter: str
    line: int


Records = Iterator[tuple[int, list[str]]]  # rows, each with the line in which it starts


def delimited_source(engine: DuckEngine, shards: Sequence[Shard], name: str) -> Source:
    """The rows of CSV files; a column that some of them lack is at fault."""
    most_rows = refuse_damaged(shards)
    headers = {shard: _header(shard, engine) for shard in shards}
    plain = dict(_plain(shard, header, engine) for shard, header in headers.items())
    engine.explanations.append(lambda message: explained(message, list(plain), _items))
    names = list(dict.fromkeys(each for header in headers.values() for each in header.names))
    # numbered, because DuckDB would take A and a for one name
    written = {each: quoted(f"c{at}") for at, each in enumerate(names)}
    source = Source(
        engine=engine,
        origin="files",
        relation=f"({' UNION ALL '.join(_selects(plain, written))})",
        name=name,
        kinds=dict.fromkeys(names, "text"),
        spelled=True,
        faults=_faults(headers, names, name),
        written=written,
        most_rows=most_rows,
    )
    return traced(source, engine, shards, _items, delimited_source)


def begin(stream: BinaryIO, source: str, *, blanks: bool = False) -> tuple[Header, Records]:
    """The header of a table, and its rows as they are read, each with the line in which it starts.

    Blanks around cells are dropped unless they are to be counted: ``cat, cat`` holds one class, not two. An
    unnamed first column, as pandas and R write their row names, is left out of the names.
    """
    lines = Lines(stream, source)
    first = next((line for line in lines if line.strip()), None)
    if first is None:
        raise FileError(f"{source} is empty; expected a line of column names, then one line for each item")
    delimiter = max(_DELIMITERS, key=_QUOTED.sub("", first).count)  # a comma where there is none
    records = _records(lines, first, delimiter)
    line, names = next(records)
    names = [stripped(name) for name in names]
    unnamed = 1 if len(names) > 1 and not names[0] else 0
    check_names(names[unnamed:], source)
    header = Header(names=tuple(names[unnamed:]), unnamed=unnamed, delimiter=delimiter, line=line)
    rows = _as_wide(records, len(names), source)
    return header, rows if blanks else ((line, [stripped(cell) for cell in cells]) for line, cells in rows)


def _as_wide(records: Records, width: int, source: str) -> Records:
    for row, (line, cells) in enumerate(records, start=1):
        if len(cells) != width:
            raise FileError(
                f"row {row} (line {line}) of {source} has {plural(len(cells), 'field')}, but the header has "
                f"{width}; the file may be truncated, or a cell that contains a delimiter is not quoted",
                source=source,
                row=row,
                line=line,
            )
        yield line, cells


def _records(lines: Lines, first: str, delimiter: str) -> Records:
    """The records of a file; blank lines are skipped."""
    pending, start, width = 0, lines.number, 0

    def fed() -> Iterator[str]:
        nonlocal pending
        line: str | None = first
        while line is not None:
            pending += len(line)
            if pending > LIMIT:
                raise _unreadable(lines.source, start, "no end of it in sight")
            yield line
            line = next(lines, None)

    try:
        for cells in csv.reader(fed(), delimiter=delimiter, strict=True):
            width = width or len(cells)
            if any(map(stripped, cells)) or len(cells) > 1 or (cells and width == 1):
                yield start, cells
            pending, start = 0, lines.number + 1
    except csv.Error as problem:
        raise _unreadable(lines.source, start, str(problem)) from None


def _header(shard: Shard, engine: DuckEngine) -> Header:
    with text_of(shard) as stream:
        return begin(stream, shard.name)[0]


def _plain(shard: Shard, header: Header, engine: DuckEngine) -> tuple[Shard, Header]:
    """A file and its header; an uncompressed copy of one that DuckDB would read differently."""
    blank = BLANK.replace(header.delimiter, "")
    if not is_odd(shard, re.compile((_ODD % (header.delimiter, blank, blank)).encode())):
        return shard, header
    copy = engine.folder / f"plain-{len(list(engine.folder.iterdir()))}.csv"
    with text_of(shard) as stream, copy.open("w", encoding="utf-8", newline="") as page:
        records = begin(stream, shard.name, blanks=True)[1]
        writer = csv.writer(page, quoting=csv.QUOTE_ALL, lineterminator="\n")
        writer.writerow([""] * header.unnamed + list(header.names))
        writer.writerows(cells for _, cells in records)
    return replace(shard, path=copy, compression=PLAIN), replace(header, delimiter=",", line=1)


def _selects(headers: Mapping[Shard, Header], written: Mapping[str, str]) -> list[str]:
    """One SELECT for the files with the same layout; nearly always that is a single one."""
    alike: dict[tuple[Header, str], list[Shard]] = {}
    for shard, header in headers.items():
        alike.setdefault((header, shard.compression), []).append(shard)
    return [_select(shards, header, written) for (header, _), shards in alike.items()]


def _select(shards: Sequence[Shard], header: Header, written: Mapping[str, str]) -> str:
    known = {name: quoted(f"f{at}") for at, name in enumerate(header.names)}
    chosen = ", ".join(f"{known.get(name, 'NULL')} AS {column}" for name, column in written.items())
    fields = [f"'u{at}': 'VARCHAR'" for at in range(header.unnamed)]
    fields += [f"'f{at}': 'VARCHAR'" for at in range(len(header.names))]
    files = ", ".join(literal(shard.pattern) for shard in shards)
    return (
        f"SELECT {chosen} FROM read_csv([{files}], columns = {{{', '.join(fields)}}}, auto_detect = false, "
        f"header = false, skip = {header.line}, delim = {literal(header.delimiter)}, quote = '\"', "
        f"escape = '\"', strict_mode = true, null_padding = false, hive_partitioning = false, "
        f"compression = {literal(shards[0].compression)})"
    )


def _faults(headers: Mapping[Shard, Header], names: Sequence[str], name: str) -> dict[str, str]:
    """Why columns cannot be used that some files lack."""
    faults = {}
    held = {shard: frozenset(header.names) for shard, header in headers.items()}
    for each in names:
        lacks = next((shard for shard, own in held.items() if each not in own), None)
        if lacks is not None:
            has = next(shard for shard, own in held.items() if each in own)
            faults[each] = missing_in(each, has, lacks, name)
    return faults


def _items(stream: BinaryIO, source: str) -> Iterator[tuple[int, dict[str, str]]]:
    header, records = begin(stream, source)
    for line, cells in records:
        yield line, dict(zip(header.names, cells[header.unnamed :], strict=True))


def _unreadable(source: str, line: int, problem: str) -> FileError:
    return FileError(
        f"the row of {source} that starts in line {line} cannot be read ({problem}); expected closed "
        f"quotes, doubled quotes within quoted cells, and lines that end with a newline",
        source=source,
        line=line,
    )


def reader_of(kind: str) -> Reader:
    """The readers of files by kind."""
    if kind != "parquet":
        return json_source if kind == "json" else delimited_source
    from bakeoff.read.engine.parquet import parquet_source

    return parquet_source


def files_source(path: str | os.PathLike[str], engine: DuckEngine, *, name: str | None = None) -> Source:
    """A table in files: one, those of a folder, or those that match a pattern such as ``logs/**/*.parquet``.

    The files are CSV, TSV, JSON Lines or Parquet, all of one kind, the former also compressed (``.gz``,
    ``.zst``). Messages call them by ``name`` where it is given.
    """
    refuse_elsewhere(path)
    if not is_many(path):
        file, called = file_path(path)
        name = name or called
        path = kept(file, name, engine.folder)
    shards, called = shards_of(path, name=name)
    shards = [replace(shard, path=readable(shard.path, engine.folder)) for shard in shards]
    return reader_of(shards[0].kind)(engine, shards, called)
