"""Small tables counted by the engine and read row by row: the same counts, or both refuse."""

import csv
import io
import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests.packing import PACKERS
from tests.properties.by_hand import read_by_hand
from tests.unit.read.engine.pairs import read_tally

from bakeoff.core.exceptions import InputError
from bakeoff.core.panel import counted
from bakeoff.read.alike import to_labels
from bakeoff.read.engine import distinct
from bakeoff.read.engine.distinct import refuse_lone_classes
from bakeoff.read.engine.duck import DuckEngine
from bakeoff.read.engine.files import files_source

QUIET = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
HEADER = ["k", "truth", "a", "b", "who", "part"]
COLUMNS = {"cluster": "who", "by": "part"}

CELLS = [
    "cat",
    " cat",
    "1",
    "1.0",
    "+1",
    "0",
    "007",
    "",
    "NA",
    "nan",
    "True",
    "false",
    'x"y',
    "a,b",
    "dög",
    "1e3",
]
cells = st.one_of(
    st.sampled_from(["cat", "dog"]),
    st.sampled_from(["0", "1"]),
    st.sampled_from(CELLS),
    st.text("ab\n\t;'é", max_size=3),
)
VALUES = ["cat", "1", 1, 0, 1.0, 2.5, True, False, None, "", "NA", [1], {"x": 1}, 10**20, -0.0, "dög\n"]
values = st.one_of(st.sampled_from(["cat", "dog"]), st.sampled_from([0, 1]), st.sampled_from(VALUES))
TYPED = [
    ["cat", "dog", ""], [0, 1, 2], [0.0, 1.0, 2.5, float("nan")], [True, False], ["1", "0"], ["True", None],
]  # fmt: skip


@pytest.fixture(scope="module")
def engine():
    made = DuckEngine()
    yield made
    made.close()


@pytest.fixture(autouse=True, scope="module")
def no_change_of_types():
    """Files of a few rows hold numbers or text by chance, which in files of any size is refused."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(distinct, "refuse_change", lambda source, name, cells: None)
        yield


def tables(kind):
    row = st.tuples(st.integers(0, 12), kind, kind, kind, kind, st.sampled_from(["x", "y"]))
    return st.lists(row, min_size=1, max_size=8)


@st.composite
def typed_tables(draw):
    """Columns of one type each, as Parquet has them."""
    kinds = [st.integers(0, 12), *(st.sampled_from(draw(st.sampled_from(TYPED))) for _ in range(4))]
    return draw(st.lists(st.tuples(*kinds, st.sampled_from(["x", "y"])), min_size=1, max_size=8))


def as_csv(rows):
    page = io.StringIO()
    csv.writer(page, lineterminator="\n").writerows([HEADER, *rows])
    return page.getvalue().encode()


def as_json(rows):
    return "".join(json.dumps(dict(zip(HEADER, row, strict=True))) + "\n" for row in rows).encode()


def as_parquet(rows):
    sink = io.BytesIO()
    pq.write_table(pa.table({name: [row[at] for row in rows] for at, name in enumerate(HEADER)}), sink)
    return sink.getvalue()


KINDS = {"csv": as_csv, "jsonl": as_json, "parquet": as_parquet}


def carefully(*paths, **columns):
    said, clusters, slices = read_by_hand(*paths, **columns)
    codes, labels = to_labels(**said)
    names = ()
    if clusters is not None:
        codes |= to_labels(clusters=clusters)[0]
    if slices is not None:
        coded, found = to_labels(by=slices)
        codes, names = codes | coded, tuple(map(str, found))
    tally = counted(codes, labels, slice_names=names)
    if len(paths) > 1:
        refuse_lone_classes(tally, ["a", "b"])
    return tally


def by_engine(engine, *paths, **columns):
    engine.explanations.clear()
    return read_tally(*(files_source(path, engine) for path in paths), **columns)


def outcome(call, *given, **columns):
    """What a reader makes of files, as something to compare; None where it refuses them."""
    try:
        tally = call(*given, **columns)
    except InputError as problem:
        assert "\n" not in str(problem)
        return None
    fields = [tally.truth, tally.answers, tally.counts, tally.clusters, tally.slices]
    said = [None if each is None else each.tolist() for each in fields]
    return list(tally.labels), [name.casefold() for name in tally.slice_names], said


def put(folder, ending, rows):
    """One file, those that are compressed, and two shards that hold the same rows."""
    content = KINDS[ending](rows)
    one, shards = folder / f"one.{ending}", folder / "shards"
    shards.mkdir(exist_ok=True)
    one.write_bytes(content)
    half = len(rows) // 2 if len(rows) > 1 else len(rows)
    for at, part in enumerate((rows[:half], rows[half:])):
        shard = shards / f"{at}.{ending}"
        shard.write_bytes(KINDS[ending](part)) if part else shard.unlink(missing_ok=True)
    if ending == "parquet":
        return one, (one, shards)
    packed = {folder / f"one.{ending}.{each}": pack(content) for each, pack in PACKERS.items()}
    for path, content in packed.items():
        path.write_bytes(content)
    return one, (one, *packed, shards)


@pytest.mark.parametrize(("ending", "kind"), [("csv", cells), ("jsonl", values)])
def test_text_is_counted_as_it_is_read(tmp_path, engine, ending, kind):
    @QUIET
    @given(tables(kind), st.sampled_from([{}, COLUMNS]))
    @example([(1, "1", "1.0", "cat", "u", "x")], {})
    @example([(1, "1", "1.0", "1", "u", "x"), (2, "1.0", "0", "1", "u", "x")], {})
    def same(rows, columns):
        small, engines = put(tmp_path, ending, rows)
        expected = outcome(carefully, small, **columns)
        for path in engines:
            assert outcome(by_engine, engine, path, **columns) == expected, path.name

    same()


@QUIET
@given(typed_tables(), st.sampled_from([{}, COLUMNS]))
def test_parquet_is_counted_as_it_is_read(tmp_path_factory, engine, rows, columns):
    folder = tmp_path_factory.mktemp("parquet")
    small, (one, shards) = put(folder, "parquet", rows)
    expected = outcome(carefully, small, **columns)
    assert outcome(by_engine, engine, one, **columns) == expected
    # of one type in one file and of none (all missing) in another: refused, as gaps are in one file
    assert outcome(by_engine, engine, shards, **columns) == expected


@pytest.mark.parametrize(("ending", "kind"), [("csv", cells), ("jsonl", values), ("parquet", None)])
def test_two_files_are_joined_as_they_are_read(tmp_path, engine, ending, kind):
    @QUIET
    @given(st.data(), st.booleans(), st.permutations(range(8)))
    def same(data, both, order):
        rows = data.draw(typed_tables() if kind is None else tables(kind))
        rows = [(at if data.draw(st.integers(0, 9)) else row[0], *row[1:]) for at, row in enumerate(rows)]
        other = [rows[at] for at in order if at < len(rows)]
        a, b = tmp_path / f"a.{ending}", tmp_path / f"b.{ending}"
        a.write_bytes(KINDS[ending](rows))
        b.write_bytes(KINDS[ending](other if data.draw(st.integers(0, 9)) else other[:-1] or other))
        columns = {"id": "k", "a": "a", "b": "b"} | (COLUMNS if both else {})
        assert outcome(by_engine, engine, a, b, **columns) == outcome(carefully, a, b, **columns)

    same()


def test_ids_are_equal_as_numbers_or_as_text(tmp_path, engine):
    ids = st.sampled_from(["1", "1.0", "2", "+2", "x", "10", "1e1", "07", " 3", "99999999999999999999"])
    one, two = tmp_path / "one.csv", tmp_path / "two.csv"

    @QUIET
    @given(st.lists(ids, min_size=1, max_size=4), st.lists(ids, min_size=1, max_size=4))
    @example(["1", "2"], ["2.0", "1.0"])
    def same(left, right):
        one.write_text("k,truth,a\n" + "".join(f"{each},u,u\n" for each in left))
        two.write_text("k,b\n" + "".join(f"{each},u\n" for each in right))
        columns = {"id": "k", "a": "a", "b": "b"}
        assert outcome(by_engine, engine, one, two, **columns) == outcome(carefully, one, two, **columns)

    same()


def test_the_order_of_rows_does_not_matter(tmp_path, engine):
    rows = [(i, str(i % 3), str(i % 2), str(i % 5), f"u{i % 7}", "xy"[i % 2]) for i in range(200)]
    told = []
    for at, seed in enumerate((0, 1)):
        path = tmp_path / f"{at}.csv"
        path.write_bytes(as_csv([rows[i] for i in np.random.default_rng(seed).permutation(200)]))
        told.append(outcome(by_engine, engine, path, **COLUMNS))
    assert told[0] == told[1] is not None
