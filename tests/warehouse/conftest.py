"""A PostgreSQL server and a Spark session for tests that ask them, or a loud word where there are none."""

import gc
import itertools
import os
import secrets
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import duckdb
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest
from tests.warehouse.stores import Database, Files, declared, stored

NO_POSTGRES = (
    "DATABASE TESTS DID NOT RUN: there is no PostgreSQL server here (Debian: apt-get install postgresql)"
)
NO_JAVA = "SPARK TESTS DID NOT RUN: there is no Java here (Debian: apt-get install openjdk-17-jre-headless)"
BINARIES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/usr/local/pgsql/bin")
NUMBERS = itertools.count()
# Characters that a careless reader of addresses trips over.
ODD = "p@ss:w/o%r d'?#+\"&="


def binaries():
    """The folder with initdb and pg_ctl: Debian keeps them out of the search path."""
    places = [place for pattern in BINARIES for place in sorted(Path("/").glob(pattern.lstrip("/")))]
    found = shutil.which("initdb")
    return (
        Path(found).parent
        if found
        else next((each for each in reversed(places) if (each / "initdb").exists()), None)
    )


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@dataclass(frozen=True)
class Postgres:
    """A server on loopback that writes down each statement it is sent."""

    port: int
    password: str
    log: Path

    def url(self, user="postgres", password=None, database="postgres"):
        secret = quote(self.password if password is None else password, safe="")
        return f"postgres://{user}:{secret}@127.0.0.1:{self.port}/{database}"

    def address(self, user="postgres"):
        """The address without a password, as a command line takes it."""
        return f"postgres://{user}@127.0.0.1:{self.port}/postgres"

    def tell(self, *statements):
        """Run statements as the superuser; rows of the last one."""
        import psycopg

        with psycopg.connect(self.url(), autocommit=True) as connection:
            for statement in statements:
                cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def statements(self, user):
        """What a user has sent, in order."""
        mark = f" <{user}> LOG:  "
        said = [line.split(mark, 1)[1] for line in self.log.read_text().splitlines() if mark in line]
        return [each.split(": ", 1)[1] for each in said if each.startswith(("statement: ", "execute "))]


@pytest.fixture(scope="session")
def postgres():
    """A fresh server, gone afterwards; PostgreSQL refuses to be run by root, so root asks its own user to."""
    place = binaries()
    if place is None:
        pytest.skip(NO_POSTGRES)
    root = os.geteuid() == 0
    # where a path of programs for everybody does not lead
    runuser = shutil.which("runuser") or shutil.which("runuser", path="/usr/sbin:/sbin") or "runuser"
    run_as = [runuser, "-u", "postgres", "--"] if root else []
    with tempfile.TemporaryDirectory() as folder:
        data, password = Path(folder) / "data", secrets.token_urlsafe(9) + ODD
        (Path(folder) / "password").write_text(password)
        Path(folder).chmod(0o755)
        if root:
            for each in (Path(folder), Path(folder) / "password"):
                shutil.chown(each, "postgres", "postgres")
        how = [
            "-U",
            "postgres",
            "-A",
            "scram-sha-256",
            f"--pwfile={folder}/password",
            "-E",
            "UTF8",
            "--no-locale",
        ]
        _do([*run_as, str(place / "initdb"), "-D", str(data), "--no-sync", *how])
        server = Postgres(free_port(), password, Path(folder) / "log")
        settings = (
            f"-p {server.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off"
            " -c log_statement=all -c log_line_prefix='%m <%u> ' -c shared_buffers=16MB"
        )
        control = [*run_as, str(place / "pg_ctl"), "-D", str(data), "-w", "-t", "60"]
        _do([*control, "-l", str(server.log), "-o", settings, "start"])
        try:
            yield server
        finally:
            _do([*control, "-m", "immediate", "stop"])


def label(sql):
    return f"(ARRAY['cat', 'dog'])[1 + ({sql}) % 2]"


@pytest.fixture
def schema(postgres):
    """A schema of its own with a table of predictions and one that is nobody's business."""
    name = f"s{next(NUMBERS)}"
    postgres.tell(
        f"CREATE SCHEMA {name}",
        f"CREATE TABLE {name}.predictions (id int, truth text, a text, b text, u int, s float8, z float8)",
        f"INSERT INTO {name}.predictions SELECT i, {label('i')}, {label('i + (i % 7 = 0)::int')}, "
        f"{label('i + (i % 4 = 0)::int')}, i % 30, (i % 10) / 10.0, (i % 9) / 10.0 "
        f"FROM generate_series(1, 300) AS i",
        f"CREATE TABLE {name}.secrets (truth text, a text, b text)",
    )
    yield name
    postgres.tell(f"DROP SCHEMA {name} CASCADE")


@pytest.fixture
def reader(postgres, schema):
    """The address of a role that may read one table and do nothing else."""
    role, password = f"reader_{schema}", "s3cret p@ss:wörd/%"
    postgres.tell(
        f"CREATE ROLE {role} LOGIN PASSWORD '{password}'",
        "REVOKE TEMPORARY ON DATABASE postgres FROM PUBLIC",
        f"GRANT USAGE ON SCHEMA {schema} TO {role}",
        f"GRANT SELECT ON {schema}.predictions TO {role}",
    )
    yield postgres.url(role, password)
    postgres.tell(f"DROP OWNED BY {role}", f"DROP ROLE {role}")


def _do(words):
    done = subprocess.run(words, cwd="/", capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("stores")


@pytest.fixture(scope="session")
def parquet(folder):
    """A folder of two files for each table, so that an engine counts them."""
    for name, table in stored().items():
        (folder / name).mkdir()
        for part, rows in enumerate((table[:200], table[200:])):
            pa.parquet.write_table(rows, folder / name / f"{part}.parquet")
    return Files(folder)


@pytest.fixture(scope="session")
def csv(folder):
    for name, table in stored().items():
        (folder / f"{name} csv").mkdir()
        pa.csv.write_csv(table, folder / f"{name} csv" / "0.csv")
    return Files(folder, " csv")


@pytest.fixture(scope="session")
def sqlite(folder):
    with closing(sqlite3.connect(folder / "s.db")) as connection:
        types = {"text": "TEXT", "whole": "INTEGER", "real": "REAL", "flag": "BOOLEAN"}
        for name, table in stored().items():
            connection.execute(f"CREATE TABLE {name} ({declared(table, types)})")
            marks = ", ".join("?" * table.num_columns)
            rows = zip(*(column.to_pylist() for column in table.columns), strict=True)
            connection.executemany(f"INSERT INTO {name} VALUES ({marks})", rows)
        connection.commit()
    return Database(f"sqlite://{quote(str(folder))}/s.db")


@pytest.fixture(scope="session")
def duck(folder):
    with duckdb.connect(str(folder / "d.db")) as connection:
        for name, table in stored().items():
            connection.register("given", table)
            connection.execute(f"CREATE TABLE {name} AS SELECT * FROM given")
            connection.unregister("given")
    return Database(f"duckdb://{quote(str(folder))}/d.db")


@pytest.fixture(scope="session")
def postgresql(postgres):
    import psycopg

    types = {"text": "text", "whole": "bigint", "real": "double precision", "flag": "boolean"}
    postgres.tell("CREATE SCHEMA same")
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        for name, table in stored().items():
            connection.execute(f"CREATE TABLE same.{name} ({declared(table, types)})")
            with connection.cursor().copy(f"COPY same.{name} FROM STDIN") as copy:
                for row in zip(*(column.to_pylist() for column in table.columns), strict=True):
                    copy.write_row(row)
    return Database(postgres.url(), "same.")


@pytest.fixture
def bakeoff(tmp_path):
    """Run the installed command in a folder of its own; standard output, standard error and exit code."""
    odd = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "BAKEOFF_TRACEBACK")
    plain = {name: value for name, value in os.environ.items() if name not in odd}

    def run(*words, started=None, **environment):
        command = [str(Path(sys.executable).with_name("bakeoff")), *map(os.fspath, words)]
        how = {"cwd": tmp_path, "env": plain | environment, "text": True}
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how) as process:
            if started is not None:
                started(process)
            out, err = process.communicate(timeout=300)
        return out, err, process.returncode

    return run


@pytest.fixture(scope="session")
def java():
    """Where there is none, Spark cannot be asked."""
    if shutil.which("java") is None and not os.environ.get("JAVA_HOME"):
        pytest.skip(NO_JAVA)


@pytest.fixture
def spark(java, tmp_path):
    """A local Spark session that keeps its tables in a temporary folder."""
    from pyspark.sql import SparkSession

    settings = {
        "spark.ui.enabled": "false",
        "spark.sql.warehouse.dir": str(tmp_path / "warehouse"),
        "spark.local.dir": str(tmp_path / "local"),
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.shuffle.partitions": "1",
        # A few hundred rows in one task: to compile a query or plan it twice takes longer than to run it.
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.adaptive.enabled": "false",
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
        "spark.sql.catalogImplementation": "in-memory",
        "spark.driver.memory": "512m",
    }
    builder = SparkSession.builder.master("local[1]")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()
    gc.collect()  # some versions leave sockets to it, which would be found in a test that has none


def pytest_terminal_summary(terminalreporter):
    skipped = str([each.longrepr for each in terminalreporter.stats.get("skipped", [])])
    for words in (NO_POSTGRES, NO_JAVA):
        if words in skipped:
            terminalreporter.write_sep("!", words, red=True, bold=True)
