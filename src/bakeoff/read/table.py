"""A table in memory: columns that can be used, for the others why not, and the place of each row."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bakeoff.core.exceptions import FileError, InputError, unknown_column
from bakeoff.read.columns import at_position, to_array
from bakeoff.read.values import Column


@dataclass(frozen=True, kw_only=True)
class Place:
    """A row, counted from 1, and the line in which it starts; of several files also the file.

    >>> print(Place(row=8, line=9), "|", Place(row=3, file="part-2.parquet"))
    in row 8 (line 9) | in row 3 of part-2.parquet
    """

    row: int
    line: int | None = None
    file: str = ""

    def __str__(self) -> str:
        return f"in {self.words}"

    @property
    def words(self) -> str:
        """The place without a preposition."""
        line = "" if self.line is None else f" (line {self.line})"
        return f"row {self.row}{line}" + (f" of {self.file}" if self.file else "")


@dataclass(frozen=True, kw_only=True, eq=False)
class Table:
    """Named columns of equal length, and where they came from.

    ``columns`` holds the usable ones: no gaps, one type each. A column with a missing or nested
    value is in ``faults`` with the reason, which is raised only when that column is asked for, and
    in ``faulty`` with its gaps.
    ``texts`` keeps the cells of a text file as written; ``lines`` the line in which each row starts.
    """

    columns: dict[str, Column]
    rows: int
    source: str
    faults: Mapping[str, str] = field(default_factory=dict)
    faulty: Mapping[str, Any] = field(default_factory=dict)
    texts: Mapping[str, Column] = field(default_factory=dict)
    lines: Sequence[int] | None = None
    in_memory: bool = False

    @property
    def names(self) -> list[str]:
        """The names of all columns, usable or not."""
        return [*self.columns, *self.faults]

    def __contains__(self, name: object) -> bool:
        return name in self.columns or name in self.faults

    def column(self, name: str) -> Column:
        """A column, or the reason why there is none to be had."""
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
        if self.in_memory:
            return at_position(row)
        return f"in row {row + 1}" + (f" (line {self.lines[row]})" if self.lines is not None else "")


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
    place = Table(columns={}, rows=rows, source=source, lines=lines, in_memory=in_memory).place
    for name, values in named.items():
        try:
            columns[name] = convert(values, f"column {name!r} of {source}", place=place)
        except InputError as problem:
            reasons[name], faulty[name] = str(problem), values
    return Table(
        columns=columns,
        rows=rows,
        source=source,
        faults=reasons,
        faulty=faulty,
        lines=lines,
        in_memory=in_memory,
    )


def check_names(names: Sequence[str], source: str) -> None:
    """Refuse columns that cannot be told apart by name."""
    first: dict[str, int] = {}
    for at, name in enumerate(names):
        if not name:
            raise FileError(f"{source} has no name for column {at + 1}; give every column a name")
        if first.setdefault(name, at) != at:
            raise FileError(
                f"{source} has two columns called {name!r} (columns {first[name] + 1} and {at + 1}); "
                f"rename one of them, or add the line of column names if it is missing"
            )
