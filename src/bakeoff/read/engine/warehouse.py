"""The user's own database as an engine: it is asked through Ibis, in its own dialect, and only ever read."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from secrets import token_hex
from typing import Any

from bakeoff.core.exceptions import InputError, unknown_name
from bakeoff.read.engine.connecting import (
    Connection,
    connected,
    one_select,
    unlogged,
    unwarned,
)
from bakeoff.read.engine.describing import BATCH, Described, described, from_arrow, from_objects, from_rows
from bakeoff.read.engine.duck import machine_memory
from bakeoff.read.engine.infinity import take_infinity
from bakeoff.read.engine.limits import in_time, too_slow
from bakeoff.read.engine.masking import reason
from bakeoff.read.engine.sources import Source, quoted
from bakeoff.read.values import Column

BYTES = 200  # of memory for each row of an answer
MISSING = ("TableNotFound", "UndefinedTable", "InvalidSchemaName", "NoSuchTableError")
MISSING_WORDS = (
    "no such table",
    "TABLE_OR_VIEW_NOT_FOUND",
    "does not exist",
    "unknown database",
    "doesn't exist",
)
# DuckDB and PostgreSQL list the tables of every schema; Ibis queries those of one.
TABLES = """
    SELECT CASE WHEN table_schema = current_schema() THEN table_name
                ELSE table_schema || '.' || table_name END
    FROM information_schema.tables
    WHERE table_catalog IN (current_database(), 'temp')
        AND table_schema NOT IN ('information_schema', 'pg_catalog')
    ORDER BY CASE WHEN table_schema = current_schema() THEN 0 ELSE 1 END, table_schema, table_name
"""


def tables_source(connect: object, table: str | None = None, *, query: str | None = None) -> Source:
    """A table (``schema.name`` where it is not in the usual schema), or what a SELECT of the user's returns.

    ``connect`` is what `connected` takes, or the engine of another source, so that both can be joined.

    >>> tables_source("postgres://ann:s3cret@db.example.org/evals")
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: a database is given with nothing to read; expected either --table or \
--query
    """
    if (table is None) == (query is None):
        got = "nothing to read" if table is None else "both a table and a query"
        raise InputError(f"a database is given with {got}; expected either --table or --query")
    engine = connect if isinstance(connect, Warehouse) else Warehouse(connected(connect))
    try:
        relation, found = engine.find(table) if table is not None else engine.adopt(query or "")
    except BaseException:
        engine.close()
        raise
    return Source(
        engine=engine,
        origin="database",
        relation=relation,
        name=table or "the query",
        kinds=found.kinds,
        faults=found.faults,
        written=found.written,
    )


class Warehouse:
    """A database behind Ibis."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._backend = connection.backend
        self._given: dict[str, str] = {}

    @property
    def name(self) -> str:
        """What messages call it: its address without a password."""
        return self._connection.place

    def fetch(self, query: str, *, wanted: str = "") -> dict[str, Column]:
        """The answer to a query in DuckDB's dialect."""
        with self._answering(wanted):
            answer = _answer(self._backend, self._translated(query))
        if self._backend.name == "sqlite":
            answer |= {name: _booleans(answer[name]) for name in _flags(query) & answer.keys()}
        return answer

    def batches(self, query: str, *, wanted: str = "") -> Iterator[Sequence[Sequence[Any]]]:
        """The rows of the answer to a query, a part at a time."""
        with self._answering(wanted):
            yield from _parts(self._backend, self._translated(query))

    def close(self) -> None:
        """Close the connection, or leave one that was given as it was."""
        self._connection.close()

    def find(self, table: str) -> tuple[str, Described]:
        """The relation that is a table, by its whole name or by schema and name, and its columns."""
        for parts in dict.fromkeys([(table,), parts_of(table)]):
            relation = ".".join(map(quoted, parts))
            with suppress(_MissingError), self._answering(f"table {table!r}"):
                return relation, self._described(relation, table, parts)
        raise unknown_name(f"table in {self.name}", table, self._tables(table))

    def adopt(self, query: str) -> tuple[str, Described]:
        """The relation that stands for a query of the user's own, and its columns."""
        checked = one_select(query, self._backend.dialect)
        name = f"query {token_hex(8)}"
        self._given[name] = checked
        try:
            with self._answering("the query"):
                return quoted(name), self._described(quoted(name), "the query", ())
        except _MissingError as problem:
            raise InputError(str(problem)) from None

    def _described(self, relation: str, name: str, table: tuple[str, ...]) -> Described:
        select = "SELECT * FROM "
        translated = self._translated(select + relation).removeprefix(select)
        return described(self._backend, translated, name=name, table=table)

    def _translated(self, query: str) -> str:
        """A query in the database's own dialect; the user's own queries are in it as they were typed."""
        import sqlglot
        from sqlglot import exp

        tree = sqlglot.parse_one(query, read="duckdb")
        dialect = self._backend.dialect
        for each in list(tree.find_all(exp.Table)):
            if each.name in self._given and not each.alias:
                each.set("alias", exp.TableAlias(this=exp.to_identifier("given")))
        text = tree.sql(dialect)
        for name, given in self._given.items():
            text = text.replace(exp.to_identifier(name, quoted=True).sql(dialect), f"(\n{given}\n)")
        return text

    def _tables(self, like: str) -> list[str]:
        """The tables there are: by name in the usual schema, by schema and name in others."""
        if self._backend.name == "duckdb" or hasattr(getattr(self._backend, "con", None), "adapters"):
            with suppress(Exception):
                return [name for (name,) in self._backend.con.execute(TABLES).fetchall()]
        found: list[str] = []
        schema = like.rpartition(".")[0]
        with suppress(Exception):
            found += self._backend.list_tables()
        if schema:
            with suppress(Exception):
                found += [f"{schema}.{each}" for each in self._backend.list_tables(database=schema)]
        return found

    @contextmanager
    def _answering(self, wanted: str) -> Iterator[None]:
        """What goes wrong in the database is one line that shows no password; Ctrl-C leaves nothing open."""
        try:
            # Spark repeats each error under this name, with a page of Java.
            with unwarned(), unlogged("SQLQueryContextLogger"), in_time(self._stop) as late:
                yield
        except InputError:
            raise
        except KeyboardInterrupt:
            self.close()
            raise
        except Exception as problem:
            said = reason(problem, self._connection.address)
            if late.is_set() or "statement timeout" in said:
                raise too_slow(self.name) from None
            if said == "interrupted":  # SQLite's word for Ctrl-C
                self.close()
                raise KeyboardInterrupt from None
            kind = _MissingError if _is_missing(problem) else InputError
            raise kind(f"{self.name} did not answer{f' ({wanted})' if wanted else ''}: {said}") from None

    def _stop(self) -> None:
        """Stop a query of a database in this process; others were given a time limit."""
        if self._backend.name in ("duckdb", "sqlite"):
            self._backend.con.interrupt()


class _MissingError(InputError):
    """There is no table of that name."""


_PART = re.compile(r'"((?:[^"]|"")+)"|([^".]+)')


def parts_of(table: str) -> tuple[str, ...]:
    """The parts of the name of a table, each perhaps in double quotes as psql prints it.

    >>> parts_of('"public"."w"'), parts_of('runs."May 1.2"'), parts_of('runs.a"b')
    (('public', 'w'), ('runs', 'May 1.2'), ('runs', 'a"b'))
    """
    parts, at = [], 0
    while found := _PART.match(table, at):
        parts.append(found[2] or found[1].replace('""', '"'))
        if found.end() == len(table):
            return tuple(parts)
        if table[found.end()] != ".":
            break
        at = found.end() + 1
    return tuple(table.split("."))


def _is_missing(problem: Exception) -> bool:
    words = str(problem)
    return type(problem).__name__ in MISSING or any(each in words for each in MISSING_WORDS)


def _undone(backend: Any) -> Any:
    """A transaction that is rolled back: large objects, say, may be made while only reading is allowed."""
    return backend.con.transaction(force_rollback=True)


def _answer(backend: Any, query: str) -> dict[str, Column]:
    if hasattr(getattr(backend, "con", None), "adapters"):
        # A cursor in the server hands over rows in pieces, and in binary floats lose no digit.
        with _undone(backend), backend.con.cursor(f"bakeoff_{token_hex(4)}", binary=True) as cursor:
            take_infinity(cursor)
            cursor.execute(query)
            return from_rows([each.name for each in cursor.description], _batches(cursor))
    result = backend.raw_sql(query)
    if hasattr(result, "toArrow"):
        return from_arrow(result.toArrow())
    if hasattr(result, "collect"):  # Spark before 4
        return from_rows(result.columns, [result.collect()])
    if hasattr(result, "result_rows"):  # ClickHouse
        return from_rows(result.column_names, [result.result_rows])
    if hasattr(result, "to_arrow"):  # BigQuery
        return from_arrow(result.to_arrow())
    try:
        return from_rows([each[0] for each in result.description], _batches(result))
    finally:
        if backend.name != "duckdb":  # whose cursor is the connection itself
            result.close()


def _parts(backend: Any, query: str) -> Iterator[Sequence[Sequence[Any]]]:
    """Rows in parts, wherever a database hands them over so."""
    if hasattr(getattr(backend, "con", None), "adapters"):
        with _undone(backend), backend.con.cursor(f"bakeoff_{token_hex(4)}") as cursor:
            take_infinity(cursor)
            cursor.execute(query)
            yield from _batches(cursor)
        return
    result = backend.raw_sql(query)
    if hasattr(result, "toLocalIterator"):  # Spark
        rows = result.toLocalIterator()
        while part := list(islice(rows, BATCH)):
            yield part
    elif hasattr(result, "fetchmany"):
        yield from _batches(result)
        if backend.name != "duckdb":
            result.close()
    else:
        columns = _answer(backend, query)
        yield list(zip(*(each.tolist() for each in columns.values()), strict=True))


def _flags(query: str) -> set[str]:
    """The columns of a query that are cast to booleans, which SQLite gives as 0 and 1."""
    import sqlglot
    from sqlglot import exp

    named = sqlglot.parse_one(query, read="duckdb").find_all(exp.Alias)
    return {each.alias for each in named if isinstance(each.this, exp.Cast) and each.this.is_type("boolean")}


def _booleans(values: Column) -> Column:
    return from_objects([None if value is None else bool(value) for value in values.tolist()])


def _batches(cursor: Any) -> Iterator[list[tuple[Any, ...]]]:
    found, most = 0, machine_memory() // BYTES
    while rows := cursor.fetchmany(BATCH):
        found += len(rows)
        if found > most:
            raise InputError(
                f"the database returns more than {most:,} rows, which do not fit into memory; use fewer "
                f"rows, or a label metric"
            )
        yield rows
