"""What the columns of a table or query in a database are, found without writing anything there."""

import datetime
import math
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.read.engine.duck import kind_of
from bakeoff.read.engine.sources import literal, quoted
from bakeoff.read.values import Column, from_values, of_decimal

BATCH = 50_000  # rows that are held as Python objects at a time


def from_rows(names: Sequence[str], batches: Iterable[Sequence[Sequence[Any]]]) -> dict[str, Column]:
    """Columns from rows that come in batches.

    >>> from_rows(["label", "count"], [[("cat", 2), ("dog", 1)], [("eel", 5)]])
    {'label': array(['cat', 'dog', 'eel'], dtype=object), 'count': array([2, 1, 5])}
    """
    pieces: dict[str, list[Column]] = {name: [] for name in names}
    for rows in filter(len, batches):  # all rows at once, as Spark before 4 gives them, may be none
        for name, values in zip(names, zip(*rows, strict=True), strict=True):
            pieces[name].append(from_objects(values))
    return {
        name: np.concatenate(parts)
        if len({part.dtype for part in parts}) == 1
        else from_objects([value for part in parts for value in _with_gaps(part)])
        for name, parts in pieces.items()
    }


def from_arrow(table: Any) -> dict[str, Column]:
    """Columns from an Arrow table."""
    return {name: _from_arrow(table.column(at)) for at, name in enumerate(table.column_names)}


def from_objects(values: Sequence[Any]) -> Column:
    """One column from Python's own values.

    Decimals become whole numbers or floats, unless they have more digits; times with a zone are given in
    UTC.

    >>> from_objects([1, None]), from_objects([0.5, None]), from_objects([Decimal("2"), Decimal("3.5")])
    (array([1, None], dtype=object), array([0.5, nan]), array([2. , 3.5]))
    """
    kinds = {type(value) for value in values} - {type(None)}
    if Decimal in kinds:
        values = [of_decimal(value) if isinstance(value, Decimal) else value for value in values]
        kinds = {type(value) for value in values} - {type(None)}
    if float in kinds and kinds <= {int, float}:
        numbers = from_values([math.nan if value is None else value for value in values])
        if numbers.dtype.kind == "f":
            return numbers
    if None not in values and (
        kinds == {bool} or (kinds == {int} and -(2**63) <= min(values) <= max(values) < 2**63)
    ):
        return np.array(values)
    if any(issubclass(kind, datetime.datetime | uuid.UUID | bytes | memoryview) for kind in kinds):
        values = [_plain(value) for value in values]
    return np.fromiter(values, dtype=object, count=len(values))


def _with_gaps(part: Column) -> list[Any]:
    """The values of one batch; NaN is a gap again, so that it can be among whole numbers."""
    return [None if value != value else value for value in part.tolist()]


def _from_arrow(column: Any) -> Column:
    import pyarrow as pa

    kind = column.type
    if not column.null_count and (pa.types.is_floating(kind) or pa.types.is_integer(kind)):
        return np.asarray(column.to_numpy())
    return from_objects(column.to_pylist())


def _plain(value: object) -> object:
    if isinstance(value, datetime.datetime) and value.tzinfo is not None:
        return value.astimezone(datetime.UTC).replace(tzinfo=None)
    return str(value) if isinstance(value, uuid.UUID) else value


# Ibis asks these what a query returns by making a view in them: nothing is to be written there.
MAKE_VIEWS = frozenset(("athena", "clickhouse", "datafusion", "exasol", "impala", "oracle", "risingwave"))
# Text is compared by its bytes: a collation that equates Cat and cat would count them together.
BY_BYTES = {"postgres": '"C"', "sqlite": "BINARY", "mysql": "utf8mb4_bin", "mssql": "Latin1_General_BIN2"}

POSTGRES = {
    "boolean": ("bool",),
    "whole": ("int2", "int4", "int8", "oid"),
    "real": ("float4", "float8", "numeric"),
    "text": ("text", "varchar", "name"),
    "date": ("date", "timestamp", "timestamptz"),
    "other": ("bytea", "json", "jsonb", "xml", "point", "box", "polygon", "time", "timetz", "interval"),
}
_POSTGRES = {name: kind for kind, names in POSTGRES.items() for name in names}
SQLITE = {"integer": "whole", "real": "real", "text": "text", "blob": "other"}


@dataclass(frozen=True)
class Described:
    """The kind of each column, why some cannot be used, and the SQL of those with another than their name."""

    kinds: dict[str, str]
    faults: dict[str, str] = field(default_factory=dict)
    written: dict[str, str] = field(default_factory=dict)


def described(backend: Any, relation: str, *, name: str, table: tuple[str, ...] = ()) -> Described:
    """Describe a relation, given in the database's own dialect; the parts of its name where it is a table."""
    if backend.name == "sqlite":
        return _in_sqlite(backend, relation, name, table)
    if hasattr(getattr(backend, "con", None), "adapters"):  # psycopg: PostgreSQL and compatible databases
        return _in_postgres(backend, relation)
    if backend.name == "duckdb":
        columns = backend.con.execute(f"DESCRIBE SELECT * FROM {relation}").fetchall()
        return Described({name: kind_of(typed) for name, typed, *_ in columns})
    return _through_ibis(backend, relation, table)


def _in_postgres(backend: Any, relation: str) -> Described:
    with backend.con.transaction(force_rollback=True):
        cursor = backend.con.execute(f"SELECT * FROM {relation} LIMIT 0")
    known = backend.con.adapters.types
    kinds: dict[str, str] = {}
    written: dict[str, str] = {}
    for column in cursor.description:
        kind = known.get(column.type_code)
        array = kind is not None and kind.array_oid == column.type_code
        plain = "other" if array else _POSTGRES.get(kind.name if kind else "")
        if kind is not None and kind.name == "numeric" and column.scale == 0:
            plain = "whole"
        kinds[column.name] = plain or "text"
        if kinds[column.name] == "text":
            # char(n) loses its padding, and an enumeration becomes text.
            as_text = quoted(column.name) if plain else f"CAST({quoted(column.name)} AS TEXT)"
            written[column.name] = f"{as_text} COLLATE {BY_BYTES['postgres']}"
    return Described(kinds, written=written)


def _in_sqlite(backend: Any, relation: str, name: str, table: tuple[str, ...]) -> Described:
    """Each cell of SQLite has its own type, so all of them are examined."""
    ask = backend.con.execute
    names = [each[0] for each in ask(f"SELECT * FROM {relation} LIMIT 0").description]
    types = ", ".join(f"typeof({quoted(each)})" for each in names)
    found = list(zip(*ask(f"SELECT DISTINCT {types} FROM {relation}"), strict=True))
    flags = _flags(ask, relation, table)
    kinds, faults = {}, {}
    for at, column in enumerate(names):
        seen = set(found[at] if found else ()) - {"null"}
        kinds[column] = _sqlite_kind(seen, column in flags)
        if len(seen - {"integer", "real"}) + bool(seen & {"integer", "real"}) > 1:
            faults[column] = (
                f"column {column!r} of {name} holds {' and '.join(sorted(seen))} values; expected values of "
                f"one type: cast them in a query"
            )
    # It has no booleans: the cast marks columns whose 0 and 1 are to be read as such.
    ways = {"text": f"{{}} COLLATE {BY_BYTES['sqlite']}", "boolean": "CAST({} AS BOOLEAN)"}
    written = {name: ways[kind].format(quoted(name)) for name, kind in kinds.items() if kind in ways}
    return Described(kinds, faults, written)


def _flags(ask: Callable[[str], Any], relation: str, table: tuple[str, ...]) -> list[str]:
    """The columns of a table that are declared as booleans and hold nothing but 0 and 1."""
    if not table:
        return []
    within = f", {literal(table[-2])}" if len(table) > 1 else ""
    declared = ask(f"SELECT name, type FROM pragma_table_info({literal(table[-1])}{within})").fetchall()
    named = [name for name, kind in declared if kind.upper().startswith("BOOL")]
    odd = (f"SELECT 1 FROM {relation} WHERE {quoted(name)} NOT IN (0, 1) LIMIT 1" for name in named)
    return [name for name, query in zip(named, odd, strict=True) if not ask(query).fetchall()]


def _sqlite_kind(seen: set[str], flag: bool) -> str:
    if seen == {"integer"} and flag:
        return "boolean"
    if seen == {"integer", "real"}:
        return "real"
    return SQLITE[min(seen)] if seen else "text"


def _through_ibis(backend: Any, relation: str, table: tuple[str, ...]) -> Described:
    if backend.name in MAKE_VIEWS:
        if not table:
            raise InputError(
                f"{backend.name} describes a query only through a view, and bakeoff never writes to your "
                f"database; create the view yourself and name it with --table"
            )
        catalog, database, name = (None, None, None, *table)[-3:]
        schema = backend.get_schema(name, catalog=catalog, database=database)
    else:
        schema = backend._get_schema_using_query(f"SELECT * FROM {relation}")
    kinds = {name: _ibis_kind(kind) for name, kind in schema.items()}
    order = BY_BYTES.get(backend.name)
    text = [name for name, kind in kinds.items() if kind == "text" and order]
    return Described(kinds, written={name: f"{quoted(name)} COLLATE {order}" for name in text})


def _ibis_kind(kind: Any) -> str:
    known = {"boolean": "boolean", "integer": "whole", "floating": "real", "decimal": "real"}
    known |= {"string": "text", "uuid": "text", "date": "date", "timestamp": "date"}
    if kind.is_decimal() and kind.scale == 0:
        return "whole"
    return next((ours for theirs, ours in known.items() if getattr(kind, f"is_{theirs}")()), "other")
