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
        {"group_id": THRICE // 12, **SEVERAL},
        {"index": np.arange(180) % 5, **SEVERAL},
        {"id": [""] * 180, **SEVERAL},
        # parts of a file that count from 0 each
        {"id": THRICE, **{name: RNG.integers(0, 2, 180) for name in SEVERAL}},
    ],
    ids=["each its own", "class", "group", "few values", "empty", "other truths"],
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


ROWS = 12 * 40
SERIES = np.repeat(np.arange(40), 12)
HORIZON = np.tile(np.arange(1, 13), 40)
LEVEL = np.random.default_rng(5).normal(0, 3, 40)[SERIES]
FORECASTS = {
    name: (LEVEL + np.random.default_rng(at).normal(size=ROWS)).round(3) for at, name in enumerate("tab")
}
FORECASTS = {"truth": FORECASTS.pop("t"), **FORECASTS}
VISITS = {name: np.random.default_rng(at).integers(0, 2, ROWS) for at, name in enumerate(("truth", "a", "b"))}


@pytest.mark.parametrize("kind", ["csv", "parquet", "json"])
@pytest.mark.parametrize(
    "name",
    [
        "unique_id",
        "series",
        "patient",
        "user id",
        "doc_id",
        "PatientID",
        "visitor",
        "store",
        "group_name",
        "sid",
    ],
)
def test_rows_with_other_truths_may_belong_together(copies, kind, name):
    # names of persons, series and documents tell, whatever the values are
    found = copies({name: SERIES, "visit": HORIZON, **VISITS}, kind=kind)
    assert (found.items, found.repeated, found.shared) == (ROWS, ROWS - 40, name)
    assert (found.together, found.answers, found.false_alarms) == (True, None, None)


def test_ids_that_are_no_row_numbers_are_those_of_items_that_belong_together(copies):
    assert copies({"id": [f"s{at}" for at in SERIES], **VISITS}).together
    assert copies({"item": SERIES * 7 + 100, **VISITS}).together


def test_ids_that_count_from_0_belong_together_if_their_rows_are_alike(copies):
    assert copies({"id": SERIES, **VISITS}) is None  # parts of a file that count from 0 each
    right = np.random.default_rng(6).random(40)[SERIES] > np.random.default_rng(7).random(ROWS)
    assert copies(
        {"id": SERIES, **VISITS, "a": np.where(right, VISITS["truth"], 1 - VISITS["truth"])}
    ).together


def test_series_of_numbers_belong_together(source):
    made = source(**{"x_csv": csv({"id": SERIES, "horizon": HORIZON, **FORECASTS})})
    panel = read_items([made], TWO, Wanted())
    assert panel.copies.together


@pytest.mark.parametrize("part", ["task", "Data Set", "fold", "source"])
def test_ids_that_start_anew_in_each_part_are_no_repetition(copies, part):
    ids = [f"q{at}" for at in HORIZON + 100]
    assert copies({part: SERIES, "id": ids, **VISITS}) is None
    assert copies({"horizon": SERIES, "id": ids, **VISITS}).together


def test_declared_clusters_are_not_told(copies):
    assert copies({"patient": SERIES, **VISITS}, cluster="patient") is None
    assert copies({"patient": SERIES, "ward": SERIES // 2, **VISITS}, cluster="ward") is None
    assert copies({"patient": SERIES, **VISITS}, attributes=()) is None
    assert copies({"class_id": SERIES, "customer_type": SERIES, **VISITS}) is None


def test_other_columns_are_read_only_where_the_judged_ones_are_equal(source, duck, monkeypatch):
    asked, fetch = [], duck.masked
    monkeypatch.setattr(duck, "masked", lambda query, **more: asked.append(query) or fetch(query, **more))
    note = np.array([f"note {at}" for at in range(3 * N)])
    found = source(
        x_parquet={name: list(each) for name, each in {"id": THRICE, **SEVERAL, "note": note}.items()}
    )
    asked.clear()
    assert read_labels([found], TWO, Wanted()).copies.answers == 3
    assert [query for query in asked if '"note"' in query and '"i0"' in query] == []
