"""Make a database file that appears complete or not at all, and remove what killed attempts left."""

import os
import re
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from bakeoff.core.exceptions import FileError
from bakeoff.core.whole_file import usual_mode

try:
    import fcntl
except ImportError:  # a system without such locks: what is left of killed attempts stays there
    fcntl = None  # type: ignore[assignment]

BESIDE = ("-wal", "-shm", "-journal")  # what SQLite keeps next to a database
ATTEMPTS = 20


def make_database(
    path: Path, script: str, noun: str, *, journal: str = "DELETE", shared: bool = False
) -> None:
    """Make a database by a script, unless another process is faster.

    ``journal`` is SQLite's way to keep changes safe; others may read the file where it is ``shared``.
    """
    _refuse_lone_log(path, noun)
    for _ in range(ATTEMPTS):
        with suppress(FileNotFoundError), _attempt(path, noun) as made:
            _fill(made, script, journal)
            if shared:
                made.chmod(usual_mode())
            put_in_place(made, path)
            return
    raise FileError(
        f"the {noun} {path} cannot be created: its files disappear while they are written; try again"
    )


def _fill(made: Path, script: str, journal: str) -> None:
    """Run the script in one transaction; a log that is kept from then on must hold nothing of it.

    SQLite does not report when it fails to write a log back as a file is closed.
    """
    with closing(sqlite3.connect(f"{made.as_uri()}?mode=rw", uri=True, isolation_level=None)) as connection:
        connection.executescript(f"BEGIN; {script}; COMMIT; PRAGMA journal_mode = {journal}")


def _refuse_lone_log(path: Path, noun: str) -> None:
    """Refuse a log whose database is gone: SQLite would treat its content as a part of the new one."""
    for log in (path.with_name(path.name + ending) for ending in BESIDE if ending != "-shm"):
        with suppress(OSError):
            # In this order: another process makes the database first and then its log.
            if log.stat().st_size and not path.exists():
                raise FileError(
                    f"the {noun} {path} is gone, but the last changes to it are still in {log}; restore "
                    f"the {noun}, or move {log} away too to start again"
                )


@contextmanager
def _attempt(path: Path, noun: str) -> Iterator[Path]:
    """A file to be filled, locked while this process lives, and removed in the end."""
    try:
        handle, name = tempfile.mkstemp(dir=path.absolute().parent, prefix=f".{path.name}.")
    except OSError as problem:
        raise _not_made(path, noun, str(problem.strerror)) from None
    made = Path(name)
    try:
        _locked(handle)
        yield made
    except sqlite3.Error as problem:
        if not made.exists():
            raise FileNotFoundError from None  # mistaken for an abandoned one, just before it was locked
        raise _not_made(path, noun, str(problem)) from None
    except OSError as problem:
        if isinstance(problem, FileNotFoundError):
            raise
        raise _not_made(path, noun, str(problem.strerror)) from None
    finally:
        os.close(handle)
        _remove(made)


def _not_made(path: Path, noun: str, problem: str) -> FileError:
    return FileError(
        f"the {noun} {path} cannot be created ({problem}); give another path, or free disk space and "
        f"start again"
    )


def _locked(handle: int) -> bool:
    """Lock an open file; false where another process has the lock or the file system has none."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def clear_attempts(path: Path) -> None:
    """Remove what is left of attempts at a database whose process was killed."""
    shape = re.compile(rf"({re.escape(f'.{path.name}.')}[a-z0-9_]{{8}})({'|'.join(BESIDE)})?")
    with suppress(OSError):
        found = [shape.fullmatch(each.name) for each in path.absolute().parent.iterdir()]
        for name in {each[1] for each in found if each is not None}:
            _clear(path.absolute().with_name(name))


def _clear(attempt: Path) -> None:
    """Remove an attempt that is not locked."""
    if not attempt.exists():
        _remove(attempt)
        return
    handle = os.open(attempt, os.O_RDWR)
    try:
        if _locked(handle):
            _remove(attempt)
    finally:
        os.close(handle)


def _remove(attempt: Path) -> None:
    for ending in ("", *BESIDE):
        with suppress(OSError):
            attempt.with_name(attempt.name + ending).unlink()


def put_in_place(made: Path, path: Path) -> None:
    """Give a finished file its name, unless another process was faster."""
    try:
        os.link(made, path)
    except FileExistsError:
        pass
    except FileNotFoundError:
        raise
    except OSError:  # a file system without links
        if not path.exists():
            made.replace(path)
