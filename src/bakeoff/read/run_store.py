"""The run store: one SQLite file that keeps every finished cell of an experiment.

Each cell is committed as soon as it is known, in a write-ahead log, so that a program killed at any
moment loses nothing that was finished. One process at a time works on a store: SQLite's own exclusive
lock, which the system releases when a process dies, makes others wait. Nothing in it is pickled.
"""

import hashlib
import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read.making import clear_attempts, make_database
from bakeoff.read.opening import refuse_strange_file

APPLICATION, FORMAT = 0x62616B65, 2  # "bake"
BEFORE = 1  # the format of a version whose stored results had no checksums
# What keeps SQLite from working on a store that may be sound.
HINDRANCES = {
    *(sqlite3.SQLITE_PERM, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR),
    *(sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED),
}
SHOWN = 3  # changes that are named
PAUSE = 0.2  # seconds between two attempts to get the lock
FINDINGS = """CREATE TABLE findings (key TEXT PRIMARY KEY, content TEXT NOT NULL,
                       checksum BLOB NOT NULL) WITHOUT ROWID"""
SCHEMA = f"""
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {FORMAT};
CREATE TABLE facts (what TEXT, name TEXT, fingerprint TEXT NOT NULL, words TEXT NOT NULL,
                    parts TEXT NOT NULL, PRIMARY KEY (what, name)) WITHOUT ROWID;
CREATE TABLE cells (key TEXT PRIMARY KEY, data TEXT, learner TEXT, part TEXT, run INTEGER, fold INTEGER,
                    content BLOB NOT NULL, checksum BLOB NOT NULL,
                    fit_seconds REAL, predict_seconds REAL);
{FINDINGS};
"""


@dataclass(frozen=True, kw_only=True)
class Fact:
    """Something that must not change while a store is in use: data, a learner, the design.

    ``words`` says what it is and ``parts`` names its parts: a change is named by the parts that differ,
    or else by the old and the new.
    """

    what: str
    name: str
    fingerprint: str
    words: str
    parts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Row:
    """One finished cell as it is stored."""

    key: str
    data: str
    learner: str
    part: str
    run: int
    fold: int
    content: bytes
    fit_seconds: float
    predict_seconds: float


COLUMNS = tuple(each.name for each in fields(Row))
STORED = ", ".join((*COLUMNS, "checksum"))


class RunStore:
    """An open store; close it, or use it in a ``with`` statement."""

    def __init__(self, path: str | os.PathLike[str], *, waiting: Callable[[], None] = lambda: None) -> None:
        self.path = Path(path)
        refuse_strange_file(self.path, f"the store {self.path}")
        clear_attempts(self.path)
        if not self.path.exists():
            make_database(self.path, SCHEMA, "store", journal="WAL")
        self._connection = _locked(self.path, waiting)
        try:
            self._check_findings()
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> "RunStore":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Write the log back into the file and release the lock."""
        self._connection.close()

    def hold_to(self, facts: Iterable[Fact]) -> None:
        """Check that nothing has changed since the store was begun, and note what is new."""
        known = {(what, name): rest for what, name, *rest in self._rows("SELECT * FROM facts")}
        added = []
        for fact in facts:
            before = known.get((fact.what, fact.name))
            if before is None:
                parts = json.dumps(dict(fact.parts))
                added.append((fact.what, fact.name, fact.fingerprint, fact.words, parts))
            elif before[0] != fact.fingerprint:
                raise InputError(_changed(self.path, fact, before[1], _parts(before[2])))
        self._write("INSERT INTO facts VALUES (?, ?, ?, ?, ?)", added)

    def get(self, key: str) -> Row | None:
        """The finished cell under a key, checked against damage; None where it is not finished."""
        for *values, checksum in self._rows(f"SELECT {STORED} FROM cells WHERE key = ?", key):  # noqa: S608
            row = Row(**dict(zip(COLUMNS, values, strict=True)))
            if _checksum(row.key, row.content) != checksum:
                raise _damaged(
                    self.path, f"the cell {row.learner}, run {row.run + 1}, fold {row.fold + 1} is wrong"
                )
            return row
        return None

    def put(self, row: Row) -> None:
        """Keep a finished cell; it is committed when this returns."""
        values = [getattr(row, name) for name in COLUMNS]
        places = ", ".join("?" * (len(COLUMNS) + 1))
        query = f"INSERT OR REPLACE INTO cells ({STORED}) VALUES ({places})"  # noqa: S608
        self._write(query, [(*values, _checksum(row.key, row.content))])

    def keep(self, key: str, content: str) -> None:
        """Keep a finding, such as a calibration, under a key."""
        row = (key, content, _checksum(key, content.encode()))
        self._write("INSERT OR REPLACE INTO findings VALUES (?, ?, ?)", [row])

    def kept(self, key: str) -> str | None:
        """The finding under a key, if there is one, checked against damage."""
        found = list(self._rows("SELECT * FROM findings WHERE key = ?", key))
        return None if not found else self._checked(found[0])

    def _check_findings(self) -> None:
        """Check all of them: one whose key is damaged would otherwise seem never to have been made."""
        for row in self._rows("SELECT * FROM findings"):
            self._checked(row)

    def _checked(self, row: tuple[object, object, object]) -> str:
        key, content, checksum = row
        if not isinstance(key, str) or not isinstance(content, str):
            raise _damaged(self.path, "a stored result cannot be read")
        if _checksum(key, content.encode()) != checksum:
            raise _damaged(self.path, "a stored result does not match its checksum")
        return content

    def _rows(self, query: str, *values: str) -> Iterator[Any]:
        try:
            yield from self._connection.execute(query, values)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as problem:
            raise _explained(self.path, problem) from None

    def _write(self, query: str, rows: Sequence[tuple[object, ...]]) -> None:
        if not rows:
            return
        try:
            with self._connection:
                self._connection.execute("BEGIN")
                self._connection.executemany(query, rows)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as problem:
            raise _explained(self.path, problem) from None


def _locked(path: Path, waiting: Callable[[], None]) -> sqlite3.Connection:
    """A connection with exclusive access to the store; waits while another process has it."""
    _check_begins_well(path)
    told = False
    while True:
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=0, isolation_level=None
        )
        try:
            _prepare(connection, path)
            return connection
        except BaseException as problem:
            connection.close()
            if not isinstance(problem, sqlite3.DatabaseError | UnicodeDecodeError):
                raise
            if not isinstance(problem, sqlite3.OperationalError) or "locked" not in str(problem):
                raise _explained(path, problem) from None
        if not told:
            waiting()
            told = True
        time.sleep(PAUSE)


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("PRAGMA synchronous = NORMAL")
    application, version = (
        connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
    )
    if application != APPLICATION:
        raise FileError(f"{path} is a database of another program; use another file as store")
    if version not in (BEFORE, FORMAT):
        raise FileError(
            f"{path} has format {version} and this bakeoff reads {FORMAT}; use a new store, or the bakeoff "
            f"that made it"
        )
    [(state,)] = connection.execute("PRAGMA quick_check(1)").fetchall()
    if state != "ok":
        raise _damaged(path, " ".join(state.split()))
    if version == BEFORE:
        _upgrade(connection)


def _upgrade(connection: sqlite3.Connection) -> None:
    """Give the stored results of an earlier version checksums; all or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    found = connection.execute("SELECT key, content FROM findings").fetchall()
    connection.execute("DROP TABLE findings")
    connection.execute(FINDINGS)
    rows = [(key, content, _checksum(key, content.encode())) for key, content in found]
    connection.executemany("INSERT INTO findings VALUES (?, ?, ?)", rows)
    connection.execute(f"PRAGMA user_version = {FORMAT}")
    connection.execute("COMMIT")


def _check_begins_well(path: Path) -> None:
    """Refuse what is not a database before SQLite could treat an empty file as a new one."""
    try:
        with path.open("rb") as stream:
            head = stream.read(18)
        size = path.stat().st_size
    except OSError as problem:
        raise FileError(f"the store {path} cannot be read: {problem.strerror}") from None
    if head[:16] != b"SQLite format 3\0":
        what = "is empty" if not head else "does not begin like a store"
        raise _damaged(path, what)
    # SQLite reads a truncated page as one that ends in zeros; only a log could make up for it.
    page = int.from_bytes(head[16:], "big")
    if page > 1 and size % page and not path.with_name(path.name + "-wal").exists():
        raise _damaged(path, "it is truncated")


def _explained(path: Path, problem: sqlite3.DatabaseError | UnicodeDecodeError) -> FileError:
    """What SQLite says about a store, as an error that separates obstacles from damage.

    Names of a damaged schema may not be text; then Python cannot read the message.
    """
    if getattr(problem, "sqlite_errorcode", 0) & 0xFF not in HINDRANCES:
        return _damaged(path, str(problem))
    return FileError(
        f"{path} cannot be written ({problem}): is the disk full, or read-only? Finished results are "
        f"safe; free disk space and start again"
    )


def _damaged(path: Path, problem: str) -> FileError:
    log = path.with_name(path.name + "-wal")
    what = f"it and {log.name} away" if log.exists() else "it away"
    return FileError(
        f"{path} is not a run store, or is damaged ({problem}); it was not changed: move {what} to start "
        f"again, or restore a copy"
    )


def _parts(text: str) -> dict[str, str]:
    with suppress(ValueError):
        parts = json.loads(text)
        return parts if isinstance(parts, dict) else {}
    return {}


def _changed(path: Path, fact: Fact, before: str, parts: Mapping[str, str]) -> str:
    name = f" {fact.name!r}" if fact.name else ""
    names = dict.fromkeys([*parts, *fact.parts])
    differ = [each for each in names if parts.get(each) != fact.parts.get(each)]
    changes = [
        f"{each} was {parts.get(each, 'not there')} and is now {fact.parts.get(each, 'gone')}"
        for each in differ
    ]
    more = f", and {len(changes) - SHOWN} more" if len(changes) > SHOWN else ""
    listed = ", ".join(changes[:SHOWN]) + more
    what = f"changed: {listed}" if changes else f"was {before} and is now {fact.words}"
    return (
        f"{path} belongs to another experiment: the {fact.what}{name} {what}; restore it, give another "
        f"store, or move this one away to start again"
    )


def _checksum(key: str, content: bytes) -> bytes:
    return hashlib.blake2b(key.encode() + content, digest_size=8).digest()
