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
    assert sum("no final report: the run was interrupted" in note for note in found.notes) == 2
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
