"""Whatever is in a file, an importer gives scores, nothing, or one clear line."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.core.exceptions import InputError
from bakeoff.core.panel import ItemPanel
from bakeoff.core.pick import every, two_of
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers import importer_of
from bakeoff.read.importers._record import Found, glimpse_of

unhurried = settings(deadline=None, max_examples=150)
# Of some hundred rows with eight fields each, several hold each kind of value in each field.
large = settings(deadline=None, max_examples=60)

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
samples = st.fixed_dictionaries(
    {"doc_id": st.integers(0, 3) | values, "resps": values, "acc": st.sampled_from([0, 1, 0.5]) | values},
    optional={"doc": values, "filter": values, "metrics": values, "doc_hash": values, "target_hash": values},
)
scored = st.fixed_dictionaries(
    {"id": st.integers(0, 3) | values, "epoch": st.just(1) | values},
    optional={
        "scores": st.dictionaries(
            st.sampled_from(["s", "t"]), st.fixed_dictionaries({"value": values}) | values
        ),
        "score": values,
        "metadata": values,
        "target": values,
    },
)
logs = st.fixed_dictionaries(
    {
        "status": values,
        "eval": st.fixed_dictionaries({"task": values, "model": values}),
        "samples": st.lists(scored, max_size=4) | values,
    }
)
names = st.sampled_from(
    ["fit_time", "test_score", "split0_test_score", "split1_test_f1", "params", "param_k", "x"]
)
dicts = st.dictionaries(names, values | st.lists(st.floats(0, 1), min_size=2, max_size=2), max_size=5)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("logs")


def outcome(*paths, a=None, b=None, **wanted):
    found_in(*paths, pick=every, **wanted)
    return found_in(*paths, pick=two_of(a, b), **wanted)


def found_in(*paths, **wanted):
    try:
        glimpses = [glimpse_of(path) for path in paths]
        importer = importer_of(glimpses)
        found = None if importer is None else importer.read(glimpses, Wanted(**wanted))
    except InputError as problem:
        assert "\n" not in str(problem)
        str(problem).encode("utf-8")
        return None
    assert found is None or isinstance(found, Found)
    return found


@large
@given(rows=st.tuples(*[st.lists(samples, min_size=1, max_size=4)] * 2), by=st.none() | st.just("k"))
def test_any_rows_of_a_harness(folder, rows, by):
    paths = [folder / f"{side}.jsonl" for side in "ab"]
    for path, content in zip(paths, rows, strict=True):
        path.write_text("".join(json.dumps(row) + "\n" for row in content))
    found = outcome(*paths, by=by)
    if found is not None:
        assert isinstance(found.panel, ItemPanel)
        assert len({side.shape for side in found.panel.answers}) == 1


@large
@given(pair=st.tuples(logs, logs), metric=st.none() | st.sampled_from(["s", "t"]))
def test_any_log_of_inspect(folder, pair, metric):
    paths = [folder / f"{side}.json" for side in "ab"]
    for path, content in zip(paths, pair, strict=True):
        path.write_text(json.dumps(content))
    outcome(*paths, metric=metric)


@unhurried
@given(content=dicts | st.dictionaries(st.text(max_size=3), dicts, max_size=3) | st.lists(dicts, max_size=3))
def test_any_object(folder, content):
    (folder / "x.json").write_text(json.dumps(content))
    outcome(folder / "x.json")
    outcome(folder / "x.json", folder / "x.json")
    outcome(folder / "x.json", a="0", b="1", metric="f1")


@unhurried
@given(text=st.text(alphabet="@%attribudKey_Dsn,'\"\\?\n 01.Rcl{}[]:", max_size=200) | st.text(max_size=100))
def test_any_text(folder, text):
    file = folder / "x.txt"
    for start in (
        "",
        "Key_Dataset,Key_Run,Key_Scheme,Percent_correct\n",
        "@relation x\n@attribute Key_Run numeric\n",
        "fold,a,b\n",
    ):
        file.write_text(start + text, encoding="utf-8", errors="replace")
        outcome(file)


@unhurried
@given(
    raw=st.binary(max_size=200),
    start=st.sampled_from([b"", b"\x1f\x8b", b"PK\x03\x04", b"{", b"\xef\xbb\xbf["]),
)
def test_any_bytes(folder, raw, start):
    (folder / "x.bin").write_bytes(start + raw)
    outcome(folder / "x.bin")
