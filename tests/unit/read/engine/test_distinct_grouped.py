"""Text that an engine counted comes as codes, and says what it says as strings."""

import csv

import numpy as np
import pytest

import bakeoff
from bakeoff.core.exceptions import InputError
from bakeoff.read.engine.distinct import MOST, Apart, grouped, told_apart
from bakeoff.read.engine.duck import DuckEngine

NAMES = ["a", "b", "c", "d"]
STRANGE = [
    "",
    " ",
    "it's",
    '"',
    "\\",
    "%",
    "é",
    "e\u0301",
    "no",
    "NO",
    "1",
    "1.0",
    "\n",
    "-- x",
    "\U0001f600",
]


@pytest.fixture
def engine():
    with DuckEngine() as made:
        yield made


def relation(rows):
    """SQL of rows of text, with gaps for None."""
    values = ", ".join(f"({', '.join(map(_cell, row))})" for row in rows)
    return f'SELECT "a", "b", "c", "d" FROM (VALUES {values}) AS v("a", "b", "c", "d")'


def _cell(text):
    return "CAST(NULL AS VARCHAR)" if text is None else "'" + text.replace("'", "''") + "'"


def as_rows(answer):
    columns = [told_apart(answer[name]) for name in NAMES]
    return list(zip(*(each.different[each.codes].tolist() for each in columns), strict=True))


@pytest.mark.parametrize("gaps", [False, True])
def test_codes_say_what_the_strings_say(engine, gaps):
    rng = np.random.default_rng(1)
    pool = [*STRANGE, *([None] if gaps else [])]
    rows = [tuple(pool[at] for at in rng.integers(0, len(pool), 4)) for _ in range(300)]
    query = relation(rows)
    answer = grouped(engine, query, NAMES)
    assert all(isinstance(answer[name], Apart) and answer[name].codes.dtype == np.uint8 for name in NAMES)
    assert as_rows(answer) == as_rows(engine.fetch(query)) == rows
    assert all((None in answer[name].different.tolist()) == gaps for name in NAMES)


def test_values_are_in_the_order_of_plain_columns(engine):
    query = relation([("b", "a", "x", "1"), ("a", "a", "x", "2"), ("c", "b", "x", "10")])
    for name, each in engine.fetch(query).items():
        told, ours = told_apart(each), grouped(engine, query, NAMES)[name]
        assert ours.different.tolist() == told.different.tolist()
        assert ours.codes.tolist() == told.codes.tolist()


@pytest.mark.parametrize(("count", "short"), [(MOST, True), (MOST + 1, False)])
def test_columns_of_many_texts_come_as_strings(engine, count, short):
    rows = [(f"x{at}", "a", "b", None) for at in range(count)]
    answer = grouped(engine, relation([*rows, (None, "a", "b", None)]), NAMES)
    assert isinstance(answer["a"], Apart) == short
    assert as_rows(answer) == [*rows, (None, "a", "b", None)]
    assert answer["d"].different.tolist() == [None]


def test_numbers_and_few_columns_stay_as_they_are(engine):
    answer = grouped(
        engine, "SELECT 1 AS a, 'x' AS b, true AS c, 0.5 AS d, DATE '2026-01-02' AS e", list("abcde")
    )
    assert isinstance(answer["b"], Apart)
    assert [answer[name].tolist()[0] for name in "acd"] == [1, True, 0.5]
    assert not isinstance(grouped(engine, "SELECT 'x' AS a, 'y' AS b, 'z' AS c", list("abc"))["a"], Apart)


def test_nothing_is_left_in_the_database(engine):
    grouped(engine, relation([("a", "b", "c", "d")]), NAMES)
    assert engine.fetch("SELECT COUNT(*) AS n FROM duckdb_tables()")["n"].tolist() == [0]


def test_a_query_that_fails_is_explained(engine):
    with pytest.raises(InputError, match="counting x failed"):
        grouped(engine, "SELECT * FROM nowhere", NAMES, wanted="counting x")


def test_no_rows(engine):
    answer = grouped(engine, relation([("a", "b", "c", "d")]) + " WHERE false", NAMES)
    assert as_rows(answer) == []


@pytest.mark.slow
def test_a_file_of_strange_labels_is_ranked_as_its_columns_are(tmp_path):
    rng = np.random.default_rng(2)
    labels = np.array(["it's", '"', "é", "\u00e8", "no", "NO"], dtype=object)
    truth = labels[rng.integers(0, 6, 400)]
    models = {}
    for at in range(5):
        said = labels[rng.integers(0, 6, 400)]
        models[f"m{at}"] = np.where(rng.random(400) < 0.9 - at / 10, truth, said)
    with (tmp_path / "all.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["truth", *models], *zip(truth, *models.values(), strict=True)])
    ranking = bakeoff.rank_files(tmp_path / "all.csv", resamples=200)
    expected = bakeoff.rank_predictions(truth, models, resamples=200)
    assert ranking.models == expected.models and ranking.pairs == expected.pairs
