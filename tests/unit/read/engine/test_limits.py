"""What a query of one's own may do to a database in this process, to this machine, and for how long."""

import sqlite3

import duckdb
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.read.engine import warehouse
from bakeoff.read.engine.limits import SECONDS, query_seconds
from bakeoff.read.engine.warehouse import tables_source

ENDLESS = "WITH RECURSIVE t(truth) AS (SELECT 1 UNION ALL SELECT 1 - truth FROM t) SELECT * FROM t"


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "x.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE p AS SELECT range % 2 AS truth, 1 AS a, 0 AS b FROM range(100)")
    return f"duckdb:///{path}"


def asked(address, query):
    source = tables_source(address, query=query)
    try:
        return source.rows()
    finally:
        source.engine.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    "query",
    [
        "SELECT * FROM read_text('{file}')",
        "SELECT * FROM read_csv('{file}')",
        "SELECT * FROM '{file}'",
        "SELECT * FROM glob('{folder}/*')",
        "SELECT * FROM read_parquet('https://127.0.0.1:1/x.parquet')",
    ],
)
def test_a_database_of_duckdb_reads_no_other_file(database, tmp_path, query):
    (tmp_path / "secret.csv").write_text("truth\nhidden\n")
    query = query.format(file=tmp_path / "secret.csv", folder=tmp_path)
    with pytest.raises(InputError) as told:
        asked(database, query)
    assert len(str(told.value)) < 300
    assert "disabled" in str(told.value) or "extension" in str(told.value).casefold()


def test_its_limits_are_those_of_the_engine_for_files_and_stay(database):
    source = tables_source(database, "p")
    ask = source.engine._backend.con.execute
    for setting in ("enable_external_access", "autoinstall_known_extensions", "autoload_known_extensions"):
        assert ask(f"SELECT current_setting('{setting}')").fetchone() == (False,)
    for attack in (
        "SET memory_limit = '100GB'",
        "SET enable_external_access = true",
        "INSTALL httpfs",
        "LOAD httpfs",
        "ATTACH '/tmp/other.db'",
        "COPY p TO '/tmp/stolen.csv'",
        "CREATE TABLE q (x INT)",
    ):
        with pytest.raises(duckdb.Error):
            ask(attack)
    source.engine.close()
    assert asked(database, "SELECT * FROM p") == 100


@pytest.mark.slow
def test_a_query_without_end_is_stopped(database, tmp_path, monkeypatch):
    monkeypatch.setenv(SECONDS, "0.2")
    lite = tmp_path / "x.db"
    sqlite3.connect(lite).close()
    for address, said in ((f"sqlite:///{lite}", SECONDS), (database, SECONDS)):
        with pytest.raises(InputError, match=f"took longer than 0.2 seconds to answer; .*{said}"):
            asked(
                address,
                ENDLESS
                if "sqlite" in address
                else "SELECT a.range FROM range(10000000) a, range(10000000) b",
            )


def test_answers_that_do_not_fit_into_memory_are_refused(database, monkeypatch):
    monkeypatch.setattr(warehouse, "machine_memory", lambda: 99 * warehouse.BYTES)
    source = tables_source(database, "p")
    with pytest.raises(InputError, match="returns more than 99 rows, which do not fit into memory"):
        source.engine.fetch('SELECT "truth" FROM "p"')
    source.engine.close()


@pytest.mark.parametrize("given", ["0", "-1", "soon", "1e9", "nan"])
def test_seconds_that_are_none(monkeypatch, given):
    monkeypatch.setenv(SECONDS, given)
    with pytest.raises(InputError, match=f"{SECONDS} is '{given}'; expected a number of seconds"):
        query_seconds()
