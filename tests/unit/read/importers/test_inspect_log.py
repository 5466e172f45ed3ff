import gzip
import json
from pathlib import Path

import pytest

from bakeoff.core.exceptions import FileError, InputError, ModelsError, UnknownNameError
from bakeoff.core.pick import two_of
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers._record import glimpse_of
from bakeoff.read.importers.inspect_log import is_log, is_packed, read_inspect, recognises, scores_of

LOGS = Path(__file__).parent / "data" / "inspect"
NEW = LOGS / "careful.json.gz", LOGS / "hasty.json.gz"
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
    assert found.other_metrics == ("letter", "graded/close", "graded/right")
    assert found.names == ("mockllm/careful", "mockllm/hasty")
    assert found.panel.clusters.tolist() == [0, 1, 2, 3, 4, 5] * 2
    assert any("several epochs" in note for note in found.notes)
    assert any("compared by 'match'" in note for note in found.notes)


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
    assert found.names == ("A", "B")
    assert found.panel.answers[0].mean() == reported(OLD[0], "letter")
    assert set(found.panel.answers[0]) == {0, 0.5, 1}


def test_the_binary_form_says_what_to_do(tmp_path):
    with pytest.raises(FileError, match="binary form; write it as JSON first: inspect log convert --to json"):
        read(LOGS / "careful.eval", NEW[1])
    assert recognises(glimpse_of(LOGS / "careful.eval"))
    (tmp_path / "x.eval").write_bytes(b"PK\x03\x04 broken")
    assert not is_packed(glimpse_of(tmp_path / "x.eval"))
    assert not is_packed(glimpse_of(tmp_path / "missing"))


def test_a_folder_says_what_to_give():
    assert recognises(glimpse_of(LOGS))
    with pytest.raises(InputError, match="holds logs of Inspect; give two of them, A's and B's"):
        read(LOGS)


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
    assert any("2 of 3 samples have no value of 's'" in note for note in found.notes)
    assert any("b.json is 'error', not 'success'" in note for note in found.notes)
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
            "is of task 't' and .* of 'other/u'",
        ),
    ],
)
def test_bad_logs_are_one_clear_line(tmp_path, samples, of_b, error, message):
    paths = both(tmp_path, [sample(1, "C"), sample(2, "I")], samples, **of_b)
    with pytest.raises(error, match=message) as raised:
        read(*paths)
    assert "\n" not in str(raised.value)


def test_a_first_log_without_any_score(tmp_path):
    bare = [{"id": 1, "epoch": 1}]
    with pytest.raises(FileError, match=r"no sample of .* has a score; score it by inspect score"):
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
        assert sum("higher 's' is assumed to be better" in note for note in found.notes) == notes


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
    with pytest.raises(ModelsError, match=r"has 3 model.s.: 'm', 'n', 'o'; name two of them by --a and --b"):
        read(*paths, pick=two_of(None, None))
