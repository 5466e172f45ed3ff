"""A comparison that raises each caveat, as a session that a reader can paste."""

import ast
import inspect
import os
import subprocess
import sys
import tempfile
from functools import cache

from docs._ext.reference import examples, sessions
from docs._ext.reference.markdown import console, session

ITEMS = (
    examples.DRAWN
    + """\
truth = rng.choice(["cat", "dog"], 200)
models = {name: np.where(rng.random(200) < 0.9, truth, "cat") for name in ("a", "b", "c")}
"""
)
TWINS = """\
import numpy as np
import bakeoff
truth = np.array(["cat", "dog"] * 100)
models = {f"model {at}": np.where(np.arange(200) == at, "owl", truth) for at in range(12)}
"""
RARE = """\
import numpy as np
import bakeoff
item = np.arange(200)
truth = np.where(item < 20, "rare", "common")
models = {name: np.where(item < found, "rare", "common") for name, found in [("a", 1), ("b", 2), ("c", 3)]}
"""
MANY = (
    examples.DRAWN
    + """\
truth = rng.choice(["cat", "dog"], 200)
models = {f"model {at}": np.where(rng.random(200) < 0.9, truth, "cat") for at in range(51)}
"""
)
UNLIKE = """\
import bakeoff
scores = {
    "steady": [0.71, 0.72, 0.73, 0.74, 0.75, 0.76, 0.77, 0.78, 0.79, 0.80],
    "brilliant": [0.99, 0.99, 0.72, 0.73, 0.74, 0.75, 0.76, 0.77, 0.78, 0.79],
}
"""
SHOWN = 'print(next(each.text for each in {}.caveats if each.key == "{}"))'
CLOSE = """\
import bakeoff
scores = {
    "forest": [0.91, 0.85, 0.78, 0.93, 0.88, 0.81, 0.95, 0.74, 0.82, 0.90],
    "boosting": [0.89, 0.89, 0.75, 0.89, 0.83, 0.84, 0.89, 0.67, 0.74, 0.81],
    "tree": [0.71, 0.70, 0.60, 0.78, 0.70, 0.62, 0.70, 0.56, 0.60, 0.65],
}
"""
EVEN = """\
import bakeoff
scores = {"forest": [0.91, 0.85, 0.78], "tree": [0.90, 0.84, 0.77]}
variances = {"forest": [0.0001] * 3, "tree": [0.0001] * 3}
"""
OF_PREDICTIONS = "bakeoff.rank_predictions(truth, models{})"
OF_DATA_SETS = "bakeoff.rank_datasets(scores{})"
NUMBERED = ', datasets=[f"{}{{at}}" for at in range(8)]'
# The tests raise caveats of rankings in many places; here each has one comparison that does.
OF_RANKINGS = {
    "winners-curse": (ITEMS, OF_PREDICTIONS, ""),
    "few-items-differ": (TWINS, OF_PREDICTIONS, ""),
    "more-models-than-differences": (TWINS, OF_PREDICTIONS, ""),
    "undefined-draws": (RARE, OF_PREDICTIONS, ', metric="precision", positive="rare"'),
    "too-few-draws": (MANY, OF_PREDICTIONS, ", resamples=1000"),
    "ranking-tuned-on-test": (ITEMS, OF_PREDICTIONS, ", tuned_on_test=True"),
    "families-tried": (ITEMS, OF_PREDICTIONS, ", tried=5"),
    "no-variation-over-data-sets": (EVEN, OF_DATA_SETS, ', method="random-effects", variances=variances'),
    "few-data-sets-to-rank": (examples.SCORES, OF_DATA_SETS, ""),
    "mean-rank-pool": (examples.SCORES, OF_DATA_SETS, ', method="nemenyi"'),
    "posterior-of-each-pair": (examples.SCORES, OF_DATA_SETS, ', method="bayes-signed-rank"'),
    "folds-as-data-sets": (examples.SCORES, OF_DATA_SETS, NUMBERED.format("iris fold ")),
    "related-data-sets": (
        examples.SCORES,
        OF_DATA_SETS,
        ', datasets=["monks1", "monks2", "monks3", "iris", "wine", "glass", "zoo", "votes"]',
    ),
    "unlike-data-sets": (UNLIKE, OF_DATA_SETS, ""),
    "one-score-each": (examples.SCORES, OF_DATA_SETS, ""),
    "intervals-stricter-than-test": (CLOSE, OF_DATA_SETS, ""),
}


@cache
def _typed() -> dict[str, ast.expr]:
    """The code that raises each caveat, where the tests write it as one call."""
    from tests.every import test_pitfalls

    tree = ast.parse(inspect.getsource(test_pitfalls))
    [table] = [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "CASES"
    ]
    pairs = zip(table.keys, table.values, strict=True)
    return {key.value: pair.elts[0].body for key, pair in pairs if isinstance(pair.elts[0], ast.Lambda)}


def code(key: str) -> str:
    """Statements that raise a caveat with the public functions alone and print it."""
    if key in OF_RANKINGS:
        data, call, given = OF_RANKINGS[key]
        return f"{data}ranking = {call.format(given)}\n{SHOWN.format('ranking', key)}"
    data, call = sessions.SESSIONS.get(key) or ("import bakeoff\n", f"bakeoff.{ast.unparse(_typed()[key])}")
    return f"{data}verdict = {call}\n{SHOWN.format('verdict', key)}"


def shown(key: str) -> str:
    """The block of a page: a session in Python, or commands and what they print."""
    if key in sessions.CONSOLES:
        return console(_commanded(sessions.CONSOLES[key]))
    return session(examples.run(code(key)))


def _commanded(commands: tuple[str, ...]) -> str:
    """Commands in an empty folder, each with what it prints."""
    with tempfile.TemporaryDirectory() as folder:
        return "\n".join(f"$ {each}\n{_printed(each, folder)}".rstrip() for each in commands)


def _printed(command: str, folder: str) -> str:
    """What a command prints; `python` and `bakeoff` are those that build the site."""
    here = f'python() {{ "{sys.executable}" "$@"; }}; bakeoff() {{ python -m bakeoff "$@"; }}\n'
    paths = os.pathsep.join(each for each in sys.path if each)
    done = subprocess.run(  # noqa: S603 - our own examples
        ["bash", "-c", here + command],  # noqa: S607
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths, "COLUMNS": "100"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
    )
    return done.stdout
