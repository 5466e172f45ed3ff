"""A table that an engine can count: where it is, what its columns are, and how its cells are written."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.core.suggest import unknown_column
from bakeoff.read.engine.engine import Engine
from bakeoff.read.place import Place

Cells = tuple[object, ...]
Walk = Callable[[Sequence[str]], Iterator[tuple[Place, Cells]]]


@dataclass(frozen=True, kw_only=True, eq=False)
class Source:
    """Rows in an engine.

    ``relation`` is the SQL text that stands after FROM: a quoted table name, a subquery in parentheses or
    a call such as ``read_parquet(...)``. ``name`` is what messages call it. ``kinds`` has the kind of each
    column. Where the cells are ``spelled``, each is text that is still to be read (CSV); where ``json``,
    each is the JSON text of one value.

    A column that cannot be used is in ``faults`` with the reason, which is raised only when it is asked
    for. ``written`` has the SQL of columns that the relation knows otherwise than by their quoted name.
    ``parts`` are the files by themselves, where several of text make the table. ``walk`` goes through the
    rows one by one, in order, to find the one to blame: some columns of each, and where it is. Rows in a
    database have no place.
    """

    engine: Engine
    relation: str
    name: str
    kinds: Mapping[str, str]
    spelled: bool = False
    json: bool = False
    faults: Mapping[str, str] = field(default_factory=dict)
    written: Mapping[str, str] = field(default_factory=dict)
    parts: "Callable[[], Iterator[Source]] | None" = None
    walk: Walk | None = None

    def __contains__(self, name: object) -> bool:
        return name in self.kinds

    def label(self, name: str) -> str:
        """What messages call a column."""
        return f"column {name!r} of {self.name}"

    def column(self, name: str) -> str:
        """The SQL of a column, or the reason why there is none to be had."""
        if name not in self.kinds:
            raise unknown_column(name, self.kinds, self.name)
        if name in self.faults:
            raise InputError(self.faults[name], source=self.name, column=name)
        if self.kinds[name] == "other":
            raise InputError(
                f"{self.label(name)} holds lists, structures or bytes; "
                f"expected text, a number or a boolean for each item",
                source=self.name,
                column=name,
            )
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
        kind = InputError if self.walk is None else FileError
        return kind(f"{self.name} has {what} at all; expected one {row} for each item", source=self.name)


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
