import gzip
import json
import sys
from pathlib import Path

import pytest

from bakeoff.core.exceptions import FileError, InputError, ModelsError, UnknownNameError
from bakeoff.core.pick import two_of
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers._inspect_files import is_log, is_packed
from bakeoff.read.importers._record import glimpse_of
from bakeoff.read.importers.inspect_log import read_inspect, recognises, scores_of

if sys.version_info >= (3, 14):
    import zipfile
else:
    from backports.zstd import zipfile

LOGS = Path(__file__).parent / "data" / "inspect"
NEW = LOGS / "careful.json.gz", LOGS / "hasty.json.gz"
SIDES = LOGS / "folders" / "careful", LOGS / "folders" / "hasty"
OLD = LOGS / "careful_old.json", LOGS / "hasty_old.json"


def read(*paths, **asked):
    return read_inspect([glimpse_of(each) for each in paths], Wanted(**asked))


def reported(path, name):
    """The mean that Inspect itself computed."""
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    (score,) = [each for each in json.loads(text)["results"]["scores"] if each["name"] == name]
    return score["metrics"].get("accuracy", score["metrics"].get("mean"))["value"]


@pytest.mark.parametrize(
    ("metric", "name"),
    [("match", "match"), ("letter", "letter"), ("graded/close", "close"), ("right", "right")],
)
def test_means_are_those_of_inspect(metric, name):
    found = read(*NEW, metric=metric)
    for values, path in zip(found.panel.answers, NEW, strict=True):
        assert values.mean() == pytest.approx(reported(path, name), rel=1e-15)


def test_epochs_of_a_sample_belong_together():
    found = read(*NEW)
    assert found.metric == "match"
    assert found.other_metrics == ("letter", "close", "right")
    assert found.names == ("mockllm/careful", "mockllm/hasty")
    assert (found.panel.n, found.panel.repeats, found.panel.clusters) == (6, (2, 2), None)
    assert any("the metric is 'match'" in note for note in found.notes)


def test_metadata_slices_and_clusters():
    found = read(*NEW, by="size", cluster="size")
    assert set(found.panel.slices) == {"small", "large"}
    assert found.panel.clusters.tolist() == found.panel.slices.tolist()
    with pytest.raises(
        UnknownNameError, match=r"no field in the metadata of .* is called 'sise'; did you mean 'size'"
    ):
        read(*NEW, by="sise")


def test_older_logs():
    found = read(*OLD)
    assert found.metric == "letter"
    assert found.names == ("careful_old", "hasty_old")
    assert found.panel.answers[0].mean() == reported(OLD[0], "letter")
    assert set(found.panel.answers[0]) == {0.25, 0.5, 0.75, 1}


def packed_report(path, name, reducer=None):
    """The value that Inspect itself computed and left in the archive."""
    with zipfile.ZipFile(path) as archive:
        scores = json.loads(archive.read("header.json"))["results"]["scores"]
    (score,) = [each for each in scores if each["name"] == name and each.get("reducer") == reducer]
    return next(iter(score["metrics"].values()))["value"]


def test_the_binary_form_is_read_without_inspect():
    found = read(LOGS / "careful.eval", NEW[1], metric="letter")
    assert found.panel.answers[0].mean() == packed_report(LOGS / "careful.eval", "letter")
    assert found.panel.answers[0].tolist() == read(*NEW, metric="letter").panel.answers[0].tolist()


@pytest.mark.parametrize("name", ["letter", "close", "right"])
@pytest.mark.parametrize(
    ("metric", "reducer"),
    [("pass@2", "pass_at_2"), ("pass^2", "pass_k_2"), ("pass_at_2", "pass_at_2"), ("best-of-3", "max")],
)
def test_several_epochs_are_reduced_as_inspect_does(name, metric, reducer):
    logs = [SIDES[0] / "sums.eval", SIDES[1] / "sums.eval"]
    found = read(*logs, metric=f"{name}:{metric}")
    for values, log in zip(found.panel.answers, logs, strict=True):
        assert values.mean() == pytest.approx(packed_report(log, name, reducer), rel=1e-14)
    assert (found.panel.n, found.panel.repeats) == (6, (3, 3))


def test_the_first_reducer_of_the_logs_is_the_default():
    found = read(SIDES[0] / "sums.eval", SIDES[1] / "sums.eval")
    assert found.metric == "letter pass@2"
    own = packed_report(SIDES[0] / "sums.eval", "letter", "pass_at_2")
    assert found.panel.answers[0].mean() == pytest.approx(own, rel=1e-14)


def test_folders_of_several_tasks_each_by_its_main_scorer():
    found = read(*SIDES)
    assert found.panel.slices.tolist() == ["parity"] * 6 + ["sums"] * 6
    assert (found.metric, found.by, found.panel.repeats) == ("score", "task", (1, 3))
    assert "each task uses its own main metric: parity by match, sums by letter" in found.notes
    for values, folder in zip(found.panel.answers, SIDES, strict=True):
        assert values[:6].mean() == pytest.approx(packed_report(folder / "parity.eval", "match"))
        assert values[6:].mean() == pytest.approx(packed_report(folder / "sums.eval", "letter", "mean"))
    assert any("but Inspect used another reducer" in note for note in found.notes)


def test_one_folder_with_the_logs_of_all_models():
    found = read(LOGS / "folders")
    assert found.names == ("mockllm/careful", "mockllm/hasty")
    for own, other in zip(found.panel.answers, read(*SIDES).panel.answers, strict=True):
        assert own.tolist() == other.tolist()
    told = f"1 log of runs that did not end left out of {LOGS / 'folders'}; other runs of them ended"
    assert told in found.notes
    with pytest.raises(
        InputError, match=r"folders holds logs of 2 models .mockllm/careful, mockllm/hasty.; give"
    ):
        read(LOGS / "folders", SIDES[0])


def test_a_log_that_failed_is_named_with_its_message(tmp_path):
    failed = LOGS / "folders" / "failed" / "sums.eval"
    said = r"failed/sums.eval failed .status 'error': ValueError.'the sandbox is gone'.*inspect eval-retry"
    with pytest.raises(InputError, match=said):
        read(LOGS / "careful_old.json", failed)
    with pytest.raises(InputError, match=said):
        read(failed, SIDES[0] / "sums.eval")
    with pytest.raises(FileError, match=r"x.json failed .status 'cancelled'. before any sample had a score"):
        read(write(tmp_path / "y.json", [sample(1, "C")]), write(tmp_path / "x.json", [], status="cancelled"))


def packed(path, entries, method=zipfile.ZIP_ZSTANDARD):
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, content in entries.items():
            archive.writestr(name, content if isinstance(content, bytes) else json.dumps(content))
    return path


START = {"version": 2, "eval": {"task": "t", "model": "m"}}


@pytest.mark.parametrize("method", [zipfile.ZIP_ZSTANDARD, zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED])
def test_a_log_that_was_broken_off(tmp_path, method):
    journal = {f"_journal/summaries/{at}.json": [sample(at, "C")] for at in (2, 10)}
    started = packed(tmp_path / "a.eval", {"_journal/start.json": START} | journal, method)
    whole = packed(
        tmp_path / "b.eval",
        {"header.json": START | {"status": "success"}, "samples/2.json": sample(2, "I")}
        | {"samples/10.json": sample(10, "C"), "samples/notes.txt": b"x"},
        method,
    )
    found = read(started, whole)
    assert found.panel.ids.tolist() == ["t 2", "t 10"]
    assert [side.tolist() for side in found.panel.answers] == [[1.0, 1.0], [0.0, 1.0]]
    assert found.unfinished == (f"{started} did not end (status 'started', not 'success')",)


def test_archives_that_are_damaged_or_too_large(tmp_path, monkeypatch):
    whole = (LOGS / "careful.eval").read_bytes()
    (tmp_path / "x.eval").write_bytes(b"PK\x03\x04 broken")
    for other in ("x.eval", "missing"):
        assert not is_packed(glimpse_of(tmp_path / other))
        assert not recognises(glimpse_of(tmp_path / other))
    at = whole.index(b"summaries.json") + 40
    (tmp_path / "y.eval").write_bytes(whole[:at] + b"\0\0\0\0" + whole[at + 4 :])
    with pytest.raises(FileError, match=r"y.eval .*copy it"):
        read(tmp_path / "y.eval", NEW[1])
    monkeypatch.setattr("bakeoff.read.importers._inspect_files.MOST_BYTES", 5600)
    with pytest.raises(
        FileError, match=r"summaries.json in .*careful.eval unpacks to 5,619 bytes; expected at most"
    ):
        read(LOGS / "careful.eval", NEW[1])


def test_scores_by_name():
    assert scores_of({"score": {"value": "C"}}) == {"score": "C"}
    assert scores_of({"scores": None}) == scores_of({}) == scores_of({"scores": {"x": 3, "y": {}}}) == {}


def sample(id_, value, **more):
    return {"id": id_, "epoch": 1, "input": "?", "target": "!", "scores": {"s": {"value": value}}} | more


def write(path, samples, *, status="success", task="t", model="m", **more):
    log = {"version": 2, "status": status, "eval": {"task": task, "model": model}, "samples": samples} | more
    path.write_text(json.dumps(log))
    return path


def both(tmp_path, a, b, **of_b):
    return write(tmp_path / "a.json", a), write(tmp_path / "b.json", b, **({"model": "n"} | of_b))


def test_values_as_inspect_counts_them(tmp_path):
    given = ["C", "I", "P", "N", "yes", "No", "TRUE", "false", "0.25", 3, 0.5, True]
    samples = [sample(at, value) for at, value in enumerate(given)]
    found = read(*both(tmp_path, samples, samples))
    assert found.panel.answers[0].tolist() == [1, 0, 0.5, 0, 1, 0, 1, 0, 0.25, 3, 0.5, 1]
    assert found.panel.clusters is None


def test_unscored_samples_are_left_out_of_both(tmp_path):
    lacking = {"id": 2, "epoch": 1, "input": "?", "target": "!", "error": {"message": "x"}}
    samples = [lacking, sample(1, "C"), sample(3, float("nan"))]
    found = read(*both(tmp_path, samples, samples, status="error"))
    assert found.panel.answers[0].tolist() == [1]
    assert any(
        "2 of 3 samples are left out because they have no value of 's'" in note for note in found.notes
    )
    assert found.unfinished == (f"{tmp_path / 'b.json'} failed (status 'error')",)
    with pytest.raises(InputError, match=r"1 samples have no value of 's' in .*b.json"):
        read(*both(tmp_path, [sample(1, "C"), sample(2, "C")], [sample(1, "C"), lacking]))


def test_losses_by_name(tmp_path):
    samples = [sample(1, 0) | {"scores": {"total_loss": {"value": 2.5}}}]
    assert not read(*both(tmp_path, samples, samples)).higher_is_better


@pytest.mark.parametrize(
    ("samples", "of_b", "error", "message"),
    [
        ([sample(1, "C")], {}, InputError, "1 of 2 samples of .*a.json are not in .*b.json.*eval-retry"),
        ([sample(1, "C"), sample(2, "C", target="?")], {}, InputError, "different versions of the task"),
        ([sample(1, "C"), sample(1, "C")], {}, FileError, "sample 1 of epoch 1 twice"),
        ([sample(1, "C"), 7], {}, FileError, "a sample that is an int"),
        ([sample(1, "C"), sample(None, "C")], {}, FileError, "a sample that is id None"),
        ([sample(1, "C"), sample(2, "C", epoch="x")], {}, FileError, "epoch is 'x'"),
        ([sample(1, "C"), sample(2, "maybe")], {}, InputError, "'s' is 'maybe' for sample 2 of epoch 1"),
        ([sample(1, "C"), sample(2, [1, 0])], {}, InputError, "not a number for each item"),
        ([sample(1, "C"), sample(2, float("inf"))], {}, InputError, "'s' is inf"),
        ([], {}, FileError, "has no samples"),
        (None, {}, FileError, "has no samples"),
        (
            [sample(1, "C"), sample(2, "C")],
            {"task": "other/u"},
            InputError,
            "is a log of task 't' and .* of task 'u'; give logs of the same task",
        ),
    ],
)
def test_bad_logs_are_one_clear_line(tmp_path, samples, of_b, error, message):
    paths = both(tmp_path, [sample(1, "C"), sample(2, "I")], samples, **of_b)
    with pytest.raises(error, match=message) as raised:
        read(*paths)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("asked", ["8?", [{"type": "text", "text": "8?"}]])
def test_other_messages_are_another_question(tmp_path, asked):
    def chat(content):
        return [sample(1, "C", input=[{"id": str(content), "role": "user", "content": content}])]

    assert read(*both(tmp_path, chat("8?"), chat(asked))).panel.n == 1
    with pytest.raises(InputError, match=r"1 of 1 samples differ between .*, such as 1: the logs come"):
        read(*both(tmp_path, chat("7?"), chat(asked)))


def test_a_first_log_without_any_score(tmp_path):
    bare = [{"id": 1, "epoch": 1}]
    with pytest.raises(FileError, match=r"no sample of .* has a score; score it with inspect score"):
        read(*both(tmp_path, bare, bare))
    with pytest.raises(UnknownNameError, match=r"no scorer in .* is called 'x'. There are: s"):
        read(*both(tmp_path, [sample(1, "C")], [sample(1, "C")]), metric="x")


def test_tasks_are_the_same_with_and_without_a_package(tmp_path):
    samples = [sample(1, "C")]
    assert read(*both(tmp_path, samples, samples, task="evals/t")).panel.n == 1


def test_which_objects_are_logs():
    assert is_log({"status": "success", "eval": {"task": "t", "model": "m"}})
    assert not is_log({"status": "success", "eval": "x"})
    assert not is_log({"eval": {"task": "t", "model": "m"}})


def test_scorers_that_nobody_knows_are_noted_unless_they_give_letters(tmp_path):
    for value, notes in (("C", 0), (2.5, 1)):
        found = read(*both(tmp_path, [sample(1, value)], [sample(1, value)]))
        assert found.higher_is_better
        assert sum("higher 's' is assumed to be better" in each for each in found.assumed) == notes


def test_other_epochs_are_called_so(tmp_path):
    one = [sample(at, "C") for at in (1, 2)]
    three = [sample(at, "C", epoch=epoch) for epoch in (1, 2, 3) for at in (1, 2)]
    for a, b, said in (
        (one, three, r"a.json has 1 epoch and .*b.json 3 epochs; run both models with the same --epochs"),
        (three, one, r"a.json has 3 epochs and .*b.json 1 epoch;"),
        (three[2:4], one, r"a.json has 1 epoch \(2\) and .*b.json 1 epoch;"),
    ):
        with pytest.raises(InputError, match=f"the epochs differ: .*{said}"):
            read(*both(tmp_path, a, b))
    with pytest.raises(InputError, match=r"1 of 6 samples .*, such as 2 \(epoch 3\); run both"):
        read(*both(tmp_path, three, three[:-1]))


def test_any_number_of_models(tmp_path):
    paths = [
        write(tmp_path / f"{model}.json", [sample(1, value)], model=model)
        for model, value in (("m", "C"), ("n", "I"), ("o", "P"))
    ]
    found = read(*paths)
    assert found.names == ("m", "n", "o")
    assert [side.tolist() for side in found.panel.answers] == [[1.0], [0.0], [0.5]]
    assert read(*paths, pick=two_of("o", "m")).names == ("o", "m")
    with pytest.raises(ModelsError, match=r"has 3 models: 'm', 'n', 'o'; choose two with --a and --b"):
        read(*paths, pick=two_of(None, None))
