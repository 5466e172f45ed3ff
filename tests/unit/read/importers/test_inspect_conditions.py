"""Logs that Inspect wrote with exactly one condition changed."""

import json

import pytest

from bakeoff import compare_files, rank_files
from bakeoff.core.exceptions import InputError, ModelsError, UnknownNameError
from bakeoff.plan.gates import GateRequest, Wish, gate_source
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers._inspect_conditions import conditions_of, in_parts
from bakeoff.read.importers._inspect_files import find_logs
from bakeoff.read.importers._record import glimpse_of
from bakeoff.read.importers.inspect_log import read_inspect

SUBJECTS = ["history", "law", "physics"]


def read(*paths, **asked):
    return read_inspect([glimpse_of(each) for each in paths], Wanted(**asked))


def logs_in(folder):
    return sorted(folder.rglob("*.json"), key=lambda file: json.loads(file.read_text())["eval"]["created"])


def rights(file):
    """Which samples are right, straight from a log."""
    found = json.loads(file.read_text())
    return [each["scores"]["judged"]["value"] == "C" for each in found["samples"]]


def gate(*files, margin=0.5, **asked):
    return gate_source(GateRequest(files=files, wishes=(Wish(margin=margin),), **asked))


def test_runs_of_one_task_over_other_samples_all_count(conditions):
    folder = conditions / "subjects"
    sides = [folder / "careful", folder / "hasty"]
    right = [[sum(rights(log)) for log in logs_in(side)] for side in sides]
    logs = [
        {json.loads(log.read_text())["eval"]["task_args"]["subject"]: log for log in logs_in(side)}
        for side in sides
    ]
    for found in (read(*sides), read(folder)):
        assert found.names == ("mockllm/careful", "mockllm/hasty")
        assert found.panel.n == 48
        assert found.differ == {}
        assert [values.sum() for values in found.panel.answers] == [sum(each) for each in right]
        tasks = [f"sums (subject={each})" for each in SUBJECTS]
        assert list(dict.fromkeys(found.panel.slices.tolist())) == tasks
        assert not any("older" in note for note in found.notes)
    with pytest.raises(InputError, match=r"2 tasks that .* does not have: 'sums .subject=history.', 'sums"):
        read(sides[0], logs[1]["law"])
    with pytest.raises(InputError, match=r"of task 'sums .subject=law.' and .*'sums .subject=physics.'"):
        read(logs[0]["law"], logs[1]["physics"])


@pytest.mark.parametrize("how", ["error", "cancelled", "killed"])
def test_runs_that_did_not_end_give_no_conclusion(conditions, how):
    files = sorted(path for path in (conditions / how).iterdir())
    for given in ([conditions / how], files):
        verdict = compare_files(*given)
        assert verdict.strength.grade == "invalid"
        caveat = verdict.caveats[0]
        assert (caveat.key, caveat.importance) == ("unfinished-run", "invalidates")
        assert caveat.text.count("9 of 16 planned answers have a score") == 2
        assert caveat.text.endswith("finish it with inspect eval-retry")
    ranking = rank_files(conditions / how)
    assert ranking.strength.grade == "invalid"
    for order in (files, files[::-1]):
        found = gate(*order, margin=0.9)
        assert (found.outcome, found.strength.grade) == ("inconclusive", "invalid")
        assert found.sentence.startswith("Inconclusive: no valid conclusion")


def test_a_run_that_was_planned_to_be_short_is_whole(conditions):
    found = read(conditions / "limit")
    assert (found.panel.n, found.unfinished) == (8, ())
    assert found.conditions["mockllm/hasty"]["limit"] == 8


def test_a_finished_log_with_fewer_samples_than_planned(conditions, tmp_path):
    files = []
    for at, log in enumerate((conditions / "limit").rglob("*.json")):
        found = json.loads(log.read_text())
        del found["samples"][5:]
        files.append(tmp_path / f"{at}.json")
        files[-1].write_text(json.dumps(found))
    assert read(*files).unfinished[0] == f"{files[0]}: 5 of 8 planned answers have a score"
    assert gate(*files, margin=0.9).outcome == "inconclusive"
    found["results"]["early_stopping"] = {"manager": "m", "early_stops": []}
    files[-1].write_text(json.dumps(found))
    assert len(read(*files).unfinished) == 1


JUDGED = [
    ("scorer", "scorer.grader", ("judge-1", "judge-2"), "grader"),
    ("options", "scorer.grader", ("judge-1", "judge-2"), "grader"),
    ("threshold", "scorer.threshold", (0.5, 0.9), "threshold"),
    ("version", "version", (1, 2), "version"),
    ("role", "role.grader", ("mockllm/lenient", "mockllm/strict"), "grader"),
]


@pytest.mark.parametrize(("folder", "key", "values", "short"), JUDGED)
def test_answers_that_were_scored_in_another_way(conditions, folder, key, values, short):
    names = tuple(f"mockllm/careful ({short}={value})" for value in values)
    verdict = compare_files(conditions / folder)
    assert verdict.names == names
    assert verdict.differ == {key: dict(zip(names, values, strict=True))}
    doubts = [each for each in verdict.caveats if each.key == "scored-otherwise"]
    assert [each.importance for each in doubts] == ["casts-doubt"]
    assert f"{key} is {values[0]} / {values[1]}" in doubts[0].text
    assert f"--may-differ {key.partition('.')[0]} " in doubts[0].text
    files = sorted((conditions / folder).rglob("*.json"))
    refused = gate(*files)
    assert refused.outcome == "inconclusive"
    assert refused.items_needed is None
    for word in {key, key.partition(".")[0]}:
        assert gate(*files, may_differ=(word,)).outcome == "pass"
        meant = compare_files(conditions / folder, may_differ=word)
        assert meant.differ == verdict.differ
        assert not any(each.key == "scored-otherwise" for each in meant.caveats)
    ranking = rank_files(conditions / folder)
    assert any(each.key == "scored-otherwise" for each in ranking.caveats)
    kept = rank_files(conditions / folder, may_differ=[key])
    assert not any(each.key == "scored-otherwise" for each in kept.caveats)
    with pytest.raises(UnknownNameError, match=r"no condition in .* is called 'gizmo'"):
        compare_files(conditions / folder, may_differ="gizmo")


def test_models_that_score_themselves_have_other_judges(conditions):
    own, one = (compare_files(conditions / each) for each in ("own_judge", "one_judge"))
    assert list(own.differ) == ["scorer.model"]
    assert any(each.key == "scored-otherwise" for each in own.caveats)
    assert one.differ == {}
    assert one.conditions["mockllm/hasty"]["scorer.model.model"] == "mockllm/judge"


SETTINGS = [
    ("temperature", "temperature", ("0.0", "1.0")),
    ("effort", "reasoning_effort", ("high", "low")),
    ("model_args", "bits", ("16", "8")),
    ("task_args", "style", ("plain", "terse")),
    ("system", "template", ("brief", "think")),
    ("solver", "solver", ("chain_of_thought + generate", "generate")),
    ("prompt", "prompt", ("Please answer.", "Q:")),
]


@pytest.mark.parametrize(("folder", "key", "values"), SETTINGS)
def test_two_settings_of_one_model_are_two_models(conditions, folder, key, values):
    names = {f"mockllm/careful ({key}={value})" for value in values}
    for given in ([conditions / folder], sorted((conditions / folder).rglob("*.json"))):
        verdict = compare_files(*given)
        assert set(verdict.names) == names
        assert any(name == key or name.endswith(f".{key}") for name in verdict.differ)
        assert not any(each.key in ("scored-otherwise", "unfinished-run") for each in verdict.caveats)
        assert "  besides the model: " in verdict.text()
    ranking = rank_files(conditions / folder)
    assert set(ranking.names) == names
    assert "  besides the model: " in ranking.text()


def test_what_is_not_set_is_not_named(conditions):
    names = {"mockllm/careful (message_limit=20)", "mockllm/careful"}
    assert set(read(conditions / "message_limit").names) == names


def test_another_prompt_of_the_same_samples_is_noted(conditions):
    notes = read(conditions / "prompt").notes
    assert any(note.startswith("the prompts of 16 of 16 samples differ between the logs") for note in notes)


def test_a_run_again_counts_once(conditions):
    logs = logs_in(conditions / "again" / "careful")
    found = read(conditions / "again")
    assert found.names == ("mockllm/careful", "mockllm/hasty")
    assert found.panel.answers[0].sum() == sum(rights(logs[1])) != sum(rights(logs[0]))
    assert any(note.startswith("1 older log of the same tasks") for note in found.notes)
    # how many requests are sent at once changes no answer
    with pytest.raises(ModelsError, match=r"has 1 model: 'mockllm/careful'"):
        compare_files(conditions / "connections")


def test_two_runs_under_the_same_conditions_are_named_by_their_time(conditions):
    old, new = logs_in(conditions / "again" / "careful")
    assert all(name.startswith("mockllm/careful (20") for name in read(old, new).names)
    assert {len(name) for name in read(old, new).names} == {len("mockllm/careful (2026-11-19T22:10:43)")}


@pytest.mark.parametrize("folder", [name for name, *_ in (*JUDGED, *SETTINGS)])
def test_the_order_of_files_does_not_matter(conditions, folder):
    one, other = sorted((conditions / folder).rglob("*.json"))
    first, second = compare_files(one, other), compare_files(other, one)
    assert first.names == second.names[::-1]
    assert first.result.estimate == -second.result.estimate
    assert first.differ == second.differ
    assert [each.key for each in first.caveats] == [each.key for each in second.caveats]


def test_a_run_that_did_not_end_does_not_count_beside_one_that_did(conditions, tmp_path):
    for name in ("again", "error"):
        for log in (conditions / name).rglob("*.json"):
            (tmp_path / log.name).write_bytes(log.read_bytes())
    found = read(tmp_path)
    assert found.names == ("mockllm/careful", "mockllm/hasty")
    assert (found.panel.n, found.unfinished) == (16, ())
    assert any(note.startswith("2 logs of runs that did not end left out") for note in found.notes)


@pytest.mark.parametrize("count", [0, 1])
def test_a_part_that_stopped_early_is_not_left_out(conditions, tmp_path, count):
    for log in (conditions / "subjects").rglob("*.json"):
        written = json.loads(log.read_text())
        if written["eval"]["task_args"]["subject"] == "physics":
            written |= {"status": "error", "samples": written["samples"][:count]}
        (tmp_path / log.name).write_text(json.dumps(written))
    if count:
        assert len(read(tmp_path).unfinished) == 2
    else:
        with pytest.raises(InputError, match=r"failed .status 'error'. before any sample had a score"):
            read(tmp_path)


def copies(tmp_path, conditions, *, change):
    """Both logs of a pair of prompts, changed."""
    found = []
    for at, log in enumerate(sorted((conditions / "prompt").rglob("*.json"))):
        written = json.loads(log.read_text())
        for sample in written["samples"]:
            change(at, sample)
        written["eval"]["dataset"]["sample_ids"] = [each["id"] for each in written["samples"]]
        found.append(tmp_path / f"{at}.json")
        found[-1].write_text(json.dumps(written))
    return found


def test_other_inputs_with_few_targets_are_not_the_same_samples(conditions, tmp_path):
    files = copies(tmp_path, conditions, change=lambda at, sample: sample.update(target="yes"))
    with pytest.raises(InputError, match="16 of 16 samples differ"):
        read(*files)


def test_samples_without_a_common_id_are_parts(conditions, tmp_path):
    def change(at, sample):
        sample["id"] += 100 * at

    files = copies(tmp_path, conditions, change=change)
    logs = in_parts([log for file in files for log in find_logs(glimpse_of(file))])
    assert sorted(log.task for log in logs) == ["sums (prompt=Please answer.)", "sums (prompt=Q:)"]
    assert not any("prompt" in conditions_of(log).settings for log in logs)


def test_secrets_are_no_conditions(conditions, tmp_path):
    log = sorted((conditions / "model_args").rglob("*.json"))[0]
    found = json.loads(log.read_text())
    found["eval"]["model_args"] |= {
        "api_key": "s3cret",
        "extra_headers": {"x": "s3cret"},
        "url": "http://me:s3cret@host",
    }
    (tmp_path / "x.json").write_text(json.dumps(found))
    (only,) = find_logs(glimpse_of(tmp_path / "x.json"))
    assert "s3cret" not in str(conditions_of(only))


def test_no_slice_has_a_conclusion_where_a_run_did_not_end(conditions, tmp_path):
    for log in (conditions / "subjects").rglob("*.json"):
        written = json.loads(log.read_text())
        written["status"] = "error"
        (tmp_path / log.name).write_text(json.dumps(written))
    verdict, ranking = compare_files(tmp_path), rank_files(tmp_path, metric="judged")
    assert {each.verdict.strength.grade for each in verdict.slices} == {"invalid"}
    assert {each.ranking.strength.grade for each in ranking.slices} == {"invalid"}


def test_a_log_that_is_marked_as_invalidated(conditions, tmp_path):
    files = []
    for log in (conditions / "limit").rglob("*.json"):
        written = json.loads(log.read_text()) | {"invalidated": True}
        files.append(tmp_path / log.name)
        files[-1].write_text(json.dumps({key: written[key] for key in sorted(written, key="samples".__eq__)}))
    assert "is marked as invalidated: 8 of 8 planned" in read(*files).unfinished[0]


def test_conditions_are_in_json_under_the_names_that_were_given(conditions):
    verdict = compare_files(conditions / "temperature", names=("cold", "hot"))
    found = verdict.to_dict()
    assert found["differ"] == {"temperature": {"cold": 0.0, "hot": 1.0}}
    assert found["conditions"]["hot"]["temperature"] == 1.0
    told = rank_files(conditions / "temperature").to_dict()
    assert list(told["differ"]) == ["temperature"]
    files = sorted((conditions / "temperature").rglob("*.json"))
    old, new = read(*files).names
    assert gate(*files).to_dict()["differ"] == {"temperature": {old: 0.0, new: 1.0}}


def test_tables_have_no_conditions(tmp_path):
    (tmp_path / "p.csv").write_text("truth,a,b\n1,1,0\n0,1,0\n")
    for asked in (compare_files, rank_files):
        with pytest.raises(InputError, match=r"may_differ is 'scorer', but tables have no conditions"):
            asked(tmp_path / "p.csv", may_differ="scorer")
