"""Runs of lm-evaluation-harness with exactly one condition changed, as the harness itself wrote them."""

import shutil
from pathlib import Path

import pytest
from tests.unpacking import unpack

import bakeoff
from bakeoff.core.exceptions import InputError
from bakeoff.plan.gates import GateRequest, Wish, gate_source
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers._lm_eval_conditions import arguments_of, conditions_of
from bakeoff.read.importers._record import glimpse_of
from bakeoff.read.importers.lm_eval import read_lm_eval

LOGS = Path(__file__).parent / "data" / "lm_eval"


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("conditions")
    unpack(LOGS / "conditions.tar.gz", folder)
    return folder / "conditions"


def read(*paths, **asked):
    return read_lm_eval([glimpse_of(each) for each in paths], Wanted(**asked))


@pytest.mark.parametrize(
    ("name", "differ", "doubtful"),
    [
        ("same", {}, ()),
        ("arguments", {"dtype": (None, "float16")}, ()),
        ("generation", {"temperature": (None, 0.7)}, ()),
        ("instruction", {"system_instruction": (None, "Answer with a number.")}, ()),
        ("prompt", {"prompt": ("{{question}}", "Q: {{question}}")}, ()),
        ("seed", {"random_seed": (0, 7)}, ()),
        ("shots", {"shots": (0, 1)}, ()),
        ("version", {"version": ("Yaml", 2.0)}, ("version",)),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_what_differs_besides_the_model_is_said(runs, name, differ, doubtful, turned):
    paths = (runs / "same" / "careful", runs / name / "hasty")[:: -1 if turned else 1]
    found = read(*paths)
    assert found.differ == {
        key: dict(zip(("careful", "hasty"), values, strict=True)) for key, values in differ.items()
    }
    assert found.doubtful == doubtful
    assert not found.unfinished
    assert not any("conditions" in note for note in found.notes)


def test_a_filter_of_one_name_may_do_something_else(runs):
    paths = runs / "same" / "careful", runs / "pattern" / "hasty"
    assert read(*paths).doubtful == ()  # the other filter is the same
    assert read(*paths, filter="flexible-extract").doubtful == ("filter.steps",)


def test_another_version_gives_no_pass_unless_it_is_meant(runs):
    files = runs / "same" / "careful", runs / "version" / "hasty"
    verdict = bakeoff.compare_files(*files)
    assert "scored-otherwise" in {each.key for each in verdict.caveats}
    asked = GateRequest(files=files[::-1], wishes=(Wish(margin=0.9),))
    assert gate_source(asked).outcome == "inconclusive"
    assert (
        gate_source(
            GateRequest(files=files[::-1], wishes=(Wish(margin=0.9),), may_differ=("version",))
        ).outcome
        == "pass"
    )


@pytest.mark.parametrize("name", ["shots", "prompt", "generation", "arguments", "instruction", "version"])
def test_settings_that_differ_are_part_of_the_name(runs, name):
    found = read(runs / "same" / "hasty", runs / name / "hasty")
    assert all(each.startswith("hasty") for each in found.names)
    assert len(set(found.names)) == 2


def test_runs_of_one_folder_under_other_conditions_are_models(runs, tmp_path):
    folder = tmp_path / "hasty"
    for name in ("same", "shots", "seed"):
        shutil.copytree(runs / name / "hasty", folder, dirs_exist_ok=True)
    found = read(folder)
    assert found.names == ("hasty (shots=0)", "hasty (shots=1)")
    assert sum("older log" in note for note in found.notes) == 1  # of the same settings with another seed
    for name, values in zip(("seed", "shots"), found.panel.answers, strict=True):
        alone = read(runs / "same" / "careful", runs / name / "hasty").panel.answers[1]
        assert values.tolist() == alone.tolist()
    with pytest.raises(InputError, match=r"holds logs of 2 models \(hasty \(shots=0\), hasty \(shots=1\)\)"):
        read(runs / "same" / "careful", folder)


def test_without_results_of_all_runs_conditions_are_not_compared(runs, tmp_path):
    bare = tmp_path / "hasty"
    shutil.copytree(runs / "version" / "hasty", bare)
    next(bare.glob("results_*")).unlink()
    for paths in ((runs / "same" / "careful", bare), (bare, runs / "same" / "careful")):
        found = read(*paths, filter="strict-match")
        assert (found.differ, found.doubtful) == ({}, ())
        assert any(
            f"{bare}" in note and "has no results of its run next to it" in note for note in found.notes
        )


def test_a_file_that_was_cut_is_not_the_whole_run(runs, tmp_path):
    paths = []
    for model in ("careful", "hasty"):
        folder = tmp_path / model
        shutil.copytree(runs / "same" / model, folder)
        (file,) = folder.glob("samples_*")
        lines = file.read_text().splitlines(keepends=True)
        file.write_text("".join(lines[:5]))
        paths.append(folder)
    found = read(*paths)
    assert len(found.unfinished) == 2
    assert all("5 of 8 planned answers" in each for each in found.unfinished)


def test_what_a_configuration_may_hold():
    assert arguments_of(None) == {}
    config = {
        "doc_to_text": "<function f at 0x7f3a>",
        "metric_list": [{"metric": "em", "ignore_case": True}, 3],
    }
    found = conditions_of({"config": 3, "versions": [], "n-shot": {"t": 5}}, config, "t")
    assert found.settings == {"shots": 5, "prompt": "<function f>"}
    assert found.scorers == {"em": {"scorer.ignore_case": True}}
    assert conditions_of({}, {}, "t").settings == {}
