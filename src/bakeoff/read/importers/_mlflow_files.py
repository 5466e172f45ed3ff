"""The runs of a local MLflow store: of its database (``mlflow.db``) or of its files (``mlruns``).

Nothing is written, and no folder outside that of the store is read, whatever the store says.
"""

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from urllib.parse import unquote, urlsplit

from bakeoff.core.exceptions import FileError
from bakeoff.read.values import plain

SQLITE = b"SQLite format 3\0"
DATABASE, ARTIFACTS, RUN_NAME = "mlflow.db", "artifacts", "tags/mlflow.runName"
STATES = {"1": "RUNNING", "2": "SCHEDULED", "3": "FINISHED", "4": "FAILED", "5": "KILLED"}
MOST_PARAMETERS = 200
MOST_RUNS, SECONDS, STEPS, LONGEST, HEAD = 10_000, 10.0, 10_000, 1 << 16, 1 << 16
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_PARAMETERS = "SELECT run_uuid, key, value FROM params ORDER BY run_uuid, key LIMIT ?"
_RUNS = """
    SELECT r.run_uuid, r.name, r.status, r.artifact_uri, r.experiment_id, e.name
    FROM runs AS r LEFT JOIN experiments AS e ON e.experiment_id = r.experiment_id
    WHERE r.lifecycle_stage = 'active' ORDER BY r.start_time, r.run_uuid LIMIT ?
"""


@dataclass(frozen=True, kw_only=True)
class StoredRun:
    """A run: its names, how it ended, the folder of its artifacts, and the parameters that it logged."""

    id: str
    name: str
    status: str
    experiment: str
    folder: Path
    parameters: tuple[tuple[str, str], ...] = ()


def is_database(path: Path, head: bytes) -> bool:
    """Whether a file is the database of a store."""
    if not head.startswith(SQLITE):
        return False
    try:
        _asked(path, "SELECT r.run_uuid, e.experiment_id FROM runs AS r, experiments AS e LIMIT ?")
    except FileError:
        return False
    return True


def runs_of(path: Path) -> list[StoredRun]:
    """The runs of a database, or of a folder: of a store or of one experiment."""
    if path.is_file():
        return _in_database(path)
    for folder in (path, path.absolute().parent, path.absolute().parent.parent):
        if (folder / DATABASE).is_file():
            inside = path.resolve()
            found = [run for run in _in_database(folder / DATABASE) if run.folder.is_relative_to(inside)]
            if found:
                return found
    return [run for experiment in (path, *_folders(path)) for run in _in_files(experiment)]


def run_name(table: Path) -> str:
    """The name of the run whose artifact a file is; empty where none is known."""
    for folder in list(table.absolute().parents)[1:4]:
        if (folder / RUN_NAME).is_file():
            return _line(folder / RUN_NAME)
        if (folder / ARTIFACTS).is_dir():
            stores = (each / DATABASE for each in list(folder.parents)[1:3])
            known = next((_in_database(each) for each in stores if each.is_file()), [])
            return {run.id: run.name for run in known}.get(folder.name, "")
    return ""


@lru_cache(maxsize=4)
def _known(path: Path, changed: int) -> tuple[StoredRun, ...]:
    """The runs in a database, read again once it ``changed``."""
    root, runs = path.resolve().parent, []
    found = _asked(path, _RUNS)
    parameters = _parameters(path)
    for run, name, status, address, experiment, title in found:
        folder = _artifacts(str(address), root, str(experiment), str(run))
        if folder is not None:
            runs.append(
                StoredRun(
                    id=str(run),
                    name=plain(name or ""),
                    status=str(status),
                    experiment=plain(title or experiment),
                    folder=folder,
                    parameters=tuple(parameters.get(str(run), ())),
                )
            )
    return tuple(runs)


def _parameters(path: Path) -> dict[str, list[tuple[str, str]]]:
    """The parameters of each run; none where the database has too many to read all, or no table of them."""
    try:
        rows = _asked(path, _PARAMETERS)
    except FileError:
        return {}
    found: dict[str, list[tuple[str, str]]] = {}
    for run, key, value in rows if len(rows) < MOST_RUNS else ():
        found.setdefault(str(run), []).append((plain(key), plain(value or "")))
    return found


def _in_database(path: Path) -> list[StoredRun]:
    return list(_known(path.absolute(), path.stat().st_mtime_ns))


def _artifacts(address: str, root: Path, experiment: str, run: str) -> Path | None:
    """The folder of a run's artifacts, below that of the store: where it says, or where it usually is."""
    if not _ID.fullmatch(run) or not _ID.fullmatch(experiment):
        return None  # no name of a folder
    usual = [root / each / experiment / run / ARTIFACTS for each in ("mlruns", "mlartifacts")]
    try:
        parts = urlsplit(address)
        said = [Path(unquote(parts.path))] if parts.scheme in ("", "file") else []
        found = [(root / each).resolve() for each in (*said, *usual) if (root / each).is_dir()]
    except (OSError, ValueError):
        return None
    return next((each for each in found if each.is_relative_to(root)), usual[0])


def _asked(path: Path, query: str) -> list[tuple[object, ...]]:
    """The rows of a query on a database of whatever origin: nothing is written, and it ends in time."""
    end = time.monotonic() + SECONDS
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
            connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
            connection.set_progress_handler(lambda: time.monotonic() > end, STEPS)
            connection.execute("PRAGMA trusted_schema = OFF")
            return connection.execute(query, (MOST_RUNS,)).fetchall()
    except (sqlite3.Error, UnicodeDecodeError, OverflowError, MemoryError) as problem:
        raise FileError(
            f"{path} cannot be read as the database of an MLflow store ({problem}); copy it again"
        ) from None


def _in_files(experiment: Path) -> Iterator[StoredRun]:
    """The runs of an experiment in the store of files: folders that say which run they are."""
    title = _fields(experiment / "meta.yaml").get("name", experiment.name)
    described = [(folder, _fields(folder / "meta.yaml")) for folder in _folders(experiment)]
    for folder, said in sorted(described, key=lambda each: each[1].get("start_time", "")):
        known = said.get("lifecycle_stage", "active") == "active" and ("run_id" in said or not said)
        if known and (folder / ARTIFACTS).is_dir():
            yield StoredRun(
                id=folder.name,
                name=_line(folder / RUN_NAME) or plain(said.get("run_name", "")),
                status=STATES.get(said.get("status", "3"), "RUNNING"),
                experiment=plain(title),
                folder=folder / ARTIFACTS,
                parameters=_logged(folder / "params"),
            )


def _logged(folder: Path) -> tuple[tuple[str, str], ...]:
    """The parameters of a run, each in a file of its name."""
    try:
        files = sorted(each for each in islice(folder.iterdir(), MOST_PARAMETERS) if each.is_file())
    except OSError:
        return ()  # a run without any
    return tuple((plain(file.name), _line(file)) for file in files)


def _fields(file: Path) -> dict[str, str]:
    """The plain fields of a small YAML file."""
    lines = (line.partition(":") for line in _text(file).splitlines() if line[:1].isalpha())
    return {key: value.strip().strip("'\"") for key, _, value in lines}


def _line(file: Path) -> str:
    return plain(_text(file).strip())


def _text(file: Path) -> str:
    try:
        if not file.is_file():
            return ""
        with file.open("rb") as stream:
            return stream.read(HEAD).decode("utf-8", "replace")
    except OSError:
        return ""


def _folders(folder: Path) -> list[Path]:
    try:
        return sorted(each for each in islice(folder.iterdir(), MOST_RUNS) if each.is_dir())
    except OSError:
        return []  # a folder that may not be read holds no runs
