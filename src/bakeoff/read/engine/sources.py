"""A table that an engine can count: its columns, how its cells are written, and which row caused an error."""

import json
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from bakeoff.core.exceptions import FileError, InputError, unknown_column
from bakeoff.core.written import plural
from bakeoff.read.columns import missing_value
from bakeoff.read.engine.duck import Engine
from bakeoff.read.nesting import parsed
from bakeoff.read.values import BLANK, NUMBERS, Column, as_float, as_number, is_missing, says_missing


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


Cells = tuple[object, ...]
Origin = Literal["files", "database"]
Walk = Callable[[Sequence[str]], Iterator[tuple[Place, Cells]]]


@dataclass(frozen=True, kw_only=True)
class Keys:
    """The ids of each source: the column, its SQL, how many rows there are, and what kind the ids are."""

    name: str
    written: tuple[str, ...]
    rows: tuple[int, ...]
    kind: str


@dataclass(frozen=True, kw_only=True, eq=False)
class Source:
    """Rows in an engine.

    ``origin`` says whether they are in files, which are examined, or in a database, which is asked for
    nothing but what the test needs. ``relation`` is the SQL text after FROM: a quoted table name, a subquery
    in parentheses or a call such as ``read_parquet(...)``. ``name`` is what messages call it. ``kinds`` has
    the kind of each column. Where the cells are ``spelled``, each is text that is still to be read (CSV);
    where ``json``, each is the JSON text of one value.

    A column that cannot be used is in ``faults`` with the reason, which is raised only when it is
    used. ``written`` has the SQL of columns that the relation knows otherwise than by their quoted name;
    ``check`` refuses a column whose content is damaged, when it is first used. There are no more rows than
    ``most_rows``, where that is known.
    ``parts`` are the single files, where several text files make up the table. ``walk`` goes through the
    rows one by one, in order, to find a faulty one: some columns of each, and where it is. Rows in a
    database have no place, nor have rows that were joined.
    """

    engine: Engine
    origin: Origin
    relation: str
    name: str
    kinds: Mapping[str, str]
    spelled: bool = False
    json: bool = False
    faults: Mapping[str, str] = field(default_factory=dict)
    written: Mapping[str, str] = field(default_factory=dict)
    most_rows: int | None = None
    check: Callable[[str], None] | None = None
    parts: "Callable[[], Iterator[Source]] | None" = None
    walk: Walk | None = None

    def __post_init__(self) -> None:
        """Take the blanks off names of columns, as in CSV, where no other column has the name without."""
        bare = {name: name.strip(BLANK) or name for name in self.kinds}
        there = Counter(bare.values())
        original = {other: name for name, other in bare.items() if other != name and there[other] == 1}
        if not original:
            return
        called = {name: other for other, name in original.items()}

        def of(name: str) -> str:
            return original.get(name, name)

        check, walk = self.check, self.walk
        sql = {called.get(name, name): each for name, each in self.written.items()}
        new = {
            "kinds": {called.get(name, name): kind for name, kind in self.kinds.items()},
            "faults": {called.get(name, name): fault for name, fault in self.faults.items()},
            "written": {other: quoted(name) for other, name in original.items()} | sql,
            "check": check and (lambda name: check(of(name))),
            "walk": walk and (lambda names: walk([of(name) for name in names])),
        }
        for each, value in new.items():
            object.__setattr__(self, each, value)

    def __contains__(self, name: object) -> bool:
        return name in self.kinds

    def label(self, name: str) -> str:
        """What messages call a column."""
        return f"column {name!r} of {self.name}"

    def fault(
        self,
        name: str,
        said: str,
        place: Place | None = None,
        *,
        role: str = "",
        value: object = None,
        expected: str = "",
    ) -> InputError:
        """The error for a column, in the row to blame where that is known."""
        problem = InputError(f"{self.label(name)} {said}", source=self.name, column=name, role=role)
        problem.value, problem.expected = value, expected
        if place is not None:
            problem.row, problem.line = place.row, place.line
        return problem

    def column(self, name: str) -> str:
        """The SQL of a column, or the reason why there is none to be had."""
        if name not in self.kinds:
            raise unknown_column(name, self.kinds, self.name)
        if name in self.faults:
            raise InputError(self.faults[name], source=self.name, column=name)
        if self.kinds[name] == "other":
            raise self.fault(
                name, "holds lists, structures or bytes; expected text, a number or a boolean for each item"
            )
        if self.check is not None:
            self.check(name)
        return self.written.get(name) or quoted(name)

    def select(self, names: Sequence[str]) -> str:
        """SQL of some columns of all rows."""
        chosen = ", ".join(f"{self.column(name)} AS {quoted(f'v{at}')}" for at, name in enumerate(names))
        return f"SELECT {chosen} FROM {self.relation}"

    def rows(self) -> int:
        """How many rows there are."""
        return int(self.engine.fetch(f'SELECT COUNT(*) AS "n" FROM {self.relation} AS r')["n"][0])

    def no_items(self) -> InputError:
        """The error for a table without rows; if something else is wrong with its file, that is raised."""
        if self.walk is not None:
            next(self.walk([]), None)
        what, row = ("a header but no items", "line") if self.spelled else ("no items", "row")
        kind = InputError if self.origin == "database" else FileError
        return kind(f"{self.name} has {what}; expected one {row} for each item", source=self.name)


def first_rows(source: Source, most: int) -> Source | None:
    """A source with the first rows of a file; None where it has no more, and of a database."""
    if source.origin == "database" or (source.most_rows is not None and source.most_rows <= most):
        return None
    relation = f"(SELECT * FROM {source.relation} LIMIT {most})"
    return replace(source, relation=relation, most_rows=most, parts=None, walk=None)


def quoted(name: str) -> str:
    """A name as an SQL identifier.

    >>> print(quoted('say "x"; --'))
    "say ""x""; --"
    """
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """A text as an SQL literal.

    >>> print(literal("it's"))
    'it''s'
    """
    return "'" + text.replace("'", "''") + "'"


def find(source: Source, names: Sequence[str], fits: Callable[[Cells], bool]) -> tuple[Place, Cells] | None:
    """The first row whose cells in some columns fit, or None where there is none or rows have no place."""
    if source.walk is None:
        return None
    return next(((place, cells) for place, cells in source.walk(names) if fits(cells)), None)


def gap(
    source: Source, name: str, value: object, count: int, items: int, *, answers: bool = False
) -> InputError:
    """The error for a column with missing values: the first of them, and how many there are."""
    says = says_missing if source.spelled or isinstance(value, str) else is_missing
    found = find(source, [name], lambda cells: says(cells[0]))
    if found is None:
        where = "in one row" if count == 1 else "in some rows"
        return missing_value(source.label(name), value, where, count, items, answers=answers)
    place, cells = found
    problem = missing_value(source.label(name), cells[0], str(place), count, items, answers=answers)
    problem.source, problem.column = source.name, name
    problem.row, problem.line, problem.value = place.row, place.line, cells[0]
    return problem


def outside_of(source: Source, name: str, values: Column, expected: str) -> InputError:
    """The error for numbers that are not what was expected: the first of them, and how many there are."""
    wrong = set(values.tolist())
    found = find(source, [name], lambda cells: _number(cells[0]) in wrong)
    place, cells = found or (None, (float(values[0]),))
    value, where = _number(cells[0]), "" if place is None else f" {place}"
    said = f"has {value!r}{where} ({plural(len(values), 'such value')} in all); expected {expected}"
    return source.fault(name, said, place, value=value, expected=expected)


def _number(cell: object) -> float | None:
    if isinstance(cell, str):
        cell = as_number(cell)
    return as_float(cell) if isinstance(cell, NUMBERS) else None


def second_of(source: Source, name: str, same: Callable[[object], bool]) -> Place | None:
    """Where a value occurs for the second time."""
    seen = 0

    def again(cells: Cells) -> bool:
        nonlocal seen
        seen += same(cells[0])
        return seen == 2

    found = find(source, [name], again)
    return None if found is None else found[0]


def refuse_header(source: Source, names: Sequence[str], rows: int) -> None:
    """Refuse rows that hold the names of the columns: files put together with the header of each."""
    if not rows:
        return
    found = find(source, names, lambda cells: list(cells) == list(names))
    where = plural(rows, "row") if found is None else found[0].words
    within = "" if found is not None and found[0].file else f" of {source.name}"
    raise FileError(
        f"{where}{within} repeats the column names; expected them once, in the first line: remove the "
        f"other lines",
        source=source.name,
    )


def from_json(source: Source, text: str) -> object:
    """The value that a JSON text says; of one that Python does not take, what is wrong with its line."""
    try:
        value: object = parsed(json.loads, text)
    except ValueError as problem:
        if source.walk is not None:
            deque(source.walk([]), maxlen=0)
        raise InputError(f"{source.name} has a value that cannot be read: {problem}") from None
    return value


def check_names(names: Sequence[str], source: str) -> None:
    """Refuse columns with the same name."""
    first: dict[str, int] = {}
    for at, name in enumerate(names):
        if not name:
            raise FileError(f"{source} has no name for column {at + 1}; give every column a name")
        if first.setdefault(name, at) != at:
            raise FileError(
                f"{source} has two columns called {name!r} (columns {first[name] + 1} and {at + 1}); "
                f"rename one of them, or add the line of column names if it is missing"
            )
