"""``bakeoff gate``: what it prints is what Python gives, where it is written, and what is refused."""

import json
from pathlib import Path

import pytest

import bakeoff as package


@pytest.fixture
def predictions(write):
    rows = "yes,yes,yes,de\n" * 180 + "yes,no,yes,en\n" * 4 + "no,no,yes,en\n" * 6 + "no,no,no,en\n" * 110
    return write("p.csv", f"truth,old,new,language\n{rows}")


def gate_of(margin):
    return package.check_not_worse_counts(6, 4, n=300, margin=margin)


def test_text_json_and_quiet_are_those_of_python(bakeoff, predictions):
    ran = bakeoff("gate", predictions, "--margin", "0.04")
    assert ran.code == 0
    assert gate_of(0.04).bound == pytest.approx(
        bakeoff("gate", predictions, "--margin", "0.04", "--json").json["bound"]
    )
    assert ran.out.splitlines()[0] == gate_of(0.04).sentence
    quiet = bakeoff("gate", predictions, "--margin", "0.04", "--quiet")
    assert quiet.out == f"{gate_of(0.04).sentence}\n"


def test_the_summary_is_appended(bakeoff, predictions, tmp_path):
    place = tmp_path / "summary.md"
    place.write_text("before\n")
    ran = bakeoff("gate", predictions, "--margin", "0.02", "--summary", place)
    assert ran.code == 3
    text = place.read_text(encoding="utf-8")
    assert text.startswith("before\n### ⚠️ bakeoff gate: inconclusive\n\nInconclusive: ")
    assert "| lower bound |" in text


def test_names_forge_nothing_in_the_summary(bakeoff, tmp_path):
    """A column is called what a reviewer would write; the gate fails."""
    forged = "b\n\n### ✅ bakeoff gate: pass\n\nApproved by @maintainer, see https://x.example and #12"
    rows = [("cat", "cat", "dog")] * 30 + [("dog", "dog", "dog")] * 30
    file = tmp_path / "forged.jsonl"
    lines = [json.dumps(dict(zip(("truth", "old", forged), row, strict=True))) for row in rows]
    file.write_text("\n".join(lines))
    place = tmp_path / "summary.md"
    ran = bakeoff("gate", file, "--new", forged, "--margin", "0.02", "--summary", place)
    text = place.read_text(encoding="utf-8")
    assert ran.code == 1
    assert [line for line in text.splitlines() if line.startswith("#")] == ["### ❌ bakeoff gate: fail"]
    for live in ("@maintainer", "https://", "#12"):
        assert live not in text


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_summary_that_does_not_fit(bakeoff, predictions):
    ran = bakeoff("gate", predictions, "--margin", "0.04", "--summary", "/dev/full")
    assert ran.code == 2
    assert ran.err == (
        "error: the summary could not be written to '/dev/full': No space left on device; free some room, or "
        "give another file\n"
    )


def test_slices_and_gate_files(bakeoff, predictions, write):
    ran = bakeoff("gate", predictions, "--margin", "0.05", "--by", "language", "--json")
    assert [each["slice"] for each in ran.json["checks"]] == [None, "de", "en"]
    config = write(
        "gate.toml", "files = ['p.csv']\n[[check]]\nmargin = 0.05\n[[check]]\nmargin = 0.05\nmetric = 'f1'"
    )
    both = [bakeoff("gate", config), bakeoff("gate", "--config", config, predictions)]
    assert both[0] == both[1]
    assert both[0].out.startswith("Pass: all 2 checks pass.")


def test_what_is_refused(bakeoff, predictions, write, tmp_path):
    config = write("gate.toml", "[[check]]\nmargin = 0.05")
    cases = {
        "no margin is given": [predictions],
        "expected a positive difference": [predictions, "--margin", "0"],
        "got 3 files": [predictions, predictions, predictions, "--margin", "0.1"],
        "names no files": [config],
        "--margin is given with": [config, predictions, "--margin", "0.1"],
        "summary cannot be written": [predictions, "--margin", "0.1", "--summary", tmp_path / "no" / "s.md"],
        "p.csv is called 'oldd'; did you mean 'old'?": [predictions, "--margin", "0.1", "--old", "oldd"],
        "add --truth-file FILE": [
            predictions,
            predictions,
            *["--margin", "0.1", "--id", "truth", "--truth", "x"],
        ],
        "'zzz'": [predictions, "--margin", "0.1", "--old", "zzz"],
    }
    for told, words in cases.items():
        ran = bakeoff("gate", *words)
        assert (ran.code, ran.out) == (2, "")
        assert told in ran.err
        assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("header", "asked", "hint"),
    [
        ("truth,a,b", (), "if a is the old model and b the new one, add --old a --new b"),
        ("label,svm,tree", (), "; name the columns with --truth, --old and --new"),
        ("label,svm,tree", ("--truth", "label", "--old", "svm"), "; name the columns with --truth, --old"),
        (
            "truth,a,b,c",
            (),
            "; gate takes two models: choose them with --old and --new from the 3 other columns (a, b, c)",
        ),
    ],
)
def test_the_options_that_name_columns_are_said(refused, write, header, asked, hint):
    cells = ",".join("1" for _ in header.split(","))
    write("p.csv", f"{header}\n{cells}\n{cells}\n")
    assert hint in refused("gate", "p.csv", "--margin", "0.02", *asked)


def test_earlier_looks_divide_alpha_on_request(bakeoff, predictions):
    asked = ("gate", predictions, "--margin", "0.04", "--ledger", "l.ledger")
    found = [bakeoff(*asked, "--json", *more).json for more in ((), ("--adjust-looks",), ())]
    assert [each["interval_level"] for each in found] == [0.95, 0.975, 0.95]
    assert [each["tried"] for each in found] == [1, 2, 1]
    assert {each["alpha"] for each in found} == {0.025}
    assert found[1]["p_value"] == found[0]["p_value"]
    assert found[1]["adjusted_p_value"] == pytest.approx(2 * found[0]["p_value"])
    sliced = bakeoff(*asked, "--by", "language", "--adjust-looks", "--json").json
    assert (sliced["tried"], sliced["interval_level"]) == (4, pytest.approx(1 - 0.05 / 4))


@pytest.fixture
def logs(tmp_path):
    """Two logs of Inspect: the same answers, by two graders."""

    def written(*graders, status="success"):
        files = []
        for model, grader in zip(("old", "new"), graders, strict=True):
            samples = [
                {"id": at, "epoch": 1, "scores": {"judge": {"value": "CI"[at % 4 == 0]}}} for at in range(60)
            ]
            about = {
                "task": "t",
                "model": model,
                "scorers": [{"name": "judge", "options": {"grader": grader}}],
            }
            files.append(tmp_path / f"{model}.json")
            files[-1].write_text(json.dumps({"status": status, "eval": about, "samples": samples}))
        return files

    return written


@pytest.mark.slow
def test_another_grader_leaves_a_gate_inconclusive_unless_it_is_intended(bakeoff, logs, tmp_path):
    files = logs("strict", "lenient")
    ran = bakeoff("gate", *files, "--margin", "0.1")
    assert ran.code == 3
    assert "differs      besides the model: scorer.grader strict (old), lenient (new)" in ran.out
    assert "say so with --may-differ scorer" in ran.out
    for meant in ("scorer", "verison,scorer.grader"):
        ran = bakeoff("gate", *files, "--margin", "0.1", "--may-differ", meant)
        assert ran.code == (0 if meant == "scorer" else 2)
    assert "no condition in" in ran.err and "verison" in ran.err
    assert bakeoff("gate", *logs("strict", "strict"), "--margin", "0.1").code == 0
    config = tmp_path / "gate.toml"
    config.write_text("files = ['old.json', 'new.json']\nmay_differ = ['scorer']\n[[check]]\nmargin = 0.1\n")
    logs("strict", "lenient")
    assert bakeoff("gate", config).code == 0
    found = bakeoff("gate", *files, "--margin", "0.1", "--json").json
    assert found["differ"] == {"scorer.grader": {"old": "strict", "new": "lenient"}}
    assert found["strength"]["grade"] == "invalid"
    for command in ("compare", "rank"):
        told = bakeoff(command, *files, "--json").json
        assert [each["key"] for each in told["caveats"] if each["importance"] == "casts-doubt"] == [
            "scored-otherwise"
        ]
        told = bakeoff(command, *files, "--json", "--may-differ", "scorer").json
        assert "scored-otherwise" not in str(told["caveats"])


@pytest.mark.parametrize("status", ["error", "cancelled", "started"])
def test_no_gate_passes_on_runs_that_did_not_end(bakeoff, logs, status):
    ran = bakeoff("gate", *logs("strict", "strict", status=status), "--margin", "0.1")
    assert ran.code == 3
    assert "finish it with inspect eval-retry" in ran.out
