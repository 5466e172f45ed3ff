"""Every log that the command line reads works as an upload, and the page gives the same verdict."""

import json
from pathlib import Path

import numpy as np
import pytest
from tests.packing import PACKERS

from bakeoff.cli.main import main

IMPORTERS = Path(__file__).parents[1] / "unit" / "read" / "importers" / "data"
LM, INSPECT = IMPORTERS / "lm_eval", IMPORTERS / "inspect"
WEKA = Path(__file__).parents[1] / "oracles" / "weka" / "experimenter"
SAME = ("decision", "method", "estimate", "interval", "p_value", "n", "metric", "slices")
RNG = np.random.default_rng(4)
VALIDATED = {
    name: {"fit_time": [1.0] * 10, "score_time": [1.0] * 10, "test_f1_macro": RNG.random(10).tolist()}
    for name in ("nb", "tree")
}
SEARCH = {"params": [{"k": 1}, {"k": 3}]} | {
    f"split{at}_test_score": RNG.random(2).tolist() for at in range(5)
}
ANSWERS = {"resps": [], "filtered_resps": []}


def samples(scores):
    rows = (
        {"doc_id": at, "doc": {"kind": "pq"[at % 2]}, "acc": acc} for at, acc in enumerate(scores.tolist())
    )
    return "".join(json.dumps(ANSWERS | row) + "\n" for row in rows)


WIDE = "fold,nb,tree\n" + "".join(f"{at},{a:.3f},{b:.3f}\n" for at, (a, b) in enumerate(RNG.random((10, 2))))


def real(path):
    return path.name, path.read_bytes()


def made(name, content):
    return name, (content if isinstance(content, str) else json.dumps(content)).encode()


LOGS = {
    "lm-eval": [made(f"{name}.jsonl", samples(RNG.integers(0, 2, 40))) for name in ("old", "new")],
    "lm-eval-dated": [real(next((LM / side).glob("samples_toy_parity_*"))) for side in ("careful", "hasty")],
    "inspect": [real(INSPECT / "careful_old.json"), real(INSPECT / "hasty_old.json")],
    "inspect-packed": [real(INSPECT / "careful.json.gz"), real(INSPECT / "hasty.json.gz")],
    "inspect-eval": [
        (f"{side}.eval", (INSPECT / "folders" / side / "sums.eval").read_bytes())
        for side in ("careful", "hasty")
    ],
    "promptfoo": [real(INSPECT.parent / "promptfoo" / "again.json.gz")],
    "weka-arff": [real(WEKA / "folds.arff")],
    "weka-csv": [real(WEKA / "splits.csv")],
    "cross-validate": [made("both.json", VALIDATED)],
    "cross-validate-two": [made(f"{name}.json", VALIDATED[name]) for name in VALIDATED],
    "cv-results": [made("search.json", SEARCH)],
    "wide": [made("folds.csv", WIDE)],
}
WORDS = {
    "lm-eval": {"by": "kind"},
    "weka-arff": {"a": "NaiveBayes", "b": "J48 -U -M 2", "metric": "kappa"},
    "weka-csv": {"a": "NaiveBayes", "b": "J48 -U -M 2"},
}


def by_command(capsys, folder, files, words):
    paths = []
    for at, (name, content) in enumerate(files):
        (folder / str(at)).mkdir()
        paths.append(folder / str(at) / name)
        paths[-1].write_bytes(content)
    options = [part for name, word in words.items() for part in (f"--{name}", word)]
    main(["compare", *map(str, paths), *options, "--json"])
    return json.loads(capsys.readouterr().out)


def send(site, files, words):
    fields = {{"a": "learner_a", "b": "learner_b"}.get(name, name): word for name, word in words.items()}
    named = [(role, *file) for role, file in zip(("file", "file_b"), files, strict=False)]
    return site.send(fields=fields, files=named)


@pytest.mark.parametrize("kind", LOGS)
def test_an_upload_gets_the_verdict_of_the_command_line(site, capsys, tmp_path, kind):
    files, words = LOGS[kind], WORDS.get(kind, {})
    expected = by_command(capsys, tmp_path, files, words)
    answer = send(site, files, words)
    assert answer.status == 303, answer.text
    found = site.app.state.kept[answer.headers["location"].rpartition("/")[2]].verdict.to_dict()
    assert {name: found.get(name) for name in SAME} == {name: expected.get(name) for name in SAME}
    assert found["notes"] == [note.replace(f"{tmp_path}/", "") for note in expected["notes"]]
    assert site.left() == []


def test_which_two_of_several_models_is_asked(site):
    answer = send(site, LOGS["weka-arff"], {})
    assert answer.status == 200
    assert "folds.arff has 3 learners, and two are compared: say below which" in answer.text
    assert 'name="learner_a"' in answer.text
    assert 'value="J48 -U -M 2"' in answer.text


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (LOGS["inspect"][:1], "it is a log of one model; give the log of the other model as the second file"),
        ([LOGS["inspect"][0], LOGS["lm-eval"][0]], "is a log of Inspect and old.jsonl is not"),
        ([real(INSPECT / "careful.eval")], "is a log of one model; give the log of the other"),
        ([("cut.json", LOGS["inspect"][0][1][:-300]), LOGS["inspect"][1]], "cut.json is not complete JSON"),
    ],
)
def test_what_cannot_be_compared_says_so(site, files, said):
    answer = send(site, files, {})
    assert answer.status == 400
    assert said in answer.text
    assert str(site.app.state.folder) not in answer.text
    assert site.left() == []


def test_a_packed_log_without_end_is_refused(serving):
    with serving(limit=1_000_000) as own:
        for ending, pack in PACKERS.items():
            answer = own.send(files=[("file", f"x.json.{ending}", pack(b" " * 21_000_000))])
            assert answer.status == 400
            assert f"x.json.{ending} unpacks to more than 20 MB" in answer.text
