import json
from pathlib import Path

import pytest

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers._record import glimpse_of
from bakeoff.read.importers.openai_evals import read_openai_evals, record

DATA = Path(__file__).parent / "data" / "openai_evals"
PAIR = DATA / "careful.jsonl", DATA / "hasty.jsonl"


def read(*paths, **asked):
    return read_openai_evals([glimpse_of(each) for each in paths], Wanted(**asked))


def reported(path):
    """The accuracy that oaieval itself computed."""
    (report,) = [json.loads(line) for line in path.read_text().splitlines() if "final_report" in line]
    return report["final_report"]["accuracy"]


@pytest.mark.parametrize("paths", [PAIR, [DATA]])
def test_means_are_those_of_oaieval(paths):
    found = read(*paths)
    for values, path in zip(found.panel.answers, PAIR, strict=True):
        assert values.mean() == pytest.approx(reported(path), rel=1e-15)
    assert (found.names, found.metric, found.panel.n) == (("careful", "hasty"), "accuracy", 6)
    assert found.notes == ()


def test_an_event_that_is_repeated_exactly_is_no_second_answer(tmp_path):
    spec, *events = PAIR[1].read_text().splitlines(keepends=True)
    twice = tmp_path / "hasty.jsonl"
    twice.write_text("".join([spec, *events[::-1], *events[3:6]]))
    one, other = read(*PAIR), read(PAIR[0], twice)
    assert other.panel.repeats is None
    for before, after in zip(one.panel.answers, other.panel.answers, strict=True):
        assert before.tolist() == after.tolist()
    assert any("left out, because they repeat another one exactly" in each for each in other.notes)


def test_two_runs_in_one_file_are_not_one_model(tmp_path):
    (tmp_path / "both.jsonl").write_text("".join(path.read_text() for path in PAIR))
    with pytest.raises(FileError, match=r"both.jsonl holds two runs \(.*\); give each in a file of its own"):
        read(tmp_path / "both.jsonl", PAIR[0])


SPEC = {"spec": {"completion_fns": ["m"], "eval_name": "t.dev.v0", "base_eval": "t"}}


def write(path, *events, spec=SPEC):
    rows = [spec, *events]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def event(name, kind="match", **data):
    return {"sample_id": name, "type": kind, "data": data, "event_id": 0}


def test_metrics_repeats_and_runs_that_were_broken_off(tmp_path):
    events = [
        event("x", correct=True, expected="1"),
        event("x", "metrics", score=0.25),
        event("x", correct=False, expected="1"),
        event("x", "metrics", score=0.75),
        event("x", "sampling", prompt="?"),
    ]
    a, b = write(tmp_path / "a.jsonl", *events), write(tmp_path / "b.jsonl", *events[::-1])
    assert record.recognises(glimpse_of(a))
    found = read(a, b)
    assert (found.names, found.metric, found.other_metrics) == (("a", "b"), "accuracy", ("score",))
    assert (found.panel.answers[0].tolist(), found.panel.repeats) == ([0.5], (2, 2))
    assert found.unfinished == tuple(
        f"{each} has no final report: the run was interrupted" for each in (a, b)
    )
    assert read(a, b, metric="score").panel.answers[1].tolist() == [0.5]


def test_the_latest_of_several_logs_of_one_evaluation(tmp_path):
    for model in ("m", "n"):
        for created, correct in (("2024-01-02", True), ("2024-01-01", False)):
            told = SPEC["spec"] | {"completion_fns": [model], "created_at": created}
            write(tmp_path / f"{model}{created}.jsonl", event("x", correct=correct), spec={"spec": told})
    found = read(tmp_path)
    assert [side.tolist() for side in found.panel.answers] == [[1.0], [1.0]]
    assert sum("1 older log of the same evaluations" in note for note in found.notes) == 2


def test_prompts_that_differ_are_noted(tmp_path):
    for name in "ab":
        asked = event("x", "sampling", prompt=[{"role": "user", "content": f"{name}?"}])
        write(tmp_path / f"{name}.jsonl", asked, event("x", correct=True, expected="1"))
    notes = read(tmp_path / "a.jsonl", tmp_path / "b.jsonl").notes
    assert any("the prompts of 1 of 1 samples differ" in note for note in notes)


@pytest.mark.parametrize(
    ("events", "error", "message"),
    [
        ([7], FileError, "has an int on a line; expected events"),
        ([event(3, correct=True)], FileError, "sample_id is 3 in"),
        ([], InputError, "no metric with a number"),
        ([event("x", correct=True, expected="2")], InputError, "1 of 1 samples differ between"),
        ([event("y", correct=True)], InputError, "1 of 1 samples .* are not in .*the same --max_samples"),
    ],
)
def test_bad_logs_are_one_clear_line(tmp_path, events, error, message):
    good = write(tmp_path / "good.jsonl", event("x", correct=True, expected="1"))
    with pytest.raises(error, match=message):
        read(write(tmp_path / "bad.jsonl", *events), good)


def test_conditions_are_the_evaluation_and_its_graders(tmp_path):
    lines = [(DATA / f"{name}.jsonl").read_text().splitlines() for name in ("careful", "hasty")]
    assert read(*(DATA / f"{name}.jsonl" for name in ("careful", "hasty"))).differ == {}

    def changed(change):
        for name, own in zip(("a", "b"), lines, strict=True):
            spec = json.loads(own[0])
            if name == "b":
                change(spec["spec"])
            (tmp_path / name).with_suffix(".jsonl").write_text("\n".join([json.dumps(spec), *own[1:]]))
        return read(tmp_path / "a.jsonl", tmp_path / "b.jsonl")

    found = changed(lambda spec: spec.update(eval_name="sums.test.v2"))
    assert (list(found.differ), found.doubtful) == (["version"], ("version",))
    found = changed(lambda spec: spec["run_config"]["eval_spec"]["args"].update(modelgraded_spec="fact"))
    assert found.doubtful == ("scorer.modelgraded_spec",)
    found = changed(lambda spec: spec.update(completion_fns=["hasty", "judge"]))
    assert found.doubtful == ("grader",)
    found = changed(lambda spec: spec["run_config"].update(seed=1))
    assert (list(found.differ), found.doubtful) == (["seed"], ())
