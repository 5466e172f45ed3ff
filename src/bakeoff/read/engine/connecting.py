"""Connections to the user's own database through Ibis: read-only wherever the database supports it."""

import logging
import os
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlsplit

from bakeoff.core.exceptions import FileError, InputError, install_told, unknown_name
from bakeoff.read.engine.duck import LIMITS, memory_limit
from bakeoff.read.engine.limits import query_seconds
from bakeoff.read.engine.masking import check_address, masked, reason

INSTALL = install_told("warehouse")
READ_ONLY = "-c default_transaction_read_only=on"
PASSWORD = "BAKEOFF_PASSWORD"  # noqa: S105 - the name of a variable
SPARK = ("spark", "pyspark", "sc")
# Ibis sets these on a session it is given; a session that is not ours gets its own values back.
SPARK_SETTINGS = ("spark.sql.session.timeZone", "spark.sql.mapKeyDedupPolicy")
QUIET = {"spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.log.level": "ERROR"}


@dataclass(frozen=True)
class Connection:
    """An Ibis backend, the address that led to it (empty for one that was given), and how to close it."""

    backend: Any
    address: str
    close: Callable[[], None]

    @property
    def place(self) -> str:
        """What messages call it."""
        return masked(self.address) if self.address else f"the {self.backend.name} connection"


def connected(connect: object) -> Connection:
    """Open an address, or take over a connection that Ibis or Spark has open; no message shows a password.

    An address is such as ``postgres://user@host/database``, ``sqlite:///file.db``, ``duckdb:///file.db``,
    ``spark://local`` or any other that Ibis knows.
    """
    with unwarned():
        return _connected(_ibis(), connect)


def _connected(ibis: ModuleType, connect: object) -> Connection:
    if isinstance(connect, ibis.backends.BaseBackend):
        return Connection(connect, "", _nothing)
    if type(connect).__module__.startswith("pyspark."):
        return _spark_session(ibis, connect)
    if not isinstance(connect, str | os.PathLike):
        raise InputError(
            f"a connection is an address, an Ibis connection or a Spark session; got {type(connect).__name__}"
        )
    address = os.fspath(connect)
    scheme = _scheme(address)
    address = _with_password(address.replace(address.partition("://")[0], scheme, 1))
    try:
        return _open(ibis, scheme, address)
    except InputError:
        raise
    except ImportError:
        raise _no_driver(scheme) from None
    except Exception as problem:
        raise InputError(f"{masked(address)} cannot be opened: {reason(problem, address)}") from None


def _ibis() -> ModuleType:
    try:
        import ibis
    except ImportError:
        raise InputError(f"--connect needs Ibis, which is not installed; {INSTALL}") from None
    module: ModuleType = ibis
    return module


def _scheme(address: str) -> str:
    """The kind of database; an unreadable address is refused without showing it."""
    scheme, found, _ = address.partition("://")
    if not found:
        raise InputError(
            "the address after --connect has no ://; expected one such as postgres://user@host/database, "
            "sqlite:///file.db, duckdb:///file.db or spark://local"
        )
    from importlib.metadata import entry_points

    check_address(address)
    scheme = {"postgresql": "postgres"}.get(scheme.lower(), scheme.lower())
    known = {*SPARK, *(each.name for each in entry_points(group="ibis.backends"))}
    if scheme not in known:
        raise unknown_name("kind of database", scheme, sorted(known))
    return scheme


def _with_password(address: str) -> str:
    """The address with the password that the environment has for it, where it names a user without one."""
    scheme, _, rest = address.partition("://")
    who, at, place = rest.rpartition("@")
    secret = os.environ.get(PASSWORD, "")
    if not secret or not at or ":" in who:
        return address
    return f"{scheme}://{who}:{quote(secret, safe='')}@{place}"


def _open(ibis: ModuleType, scheme: str, address: str) -> Connection:
    if scheme == "postgres":
        backend = _postgres(ibis, address)
    elif scheme == "sqlite":
        backend = _sqlite(ibis, _file(address))
    elif scheme == "duckdb":
        backend = _duckdb(ibis, _duckdb_file(address))
    elif scheme in SPARK:
        return _spark(ibis, scheme, address)
    else:
        backend = ibis.connect(address)
    return Connection(backend, address, _once(backend.disconnect))


def _postgres(ibis: ModuleType, address: str) -> Any:
    """The driver reads the address, as psql does; Ibis would read + as a blank and leave %40 in a user."""
    import psycopg
    from psycopg.conninfo import conninfo_to_dict

    keep_drivers_quiet()
    said: dict[str, Any] = {"connect_timeout": 30} | conninfo_to_dict(address)
    limit = f"-c statement_timeout={query_seconds() * 1000:.0f}"
    options = [limit, said.pop("options", os.environ.get("PGOPTIONS", "")), READ_ONLY]
    database, _, schema = said.get("dbname", "").partition("/")
    if schema:  # Ibis' own way to name a schema
        said["dbname"] = database
        options.append("-c search_path=" + schema.replace("\\", r"\\").replace(" ", r"\ "))
    connection = psycopg.connect(**said, options=" ".join(options), autocommit=True)
    connection.read_only = True  # each transaction says so, whatever a query does to the session
    return ibis.postgres.from_connection(connection)


def _duckdb(ibis: ModuleType, path: Path) -> Any:
    """A database that reads its own file alone, with the limits of the engine that reads files."""
    closed = {"enable_external_access": False, "memory_limit": memory_limit(), "temp_directory": ""}
    backend = ibis.duckdb.connect(str(path), read_only=True, **LIMITS, **closed)
    backend.con.execute("SET lock_configuration = true")
    return backend


def _sqlite(ibis: ModuleType, path: Path) -> Any:
    import sqlite3

    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    # Without regular wake-ups, Ctrl-C would wait for the end of a query.
    connection.set_progress_handler(_nothing, 100_000)
    try:
        return ibis.sqlite.from_connection(connection)
    except BaseException:
        connection.close()
        raise


def _file(address: str) -> Path:
    """The file that an address names: from the root or, as others write it, from here."""
    parts = urlsplit(address)
    named = re.sub("^//+", "/", unquote(parts.netloc + parts.path))
    places = [Path(named), Path(named.lstrip("/"))]
    for place in places:
        if place.is_file():
            return place
    likely = places[places[0].parent == Path("/") or not places[0].parent.is_dir()]
    raise FileError(f"there is no file {_shown(likely)}; expected an existing database for {parts.scheme}://")


def _shown(file: Path) -> str:
    """A file as messages call it: a login in the address of a file is not shown."""
    return masked(f"file://{file}").removeprefix("file://")


def _duckdb_file(address: str) -> Path:
    """The file of a DuckDB database; of any other DuckDB would look for an extension on the network."""
    place = _file(address)
    with place.open("rb") as stream:
        if stream.read(12)[8:] != b"DUCK":
            raise FileError(
                f"{_shown(place)} is not a DuckDB database; expected one: to read a file, name it "
                f"without --connect"
            )
    return place


def _spark(ibis: ModuleType, scheme: str, address: str) -> Connection:
    from pyspark.sql import SparkSession

    before = SparkSession.getActiveSession()
    folder = Path("spark-warehouse").absolute()
    made = not folder.exists()
    try:
        with unheard():
            session = _spark_builder(SparkSession.builder, scheme, urlsplit(address), address).getOrCreate()
            opened = _spark_session(ibis, session)
    except Exception as problem:
        if "JAVA_GATEWAY_EXITED" not in str(problem):
            raise
        raise InputError(
            "Spark needs Java 17 or later, which could not be started; install it, or set JAVA_HOME"
        ) from None

    def stop() -> None:
        session.stop()
        if made:  # by Spark, where it would keep tables; what is not empty stays
            folder.rmdir()

    return Connection(opened.backend, address, opened.close if before else _once(stop))


def _spark_builder(builder: Any, scheme: str, parts: SplitResult, address: str) -> Any:
    settings = QUIET | dict(parse_qsl(parts.query))
    if scheme == "sc":
        return builder.remote(address)
    if scheme == "spark" and parts.netloc:
        builder = builder.master("local[*]" if parts.netloc == "local" else f"spark://{parts.netloc}")
    if scheme == "pyspark" and (folder := unquote(parts.netloc + parts.path)):
        settings["spark.sql.warehouse.dir"] = str(Path(folder).absolute())
    for name, value in settings.items():
        builder = builder.config(name, value)
    return builder


def _spark_session(ibis: ModuleType, session: Any) -> Connection:
    """A session of the user keeps its settings and stays open."""
    before = {name: session.conf.get(name, None) for name in SPARK_SETTINGS}
    try:
        backend = ibis.pyspark.connect(session)
    except ImportError:
        raise _no_driver("spark") from None

    def restore() -> None:
        for name, value in before.items():
            with suppress(Exception):  # serverless sessions refuse some settings
                session.conf.unset(name) if value is None else session.conf.set(name, value)

    return Connection(backend, "", _once(restore))


def _no_driver(scheme: str) -> InputError:
    extra = "pyspark" if scheme in SPARK else scheme
    own = scheme in ("postgres", "sqlite", "duckdb")
    install = INSTALL if own else f'run pip install "ibis-framework[{extra}]"'
    return InputError(f"{scheme}:// needs a driver that is not installed; {install}")


def _once(act: Callable[[], Any]) -> Callable[[], None]:
    """Close something once, however often it is called."""
    left = [act]

    def close() -> None:
        while left:
            with suppress(Exception):  # a connection that broke cannot be closed
                left.pop()()

    return close


def _nothing() -> None:
    return None


@contextmanager
def unwarned() -> Iterator[None]:
    """Suppress warnings of libraries about each other's versions."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@contextmanager
def unheard() -> Iterator[None]:
    """Keep the output of Java out of ours, at its start and later."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    kept = os.dup(1), os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        yield
    finally:
        for number, stream in zip((1, 2), kept, strict=True):
            os.dup2(stream, number)
            os.close(stream)
        os.close(nowhere)


@contextmanager
def unlogged(name: str) -> Iterator[None]:
    """Nothing is logged under a name meanwhile: the error reports what went wrong once."""
    logger = logging.getLogger(name)
    before, logger.disabled = logger.disabled, True
    try:
        yield
    finally:
        logger.disabled = before


def keep_drivers_quiet() -> None:
    """Keep psycopg from printing what it does about a lost connection, beside the error that says so.

    Python prints what a library logs where no program handles its log.
    """
    logger = logging.getLogger("psycopg")
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())


def one_select(query: str, dialect: Any) -> str:
    """Check that a query is one SELECT and changes nothing; as it was typed, without a final semicolon.

    >>> one_select("SELECT * FROM runs; -- all", "postgres")
    'SELECT * FROM runs'
    """
    import sqlglot
    from sqlglot import exp

    expected = "expected one SELECT (or WITH ... SELECT) in the database's own dialect"
    try:
        with unlogged("sqlglot"):
            statements = sqlglot.parse(query, read=dialect)
    except sqlglot.errors.SqlglotError as problem:
        first: dict[str, Any] = (getattr(problem, "errors", None) or [{}])[0]
        where = f" at line {first['line']}, column {first['col']}" if first.get("line") else ""
        raise InputError(f"the query cannot be read{where}; {expected}") from None
    said = [each for each in statements if each is not None and not isinstance(each, exp.Semicolon)]
    if len(said) != 1:
        raise InputError(f"the query has {len(said)} statements; {expected}")
    changes = (exp.DML, exp.DDL, exp.Command, exp.Into, exp.Lock)
    reads = isinstance(said[0], exp.Query) and not isinstance(said[0], exp.Table)
    found = next((each for each in said[0].walk() if isinstance(each, changes)), None)
    if not reads or found is not None:
        raise InputError(f"the query contains {(found or said[0]).key.upper()}; {expected}")
    tokens = sqlglot.tokenize(query, read=dialect)
    ends = [each.start for each in tokens if each.token_type.name == "SEMICOLON"]
    return query[: ends[0] if ends else None]
