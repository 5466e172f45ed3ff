"""Tables as text with a delimiter: CSV, TSV and their semicolon cousin."""

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO

import numpy as np

from bakeoff.core.exceptions import FileError
from bakeoff.read.cells import MISSING, parse_cells
from bakeoff.read.columns import missing_value
from bakeoff.read.lines import LIMIT, Lines
from bakeoff.read.table import Table, build_table, check_names
from bakeoff.read.values import Column

_DELIMITERS = (",", "\t", ";")
_QUOTED = re.compile(r'"[^"]*"')
_BLANK = " \t"


@dataclass(frozen=True, kw_only=True)
class Header:
    """The names of the columns, how many unnamed ones come before, and the delimiter.

    It starts in line ``line``.
    """

    names: list[str]
    unnamed: int
    delimiter: str
    line: int


def read_delimited(stream: BinaryIO, source: str) -> Table:
    """Read a table whose first line names its columns.

    Spaces around cells are dropped: ``cat, cat`` holds one class, not two. An unnamed first
    column, as pandas and R write their row names, is left out.
    """
    header, records = begin(stream, source)
    lines: list[int] = []
    rows: list[list[str]] = []
    for line, cells in records:
        if cells[header.unnamed :] == header.names:
            raise repeated_header(source, f"row {len(rows) + 1} (line {line})")
        lines.append(line)
        rows.append(cells)
    if not rows:
        raise FileError(f"{source} has a header but no items at all; expected one line for each item")
    named = dict(zip(header.names, list(zip(*rows, strict=True))[header.unnamed :], strict=True))
    table = build_table(named, rows=len(rows), source=source, convert=_convert, lines=lines)
    return replace(
        table,
        texts={name: np.array(named[name], dtype=object) for name in table.columns},
        faulty={name: _with_gaps(named[name]) for name in table.faulty},
    )


def repeated_header(source: str, where: str) -> FileError:
    """The error for files that were put together with the header of each."""
    return FileError(
        f"{where} of {source} repeats the column names; expected them once, in the first line: remove the "
        f"other ones"
    )


def begin(stream: BinaryIO, source: str) -> tuple[Header, Iterator[tuple[int, list[str]]]]:
    """The header of a table, and its rows as they are read, each with the line in which it starts."""
    lines = Lines(stream, source)
    first = next((line for line in lines if line.strip()), None)
    if first is None:
        raise FileError(f"{source} is empty; expected a line of column names, then one line for each item")
    delimiter = _delimiter(first)
    records = _records(lines, first, delimiter)
    line, names = next(records)
    unnamed = 1 if len(names) > 1 and not names[0] else 0
    check_names(names[unnamed:], source)
    header = Header(names=names[unnamed:], unnamed=unnamed, delimiter=delimiter, line=line)
    return header, _as_wide(records, len(names), source)


def _as_wide(
    records: Iterator[tuple[int, list[str]]], width: int, source: str
) -> Iterator[tuple[int, list[str]]]:
    for row, (line, cells) in enumerate(records, start=1):
        if len(cells) != width:
            raise _ragged(source, row, line, len(cells), width)
        yield line, cells


def _records(lines: Lines, first: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The records of a file, each with the line in which it starts; blank lines are skipped."""
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
            cells = [cell.strip(_BLANK) for cell in cells]
            width = width or len(cells)
            if any(cells) or len(cells) > 1 or (cells and width == 1):
                yield start, cells
            pending, start = 0, lines.number + 1
    except csv.Error as problem:
        raise _unreadable(lines.source, start, str(problem)) from None


def _delimiter(header: str) -> str:
    """The delimiter that the header uses most, outside quotes; a comma where it uses none."""
    bare = _QUOTED.sub("", header)
    return max(_DELIMITERS, key=bare.count)


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


def _ragged(source: str, row: int, line: int, got: int, expected: int) -> FileError:
    return FileError(
        f"row {row} (line {line}) of {source} has {got} field(s), but the header has {expected}; "
        f"the file may be cut off, or a cell with a delimiter in it lacks quotes"
    )


def _unreadable(source: str, line: int, problem: str) -> FileError:
    return FileError(
        f"the row of {source} that starts in line {line} cannot be read ({problem}); expected every "
        f"quote to be closed, quotes within quoted cells doubled, and lines ended by a newline"
    )
