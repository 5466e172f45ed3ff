"""``bakeoff gate`` as a pipeline runs it: exit codes, and the examples for continuous integration."""

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest
import yaml

EXAMPLES = Path(__file__).parents[2] / "examples" / "ci"
PREDICT = "import pathlib, sys; pathlib.Path(sys.argv[1]).write_text(pathlib.Path('made.csv').read_text())"


def rows(lost, gained, n=400):
    """(id, truth, old, new): so many items that the old model alone and the new one alone gets right."""
    for at in range(n):
        old = "no" if at < gained else "yes"
        new = "no" if gained <= at < gained + lost else "yes"
        yield at, "yes", old, new


def table(*names, lost, gained, n=400):
    lines = [dict(zip(("id", "truth", "old", "new"), row, strict=True)) for row in rows(lost, gained, n)]
    return "\n".join([",".join(names), *(",".join(str(row[name]) for name in names) for row in lines), ""])


CASES = {"pass": (5, 6), "fail": (40, 5), "inconclusive": (12, 10)}


@pytest.mark.parametrize(("outcome", "code"), [("pass", 0), ("fail", 1), ("inconclusive", 3)])
def test_the_exit_code_is_the_outcome(bakeoff, write, outcome, code):
    lost, gained = CASES[outcome]
    file = write("p.csv", table("truth", "old", "new", lost=lost, gained=gained))
    ran = bakeoff("gate", file, "--margin", "0.02", "--json")
    assert (ran.code, ran.json["outcome"], ran.err) == (code, outcome, "")
    assert {"estimate", "bound", "margin", "p_value", "items_needed"} <= ran.json.keys()
    assert (ran.json["items_needed"] is not None) == (outcome == "inconclusive")
    for told, mapped in (("pass", 0), ("fail", 1)):
        ran = bakeoff("gate", file, "--margin", "0.02", "--inconclusive", told, "--quiet")
        assert ran.code == (mapped if outcome == "inconclusive" else code)
        assert ran.out.lower().startswith(outcome)


def test_bad_input_is_code_2(bakeoff, write):
    file = write("p.csv", table("truth", "old", "new", lost=1, gained=1))
    for words in ([file], [file, "--margin", "nan"], [file, "--margin", "2"], ["no.csv", "--margin", "0.1"]):
        ran = bakeoff("gate", *words)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert ran.err.startswith("error: ")


def steps(name):
    """The commands of an example, but for those that install."""
    content = yaml.safe_load((EXAMPLES / name).read_text(encoding="utf-8"))
    if name == "gitlab-ci.yml":
        job = content["model-gate"]
        assert job["allow_failure"]["exit_codes"] == 3
        return [*job["before_script"], *job["script"]]
    return [step["run"] for step in content["jobs"]["gate"]["steps"] if "run" in step]


@pytest.mark.parametrize(
    ("name", "outcome", "code"), [("github-actions.yml", "fail", 1), ("gitlab-ci.yml", "pass", 0)]
)
def test_the_examples_run(command, plain_environment, tmp_path, name, outcome, code):
    lost, gained = CASES[outcome]
    old = table("id", "truth", "old", lost=lost, gained=gained).replace("old\n", "prediction\n", 1)
    new = table("id", "new", lost=lost, gained=gained).replace("new\n", "prediction\n", 1)
    for file, text in (("baseline.csv", old), ("made.csv", new), ("predict.py", PREDICT)):
        (tmp_path / file).write_text(text)
    path = os.pathsep.join([str(Path(command).parent), plain_environment["PATH"]])
    environment = plain_environment | {"PATH": path, "GITHUB_STEP_SUMMARY": str(tmp_path / "gate.md")}
    install, *others = steps(name)
    assert install == "pip install vendor/bakeoff-*.whl"
    codes = [
        subprocess.run(["bash", "-ec", each], cwd=tmp_path, env=environment, capture_output=True).returncode
        for each in others
    ]
    assert codes == [0, code]
    assert f"bakeoff gate: {outcome}" in (tmp_path / "gate.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("outcome", "code"), [("pass", 0), ("fail", 1), ("inconclusive", 3)])
def test_the_hook_runs_before_commits_of_predictions(command, plain_environment, tmp_path, outcome, code):
    """As pre-commit runs a hook of the system: its entry, split into words, in the root of the repository."""
    content = yaml.safe_load((EXAMPLES / "pre-commit-config.yaml").read_text(encoding="utf-8"))
    ((hook,),) = [each["hooks"] for each in content["repos"]]
    assert (hook["language"], hook["pass_filenames"]) == ("system", False)
    lost, gained = CASES[outcome]
    (tmp_path / "predictions").mkdir()
    for name in ("old", "new"):
        text = table("id", "truth", name, lost=lost, gained=gained).replace(f"{name}\n", "prediction\n", 1)
        (tmp_path / "predictions" / f"{name}.csv").write_text(text)
        assert re.search(hook["files"], f"predictions/{name}.csv")
    program, *words = shlex.split(hook["entry"])
    assert program == Path(command).name
    ran = subprocess.run(
        [command, *words], cwd=tmp_path, env=plain_environment, capture_output=True, text=True
    )
    assert (ran.returncode, ran.stderr) == (code, "")
    assert ran.stdout.lower().startswith(outcome)
