import sqlite3
import sys

import pytest

from bakeoff.core.exceptions import FileError, InputError, UnknownNameError
from bakeoff.read.engine.connecting import connected

SECRET = "s3cret"  # noqa: S105 - what must not be shown


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "a file.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE t (truth TEXT)")
    connection.close()
    return path


def test_without_ibis_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ibis", None)
    with pytest.raises(InputError, match=r'not installed; .*: pip install "\.\[warehouse\]"\)$'):
        connected("sqlite:///x.db")


@pytest.mark.parametrize(
    ("module", "address", "install"),
    [
        ("psycopg", "postgres://ann:s3cret@db/evals", r"\.\[warehouse\]"),
        ("MySQLdb", "mysql://ann:s3cret@db/evals", r"ibis-framework\[mysql\]"),
        ("pyspark.sql", "spark://local", r"ibis-framework\[pyspark\]"),
    ],
)
def test_without_a_driver_it_says_what_to_install(monkeypatch, module, address, install):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(
        InputError, match=f"needs a driver that is not installed; .*pip install .{install}"
    ) as told:
        connected(address)
    assert SECRET not in str(told.value)


@pytest.mark.parametrize("address", ["evals", "host=db password=s3cret", "s3cret@db", ""])
def test_what_is_no_address_is_not_repeated(address):
    with pytest.raises(InputError, match="has no ://; expected one such as postgres://") as told:
        connected(address)
    assert SECRET not in str(told.value)


def test_an_unknown_kind_of_database_is_named_with_the_nearest():
    with pytest.raises(UnknownNameError, match="'postgress'; did you mean 'postgres'") as told:
        connected("postgress://ann:s3cret@db/evals")
    assert SECRET not in str(told.value)


def test_nobody_at_home_is_one_line_without_a_password():
    with pytest.raises(InputError, match="Connection refused") as told:
        connected("PostgreSQL://ann:s3cret@127.0.0.1:1/evals")
    assert str(told.value).startswith("postgres://ann:***@127.0.0.1:1/evals cannot be opened: ")
    assert "\n" not in str(told.value)
    assert SECRET not in str(told.value)
    assert told.value.__suppress_context__


def test_an_unknown_setting_is_one_line_without_a_password():
    with pytest.raises(InputError, match="cannot be opened") as told:
        connected("postgres://ann@127.0.0.1:1/evals?passwort=s3cret")
    assert SECRET not in str(told.value)


@pytest.mark.parametrize("kind", ["sqlite", "duckdb"])
def test_a_file_that_is_not_there_is_not_made(tmp_path, kind):
    with pytest.raises(FileError, match="there is no file"):
        connected(f"{kind}:///{tmp_path}/new.db")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("address", "file"), [("sqlite:///nix.db", "nix.db"), ("duckdb:///a/nix.db", "a/nix.db")]
)
def test_a_file_that_is_meant_from_here_is_named_so(tmp_path, monkeypatch, address, file):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileError, match=f"^there is no file {file};"):
        connected(address)
    with pytest.raises(FileError, match=f"^there is no file {tmp_path}/x.db;"):
        connected(f"sqlite:///{tmp_path}/x.db")


@pytest.mark.parametrize("kind", ["sqlite", "duckdb"])
@pytest.mark.parametrize(
    "rest", ["ann:s3cret@host/ev", "ann:s3cret@/tmp/x", "ann%3As3cret%40h/x", "x.db;password=s3cret"]
)
def test_a_login_for_a_file_is_not_repeated(kind, rest):
    with pytest.raises(FileError, match=r"there is no file .*\*\*\*") as told:
        connected(f"{kind}://{rest}")
    assert SECRET not in str(told.value)


def test_a_login_in_the_name_of_a_file_that_is_there_is_not_repeated(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ann:s3cret@x").write_text("no database")
    with pytest.raises(FileError, match=r"^ann:\*\*\*@x is not a DuckDB database"):
        connected("duckdb://ann:s3cret@x")


@pytest.mark.parametrize("kind", ["sqlite", "duckdb"])
def test_a_file_that_is_no_database_is_one_clear_line(tmp_path, kind):
    (tmp_path / "x.db").write_text("truth,a,b\n" * 1000)
    with pytest.raises(
        InputError, match=r"x\.db (cannot be opened: .*not a|is not a DuckDB database)"
    ) as told:
        connected(f"{kind}:///{tmp_path}/x.db")
    assert "\n" not in str(told.value)


def test_a_path_may_be_written_from_the_root_or_from_here(database, monkeypatch):
    monkeypatch.chdir(database.parent)
    for address in (f"sqlite://{database}", "sqlite:///a%20file.db", "sqlite://a file.db"):
        opened = connected(address)
        assert opened.backend.list_tables() == ["t"]
        opened.close()


def test_what_is_opened_cannot_be_written_to(database):
    opened = connected(f"sqlite://{database}")
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        opened.backend.con.execute("INSERT INTO t VALUES ('x')")
    opened.close()
    opened.close()


def test_a_connection_that_was_given_stays_open(database):
    import ibis

    given = ibis.sqlite.connect(database)
    opened = connected(given)
    assert opened.backend is given
    assert opened.place == "the sqlite connection"
    opened.close()
    assert given.list_tables() == ["t"]
    given.disconnect()


def test_anything_else_is_refused_by_its_type():
    with pytest.raises(InputError, match="an address, an Ibis connection or a Spark session; got int"):
        connected(7)
