"""Columns of attributes: which they are, and how many rows repeat others in them."""

import tracemalloc

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.read.duplicates import duplicates_of
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


def words(rows, length):
    """Texts that begin and end alike and are different in the middle."""
    return np.array([f"{'x' * (length // 2)}{row:08d}{'y' * (length // 2)}" for row in rows])


@pytest.mark.parametrize("kind", ["csv", "parquet"])
@pytest.mark.parametrize("asked", [None, ("text",)])
def test_no_long_text_leaves_the_engine(copies, duck, monkeypatch, kind, asked):
    longest, fetch = [0], duck.masked

    def masked(query, **more):
        answer = fetch(query, **more)
        texts = (each for column in answer.values() if column.dtype.kind == "O" for each in column.tolist())
        longest.append(max((len(each) for each in texts if isinstance(each, str)), default=0))
        return answer

    monkeypatch.setattr(duck, "masked", masked)
    table = {"id": np.arange(80), **TWICE, "text": words(AT, 20_000)}
    found = copies(table, kind=kind, attributes=asked)
    own = [name for name in (*NAMES, "text") if asked is None or name in asked]
    directly = duplicates_of({name: table[name] for name in own}, TWICE["truth"])
    assert (found.repeated, found.beyond_chance) == (directly.repeated, directly.beyond_chance)
    assert found.repeated == 20
    assert found.false_alarms == pytest.approx(directly.false_alarms())
    assert max(longest) < 500  # names of files are the longest


def test_texts_that_are_alike_in_parts_are_not_equal(copies):
    near = np.array([f"{'x' * 300}{row % 10}{'y' * 300}{row // 10:08d}" for row in range(80)])
    assert copies({**BASE, "text": near[:N]}) is None
    assert copies({"truth": TWICE["truth"], "a": TWICE["a"], "b": TWICE["b"], "text": near}) is None


def test_very_long_texts_are_not_read(source, monkeypatch):
    """A small Parquet file may hold gigabytes of text in a column that is not judged."""
    rows, word = 4000, "x" * 200_000
    judged = {name: np.resize(BASE[name], rows).tolist() for name in ("truth", "a", "b")}
    prompts = pa.DictionaryArray.from_arrays(np.arange(rows) % 2, [word + "a", word + "b"])
    found = source(x_parquet={**judged, "prompt": prompts})
    tracemalloc.start()
    panel = read_labels([found], TWO, Wanted())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (panel.n, panel.copies) == (rows, None)
    assert peak < 20_000_000


@pytest.mark.slow
def test_a_column_that_nobody_asked_for_is_no_error(source, tmp_path):
    judged = {name: TWICE[name].tolist() for name in ("truth", "a", "b")}
    distinct = words(range(80), 1 << 18).tolist()  # 20 MB on one page of a few kilobytes
    table = pa.table({**judged, "prompt": distinct, "prompt_id": distinct})
    pq.write_table(
        table, tmp_path / "x.parquet", compression="zstd", data_page_size=1 << 30, use_dictionary=False
    )
    found = source("x.parquet")
    assert read_labels([found], TWO, Wanted()).n == 80
    with pytest.raises(InputError, match=r"has a page of .* bytes that unpacks to"):
        read_labels([found], TWO, Wanted(attributes=("prompt",)))
