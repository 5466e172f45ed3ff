"""Columns of attributes: which they are, and how many rows repeat others in them."""

import numpy as np
import pytest

from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.read.engine import attributes
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.engine.reading import read_items, read_labels

RNG = np.random.default_rng(7)
N = 60
AT = np.concatenate([np.arange(N), np.arange(20)])
TRUTH = RNG.choice(["cat", "dog", "eel"], N)
BASE = {
    "truth": TRUTH,
    "a": np.where(RNG.random(N) < 0.8, TRUTH, "cat"),
    "b": np.where(RNG.random(N) < 0.7, TRUTH, "dog"),
    "age": RNG.integers(20, 80, N),
    "weight": RNG.normal(70, 10, N).round(1),
    "height": RNG.normal(170, 10, N).round(1),
    "town": RNG.choice(["here", "there"], N),
}
TWICE = {name: each[AT] for name, each in BASE.items()}
NAMES = ("age", "weight", "height", "town")
TWO = {"a": None, "b": None}


def csv(columns):
    rows = zip(*(np.asarray(each).tolist() for each in columns.values()), strict=True)
    return "\n".join([",".join(columns), *(",".join(map(str, row)) for row in rows)]) + "\n"


@pytest.fixture
def copies(source):
    def found(columns, *, kind="csv", models=TWO, **wanted):
        given = csv(columns) if kind == "csv" else {name: list(each) for name, each in columns.items()}
        return read_labels([source(**{f"x_{kind}": given})], models, Wanted(**wanted)).copies

    return found


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_columns_that_are_left_are_attributes(copies, kind):
    found = copies({"id": np.arange(len(AT)), **TWICE}, kind=kind)
    assert sorted(found.attributes) == sorted(NAMES)
    assert (found.items, found.repeated, found.relabelled, found.beyond_chance) == (80, 20, 0, True)
    assert found.false_alarms == pytest.approx(0.1096, abs=1e-4)  # 2 Phi(-1.96 / sqrt(1.5))


def test_rows_that_do_not_repeat_are_not_told(copies):
    assert copies(BASE) is None
    assert copies({name: BASE[name] for name in ("truth", "a", "b", "town")}) is None


def test_another_label(copies):
    other = np.where(np.arange(80) < 75, TWICE["truth"], np.where(TWICE["truth"] == "cat", "dog", "cat"))
    found = copies({**TWICE, "truth": other})
    assert (found.repeated, found.relabelled) == (20, 5)


def test_copies_within_a_cluster_are_declared(copies):
    assert copies({**TWICE, "user": AT}, cluster="user") is None
    found = copies({**TWICE, "user": AT % 40 + np.arange(80) // N * 100}, cluster="user")
    assert (found.repeated, found.false_alarms) == (20, None)


def test_an_id_that_copies_share_is_suggested(copies):
    assert copies({"doc id": AT, "row": np.arange(80), **TWICE}).shared == "doc id"
    assert copies(TWICE).shared in ("weight", "height")


def test_predictions_of_another_model_are_no_attributes(copies):
    third = np.where(RNG.random(80) < 0.8, TWICE["truth"], "eel")
    assert "third" not in copies({**TWICE, "third": third[AT]}).attributes
    assert copies({name: TWICE[name] for name in ("truth", "a", "b")} | {"third": third[AT]}) is None


def test_attributes_that_are_named_are_counted_whatever_is_found(copies):
    found = copies(BASE, attributes=("age", "weight"))
    assert (found.attributes, found.repeated, found.beyond_chance) == (("age", "weight"), 0, False)
    found = copies(BASE, attributes=("town",))
    assert (found.repeated, found.beyond_chance) == (58, False)
    assert copies(TWICE, attributes=()) is None


def test_too_many_cells_are_left_alone_unless_they_are_named(copies, monkeypatch):
    monkeypatch.setattr(attributes, "MOST_CELLS", 4 * 80 - 1)
    assert copies(TWICE) is None
    assert copies(TWICE, attributes=NAMES).repeated == 20


def test_what_cannot_be_meant_is_refused(copies):
    with pytest.raises(UnknownNameError, match="'wieght'; did you mean 'weight'"):
        copies(TWICE, attributes=("wieght",))
    counted = {**TWICE, "n": np.ones(80, dtype=int)}
    assert copies(counted, count="n") is None
    with pytest.raises(InputError, match="equal rows are not copies"):
        copies(counted, count="n", attributes=("age",))


def test_missing_values_are_equal_and_lists_are_left_out(copies):
    gaps = TWICE["weight"].astype(object)
    gaps[AT < 5] = ""
    assert copies({**TWICE, "weight": gaps}).repeated == 20
    lists = {**TWICE, "tokens": [[1, 2]] * 80}
    assert "tokens" not in copies(lists, kind="parquet").attributes


def test_two_files(source):
    place = {"id": np.arange(80)}
    first = {**place, "truth": TWICE["truth"], "prediction": TWICE["a"], "age": TWICE["age"]}
    second = {**place, "prediction": TWICE["b"], "weight": TWICE["weight"], "height": TWICE["height"]}
    found = read_labels([source(x_csv=csv(first)), source(y_csv=csv(second))], TWO, Wanted(id="id")).copies
    assert (sorted(found.attributes), found.repeated) == (["age", "height", "weight"], 20)


def test_scores_of_items(source):
    scores = {**TWICE, "a": TWICE["age"] / 100, "b": TWICE["weight"] / 100}
    found = read_items([source(x_csv=csv(scores))], TWO, Wanted(), scored=True).copies
    assert (found.repeated, found.relabelled) == (20, 0)
    assert "truth" in found.attributes
