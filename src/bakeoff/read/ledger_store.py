"""Where looks at test sets are kept: a SQLite file, or a PostgreSQL database for a team.

Rows are only ever added: triggers refuse to change or remove one. Each is committed before it is
acknowledged, and one writer at a time extends the chain of hashes, so that none is lost.
"""

import json
import math
import os
import re
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any, Protocol

from bakeoff.core.exceptions import FileError, InputError, brief
from bakeoff.core.looks import START, Look
from bakeoff.read.engine.connecting import INSTALL, keep_drivers_quiet
from bakeoff.read.engine.masking import MASK, check_address, masked, reason
from bakeoff.read.making import clear_attempts, make_database
from bakeoff.read.opening import refuse_strange_file

APPLICATION, FORMAT = 0x62616B6C, 1  # "bakl"
PATIENCE = 10.0  # seconds to wait for other writers
SHOWN = 60  # letters of a damaged value
OFTEN = 0.005  # seconds between two polls
# A host that accepts and does not answer, or that is gone in the middle, must not hold a job for ever.
PATIENT = {
    "connect_timeout": f"{PATIENCE:.0f}",
    "keepalives_idle": f"{PATIENCE:.0f}",
    "tcp_user_timeout": f"{1000 * PATIENCE:.0f}",
}
LOCK = APPLICATION << 16  # of PostgreSQL, while one writer extends the chain
TABLE = "bakeoff_looks"
NAMES = tuple(each.name for each in fields(Look))
LISTED = ", ".join(f'"{name}"' for name in NAMES)
LAST = f"SELECT {LISTED} FROM {TABLE} ORDER BY number DESC LIMIT 1"  # noqa: S608
TYPES = {"number": "BIGINT PRIMARY KEY", "n": "BIGINT", "decided": "BOOLEAN", "higher": "BOOLEAN"}
REALS = ("p_value", "e_value", "alpha", "value", "error")
MAY_LACK = ("p_value", "e_value", "value", "error")


# A file whose name looks like the address of a database would be a new, empty ledger, and show a password.
_KIND = re.compile(r"[A-Za-z][\w+.-]+:")  # a single letter is a drive
_SETTING = re.compile(
    r"(?:^|\s)(?:host(?:addr)?|port|dbname|database|user|password|passfile|service|options|ssl\w*)\s*=",
    re.IGNORECASE,
)


class LedgerStore(Protocol):
    """The storage of a ledger."""

    @property
    def name(self) -> str:
        """What messages call it, without a password."""

    def append(self, look: Look) -> Look:
        """Add a look at the end of the chain; it is kept when this returns."""

    def looks(self) -> Iterator[Look]:
        """All looks, in order."""

    def check(self) -> None:
        """Refuse a ledger that cannot be added to, before anything is computed."""

    def close(self) -> None:
        """Close it."""


def open_store(address: str | os.PathLike[str], *, create: bool = True) -> LedgerStore:
    """The store at an address: a file, or ``postgres://user@host/database``."""
    text = os.fspath(address)
    if not text:
        raise InputError("the ledger has no address; expected a file, or postgres://user@host/database")
    scheme, found, place = text.partition("://")
    if found and scheme.lower() in ("postgres", "postgresql"):
        return PostgresLedger(text, create=create)
    if (found and scheme.lower() not in ("sqlite", "file")) or (not found and _KIND.match(text)):
        shown = masked(text) if found else f"{text.partition(':')[0]}:{MASK}"
        raise InputError(
            f"the ledger is at {shown}; expected a file, or postgres://user@host/database (./NAME for a file "
            f"with a colon in its name)"
        )
    if not found and _SETTING.search(text):
        raise InputError(
            "the ledger is given as settings of a database, such as host=NAME; expected a file, or "
            "postgres://user@host/database with the password in the variable PGPASSWORD"
        )
    if found and re.search(r"[?#]", place):
        raise InputError(
            f"the ledger is at {masked(text)} but a file has no settings; leave out what follows the "
            f"question mark"
        )
    return SqliteLedger(Path(place or text) if found else Path(text), create=create)


def _columns(types: dict[str, str]) -> str:
    return ", ".join(
        f'"{name}" {types.get(name, "TEXT")}{"" if name in MAY_LACK else " NOT NULL"}' for name in NAMES
    )


def _values(look: Look) -> list[Any]:
    return [json.dumps(list(look.names)) if name == "names" else getattr(look, name) for name in NAMES]


def _look(values: Sequence[Any]) -> Look:
    given = dict(zip(NAMES, values, strict=True))
    for name, value in given.items():
        fits = isinstance(value, (int, float) if name in (*TYPES, *REALS) else str)
        if isinstance(value, float):
            fits = fits and math.isfinite(value)
        if not fits and (value is not None or name not in MAY_LACK):
            raise ValueError(f"{name} is {brief(repr(value)[:SHOWN])}")
    try:
        names = json.loads(given["names"])
    except RecursionError:
        names = None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError(f"names is {brief(given['names'][:SHOWN])}")
    flags = {name: bool(given[name]) for name in ("decided", "higher")}
    return Look(**{**given, **flags, "names": tuple(names)})


def _end(last: Sequence[Any] | None, name: str) -> tuple[int, str]:
    """The number and hash of the last look, which must be what was recorded."""
    if last is None:
        return 0, START
    try:
        before = _look(last)
    except (ValueError, TypeError) as problem:
        raise _damaged(name, f"its last look cannot be read: {problem}") from None
    if before.digest() != before.hash:
        raise _damaged(name, f"look {before.number} differs from what was recorded")
    return before.number, before.hash


def _extended(last: Sequence[Any] | None, look: Look, name: str) -> Look:
    number, previous = _end(last, name)
    return look.sealed(number + 1, previous)


class SqliteLedger:
    """A ledger in a file."""

    def __init__(self, path: Path, *, create: bool = True) -> None:
        self.name = str(path)
        refuse_strange_file(path, f"the ledger {path}")
        clear_attempts(path)
        if not path.exists():
            if not create:
                raise FileError(f"there is no ledger {path}; check its name and folder")
            make_database(path, _schema(), "ledger", shared=True)
        with self._explained():
            self._connection = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=OFTEN, isolation_level=None
            )
            try:
                self._ask("PRAGMA synchronous = FULL")
                self._check_kind()
            except BaseException:
                self._connection.close()
                raise

    def _check_kind(self) -> None:
        application, version = (
            self._ask(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
        )
        if application != APPLICATION:
            raise FileError(f"{self.name} is not a ledger; it was not changed: give another file")
        if version != FORMAT:
            raise FileError(
                f"{self.name} has format {version} and this bakeoff writes {FORMAT}; use the bakeoff "
                f"that made it, or another ledger"
            )

    def check(self) -> None:
        """Refuse a file that cannot be written, or whose last look is damaged."""
        with self._explained(), self._writing() as last:
            _end(last, self.name)
            self._ask(f"PRAGMA user_version = {FORMAT}")  # rolled back: can it be written?

    def append(self, look: Look) -> Look:
        """Add a look at the end of the chain; it is on disk when this returns."""
        with self._explained(), self._writing() as last:
            new = _extended(last, look, self.name)
            marks = ", ".join("?" * len(NAMES))
            self._ask(f"INSERT INTO {TABLE} ({LISTED}) VALUES ({marks})", _values(new))  # noqa: S608
            self._ask("COMMIT")
        return new

    def looks(self) -> Iterator[Look]:
        """All looks, in order."""
        with self._explained():
            for row in self._ask(f"SELECT {LISTED} FROM {TABLE} ORDER BY number"):  # noqa: S608
                yield _look(row)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    @contextmanager
    def _writing(self) -> Iterator[Sequence[Any] | None]:
        """A transaction that no other writer is in, and the last row; what is not committed is undone."""
        self._ask("BEGIN IMMEDIATE")
        try:
            yield self._ask(LAST).fetchone()
        finally:
            if self._connection.in_transaction:
                self._ask("ROLLBACK")

    def _ask(self, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Run a statement; poll often for other writers: SQLite polls so rarely that some wait long."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return self._connection.execute(statement, values)
            except sqlite3.OperationalError as problem:
                if getattr(problem, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_BUSY:
                    raise
                if time.monotonic() > until:
                    raise _locked(self.name) from None

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as problem:
            if "no such" in str(problem):
                raise _damaged(self.name, str(problem)) from None
            raise FileError(
                f"the ledger {self.name} cannot be used ({problem}); nothing was recorded and nothing is "
                f"lost: make it writable, free some disk space, or give another ledger"
            ) from None
        except (sqlite3.DatabaseError, ValueError, TypeError, OverflowError) as problem:
            if isinstance(problem, InputError):
                raise
            raise _damaged(self.name, str(problem)) from None


def _damaged(name: str, what: str) -> FileError:
    return FileError(
        f"the ledger {name} is damaged or not a ledger ({what}); it was not changed and nothing was "
        f"recorded: restore a copy, or start a new ledger"
    )


def _locked(name: str) -> FileError:
    return FileError(
        f"another process has held the lock on the ledger {name} for {PATIENCE:g} seconds; nothing was "
        f"recorded: wait until it has finished, or stop it"
    )


def _schema() -> str:
    refuse = f"SELECT RAISE(ABORT, 'looks in {TABLE} are never changed or removed')"
    return (
        f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT};"
        f"CREATE TABLE {TABLE} ({_columns(dict.fromkeys(REALS, 'REAL') | TYPES)});"
        f"CREATE TRIGGER no_change BEFORE UPDATE ON {TABLE} BEGIN {refuse}; END;"
        f"CREATE TRIGGER no_removal BEFORE DELETE ON {TABLE} BEGIN {refuse}; END;"
    )


class PostgresLedger:
    """A ledger in a table of a PostgreSQL database, in the schema that is the first of its search path."""

    def __init__(self, address: str, *, create: bool = True) -> None:
        check_address(address)
        try:
            import psycopg
        except ImportError:
            raise InputError(
                f"a ledger in PostgreSQL needs psycopg, which is not installed; {INSTALL}"
            ) from None
        keep_drivers_quiet()
        self.name, self._address = masked(address), address
        with self._explained():
            self._connection = psycopg.connect(_patient(address), autocommit=True)
            try:
                self._connection.execute(f"SET lock_timeout = {1000 * PATIENCE:.0f}")
                self._prepare(create=create)
            except BaseException:
                self._connection.close()
                raise

    def _prepare(self, *, create: bool) -> None:
        with self._connection.transaction():
            self._connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
            found = self._connection.execute(
                "SELECT obj_description(to_regclass(%s), 'pg_class'), to_regclass(%s) IS NOT NULL",
                (TABLE, TABLE),
            ).fetchone()
            comment, there = found if found is not None else (None, False)
            if there and comment != f"{TABLE} {FORMAT}":
                got = comment or "no mark of a ledger"
                raise FileError(
                    f"the table {TABLE} of {self.name} has {got} and this bakeoff writes '{TABLE} {FORMAT}'; "
                    f"use the bakeoff that made it, or another database"
                )
            if not there:
                if not create:
                    raise FileError(
                        f"{self.name} has no table {TABLE}, so it has no ledger; check the address"
                    )
                self._connection.execute(_postgres_schema())

    def check(self) -> None:
        """Refuse a database that may not be written to, or whose last look is damaged."""
        with self._explained(), self._writing() as last:
            _end(last, self.name)
            row = self._connection.execute(
                "SELECT has_table_privilege(to_regclass(%s), 'INSERT'), "
                "current_setting('transaction_read_only')",
                (TABLE,),
            ).fetchone()
            if row != (True, "off"):
                raise FileError(
                    f"this user may not add to the ledger {self.name}; nothing was recorded: ask for INSERT "
                    f"on {TABLE}"
                )

    def append(self, look: Look) -> Look:
        """Add a look at the end of the chain; it is committed when this returns."""
        marks = ", ".join(["%s"] * len(NAMES))
        with self._explained(), self._writing() as last:
            new = _extended(last, look, self.name)
            insert = f"INSERT INTO {TABLE} ({LISTED}) VALUES ({marks})"  # noqa: S608
            self._connection.execute(insert, _values(new))
        return new

    def looks(self) -> Iterator[Look]:
        """All looks, in order."""
        with self._explained():
            for row in self._connection.execute(f"SELECT {LISTED} FROM {TABLE} ORDER BY number"):  # noqa: S608
                yield _look(row)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    @contextmanager
    def _writing(self) -> Iterator[Sequence[Any] | None]:
        """A transaction that no other writer is in, and the last row."""
        with self._connection.transaction():
            self._connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
            yield self._connection.execute(LAST).fetchone()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        import psycopg

        try:
            yield
        except psycopg.errors.LockNotAvailable:
            raise _locked(self.name) from None
        except psycopg.Error as problem:
            raise FileError(
                f"the ledger {self.name} cannot be used: {reason(problem, self._address)}; nothing was "
                f"recorded and nothing is lost"
            ) from None
        except (ValueError, TypeError, OverflowError) as problem:
            if isinstance(problem, InputError):
                raise
            raise _damaged(self.name, str(problem)) from None


def _patient(address: str) -> str:
    """The address with the limits on waiting that it does not set itself."""
    from psycopg.conninfo import conninfo_to_dict, make_conninfo

    said = conninfo_to_dict(address)
    return make_conninfo(address, **{name: value for name, value in PATIENT.items() if name not in said})


def _postgres_schema() -> str:
    types = dict.fromkeys(REALS, "DOUBLE PRECISION") | TYPES
    return (
        f"CREATE TABLE {TABLE} ({_columns(types)}); COMMENT ON TABLE {TABLE} IS '{TABLE} {FORMAT}'; "
        f"CREATE OR REPLACE FUNCTION {TABLE}_keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"RAISE EXCEPTION 'looks in {TABLE} are never changed or removed'; END $$; "
        f"CREATE TRIGGER no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON {TABLE} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {TABLE}_keep()"
    )
