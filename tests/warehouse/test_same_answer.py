"""One data set in every kind of store: each engine gives the same verdict, to the bit."""

import sqlite3
from contextlib import closing
from urllib.parse import quote

import duckdb
import pyarrow as pa
import pyarrow.csv
import pytest
from tests.warehouse.stores import (
    IN_FILES,
    JOINED,
    QUESTIONS,
    WRONG,
    asked,
    declared,
    in_database,
    refusal,
    stored,
)

from bakeoff import compare_files

DATABASES = ("sqlite", "duck", "postgresql")  # and Spark, in a test of its own


@pytest.fixture(scope="session")
def csv(folder):
    for name, table in stored().items():
        (folder / f"{name} csv").mkdir()
        pa.csv.write_csv(table, folder / f"{name} csv" / "0.csv")
    return lambda *names, **question: compare_files(*(folder / f"{name} csv" for name in names), **question)


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
    return in_database(f"sqlite://{quote(str(folder))}/s.db")


@pytest.fixture(scope="session")
def duck(folder):
    with duckdb.connect(str(folder / "d.db")) as connection:
        for name, table in stored().items():
            connection.register("given", table)
            connection.execute(f"CREATE TABLE {name} AS SELECT * FROM given")
            connection.unregister("given")
    return in_database(f"duckdb://{quote(str(folder))}/d.db")


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
    return in_database(postgres.url(), "same.")


# CSV has no booleans: true and false are words there.
ASKED = [(engine, question) for engine in DATABASES for question in QUESTIONS] + [
    ("csv", question) for question, given in QUESTIONS.items() if "flag" not in given.values()
]


@pytest.mark.parametrize(("engine", "question"), ASKED)
def test_every_engine_gives_the_same_verdict(request, parquet, engine, question):
    wanted = parquet("p", **asked(QUESTIONS[question]))
    found = request.getfixturevalue(engine)("p", **asked(QUESTIONS[question]))
    assert found.to_dict() == wanted.to_dict()


@pytest.mark.parametrize("engine", ["parquet", "csv", *DATABASES])
def test_two_tables_are_joined_in_the_engine(request, parquet, engine):
    wanted = parquet("p", **asked(JOINED)).to_dict()
    assert request.getfixturevalue(engine)("first", "second", **asked(JOINED)).to_dict() == wanted


@pytest.mark.parametrize("engine", DATABASES)
@pytest.mark.parametrize("wrong", WRONG)
def test_every_engine_refuses_alike(request, parquet, engine, wrong):
    names, question, told = WRONG[wrong]
    found, wanted = (refusal(ask, names, question) for ask in (request.getfixturevalue(engine), parquet))
    assert told in found
    assert wanted == found if wrong not in IN_FILES else IN_FILES[wrong] in wanted
