"""A real Spark session: what it is asked, and how it is left."""

import json
import shutil
from urllib.parse import quote, urlencode

import duckdb
import pytest
from tests.columns import without_roles
from tests.unit.read.engine.pairs import read_tally
from tests.warehouse.stores import (
    IN_FILES,
    JOINED,
    MODELS,
    QUESTIONS,
    RANKINGS,
    WRONG,
    Database,
    asked,
    refusal,
    stored,
)

from bakeoff import compare_table
from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.read.engine.warehouse import tables_source

NAMES = ("A", "B")


def made(spark):
    """A table in a database of its own."""
    spark.sql("CREATE DATABASE evals")
    said = "CASE WHEN id % {} = 0 THEN 'cat' ELSE 'dog' END AS {}"
    columns = ", ".join(said.format(each, name) for each, name in ((2, "truth"), (3, "a"), (4, "b")))
    spark.sql(f"CREATE TABLE evals.predictions USING parquet AS SELECT id, {columns} FROM range(1, 61)")
    return "evals.predictions"


def everything(spark):
    """All databases, tables and views, and the settings of the session."""
    tables = [row for each in spark.catalog.listDatabases() for row in spark.catalog.listTables(each.name)]
    return tables, sorted(map(tuple, spark.sql("SET").collect()))


def left_as_it_was(spark, table):
    spark.conf.set("spark.sql.session.timeZone", "Asia/Tokyo")
    before = everything(spark)
    verdict = compare_table(table, connect=spark, names=NAMES)
    assert verdict.result.n == 60
    assert everything(spark) == before
    spark.conf.unset("spark.sql.session.timeZone")
    assert spark.sql("SELECT 1 AS one").collect() == [(1,)]


def given_by_ibis_or_as_a_query(spark, table):
    import ibis

    wanted = compare_table(table, connect=spark, names=NAMES).to_dict()
    backend = ibis.pyspark.connect(spark)
    assert compare_table(table, connect=backend, names=NAMES).to_dict() == wanted
    query = "SELECT truth, a, `b` FROM evals.predictions WHERE id > 0 -- all"
    asked = compare_table(connect=spark, query=query, names=NAMES)
    assert without_roles(asked.to_dict()) == without_roles(wanted)


TYPES = (
    ("decimal(20, 2)", ["1", "1.50", "2"], [1.0, 1.5, 2.0]),
    ("decimal(20, 0)", ["1", "2", "3"], [1.0, 2.0, 3.0]),
    ("float", ["0.1", "0.2", "16777217"], [0.10000000149011612, 0.20000000298023224, 16777216.0]),
    ("tinyint", ["1", "2", "-3"], [-3, 1, 2]),
    ("boolean", ["true", "false", "true"], [False, True]),
    ("date", ["2024-05-01", "1999-12-31"], ["1999-12-31", "2024-05-01"]),
    ("timestamp_ntz", ["2024-05-01 12:00", "2024-05-02"], ["2024-05-01 12:00:00", "2024-05-02"]),
    ("timestamp", ["2024-05-01 12:00:00+02:00"], ["2024-05-01 10:00:00"]),
    ("string", ["Cat", "cat", "it\\'s"], ["Cat", "cat", "it's"]),
)


def types_are_read_as_from_a_file(spark):
    for typed, values, wanted in TYPES:
        cells = ", ".join(f"(CAST('{value}' AS {typed}))" for value in values)
        source = tables_source(spark, query=f"SELECT v AS truth, v AS a, v AS b FROM VALUES {cells} AS t(v)")
        assert list(read_tally(source).labels) == wanted, typed
        source.engine.close()


def what_goes_wrong_is_one_line(spark, table, capfd):
    capfd.readouterr()
    with pytest.raises(UnknownNameError, match=r"did you mean 'evals\.predictions'\?") as missing:
        compare_table("evals.prediction", connect=spark)
    with pytest.raises(InputError, match="cannot be resolved") as unresolved:
        compare_table(connect=spark, query=f"SELECT lost FROM {table}")
    with pytest.raises(InputError, match=r"^the query has no items; expected") as empty:
        compare_table(connect=spark, query=f"SELECT * FROM {table} WHERE id < 0")
    assert [each for each in (missing, unresolved, empty) if "\n" in str(each.value)] == []
    assert capfd.readouterr() == ("", "")


def the_same_as_from_files(spark, parquet, folder):
    for name in stored():
        spark.read.parquet(str(folder / name)).createOrReplaceTempView(f"same_{name}")
    compare = Database(spark, "same_")
    for question, given in QUESTIONS.items():
        wanted = parquet("p", **asked(given)).to_dict()
        assert compare("p", **asked(given)).to_dict() == wanted, question
    joined, wanted = compare("first", "second", **asked(JOINED)), parquet("p", attributes=(), **asked(JOINED))
    assert without_roles(joined.to_dict()) == without_roles(wanted.to_dict())
    for question, given in RANKINGS.items():
        assert compare.rank("ranked", **given) == parquet.rank("ranked", **given), question
    assert compare.rank(*MODELS, **RANKINGS["f1"]) == parquet.rank("ranked", **RANKINGS["f1"])
    for wrong, (names, given, _) in WRONG.items():
        told, wanted = refusal(compare, names, given), refusal(parquet, names, given)
        assert wanted == told if wrong not in IN_FILES else IN_FILES[wrong] in wanted, wrong


@pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")
@pytest.mark.filterwarnings("ignore:.*<socket:pytest.PytestUnraisableExceptionWarning")
def test_a_session(spark, parquet, folder, capfd):
    """One test, however much it asks: several might start a session in every process that runs tests."""
    table = made(spark)
    left_as_it_was(spark, table)
    given_by_ibis_or_as_a_query(spark, table)
    what_goes_wrong_is_one_line(spark, table, capfd)
    types_are_read_as_from_a_file(spark)
    the_same_as_from_files(spark, parquet, folder)


def test_the_command_line_starts_a_session_of_its_own(bakeoff, java, tmp_path):
    rows = (
        "SELECT 'x' AS truth, 'x' AS a, CASE WHEN i % 3 = 0 THEN 'y' ELSE 'x' END AS b FROM range(30) AS t(i)"
    )
    duckdb.execute(f"COPY ({rows}) TO '{tmp_path}/p.parquet'")
    settings = {
        "spark.driver.host": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    }
    query = f"SELECT * FROM parquet.`{tmp_path}/p.parquet`"
    address = f"spark://local?{urlencode(settings, quote_via=quote)}"
    out, err, code = bakeoff("compare", "--connect", address, "--query", query, "--json")
    assert (err, code) == ("", 0)
    assert json.loads(out)["n"] == 30
    assert sorted(each.name for each in tmp_path.iterdir()) == ["p.parquet"]


def test_without_java_it_says_what_to_install(bakeoff, tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "bash").symlink_to(shutil.which("bash"))
    nowhere = {"PATH": str(tmp_path / "bin"), "JAVA_HOME": str(tmp_path)}
    told = bakeoff("compare", "--connect", "spark://local", "--table", "t", **nowhere)
    assert told == (
        "",
        "error: Spark needs Java 17 or later, which could not be started; install it, or set JAVA_HOME\n",
        2,
    )
