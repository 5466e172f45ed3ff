import json

import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.read.importers._lm_eval_files import by_folder, is_sample, latest
from bakeoff.read.importers._lm_eval_files import find_logs as logs_in
from bakeoff.read.importers._record import glimpse_of

SAMPLE = {"doc_id": 0, "doc": {}, "resps": [], "filtered_resps": [], "acc": 1.0}


def write(path, *rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in (rows or (SAMPLE,))))
    return path


@pytest.mark.parametrize("row", [None, 7, [], {}, {"doc_id": 1}, {"resps": []}, {"truth": 1, "a": 1, "b": 0}])
def test_what_is_no_sample(row):
    assert not is_sample(row)
    assert is_sample(SAMPLE)


def find_logs(path):
    return logs_in(glimpse_of(path))


@pytest.mark.parametrize(
    ("name", "task", "date"),
    [
        (
            "samples_mmlu_anatomy_2024-07-01T10-20-30.123456.jsonl",
            "mmlu_anatomy",
            "2024-07-01T10-20-30.123456",
        ),
        ("samples_gsm8k.jsonl", "gsm8k", ""),
        ("samples_gsm8k_2024-07-01T10-20-30.1.jsonl", "gsm8k", "2024-07-01T10-20-30.1"),
        ("anything.jsonl", "", ""),
    ],
)
def test_task_and_date_are_in_the_name(tmp_path, name, task, date):
    (log,) = find_logs(write(tmp_path / "org__model" / name))
    assert (log.task, log.date) == (task, date)
    assert log.model == ("org__model" if date else name.removesuffix(".jsonl"))


def test_folders_patterns_and_what_else_is_in_them(tmp_path):
    folder = tmp_path / "runs" / "out" / "model"
    write(folder / "samples_t_2024-01-01T00-00-00.jsonl")
    write(folder / "samples_u_2024-01-01T00-00-00.jsonl")
    write(folder / "other.jsonl", {"truth": 1})
    (folder / "results_2024-01-01T00-00-00.json").write_text("{broken")
    (folder / "notes.txt").write_text("x")
    for path in (folder, folder.parent, tmp_path / "runs", folder / "samples_*.jsonl", str(folder / "*")):
        assert [log.task for log in find_logs(path)] == ["t", "u"]
    assert find_logs(tmp_path) == []
    assert find_logs(tmp_path / "nowhere") == []
    assert find_logs(tmp_path / "nowhere*") == []


def test_the_latest_log_of_each_task(tmp_path):
    for date in ("2024-01-02T00-00-00", "2024-01-01T00-00-00"):
        write(tmp_path / f"samples_t_{date}.jsonl")
    logs, notes = latest(find_logs(tmp_path), "x")
    assert [log.date for log in logs] == ["2024-01-02T00-00-00"]
    assert notes == ("1 older log of the same tasks in x left out; the latest is used",)
    write(tmp_path / "one.jsonl")
    write(tmp_path / "two.jsonl")
    with pytest.raises(InputError, match="two logs of task '' without a date"):
        latest(find_logs(tmp_path), "x")


def test_folders_of_several_models(tmp_path):
    for at in range(11):
        write(tmp_path / f"m{at:02}" / "samples_t_2024-01-01T00-00-00.jsonl")
    found = by_folder([("x", find_logs(tmp_path))])
    assert [(called, len(logs)) for called, logs in found][-1] == (str(tmp_path / "m10"), 1)
    one = find_logs(tmp_path / "m00")
    assert by_folder([("x", one)]) == [("x", one)]
    said = (
        r"x holds logs in 11 folders \(m00, m01, m02, m03, m04, ...\), one for each model; give x alone to "
    )
    with pytest.raises(InputError, match=f"{said}compare all of them, or one of its folders"):
        latest(by_folder([("x", find_logs(tmp_path)), ("y", one)])[0][1], "x")


def test_results_of_older_versions_name_the_tasks(tmp_path):
    write(tmp_path / "pretrained__org__m,dtype__float_boolq_long.jsonl")
    results = {
        "configs": {"long": {}, "boolq_long": {}},
        "config": {"model_args": "pretrained=org/m,dtype=float"},
    }
    (tmp_path / "results.json").write_text(json.dumps(results))
    (log,) = find_logs(tmp_path)
    assert (log.task, log.model) == ("boolq_long", "org/m")
    for odd in ({"configs": 3, "config": {"model_args": {"x": 1}}, "higher_is_better": []}, {"config": None}):
        (tmp_path / "results.json").write_text(json.dumps(odd))
        assert find_logs(tmp_path)[0].task == ""
