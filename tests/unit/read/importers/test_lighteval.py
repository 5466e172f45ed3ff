import json
import shutil
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.unpacking import unpack

from bakeoff.compare.found import doubts
from bakeoff.core.exceptions import InputError
from bakeoff.core.pick import two_of
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers._record import glimpse_of
from bakeoff.read.importers.lighteval import read_lighteval, recognises

DATA = Path(__file__).parent / "data" / "lighteval"


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lighteval")
    unpack(DATA / "out.tar.gz", folder)
    return folder


@pytest.fixture
def sides(out):
    return [out / "details" / "toy" / name for name in ("careful", "hasty")]


def read(*paths, **asked):
    return read_lighteval([glimpse_of(each) for each in paths], Wanted(**asked))


def reported(out, name, task, metric):
    """The mean that lighteval itself computed."""
    (file,) = (out / "results" / "toy" / name).glob("results_*.json")
    return json.loads(file.read_text())["results"][task][metric]


@pytest.mark.parametrize(
    ("task", "metric"), [("toy_sums|0", "em"), ("toy_sums|0", "f1"), ("toy_parity|0", "acc")]
)
def test_means_are_those_of_lighteval(out, sides, task, metric):
    found = read(*sides, metric=metric)
    for values, name in zip(found.panel.answers, ("careful", "hasty"), strict=True):
        assert values.mean() == pytest.approx(reported(out, name, task, metric), rel=1e-14)
    assert found.names == ("toy/careful", "toy/hasty")
    assert found.higher_is_better
    assert not any("assumed" in note for note in found.notes)


def test_folders_of_each_model_and_of_all(out, sides):
    for paths in (sides, [out], [out / "details"], [next(each.iterdir()) for each in sides]):
        found = read(*paths)
        assert (found.names, found.panel.n, found.by) == (("toy/careful", "toy/hasty"), 14, "task")
        assert any("toy_parity|0 by acc, toy_sums|0 by em" in note for note in found.notes)


def test_files_of_one_task(sides):
    files = [next(each.glob("*/details_toy_sums*")) for each in sides]
    assert all(recognises(glimpse_of(file)) for file in files)
    found = read(*files)
    assert (found.panel.n, found.metric, found.other_metrics) == (8, "em", ("f1",))
    with pytest.raises(InputError, match=r"'mcc' is .* for document '3' in .*not a number for each item"):
        read(*sides, metric="mcc")


def test_averages_given_by_mistake(out, sides):
    (file,) = (out / "results" / "toy" / "hasty").iterdir()
    assert recognises(glimpse_of(file))
    with pytest.raises(
        InputError, match=r"only the averages of a run of lighteval.* run .* with --save-details"
    ):
        read(sides[0], file)


def test_the_latest_run_is_used_and_results_are_not_needed(tmp_path, sides):
    for side in sides:
        shutil.copytree(side, tmp_path / "details" / "x" / side.name)
    run = next((tmp_path / "details" / "x" / "hasty").iterdir())
    older = run.with_name("2020-01-01T00-00-00")
    shutil.copytree(run, older)
    for file in older.iterdir():
        file.rename(older / file.name.replace(run.name, older.name))
    found = read(tmp_path / "details", pick=two_of("x/careful", "x/hasty"))
    assert found.names == ("x/careful", "x/hasty")
    assert any("2 older files of the same tasks" in note for note in found.notes)


def write(path, rows):
    told = [
        {"doc": {"id": i, "query": q}, "metric": {"em": value}, "model_response": {"text": ""}}
        for i, q, value in rows
    ]
    pq.write_table(pa.Table.from_pylist(told), path)
    return path


def test_repeats_and_splits_with_the_same_ids(tmp_path):
    rows = [
        ("0", "a", 1.0),
        ("0", "a", 0.0),
        ("0", "b", 1.0),
        ("1", "c", 0.0),
        ("1", "c", 0.0),
        ("0", "b", 1.0),
    ]
    a, b = (write(tmp_path / f"details_{name}.parquet", rows) for name in "ab")
    shutil.copy(b, tmp_path / "b.parquet")
    found = read(tmp_path / "b.parquet", a.rename(tmp_path / "a.parquet"), metric="em")
    assert (found.panel.n, found.panel.repeats) == (3, (2, 2))
    assert found.panel.answers[0].tolist() == [0.5, 1.0, 0.0]


def test_another_right_answer_is_refused(tmp_path):
    for name, gold in (("a", 0), ("b", 1)):
        doc = {"id": "0", "query": "?", "choices": ["yes", "no"], "gold_index": [gold]}
        rows = [{"doc": doc, "metric": {"em": 1.0}, "model_response": {"text": ""}}]
        pq.write_table(pa.Table.from_pylist(rows), tmp_path / f"{name}.parquet")
    with pytest.raises(InputError, match="1 of 1 documents differ between"):
        read(tmp_path / "a.parquet", tmp_path / "b.parquet")


def test_what_is_no_details(tmp_path, sides):
    pq.write_table(pa.table({"truth": [1], "a": [1], "b": [0]}), tmp_path / "details_x.parquet")
    (tmp_path / "details_y.parquet").write_bytes(b"PAR1 broken")
    for path in (tmp_path, tmp_path / "details_x.parquet", tmp_path / "details_y.parquet", tmp_path / "none"):
        assert not recognises(glimpse_of(path))
    (tmp_path / "details_z.parquet").write_bytes(b"PAR1 doc metric model_response")
    with pytest.raises(InputError, match="details_z"):
        read(tmp_path / "details_z.parquet", sides[0])


def test_conditions_are_settings_versions_and_metrics(out, tmp_path):
    def changed(change, name="hasty"):
        folder = tmp_path / "out"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(out, folder)
        (file,) = (folder / "results" / "toy" / name).glob("results_*.json")
        written = json.loads(file.read_text())
        change(written)
        file.write_text(json.dumps(written))
        return read(folder / "details")

    assert changed(lambda written: None).differ == {}
    found = changed(
        lambda written: written["config_general"]["model_config"].update(system_prompt="Be brief.")
    )
    assert found.differ == {"system_prompt": {"toy/careful": None, "toy/hasty": "Be brief."}}
    assert found.doubtful == ()
    found = changed(lambda written: written["config_tasks"]["toy_sums|0"].update(version=1))
    assert found.differ["version"]["toy/hasty"] == {"toy_sums|0": 1}
    assert found.doubtful == ("version",)
    assert "toy_sums" in next(iter(doubts(found))).text


def test_another_run_with_other_settings_is_another_model(out, tmp_path):
    folder = tmp_path / "out"
    shutil.copytree(out, folder)
    (results,) = (folder / "results" / "toy" / "hasty").glob("results_*.json")
    date = results.stem.removeprefix("results_")
    again = date.replace("2026", "2027")
    old, new = (folder / "details" / "toy" / "hasty" / each for each in (date, again))
    new.mkdir()
    for file in old.iterdir():
        shutil.copy(file, new / file.name.replace(date, again))
    written = json.loads(results.read_text())
    written["config_general"]["model_config"]["generation_parameters"]["temperature"] = 1
    results.with_name(f"results_{again}.json").write_text(json.dumps(written))
    assert read(folder / "details").names == (
        "toy/careful", "toy/hasty (temperature=0)", "toy/hasty (temperature=1)",
    )  # fmt: skip
    results.with_name(f"results_{again}.json").write_text(results.read_text())
    found = read(folder / "details")
    assert found.names == ("toy/careful", "toy/hasty")
    assert any("2 older files of the same tasks" in note for note in found.notes)
