import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from tests.packing import PACKERS
from tests.unpacking import unpack

from bakeoff.core.exceptions import FileError, InputError, ModelsError, UnknownNameError
from bakeoff.core.pick import two_of
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers._record import glimpse_of
from bakeoff.read.importers.lm_eval import _digests, metrics_of, read_lm_eval, record

LOGS = Path(__file__).parent / "data" / "lm_eval"
CAREFUL, HASTY = LOGS / "careful", LOGS / "hasty"


def read(*paths, wanted=None, **asked):
    return read_lm_eval([glimpse_of(each) for each in paths], wanted or Wanted(**asked))


def sides(found):
    return found.panel.answers


def reported(folder, task, metric):
    """The mean that the harness itself computed."""
    (file,) = folder.glob("results_*.json")
    return json.loads(file.read_text())["results"][task][metric]


@pytest.mark.parametrize("name", ["strict-match", "flexible-extract"])
def test_means_are_those_of_the_harness(name):
    found = read(CAREFUL, HASTY, metric="exact_match", filter=name)
    for values, folder in zip(sides(found), (CAREFUL, HASTY), strict=True):
        assert values.mean() == reported(folder, "toy_sums", f"exact_match,{name}")
    assert found.names == ("careful", "hasty")
    assert found.panel.n == 8
    assert found.panel.clusters is None
    assert found.higher_is_better


def test_one_task_by_its_first_metric():
    files = [next(folder.glob("samples_toy_parity_*")) for folder in (CAREFUL, HASTY)]
    found = read(*files)
    assert found.metric == "acc"
    assert found.other_metrics == ("acc_norm",)
    assert "the metric is 'acc'; the logs also have acc_norm" in found.notes
    for values, folder in zip(sides(found), (CAREFUL, HASTY), strict=True):
        assert values.mean() == pytest.approx(reported(folder, "toy_parity", "acc,none"))


def test_the_first_filter_of_the_configuration_is_taken_and_the_others_named():
    found = read(CAREFUL, HASTY, metric="exact_match", by="task")
    assert any(
        "'strict-match' of toy_sums is used; the log also has flexible-extract" in each
        for each in found.notes
    )
    assert any("without 'exact_match' left out: toy_parity" in each for each in found.notes)
    assert set(found.panel.slices) == {"toy_sums"}


def test_fields_of_the_documents_slice_and_cluster():
    found = read(CAREFUL, HASTY, metric="exact_match", by="size", cluster="answer")
    assert sorted(set(found.panel.slices)) == ["large", "small"]
    by_answer = read(CAREFUL, HASTY, metric="exact_match", by="answer")
    assert found.panel.clusters.tolist() == by_answer.panel.slices.tolist()
    with pytest.raises(
        UnknownNameError, match=r"no field of the documents in .* is called 'sise'; did you mean 'size'"
    ):
        read(CAREFUL, HASTY, metric="exact_match", by="sise")


def test_lists_of_older_versions_have_filters_without_names():
    old = [LOGS / "list" / name for name in ("careful", "hasty")]
    first, second = (read(*old, filter=name, by="task") for name in ("1", "2"))
    strict, flexible = (
        read(CAREFUL, HASTY, metric="exact_match", filter=name)
        for name in ("strict-match", "flexible-extract")
    )
    np.testing.assert_array_equal(sides(first)[0], sides(strict)[0])
    np.testing.assert_array_equal(sides(second)[1], sides(flexible)[1])
    assert first.names == ("toy/careful", "toy/hasty")
    assert first.panel.slices.tolist() == ["toy_sums"] * 8
    with pytest.raises(InputError, match=r"2 filters \(1, 2\), .* choose one with --filter"):
        read(*old)


def test_each_task_is_judged_by_its_own_main_metric():
    found = read(CAREFUL, HASTY)
    assert (found.metric, found.by) == ("score", "task")
    assert "each task uses its own main metric: toy_parity by acc, toy_sums by exact_match" in found.notes
    for values, folder in zip(sides(found), (CAREFUL, HASTY), strict=True):
        assert values[:6].mean() == pytest.approx(reported(folder, "toy_parity", "acc,none"))
        assert values[6:].mean() == pytest.approx(reported(folder, "toy_sums", "exact_match,strict-match"))


def test_one_folder_holds_a_folder_for_each_model(tmp_path):
    for model in ("big", "old", "small"):
        (tmp_path / model).mkdir()
        write(tmp_path / model / "samples_t_2026-01-01T00-00-00.jsonl", [sample(0, model == "big")])
    found = read(tmp_path)
    assert found.names == ("big", "old", "small")
    assert [side.tolist() for side in sides(found)] == [[1.0], [0.0], [0.0]]
    assert read(tmp_path, pick=two_of("old", "big")).names == ("old", "big")
    with pytest.raises(ModelsError, match="3 models"):
        read(tmp_path, pick=two_of(None, None))
    for model in ("big", "small"):  # runs of one model
        results = {"model_name": "org/m"}
        (tmp_path / model / "results_2026-01-01T00-00-00.json").write_text(json.dumps(results))
    (tmp_path / "old" / "samples_t_2026-01-01T00-00-00.jsonl").unlink()
    assert read(tmp_path).names == ("big", "small")


def test_runs_may_lie_one_level_deeper(tmp_path):
    """What ``--output_path out/name`` writes: a folder for each name, and in it one for each model."""
    unpack(LOGS / "conditions.tar.gz", tmp_path)
    out = tmp_path / "conditions"
    for each in out.iterdir():
        if each.name not in ("same", "seed"):
            shutil.rmtree(each)
    found = read(out)
    assert found.names == ("same/careful", "same/hasty", "seed/hasty")
    folders = out / "same" / "careful", out / "same" / "hasty", out / "seed" / "hasty"
    for values, folder in zip(sides(found), folders, strict=True):
        assert values.mean() == reported(folder, "toy_sums", "exact_match,strict-match")
    shutil.rmtree(out / "same" / "careful")
    assert read(out).names == ("same", "seed")
    assert read(out / "same", out / "seed").names == ("same", "seed")
    assert read(out / "same" / "hasty", out / "seed" / "hasty").names == ("same", "seed")
    shutil.copytree(CAREFUL, out / "careful")  # of --output_path out, next to them
    (next((out / "careful").glob("samples_toy_parity_*"))).unlink()
    assert read(out).names == ("careful", "same", "seed")
    with pytest.raises(InputError, match=r"holds logs in 3 folders \(careful, hasty, hasty\)"):
        read(out, HASTY)


def test_tasks_of_a_group_are_one_slice():
    folders = LOGS / "groups" / "careful", LOGS / "groups" / "hasty"
    found = read(*folders)
    assert found.by == "group"
    for values, folder in zip(sides(found), folders, strict=True):
        for name, metric in (("toy_numbers", "acc,none"), ("toy_again", "exact_match,strict-match")):
            own = values[found.panel.slices == name]
            assert own.mean() == pytest.approx(reported(folder, name, metric), rel=1e-12)
    assert set(read(*folders, by="task").panel.slices) == {"toy_again", "toy_even", "toy_short"}
    assert any(
        "up to 3 answers each; the harness scored the output of a filter" in note for note in found.notes
    )


def test_averages_given_by_mistake(tmp_path):
    file = next(CAREFUL.glob("results_*.json"))
    said = r"results_.*json has only the averages of a run .*, not the score of each document"
    with pytest.raises(InputError, match=rf"{said}; give the samples next to it: the folder .*careful"):
        read(file, HASTY)
    (tmp_path / file.name).write_bytes(file.read_bytes())
    for path in (tmp_path / file.name, tmp_path):
        assert record.recognises(glimpse_of(path))
        with pytest.raises(InputError, match="run lm_eval again with --log_samples"):
            read(HASTY, path)
    assert not record.recognises(glimpse_of(tmp_path / "none"))


def test_tasks_whose_metrics_cannot_be_averaged_are_left_out(tmp_path):
    for side in "ab":
        (tmp_path / side).mkdir()
        for task, metric, value in (("t", "acc", 1.0), ("u", "perplexity", 0.5), ("v", "points", 7.0)):
            rows = [{"doc_id": 0, "resps": [], metric: value}]
            write(tmp_path / side / f"samples_{task}_2026-01-01T00-00-00.jsonl", rows)
    found = read(tmp_path / "a", tmp_path / "b")
    assert (found.metric, found.panel.n) == ("acc", 1)
    assert any("2 tasks left out" in each and "u by perplexity, v by points" in each for each in found.notes)
    for side in "ab":
        (tmp_path / side / "samples_t_2026-01-01T00-00-00.jsonl").unlink()
    with pytest.raises(InputError, match=r"none is a proportion where higher is better .u by perplexity"):
        read(tmp_path / "a", tmp_path / "b")
    assert not read(tmp_path / "a", tmp_path / "b", metric="perplexity").higher_is_better


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (Wanted(metric="mcc"), "'mcc' is \\[1, 1\\] for doc_id 0.*choose one of acc, acc_norm, exact_match"),
        (Wanted(metric="acu"), "is called 'acu'; did you mean 'acc'"),
        (Wanted(metric="exact_match", filter="strict"), "is called 'strict'; did you mean 'strict-match'"),
        (Wanted(metric="acc", filter="x"), "no filter in .* is called 'x'. There are: none"),
    ],
)
def test_what_cannot_be_had(wanted, message):
    with pytest.raises(InputError, match=message):
        read(CAREFUL, HASTY, wanted=wanted)


def sample(doc_id, value, **more):
    return {
        "doc_id": doc_id,
        "doc": {},
        "target": "",
        "resps": [],
        "filtered_resps": [],
        "score": value,
    } | more


def write(path, rows, *, pack=None):
    text = "".join(json.dumps(row) + "\n" for row in rows).encode()
    path.write_bytes(PACKERS[pack](text) if pack else text)
    return path


@pytest.fixture
def logs(tmp_path):
    def made(a, b, **options):
        return write(tmp_path / "a.jsonl", a, **options), write(tmp_path / "b.jsonl", b, **options)

    return made


@pytest.mark.parametrize("pack", PACKERS)
def test_rows_in_another_order_packed_and_not_binary(logs, pack):
    paths = logs([sample(0, 0.5), sample(1, True)], [sample(1, 0), sample(0, 0.25)], pack=pack)
    found = read(*paths)
    assert [side.tolist() for side in sides(found)] == [[0.5, 1.0], [0.25, 0.0]]
    assert found.metric == "score"
    assert found.panel.slices is None
    with pytest.raises(UnknownNameError, match=r"no column of .* is called 'task'"):
        read(*paths, by="task")


def test_files_that_somebody_renamed(tmp_path):
    paths = [write(tmp_path / f"samples_gsm8k_{side}.jsonl", [sample(0, 1.0)]) for side in "ab"]
    with pytest.raises(UnknownNameError, match=r"no column of .* is called 'task'"):
        read(*paths, by="task")
    dated = write(tmp_path / "samples_gsm8k_2026-01-01T00-00-00.jsonl", [sample(0, 1.0)])
    assert read(paths[0], dated, by="task").panel.slices.tolist() == ["gsm8k"]
    other = write(tmp_path / "samples_mmlu_2026-01-01T00-00-00.jsonl", [sample(0, 1.0)])
    with pytest.raises(
        InputError, match=r"is a log of task 'gsm8k' and .* of task 'mmlu'; give logs of the same task"
    ):
        read(dated, other)


def test_repeats_of_one_filter_belong_together(logs):
    rows = [sample(doc, value, filter="none") for doc, value in ((0, 1), (0, 0), (1, 1), (1, 1))]
    found = read(*logs(rows, rows))
    assert (found.panel.n, found.panel.repeats) == (2, (2, 2))
    assert sides(found)[0].tolist() == [0.5, 1.0]
    assert sides(read(*logs(rows, rows), metric="pass@2"))[0].tolist() == [1.0, 1.0]


def test_lower_is_better_where_the_name_or_the_results_say_so(logs, tmp_path):
    rows = [sample(0, 2.5) | {"nll": 1.0}, sample(1, 3.5) | {"nll": 2.0}]
    assert not read(*logs(rows, rows), metric="nll").higher_is_better
    assert read(*logs(rows, rows), metric="score").higher_is_better
    for side in "ab":
        folder = tmp_path / side
        folder.mkdir()
        write(folder / "samples_t_2026-01-01T00-00-00.0.jsonl", rows)
        results = {"model_name": f"org/{side}", "higher_is_better": {"t": {"score": False}}}
        (folder / "results_2026-01-01T00-00-00.0.json").write_text(json.dumps(results))
    found = read(tmp_path / "a", tmp_path / "b", metric="score")
    assert not found.higher_is_better
    assert found.names == ("org/a", "org/b")


def test_directions_that_differ_between_tasks_are_refused(tmp_path):
    for side in "ab":
        (tmp_path / side).mkdir()
        for task, higher in (("t", True), ("u", False)):
            date = f"2026-01-01T00-00-0{int(higher)}"
            write(tmp_path / side / f"samples_{task}_{date}.jsonl", [sample(0, 1.0)])
            results = {"higher_is_better": {task: {"score": higher}}}
            (tmp_path / side / f"results_{date}.json").write_text(json.dumps(results))
    with pytest.raises(InputError, match="better in some of the tasks and worse in others"):
        read(tmp_path / "a", tmp_path / "b")


def test_several_tasks_are_told_apart(tmp_path):
    for side, value in (("a", 1.0), ("b", 0.5)):
        (tmp_path / side).mkdir()
        for task in ("t", "u"):
            write(tmp_path / side / f"samples_{task}_2026-01-01T00-00-00.jsonl", [sample(0, value)])
    found = read(tmp_path / "a", tmp_path / "b", by="task")
    assert found.panel.slices.tolist() == ["t", "u"]
    assert found.panel.ids.tolist() == ["t 0", "u 0"]
    assert any("2 tasks are pooled" in note for note in found.notes)
    write(tmp_path / "a" / "samples_v_2026-01-01T00-00-00.jsonl", [sample(0, 1.0)])
    with pytest.raises(
        InputError, match=r"logs of 1 task that .* does not have: 'v'; give logs of the same tasks"
    ):
        read(tmp_path / "a", tmp_path / "b")


def test_hashes_tell_versions_of_a_task_apart(logs):
    rows = [sample(0, 1, doc_hash="x", target_hash="y")], [sample(0, 1, doc_hash="z", target_hash="y")]
    with pytest.raises(InputError, match="different versions of the task"):
        read(*logs(*rows))


ASKED = {"doc": {"q": "7 + 5?"}, "target": "12", "arguments": {"gen_args_0": {"arg_0": "Q: 7 + 5?"}}}


@pytest.mark.parametrize("other", [{"doc": {"q": "7 + 6?"}}, {"target": "13"}, {"target": ["12"]}])
@pytest.mark.parametrize("hashes", [{}, {"doc_hash": "x", "target_hash": "y"}])
def test_without_hashes_questions_and_targets_are_compared(logs, other, hashes):
    same = sample(0, 1, **ASKED)
    rows = [same, sample(1, 1, **ASKED)], [same, sample(1, 1, **ASKED | other, **hashes)]
    with pytest.raises(InputError, match=r"1 of 2 documents differ between .*, such as 1: the logs come"):
        read(*logs(*rows))


def test_what_one_log_does_not_say_is_not_compared(logs):
    found = read(*logs([sample(0, 1, **ASKED)], [sample(0, 1, doc_hash="x")]))
    assert not any("differ" in note for note in found.notes)


@pytest.mark.parametrize("arguments", [{"gen_args_0": {"arg_0": "Sum: 7 + 5?"}}, [["Sum: 7 + 5?", " 12"]]])
def test_prompts_without_hashes_are_compared(logs, arguments):
    rows = [sample(0, 1, **ASKED)], [sample(0, 1, **ASKED | {"arguments": arguments})]
    assert any("prompts of 1 of 1" in note for note in read(*logs(*rows)).notes)


def test_prompts_that_differ_are_noted(logs):
    rows = [sample(0, 1, prompt_hash="x")], [sample(0, 1, prompt_hash="y")]
    assert any("prompts of 1 of 1" in note for note in read(*logs(*rows)).notes)


@pytest.mark.parametrize(
    ("rows", "error", "message"),
    [
        ([sample(0, 1)], InputError, "1 of 2 documents of .*b.jsonl are not in .*a.jsonl.*the same --limit"),
        ([sample(0, 1), {"a": 1}], FileError, "a dict near line 2 that is not a sample of lm_eval"),
        ([sample(0, 1), 7], FileError, "an int near line 2 that is not a sample"),
        ([sample(0, 1), sample([1], 1)], FileError, "doc_id is \\[1\\] near line 2"),
        ([sample(0, 1), sample(True, 1)], FileError, "doc_id is True"),
        ([sample(0, 1), sample(1, float("inf"))], InputError, "'score' is inf for doc_id 1"),
        ([sample(0, 1), sample(1, "x")], InputError, "'score' is 'x' for doc_id 1"),
        ([sample(0, 1), sample(1, None)], InputError, "1 documents have no value of 'score' in .*a.jsonl"),
        (
            [sample(0, 1), sample(1, float("nan"))],
            InputError,
            "1 documents have no value of 'score' in .*a.jsonl",
        ),
        (
            [sample(0, "x"), sample(1, 1)],
            InputError,
            "no metric with a number for each item; it has score",
        ),
    ],
)
def test_bad_logs_are_one_clear_line(logs, rows, error, message):
    paths = logs(rows, [sample(0, 1), sample(1, 1)])
    with pytest.raises(error, match=message) as raised:
        read(*paths)
    assert "\n" not in str(raised.value)


def test_metrics_are_listed_or_whatever_is_left():
    assert metrics_of({"doc_id": 1, "metrics": ["acc", "gone"], "acc": 1.0, "other": 2}) == ["acc"]
    assert metrics_of({"doc_id": 1, "resps": [], "em": 1, "f1": 0.5}) == ["em", "f1"]


@pytest.mark.parametrize(
    ("metric", "higher"), [("pct_stereotype", False), ("likelihood_diff", False), ("f1", True)]
)
def test_directions_by_the_names_of_the_harness(logs, metric, higher):
    rows = [sample(at, 0) | {metric: float(at)} for at in range(3)]
    found = read(*logs(rows, rows), metric=metric)
    assert found.higher_is_better is higher
    assert not found.assumed


def test_metrics_that_nobody_knows_are_noted(logs):
    rows = [sample(at, 0, gizmo=float(at)) for at in range(3)]
    found = read(*logs(rows, rows), metric="gizmo")
    assert found.higher_is_better
    assert found.assumed == ("higher 'gizmo' is assumed to be better",)


def test_which_log_comes_first_does_not_choose_the_metric(logs):
    rows = [sample(at, 0) | {"f1": float(at), "em": 1.0 - at} for at in range(3)]
    paths = logs(*([row | {"metrics": names} for row in rows] for names in (["f1", "em"], ["em", "f1"])))
    for one, other, first in ((*paths, "f1"), (*paths[::-1], "em")):
        with pytest.raises(InputError, match=rf"the main metric is '{first}' in .* choose one with --metric"):
            read(one, other)
        assert read(one, other, metric="em").metric == "em"


def test_the_order_of_keys_does_not_choose_the_metric(logs):
    rows = [sample(at, 0) | {"f1": float(at), "em": 1.0 - at} for at in range(3)]
    turned = [dict(reversed(row.items())) for row in rows]
    assert read(*logs(rows, rows)).metric == read(*logs(turned, rows)).metric == "em"


def test_any_number_of_models(logs, tmp_path):
    paths = (*logs([sample(0, 1.0), sample(1, 0.5)], [sample(1, 0.0), sample(0, 0.25)]),)
    third = write(tmp_path / "c.jsonl", [sample(0, 0.75), sample(1, 1)])
    found = read(*paths, third)
    assert found.names == ("a", "b", "c")
    assert [side.tolist() for side in sides(found)] == [[1.0, 0.5], [0.25, 0.0], [0.75, 1.0]]
    pair = found.panel.pair("c", "a")
    assert [each.tolist() for each in pair.answers] == [[0.75, 1.0], [1.0, 0.5]]
    with pytest.raises(ModelsError, match=r"has 3 models: 'a', 'b', 'c'; choose two with --a and --b,"):
        read(*paths, third, pick=two_of(None, None))
    assert read(*paths, third, pick=two_of("c", "b")).names == ("c", "b")
    with pytest.raises(
        ModelsError, match="is a log of one model; give the log of the other model as the second"
    ):
        read(third, pick=two_of(None, None))


def test_an_upload_goes_by_its_own_name(tmp_path):
    file = write(tmp_path / "0.jsonl", [sample(0, 1.0)])
    other = write(tmp_path / "1.jsonl", [sample(0, 0.5)])
    called = ("samples_gsm8k_2026-01-01T00-00-00.jsonl", "samples_gsm8k_2026-01-02T00-00-00.jsonl")
    glimpses = [glimpse_of(path, name) for path, name in zip((file, other), called, strict=True)]
    found = read_lm_eval(glimpses, Wanted(by="task"))
    assert found.panel.slices.tolist() == ["gsm8k"]
    assert found.names == tuple(name.removesuffix(".jsonl") for name in called)
    assert str(tmp_path) not in found.source


def test_content_that_is_nested_too_deeply_is_not_compared():
    deep = []
    for _ in range(5000):
        deep = [deep]
    assert _digests(deep, "", {"b": 1, "a": 2}) == (None, None, *_digests({"a": 2, "b": 1}))
