"""A comparison that raises each caveat: those of the tests, which check that they do."""

import ast
import inspect
import tempfile
import warnings
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from docs._ext.reference import examples

import bakeoff

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
    "few-data-sets-to-rank": (examples.SCORES, OF_DATA_SETS, ""),
    "mean-rank-pool": (examples.SCORES, OF_DATA_SETS, ', method="nemenyi"'),
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
def _cases() -> Mapping[str, tuple[Callable[..., Any], Callable[..., Any]]]:
    from tests.every import test_pitfalls

    found: Mapping[str, tuple[Callable[..., Any], Callable[..., Any]]] = test_pitfalls.CASES
    return found


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


def session(key: str) -> str:
    """A session that raises a caveat with the public functions alone; empty where that is not possible."""
    if key in OF_RANKINGS:
        data, call, given = OF_RANKINGS[key]
        return examples.run(f"{data}ranking = {call.format(given)}\n{SHOWN.format('ranking', key)}")
    body = _typed().get(key)
    if body is None:
        return ""
    names = {node.id for node in ast.walk(body) if isinstance(node, ast.Name)}
    if not names <= set(bakeoff.__all__):
        return ""
    return examples.run(
        f"import bakeoff\nverdict = bakeoff.{ast.unparse(body)}\n{SHOWN.format('verdict', key)}"
    )


def raised(key: str) -> tuple[str, str]:
    """The verdict of a comparison that raises a caveat, and what the caveat says."""
    make = _cases()[key][0]
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        takes_folder = "folder" in inspect.signature(make).parameters
        verdict = make(Path(folder)) if takes_folder else make()
    text = next(each.text for each in verdict.caveats if each.key == key)
    return getattr(verdict, "sentence", ""), text
