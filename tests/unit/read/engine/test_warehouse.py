import sqlite3
from contextlib import closing

import pytest

from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.read.engine.warehouse import tables_source

HOSTILE = ('a"; DROP TABLE x; --', "b`c", "d'e", "f.g", "h]i", "j k")


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "x.db"
    columns = ", ".join('"' + name.replace('"', '""') + '" TEXT' for name in HOSTILE)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f'CREATE TABLE "p.q" (truth TEXT COLLATE NOCASE, n INTEGER, {columns})')
        marks = ", ".join("?" * (2 + len(HOSTILE)))
        connection.executemany(
            f'INSERT INTO "p.q" VALUES ({marks})',
            [("cat", 1, *HOSTILE), ("Cat", 2, *HOSTILE), ("dög", None, *HOSTILE)],
        )
        connection.commit()
    return f"sqlite://{path}"


@pytest.fixture
def source(database):
    opened = []

    def open_source(*given, **named):
        opened.append(tables_source(database, *given, **named))
        return opened[-1]

    yield open_source
    for each in opened:
        each.engine.close()


def test_names_and_columns_are_quoted_whatever_they_hold(source):
    found = source("p.q")
    for name in HOSTILE:
        column = found.column(name)
        answer = found.engine.fetch(
            f"SELECT {column} AS label, COUNT(*) AS n FROM {found.relation} GROUP BY 1"
        )
        assert (answer["label"].tolist(), answer["n"].tolist()) == ([name], [3])


def test_a_schema_may_be_named(database):
    with closing(sqlite3.connect(database.removeprefix("sqlite://"))) as connection:
        connection.execute("CREATE TABLE plain (truth TEXT)")
    for name in ("plain", "main.plain"):
        found = tables_source(database, name)
        assert list(found.kinds) == ["truth"]
        found.engine.close()


def test_columns_of_a_query(source):
    assert source(query='SELECT truth, n FROM "p.q"').kinds == {"truth": "text", "n": "whole"}


def test_labels_that_differ_in_case_are_different(source):
    found = source("p.q")
    counted = found.engine.fetch(
        f"SELECT {found.column('truth')} AS label, COUNT(*) AS n FROM {found.relation} GROUP BY 1 ORDER BY 1"
    )
    assert counted["label"].tolist() == ["Cat", "cat", "dög"]


def test_booleans_of_sqlite_are_booleans(database):
    with closing(sqlite3.connect(database.removeprefix("sqlite://"))) as connection:
        connection.execute("CREATE TABLE flags (truth BOOLEAN)")
        connection.execute("INSERT INTO flags VALUES (1), (0), (1)")
        connection.commit()
    found = tables_source(database, "flags")
    rows = f"(SELECT {found.column('truth')} AS truth FROM {found.relation})"
    answer = found.engine.fetch(f"SELECT truth, COUNT(*) AS n FROM {rows} AS r GROUP BY truth ORDER BY truth")
    found.engine.close()
    assert answer["truth"].dtype == bool
    assert (answer["truth"].tolist(), answer["n"].tolist()) == ([False, True], [1, 2])


def test_a_query_stands_as_it_was_typed(source):
    found = source(query="SELECT truth, n + 1 AS more -- why\nFROM \"p.q\" WHERE truth <> ';'; -- done")
    assert found.name == "the query"
    assert found.kinds == {"truth": "text", "more": "whole"}
    answer = found.engine.fetch(f'SELECT "x"."more" AS more FROM {found.relation} AS "x" ORDER BY 1')
    assert answer["more"].tolist() == [2, 3, None]


def test_two_sources_share_an_engine(source):
    first = source("p.q")
    second = tables_source(first.engine, query='SELECT n, truth AS other FROM "p.q"')
    joined = first.engine.fetch(
        f"SELECT COUNT(*) AS n FROM {first.relation} AS t JOIN {second.relation} AS u ON t.n = u.n"
    )
    assert joined["n"].tolist() == [2]


def test_a_missing_table_is_told_with_the_nearest(source):
    with pytest.raises(UnknownNameError, match=r"'p\.r'; did you mean 'p\.q'\? There are: p\.q$"):
        source("p.r")


@pytest.mark.slow
def test_tables_of_other_schemas_are_told_with_their_schema(tmp_path):
    import duckdb

    path = tmp_path / "x.duckdb"
    with duckdb.connect(path) as connection:
        connection.execute("CREATE TABLE runs (truth TEXT); CREATE VIEW latest AS SELECT * FROM runs")
        connection.execute("CREATE SCHEMA s2; CREATE TABLE s2.predictions (truth TEXT)")
    with pytest.raises(
        UnknownNameError, match=r"called 'nosuch'\. There are: latest, runs, s2\.predictions$"
    ):
        tables_source(f"duckdb://{path}", "nosuch")
    for near in ("predictions", "prediction", "s2.prediction", "s3.predictions"):
        with pytest.raises(UnknownNameError, match=r"did you mean 's2\.predictions'\?"):
            tables_source(f"duckdb://{path}", near)
    found = tables_source(f"duckdb://{path}", "s2.predictions")
    assert found.kinds == {"truth": "text"}
    found.engine.close()


def test_a_missing_column_is_told_with_the_nearest(source):
    with pytest.raises(UnknownNameError, match=r"column of p\.q is called 'trut'; did you mean 'truth'"):
        source("p.q").column("trut")


def test_what_fails_in_the_database_is_one_line(source):
    with pytest.raises(InputError, match=r"did not answer \(the query\): no such column: lost$"):
        source(query='SELECT lost FROM "p.q"')
    with pytest.raises(InputError, match=r"did not answer \(the counts\): no such column"):
        source("p.q").engine.fetch('SELECT x."lost" AS n FROM "p.q" AS x', wanted="the counts")


@pytest.mark.parametrize("given", [{}, {"table": "p", "query": "SELECT 1"}])
def test_a_table_or_a_query_is_needed_and_not_both(database, given):
    with pytest.raises(InputError, match="expected either --table or --query"):
        tables_source(database, **given)


@pytest.mark.slow
def test_ctrl_c_stops_a_query_of_sqlite_and_closes_it(source):
    import _thread
    import threading

    found = source("p.q")
    endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT COUNT(*) AS n FROM c"
    threading.Timer(0.3, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        found.engine.fetch(endless)
    with pytest.raises(InputError, match="closed"):
        found.engine.fetch("SELECT 1 AS one")
