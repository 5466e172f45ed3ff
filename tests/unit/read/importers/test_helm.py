import json
import shutil
from pathlib import Path

import pytest
from tests.unpacking import unpack

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers._record import glimpse_of
from bakeoff.read.importers.helm import read_helm, recognises

DATA = Path(__file__).parent / "data" / "helm"


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    folder = tmp_path_factory.mktemp("helm")
    unpack(DATA / "runs.tar.gz", folder)
    return folder / "runs" / "toys"


def read(*paths, **asked):
    return read_helm([glimpse_of(each) for each in paths], Wanted(**asked))


def reported(folder, metric):
    """The mean that HELM itself computed."""
    stats = json.loads((folder / "stats.json").read_text())
    (stat,) = [each for each in stats if each["name"] == {"name": metric, "split": "test"}]
    return stat["mean"]


def runs_of(suite, scenario):
    return [suite / f"{scenario}:model=toy_{name}" for name in ("careful", "hasty")]


@pytest.mark.parametrize("scenario", ["simple_mcqa", "simple_classification"])
@pytest.mark.parametrize("metric", ["exact_match", "quasi_prefix_exact_match"])
def test_means_are_those_of_helm(suite, scenario, metric):
    runs = runs_of(suite, scenario)
    found = read(*runs, metric=metric)
    for values, run in zip(found.panel.answers, runs, strict=True):
        assert values.mean() == pytest.approx(reported(run, metric), rel=1e-14)
    assert (found.names, found.panel.n) == (("toy/careful", "toy/hasty"), 8)
    assert found.panel.repeats == (None if scenario == "simple_mcqa" else (3, 3))


def test_a_suite_holds_all_models_and_scenarios(suite):
    for path in (suite, suite.parent):
        found = read(path)
        assert (found.names, found.metric, found.by) == (("toy/careful", "toy/hasty"), "exact_match", "task")
        assert set(found.panel.slices) == {"simple_mcqa", "simple_classification"}
    assert "num_prompt_tokens" not in found.other_metrics
    assert "exact_match@5" in found.other_metrics
    assert any("2 tasks are pooled; every item has the same weight" in note for note in found.notes)


def test_a_folder_for_each_model_and_the_file_itself(suite, tmp_path):
    for name in ("careful", "hasty"):
        for run in suite.glob(f"*_{name}"):
            shutil.copytree(run, tmp_path / name / run.name)
    assert read(tmp_path / "careful", tmp_path / "hasty").panel.n == 16
    files = [run / "per_instance_stats.json" for run in runs_of(suite, "simple_mcqa")]
    assert all(recognises(glimpse_of(file)) for file in files)
    assert read(*files).panel.n == 8
    with pytest.raises(InputError, match=r"toys holds logs of 2 models .toy/careful, toy/hasty.; give"):
        read(suite, tmp_path / "hasty")


def test_other_questions_under_the_same_ids_are_refused(suite, tmp_path):
    a, b = (shutil.copytree(run, tmp_path / run.name) for run in runs_of(suite, "simple_mcqa"))
    state = (b / "scenario_state.json").read_text()
    (b / "scenario_state.json").write_text(state.replace("Is 70 even", "Is 72 even"))
    with pytest.raises(InputError, match=r"1 of 8 instances differ between .*'id60'"):
        read(a, b)
    (b / "scenario_state.json").unlink()
    assert read(a, b).panel.n == 8


def entry(name, value, split="test", **more):
    return {
        "instance_id": name,
        "train_trial_index": 0,
        "stats": [{"name": {"name": "exact_match", "split": split}, "count": 1, "mean": value}],
    } | more


def write(folder, entries, model="m", **spec):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "run_spec.json").write_text(
        json.dumps({"name": "t:model=m", "adapter_spec": {"model": model}} | spec)
    )
    (folder / "per_instance_stats.json").write_text(json.dumps(entries))
    return folder


def test_splits_and_perturbations(tmp_path):
    rows = [entry("1", 1.0), entry("2", 0.0, "valid"), entry("1", 0.0, perturbation={"name": "typos"})]
    a, b = write(tmp_path / "a", rows), write(tmp_path / "b", rows, "n")
    assert read(a, b).panel.answers[0].tolist() == [1.0]
    a, b = write(tmp_path / "a", rows[1:2]), write(tmp_path / "b", rows[1:2], "n")
    assert read(a, b).panel.answers[0].tolist() == [0.0]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([7], "an int that is not an instance; expected objects with instance_id and stats"),
        ([{"instance_id": "x"}], "a dict that is not an instance"),
        ([entry("1", 1.0, train_trial_index="x")], "train_trial_index is 'x'"),
        ([entry("1", 1.0), entry("1", 1.0)], "has instance '1' of trial 0 twice"),
        ([], "no metric with a number"),
    ],
)
def test_bad_files_are_one_clear_line(tmp_path, rows, message):
    good = write(tmp_path / "good", [entry("1", 1.0)], "n")
    with pytest.raises((FileError, InputError), match=message):
        read(write(tmp_path / "bad", rows), good)


def test_two_runs_of_one_task(tmp_path):
    for name in ("x", "y"):
        write(tmp_path / name, [entry("1", 1.0)])
    with pytest.raises(InputError, match="holds two runs of 't' by m; give one suite of runs"):
        read(tmp_path)
    assert not recognises(glimpse_of(tmp_path / "none"))


def test_conditions_are_the_adapter_the_metrics_and_the_scenario(suite, tmp_path):
    assert read(suite).differ == {}

    def changed(change):
        folder = tmp_path / "runs"
        shutil.rmtree(folder, ignore_errors=True)
        for run in runs_of(suite, "simple_mcqa"):
            shutil.copytree(run, folder / run.name)
        file = folder / "simple_mcqa:model=toy_hasty" / "run_spec.json"
        spec = json.loads(file.read_text())
        change(spec)
        file.write_text(json.dumps(spec))
        return read(folder)

    found = changed(lambda spec: spec["adapter_spec"].update(temperature=0.7))
    assert found.differ == {"temperature": {"toy/careful": 0.0, "toy/hasty": 0.7}}
    assert found.doubtful == ()
    found = changed(lambda spec: spec["metric_specs"][0]["args"].update(strict=True))
    assert found.doubtful == ("scorer.strict",)
    found = changed(lambda spec: spec.update(annotators=[{"class_name": "x.Judge", "args": {"model": "m"}}]))
    assert found.doubtful == ("annotators",)
    found = changed(lambda spec: spec["metric_specs"].pop())  # that says nothing about exact_match
    assert found.differ == {}
