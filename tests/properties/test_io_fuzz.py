"""Whatever a file or a list holds, reading it gives columns or an InputError, never anything else."""

import csv
import io
import json
import random
from itertools import pairwise

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests.unit.read.engine.pairs import read_rows, read_tally

from bakeoff.core.exceptions import InputError
from bakeoff.read.alike import to_labels
from bakeoff.read.columns import to_array
from bakeoff.read.engine.duck import DuckEngine
from bakeoff.read.engine.files import files_source
from bakeoff.read.fold_scores import scores_of
from bakeoff.read.importers.fold_table import read_folds
from bakeoff.read.table import Table, read_table
from bakeoff.read.values import MISSING, as_number

QUIET = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
MUTANTS = 150  # of each kind of file; CSV and TSV have one reader

TABLE = {
    "id": list(range(20)), "truth": ["cat", "dög"] * 10, "a": ["cat", 'x"y,z'] * 10, "b": ["cat"] * 20,
    "learner": ["x"] * 10 + ["y"] * 10, "fold": list(range(10)) * 2, "score": [i / 7 for i in range(20)],
}  # fmt: skip


def csv_bytes(delimiter: str = ",") -> bytes:
    quoted = [
        ['"' + str(value).replace('"', '""') + '"' for value in row]
        for row in zip(*TABLE.values(), strict=True)
    ]
    return "\n".join(delimiter.join(row) for row in [list(TABLE), *quoted]).encode()


def parquet_bytes(compression: str) -> bytes:
    sink = io.BytesIO()
    pq.write_table(pa.table(TABLE), sink, compression=compression)
    return sink.getvalue()


def jsonl_bytes() -> bytes:
    rows = (dict(zip(TABLE, row, strict=True)) for row in zip(*TABLE.values(), strict=True))
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()


FILES = {
    "p.csv": csv_bytes(), "p.tsv": csv_bytes("\t"), "p.jsonl": jsonl_bytes(),
    "p.parquet": parquet_bytes("none"), "snappy.parquet": parquet_bytes("snappy"),
}  # fmt: skip


def mutate(content: bytes, rng: random.Random) -> bytes:
    """Flip, insert, delete, repeat or cut off a few bytes."""
    data = bytearray(content)
    for _ in range(rng.choice([1, 1, 1, 2, 5, 20])):
        at = rng.randrange(len(data) + 1)
        odd = rng.choice([0, 9, 10, 13, 34, 44, 59, 92, 123, 255, rng.randrange(256)])
        match rng.choice(["set", "set", "set", "insert", "delete", "repeat", "cut"]):
            case "set":
                data[at : at + 1] = bytes([odd])
            case "insert":
                data[at:at] = bytes([odd]) * rng.choice([1, 2, 300])
            case "delete":
                del data[at : at + rng.choice([1, 4, 100])]
            case "repeat":
                data[at:at] = data[at : at + rng.choice([5, 60, 500])]
            case "cut":
                del data[at:]
    return bytes(data)


@pytest.fixture(scope="module")
def engine():
    made = DuckEngine()
    yield made
    made.close()


def in_every_way(path, engine):
    """What there is to do with a file: a table, fold scores, and predictions, also joined with themselves."""
    engine.explanations.clear()
    table = read_table(path)
    yield lambda: table
    yield lambda: read_folds(table)
    source = files_source(path, engine)
    yield lambda: read_tally(source)
    yield lambda: read_rows(source)
    yield lambda: read_tally(source, source, id="id", a="a", b="b")


def use(path, engine) -> bool:
    """Read a file in every way; say whether any of its columns could be used."""
    usable = False
    try:
        for read in in_every_way(path, engine):
            try:
                found = read()
            except InputError as problem:
                assert "\n" not in str(problem)
                continue
            if isinstance(found, Table):
                usable = any(len(column) == found.rows for column in found.columns.values())
                assert all(len(column) == found.rows for column in found.columns.values())
                assert not any("\n" in fault for fault in found.faults.values())
            if path.suffix == ".parquet":  # slow to open, and alike from here on
                return usable
    except InputError as problem:
        assert "\n" not in str(problem)
    return usable


@pytest.mark.parametrize("name", FILES)
def test_damaged_files_give_columns_or_an_input_error(tmp_path, name, engine):
    path = tmp_path / name
    path.write_bytes(FILES[name])
    assert read_tally(files_source(path, engine)).n == 20
    assert read_folds(path).names == ("x", "y")
    rng = random.Random(name)  # noqa: S311
    survived = 0
    for _ in range(MUTANTS * 2 // 3 if name.endswith("parquet") else MUTANTS):
        path.write_bytes(mutate(FILES[name], rng))
        survived += use(path, engine)
    assert survived > 0  # or the damage was too great to test anything beyond the first check


@QUIET
@given(content=st.binary(max_size=300), name=st.sampled_from(["x.csv", "x.jsonl", "x.parquet", "x", "x.txt"]))
def test_any_bytes(tmp_path, engine, content, name):
    (tmp_path / name).write_bytes(content)
    use(tmp_path / name, engine)


CELL = st.text(max_size=6) | st.sampled_from(
    ["1", "0", "1.0", "01", "NA", "1e400", "-0", "1e5", '"', "'", "\r", ";"]
)


@QUIET
@given(rows=st.lists(st.lists(CELL, min_size=2, max_size=3), max_size=6), end=st.sampled_from(["\n", "\r\n"]))
def test_any_text_with_delimiters(tmp_path, rows, end):
    text = end.join(",".join(row) for row in [["truth", "a", "b"], *rows])
    for name in ("x.csv", "x.jsonl"):
        (tmp_path / name).write_bytes(text.encode())
        try:
            table = read_table(tmp_path / name)
        except InputError:
            continue
        assert all(len(column) == table.rows for column in table.columns.values())
        by_hand = dict(zip(("truth", "a", "b"), zip(*rows_by_hand(text), strict=True), strict=True))
        assert {name: texts.tolist() for name, texts in table.texts.items()} == {
            name: list(by_hand[name]) for name in table.columns
        }


def rows_by_hand(text):
    """The cells of a table as Python's own reader has them, blank lines left out."""
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    cells = [tuple(cell.strip(" \t") for cell in row) for row in rows]
    return [row for row in cells if any(row) or len(row) > 1][1:]


@QUIET
@given(st.lists(st.dictionaries(st.text(max_size=3), st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=4,
), max_size=4), max_size=5))  # fmt: skip
def test_any_json_lines(tmp_path, items):
    path = tmp_path / "x.jsonl"
    path.write_text("\n".join(json.dumps(item) for item in items))
    try:
        table = read_table(path)
    except InputError:
        return
    assert table.rows == len(items)
    for name, column in table.columns.items():
        assert column.tolist() == [item[name] for item in items]


SCALAR = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.dates()
    | st.datetimes()
    | st.decimals() | st.fractions() | st.complex_numbers() | st.binary(max_size=2)
    | st.lists(st.integers(), max_size=2)
)  # fmt: skip


@QUIET
@example(truth=[1, "1"], a=[1.0, 1])
@example(truth=[10**400, 0.5], a=[-(10**400)])
@given(truth=st.lists(SCALAR, max_size=5), a=st.lists(SCALAR, max_size=5))
def test_any_values_in_memory(truth, a):
    tidy = {"learner": ["x", "y"], "score": [*truth, *a][:2]}
    for read in (
        lambda: to_array(truth, "truth"),
        lambda: scores_of(truth),
        lambda: scores_of([truth, a]),
        lambda: scores_of({"score": a}),
        lambda: read_folds(tidy | {"fold": [0, 0]}),
        lambda: read_folds({"learner": truth, "fold": a, "score": a}),
    ):
        try:
            read()
        except InputError as problem:
            assert "\n" not in str(problem)
    try:
        codes, labels = to_labels(truth=truth, a=a)
    except InputError:
        return
    assert [labels[code] for code in codes["truth"]] == to_array(truth, "truth").tolist()
    assert len(set(labels)) == len(labels)


LABEL = st.text(min_size=1, max_size=3) | st.sampled_from(["x", "y"])


@QUIET
@given(truth=st.lists(LABEL, min_size=1, max_size=12), data=st.data())
def test_coding_says_who_is_right_as_plain_equality_does(truth, data):
    a = data.draw(st.lists(LABEL, min_size=len(truth), max_size=len(truth)))
    words = [[each.strip() for each in own] for own in (truth, a)]
    numbers = [number for text in {*words[0], *words[1]} if (number := as_number(text)) is not None]
    try:
        codes, labels = to_labels(truth=truth, a=a)
    except InputError:
        assert MISSING & {*words[0], *words[1]} or numbers
        return
    right = [x == y for x, y in zip(*words, strict=True)]
    if None not in map(as_number, words[0] + words[1]):
        right = [as_number(x) == as_number(y) for x, y in zip(*words, strict=True)]
        assert list(labels) == sorted(labels, key=as_number)
    else:
        assert list(labels) == sorted(labels)
    assert (codes["truth"] == codes["a"]).tolist() == right


@QUIET
@given(
    values=st.lists(
        st.integers(-(2**63), 2**63 - 1) | st.floats(-(2.0**53), 2.0**53, exclude_min=True, exclude_max=True),
        min_size=1,
        max_size=8,
    ),
    other=st.lists(st.integers(-(2**54), 2**54) | st.booleans(), min_size=1, max_size=8),
)
def test_numbers_are_one_class_exactly_if_equal(values, other):
    codes, labels = to_labels(truth=values, a=other)
    assert all(x < y for x, y in pairwise(labels))
    kept = to_array(values, "truth").tolist()
    same = np.equal.outer(codes["truth"], codes["a"])
    assert same.tolist() == [[x == y for y in other] for x in kept]
