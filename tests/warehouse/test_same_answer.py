"""One data set in every kind of store: each engine gives the same verdict, to the bit."""

import re
import sqlite3
from contextlib import closing
from urllib.parse import quote

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute
import pyarrow.csv
import pyarrow.parquet
import pytest

from bakeoff import compare_files, compare_table
from bakeoff.core.exceptions import InputError

HOSTILE = 'a"; DROP TABLE p; --'
LABELS = np.array(["cat", "Cat", "it's", 'say "x"', "ß naïve 猫", "a\\b", "x;y", "1e1"], dtype=object)
N = 600


def columns():
    """Labels of several types, scores with ties, clusters and slices."""
    draws = np.random.default_rng(20261115)
    truth = draws.integers(0, len(LABELS), N)
    guesses = [np.where(draws.random(N) < 0.7, truth, draws.integers(0, len(LABELS), N)) for _ in "ab"]
    scores = [np.clip(truth % 2 * 0.3 + draws.random(N) * 0.7, 0, 1) for _ in "ab"]
    return {
        "id": np.arange(N)[::-1] * 7,
        "truth": LABELS[truth],
        HOSTILE: LABELS[guesses[0]],
        "b`c.d": LABELS[guesses[1]],
        "n": truth,
        "n_a": guesses[0],
        "n_b": guesses[1],
        "flag": truth % 2 == 1,
        "flag_a": guesses[0] % 2 == 1,
        "flag_b": guesses[1] % 2 == 1,
        "score_a": scores[0],
        "score_b": np.round(scores[1], 2),
        "user": draws.integers(0, 60, N),
        "country": np.array(["Österreich", "o'land", "x"], dtype=object)[draws.integers(0, 3, N)],
    }


TABLE = pa.table(columns())
TEXT = {"truth": "truth", "a": HOSTILE, "b": "b`c.d"}
WHOLE = {"truth": "n", "a": "n_a", "b": "n_b"}
FLAGS = {"truth": "flag", "a": "flag_a", "b": "flag_b"}
SCORES = {"truth": "flag", "a": "score_a", "b": "score_b"}
DRAWN = {"resamples": 500}

QUESTIONS = {
    "accuracy": TEXT,
    "accuracy by country": TEXT | {"by": "country"},
    "macro-f1 by bootstrap": TEXT | DRAWN | {"metric": "macro-f1", "method": "bootstrap"},
    "macro-f1 by permutation": TEXT | DRAWN | {"metric": "macro-f1", "method": "permutation"},
    "accuracy of users": WHOLE | {"cluster": "user"},
    "kappa of users by bootstrap": WHOLE
    | DRAWN
    | {"metric": "kappa", "cluster": "user", "method": "bootstrap"},
    "f1 of flags": FLAGS | DRAWN | {"metric": "f1"},
    "auc": SCORES | {"metric": "auc"},
    "auc by country": SCORES | {"metric": "auc", "by": "country"},
    "brier of users": SCORES | {"metric": "brier", "cluster": "user"},
    "items by id": TEXT | {"id": "id"},
}
JOINED = {"truth": "truth", "a": HOSTILE, "b": "b`c.d", "id": "id"}


def asked(question, names=("A", "B")):
    return {"names": names, "rng": 1} | question


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def stored():
    """The whole table, A's and B's halves in different orders, and some that are wrong."""
    first = TABLE.select(["id", "truth", HOSTILE])
    second = TABLE.select(["id", "b`c.d"]).sort_by("id")
    gap = pa.array([None, *TABLE["truth"].to_pylist()[1:]])
    others = pa.compute.add(second["id"], 7)
    return {
        "p": TABLE,
        "first": first,
        "second": second,
        "others": second.set_column(0, "id", others),
        "twice": pa.concat_tables([second, second[:2]]),
        "gaps": TABLE.set_column(1, "truth", gap),
        "empty": TABLE[:0],
    }


def declared(table, types):
    kinds = {pa.string(): "text", pa.int64(): "whole", pa.float64(): "real", pa.bool_(): "flag"}
    return ", ".join(f"{quoted(field.name)} {types[kinds[field.type]]}" for field in table.schema)


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
    return lambda *names, **question: compare_files(*(folder / name for name in names), **question)


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


@pytest.fixture(scope="session")
def sparks(spark, parquet, folder):
    for name in stored():
        spark.read.parquet(str(folder / name)).createOrReplaceTempView(f"same_{name}")
    return in_database(spark, "same_")


def in_database(connect, prefix=""):
    return lambda *names, **question: compare_table(
        *(prefix + name for name in names), connect=connect, **question
    )


ENGINES = [
    "csv",
    "sqlite",
    "duck",
    "postgresql",
    pytest.param("sparks", marks=pytest.mark.xdist_group("spark")),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("question", QUESTIONS)
def test_every_engine_gives_the_same_verdict(request, parquet, engine, question):
    if engine == "csv" and "flag" in QUESTIONS[question].values():
        pytest.skip("CSV has no booleans: true and false are words there")
    wanted = parquet("p", **asked(QUESTIONS[question]))
    found = request.getfixturevalue(engine)("p", **asked(QUESTIONS[question]))
    assert found.to_dict() == wanted.to_dict()


@pytest.mark.parametrize("engine", ENGINES)
def test_two_tables_are_joined_in_the_engine(request, parquet, engine):
    wanted = parquet("p", **asked(JOINED)).to_dict()
    assert parquet("first", "second", **asked(JOINED)).to_dict() == wanted
    assert request.getfixturevalue(engine)("first", "second", **asked(JOINED)).to_dict() == wanted


WRONG = {
    "a gap": (["gaps"], TEXT, "'truth' of T has a missing value (None) in one row (1 of 600 items)"),
    "no rows": (["empty"], TEXT, "T has no items at all"),
    "no scores": (["empty"], SCORES | {"metric": "auc"}, "T has no items at all"),
    "ids that are not in both": (["first", "others"], JOINED, "1 only in T (0) and 1 only in T (4200)"),
    "ids that are repeated": (["first", "twice"], JOINED, "T has 2 id(s) more than once: 0, 7"),
    "no such column": (
        ["p"],
        TEXT | {"a": "truht"},
        "no column of T is called 'truht'; did you mean 'truth'?",
    ),
    "labels of two types": (["p"], TEXT | {"a": "n"}, "a holds numbers"),
    "text as scores": (["p"], SCORES | {"metric": "auc", "a": "truth"}, "column 'truth' of T holds texts"),
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("wrong", WRONG)
def test_every_engine_refuses_alike(request, parquet, engine, wrong):
    if engine == "csv":
        pytest.skip("the reader of files says in its own tests what it refuses")
    names, question, told = WRONG[wrong]
    said = []
    for compare in (parquet, request.getfixturevalue(engine)):
        with pytest.raises(InputError) as raised:
            compare(*names, **asked(question))
        # Which label is shown as an example depends on the order in which an engine finds them.
        said.append(
            re.sub(rf"(\S*/|same[._]|\b)({'|'.join(names)})\b(?= )|such as .*", "T", str(raised.value))
        )
    assert told in said[0]
    assert said[1] == said[0]
