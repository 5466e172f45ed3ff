import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.exceptions import FileError, InputError, UnknownNameError
from bakeoff.core.pick import two_of
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers._record import glimpse_of
from bakeoff.read.importers.promptfoo import read_promptfoo, recognises

DATA = Path(__file__).parent / "data" / "promptfoo"
PAIR = DATA / "careful.json.gz", DATA / "hasty.json.gz"


def read(*paths, **asked):
    return read_promptfoo([glimpse_of(each) for each in paths], Wanted(**asked))


def reported(path):
    """What promptfoo itself counted, by provider and prompt."""
    prompts = json.loads(gzip.decompress(path.read_bytes()))["results"]["prompts"]
    return {(each["provider"], each["label"]): each["metrics"] for each in prompts}


def share_of(metrics, name):
    if name == "pass":
        return metrics["testPassCount"] / (metrics["testPassCount"] + metrics["testFailCount"])
    if name == "score":
        return metrics["score"] / (metrics["testPassCount"] + metrics["testFailCount"])
    return metrics["namedScores"][name] / metrics["namedScoresCount"][name]


@pytest.mark.parametrize("metric", ["pass", "score", "exact", "digit"])
def test_means_are_those_of_promptfoo(metric):
    found = read(DATA / "sums.json.gz", metric=metric)
    shares = {
        f"{p}: {label}": share_of(m, metric) for (p, label), m in reported(DATA / "sums.json.gz").items()
    }
    assert {
        name: side.mean() for name, side in zip(found.names, found.panel.answers, strict=True)
    } == pytest.approx(shares)
    assert len(found.names) == 4


@pytest.mark.parametrize("metric", ["pass", "exact", "digit"])
def test_repeats_are_answers_to_one_test(metric):
    found = read(DATA / "again.json.gz", metric=metric)
    counts = reported(DATA / "again.json.gz")
    assert (found.panel.n, found.panel.repeats) == (2 if metric == "digit" else 5, (3, 3))
    assert found.names == ("careful", "hasty")  # as in the configuration, not as the rows come
    for name, side in zip(found.names, found.panel.answers, strict=True):
        assert side.mean() == pytest.approx(share_of(counts[name, "{{a}} + {{b}} ="], metric))
    assert read(DATA / "again.json.gz", metric="pass@3").metric == "pass@3"


@pytest.mark.parametrize(
    ("name", "names"),
    [
        (
            "twins.json.gz",
            (
                "toy: {{a}} + {{b}} = (skill=0.8)",
                "toy: Sum {{a}} {{b}} (skill=0.8)",
                "toy: {{a}} + {{b}} = (skill=0.4)",
                "toy: Sum {{a}} {{b}} (skill=0.4)",
            ),
        ),
        ("twins.jsonl.gz", ("toy #1", "toy #2", "toy #3", "toy #4")),
        ("labels.json.gz", ("toy (x)", "toy (y)")),
    ],
)
def test_entries_with_one_name_are_models_of_their_own(name, names):
    found = read(DATA / name)
    assert found.names == names
    assert (found.panel.n, found.panel.repeats) == (5, None)
    text = gzip.decompress((DATA / f"{name.partition('.')[0]}.json.gz").read_bytes())
    prompts = json.loads(text)["results"]["prompts"]
    assert [side.mean() for side in found.panel.answers] == [
        share_of(each["metrics"], "pass") for each in prompts
    ]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["twins", "labels", "sums", "again"])
def test_the_order_of_rows_changes_nothing(tmp_path, name, seed):
    whole = json.loads(gzip.decompress((DATA / f"{name}.json.gz").read_bytes()))
    before = read(DATA / f"{name}.json.gz")
    rows = whole["results"]["results"]
    draw = np.random.default_rng(seed)
    rows = [rows[at] for at in draw.permutation(len(rows))]
    whole["results"]["results"] = [*rows, *rows[:4]]  # and some of them twice
    (tmp_path / "x.json").write_text(json.dumps(whole))
    after = read(tmp_path / "x.json")
    assert (after.names, after.metric) == (before.names, before.metric)
    order = [after.panel.ids.tolist().index(each) for each in before.panel.ids]
    for one, other in zip(before.panel.answers, after.panel.answers, strict=True):
        np.testing.assert_allclose(other[order], one, rtol=1e-12)
    assert sum("repeat another row exactly" in each for each in after.notes) >= 1
    assert after.panel.repeats == before.panel.repeats


def graded(name, **asked):
    return read(DATA / "graded-careful.json.gz", DATA / f"{name}.json.gz", **asked)


def test_another_grader_or_threshold_is_said():
    """Runs of promptfoo with exactly one condition changed."""
    same = {"name": {"careful": "careful", "hasty": "hasty"}, "skill": {"careful": 0.8, "hasty": 0.4}}
    assert (graded("graded").differ, graded("graded").doubtful) == (same, ())
    for metric in ("pass", "score"):
        found = graded("grader", metric=metric)
        assert found.doubtful == ("grader.config.name", "grader.config.lenient")
        assert found.differ["grader.config.name"] == {"careful": "judge-1", "hasty": "judge-2"}
        assert graded("grader", metric=metric, may_differ=("grader",)).doubtful == ()
    found = graded("threshold")
    assert found.differ == same | {"scorer.threshold": {"careful": 0.5, "hasty": 0.9}}
    assert found.doubtful == ("scorer.threshold",)
    assert graded("threshold", metric="score").doubtful == ()  # which no threshold changes
    names = read(DATA / "graded.json.gz", DATA / "threshold.json.gz").names
    assert names == ("hasty (threshold=0.5)", "hasty (threshold=0.9)")


def test_prompts_that_are_compared_are_a_condition():
    found = read(DATA / "sums.json.gz", pick=two_of("hasty: {{a}} + {{b}} =", "hasty: Add {{a}} and {{b}}."))
    assert set(found.differ) == {"prompt"}


def test_a_file_without_some_rows_is_not_the_whole_run(tmp_path):
    whole = json.loads(gzip.decompress((DATA / "labels.json.gz").read_bytes()))
    whole["results"]["results"] = [row for row in whole["results"]["results"] if row["testIdx"] < 3]
    (tmp_path / "x.json").write_text(json.dumps(whole))
    unfinished = read(tmp_path / "x.json").unfinished
    assert len(unfinished) == 2
    assert all("3 of 5 planned answers have a score" in each for each in unfinished)


def test_rows_of_two_runs_in_one_file_are_not_one_model(tmp_path):
    rows = [json.loads(gzip.decompress(path.read_bytes()))["results"]["results"] for path in PAIR]
    (tmp_path / "both.jsonl").write_text("".join(json.dumps(row) + "\n" for own in rows for row in own))
    found = read(tmp_path / "both.jsonl")
    assert found.names == ("careful", "hasty")
    expected = read(*PAIR).panel.answers
    for one, other in zip(found.panel.answers, expected, strict=True):
        assert one.tolist() == other.tolist()


def test_a_file_for_each_provider():
    found = read(*PAIR, by="size", cluster="a")
    assert (found.names, found.metric) == (("careful", "hasty"), "pass")
    assert found.other_metrics == ("score", "digit", "exact")
    assert set(found.panel.slices) == {"small", "large"}
    assert not any("assumed" in note for note in found.notes)
    with pytest.raises(UnknownNameError, match=r"of the tests in .* is called 'sise'; did you mean 'size'"):
        read(*PAIR, by="sise")


def test_two_of_several_models_are_named():
    pick = two_of("hasty: Add {{a}} and {{b}}.", "careful: Add {{a}} and {{b}}.")
    assert read(DATA / "sums.json.gz", pick=pick).names[0].startswith("hasty")
    with pytest.raises(InputError, match=r"has 4 models: .*choose two with --a and --b"):
        read(DATA / "sums.json.gz", pick=two_of(None, None))


def row(test, success=True, **more):
    told = {"provider": {"id": "p"}, "prompt": {"raw": "x"}, "success": success, "score": float(success)}
    return told | {"vars": {"q": test}, "testCase": {}} | more


def write(path, rows):
    path.write_text("".join(json.dumps(each) + "\n" for each in rows))
    return path


def test_rows_on_lines_and_answers_that_never_came(tmp_path):
    a = write(tmp_path / "a.jsonl", [row(1), row(2, success=False, failureReason=2)])
    b = write(tmp_path / "b.jsonl", [row(2), row(1)])
    assert recognises(glimpse_of(a))
    found = read(a, b)
    assert found.names == ("p a", "p b")
    assert [side.tolist() for side in found.panel.answers] == [[1.0, 0.0], [1.0, 1.0]]
    assert any(note.startswith("1 of 2 answers of p ended with an error") for note in found.notes)
    dropped, wrong = (read(a, b, missing=choice) for choice in ("drop", "wrong"))
    assert [side.tolist() for side in dropped.panel.answers] == [[1.0], [1.0]]
    assert [side.tolist() for side in wrong.panel.answers] == [[1.0, 0.0], [1.0, 1.0]]
    assert [each.panel.lacking.counts for each in (dropped, wrong)] == [(1, 0), (1, 0)]
    assert not any("ended with an error" in note for note in (*dropped.notes, *wrong.notes))


def test_other_tests_are_refused(tmp_path):
    a, b = write(tmp_path / "a.jsonl", [row(1), row(2)]), write(tmp_path / "b.jsonl", [row(1), row(3)])
    with pytest.raises(
        InputError, match=r"1 of 2 tests of .* are not in .*'q=2 #.*run both on the same tests"
    ):
        read(a, b)
    once_more = write(tmp_path / "b.jsonl", [row(1), row(2), row(2)])
    with pytest.raises(
        InputError, match=r"the repeats differ: .* has 1 repeat and .* 2 repeats; run both with"
    ):
        read(a, once_more)
    with pytest.raises(FileError, match="has an int that is not a result of promptfoo"):
        read(a, write(tmp_path / "b.jsonl", [row(1), 7]))


def test_no_results(tmp_path):
    (tmp_path / "x.json").write_text(json.dumps({"results": {"version": 3, "results": []}}))
    with pytest.raises(FileError, match="has no results; run promptfoo eval again"):
        read(tmp_path / "x.json", PAIR[0])
