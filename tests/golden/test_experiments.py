"""What experiments print, byte for byte as it is stored beside this file.

``python tests/golden/test_experiments.py`` writes it anew: read the difference before committing it.
Shown are labels counted and scores rounded, so that machines that add up in another order agree.
"""

import contextlib
import io
import json
import shutil
import tempfile
from pathlib import Path

import pytest

from bakeoff.cli.main import main

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"

COMMANDS = {
    "run-three-learners": "run three-learners.toml",
    "run-three-learners-quiet": "run three-learners.toml --metric accuracy --quiet",
    "run-holdout": "run holdout.toml",
    "run-holdout-json": "run holdout.toml --json",
    "run-pairs": "run pair.toml",
    "run-by-items": "run pair.toml --metric accuracy",
    "calibrate": "calibrate null.toml --draws 20",
}
PAIR = """
metrics = ["accuracy", "mcc"]
halvings = 3
permutations = 4
positive = "setosa"
[design]
kind = "repeated-kfold"
runs = 2
folds = 5
[[data]]
file = "iris.csv"
target = "species"
[learners.nearest]
estimator = "sklearn.neighbors.KNeighborsClassifier"
tune = { grid = { n_neighbors = [1, 3] }, folds = 3 }
[learners.stump]
estimator = "sklearn.tree.DecisionTreeClassifier"
parameters = { max_depth = 1 }
"""


def shown(line, folder):
    """What a command writes on standard output; times go to standard error."""
    out = io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        main(line.split())
    text = out.getvalue()
    if "--json" in line:
        content = json.loads(text, parse_float=lambda number: float(f"{float(number):.10g}"))
        text = json.dumps(content, indent=2) + "\n"
    return f"$ bakeoff {line}\n{text}"


def copy_of_examples(folder):
    """The examples in a folder of their own, since a run leaves its store beside the experiment."""
    shutil.copytree(EXAMPLES, folder, ignore=shutil.ignore_patterns("*.bakeoff*"), dirs_exist_ok=True)
    (Path(folder) / "pair.toml").write_text(PAIR, encoding="utf-8")
    untuned = "\n".join(line for line in PAIR.splitlines() if not line.startswith("tune"))
    (Path(folder) / "null.toml").write_text(untuned, encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", COMMANDS)
def test_as_stored(name, tmp_path):
    printed = shown(COMMANDS[name], copy_of_examples(tmp_path / "examples"))
    assert printed == (HERE / "experiments" / f"{name}.txt").read_text(encoding="utf-8")


def test_nothing_is_stored_in_vain():
    assert {path.stem for path in (HERE / "experiments").iterdir()} == set(COMMANDS)


if __name__ == "__main__":
    (HERE / "experiments").mkdir(exist_ok=True)
    for name, line in COMMANDS.items():
        with tempfile.TemporaryDirectory() as folder:
            (HERE / "experiments" / f"{name}.txt").write_text(shown(line, copy_of_examples(folder)))
