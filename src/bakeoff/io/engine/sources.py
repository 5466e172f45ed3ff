"""A table that an engine can count: where it is, what its columns are, and how its cells are written."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bakeoff.core.exceptions import InputError
from bakeoff.core.suggest import unknown_name
from bakeoff.io.engine.engine import Engine


@dataclass(frozen=True, kw_only=True, eq=False)
class Source:
    """Rows in an engine.

    ``relation`` is the SQL text that stands after FROM: a quoted table name, a subquery in parentheses or
    a call such as ``read_parquet(...)``. ``name`` is what messages call it. ``kinds`` has the kind of each
    column. Where the cells are ``spelled``, each is text that is still to be read (CSV); where ``json``,
    each is the JSON text of one value.

    A column that cannot be used is in ``faults`` with the reason, which is raised only when it is asked
    for. ``written`` has the SQL of columns that the relation knows otherwise than by their quoted name.
    """

    engine: Engine
    relation: str
    name: str
    kinds: Mapping[str, str]
    spelled: bool = False
    json: bool = False
    faults: Mapping[str, str] = field(default_factory=dict)
    written: Mapping[str, str] = field(default_factory=dict)

    def __contains__(self, name: object) -> bool:
        return name in self.kinds

    def column(self, name: str) -> str:
        """The SQL of a column, or the reason why there is none to be had."""
        if name not in self.kinds:
            raise unknown_name(f"column of {self.name}", name, self.kinds)
        if name in self.faults:
            raise InputError(self.faults[name])
        if self.kinds[name] == "other":
            raise InputError(
                f"column {name!r} of {self.name} holds lists, structures or bytes; "
                f"expected text, a number or a boolean for each item"
            )
        return self.written.get(name) or quoted(name)


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
