"""Ids that several rows have: copies, answers to one question, and what only looks like an id."""

import numpy as np
import pytest

from bakeoff.read.engine.plan import Wanted
from bakeoff.read.engine.reading import read_items, read_labels

RNG = np.random.default_rng(7)
N = 60
TRUTH = RNG.integers(0, 2, N)
BASE = {
    "truth": TRUTH,
    "a": np.where(RNG.random(N) < 0.8, TRUTH, 1 - TRUTH),
    "b": np.where(RNG.random(N) < 0.7, TRUTH, 1 - TRUTH),
}
THRICE = np.tile(np.arange(N), 3)
SEVERAL = {  # three answers to each question
    "truth": TRUTH[THRICE],
    "a": np.where(RNG.random(3 * N) < 0.8, TRUTH[THRICE], 1 - TRUTH[THRICE]),
    "b": np.where(RNG.random(3 * N) < 0.7, TRUTH[THRICE], 1 - TRUTH[THRICE]),
}
TWO = {"a": None, "b": None}


def csv(columns):
    rows = zip(*(np.asarray(each).tolist() for each in columns.values()), strict=True)
    return "\n".join([",".join(columns), *(",".join(map(str, row)) for row in rows)]) + "\n"


@pytest.fixture
def copies(source):
    def found(columns, *, kind="csv", scored=False, **wanted):
        if kind == "json":
            names = list(columns)
            rows = zip(*(np.asarray(each).tolist() for each in columns.values()), strict=True)
            given = [dict(zip(names, row, strict=True)) for row in rows]
        else:
            given = csv(columns) if kind == "csv" else {k: list(v) for k, v in columns.items()}
        made = source(**{f"x_{kind}l" if kind == "json" else f"x_{kind}": given})
        if scored:
            return read_items([made], TWO, Wanted(**wanted), scored=True).copies
        return read_labels([made], TWO, Wanted(**wanted)).copies

    return found


@pytest.mark.parametrize("kind", ["csv", "parquet", "json"])
@pytest.mark.parametrize("name", ["id", "question_id", "patient id"])
def test_equal_rows_with_one_id_are_copies(copies, kind, name):
    found = copies({name: THRICE, **{each: own[THRICE] for each, own in BASE.items()}}, kind=kind)
    assert (found.items, found.repeated, found.shared, found.answers) == (180, 120, name, None)
    assert found.false_alarms == pytest.approx(0.2578, abs=1e-4)  # 2 Phi(-1.96 / sqrt(3))


@pytest.mark.parametrize("kind", ["csv", "parquet", "json"])
@pytest.mark.parametrize("name", ["id", "question_id", "item", "doc id"])
def test_several_answers_to_a_question(copies, kind, name):
    found = copies({name: THRICE, **SEVERAL}, kind=kind)
    assert (found.items, found.repeated, found.shared, found.answers) == (180, 120, name, 3)
    assert found.false_alarms is None


def test_several_scores_of_a_question(copies):
    scores = {name: RNG.random(3 * N) for name in ("a", "b")}
    assert copies({"question": THRICE, "sample": np.arange(180) // N, **scores}, scored=True).answers == 3


@pytest.mark.parametrize(
    "columns",
    [
        {"id": np.arange(180), **SEVERAL},
        {"class_id": SEVERAL["truth"], **SEVERAL},
        {"user_id": THRICE, **SEVERAL},
        {"group_id": THRICE // 12, **SEVERAL},
        {"index": np.arange(180) % 5, **SEVERAL},
        {"id": [""] * 180, **SEVERAL},
        {"id": THRICE, **SEVERAL, "truth": RNG.integers(0, 2, 180)},  # parts of a file that count from 0 each
    ],
    ids=["each its own", "class", "user", "group", "few values", "empty", "other truths"],
)
def test_what_is_no_id_or_no_repetition(copies, columns):
    assert copies(columns) is None


def test_what_is_declared_is_not_told(copies):
    assert copies({"id": THRICE, **SEVERAL}, cluster="id") is None
    assert copies({"id": THRICE, "topic": THRICE // 4, **SEVERAL}, cluster="topic") is None
    assert copies({"id": THRICE, **SEVERAL}, attributes=()) is None


def test_of_a_long_file_a_part_of_the_ids_is_enough(copies, monkeypatch):
    monkeypatch.setattr("bakeoff.read.engine.repeated_ids.MOST_IDS", 20)
    table = {"id": np.arange(15 * N), **{each: np.tile(own, 15) for each, own in BASE.items()}}
    assert copies(table) is None
    found = copies({name: np.repeat(own, 2) for name, own in table.items()})
    assert (found.items, found.repeated, found.shared) == (1800, 900, "id")
