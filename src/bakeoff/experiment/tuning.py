"""Tuning inside the training part (PRO-1): a grid or random search from an experiment file."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.core.design import at_least, share
from bakeoff.core.exceptions import InputError, unknown_name
from bakeoff.experiment.learner import estimator_type
from bakeoff.experiment.settings import inside, of_type, refuse_unknown, required
from bakeoff.metrics import METRICS
from bakeoff.read.values import shown

FOLDS = 5
SAMPLES = 20
MOST = 10_000  # configurations
_KEYS = ("grid", "random", "samples", "folds", "test", "metric")

Values = Callable[[Any, str], Any]


@dataclass(frozen=True, kw_only=True)
class Between:
    """Values drawn evenly from low to high; evenly in their logarithms with ``log``.

    Whole numbers, both ends included, where both ends are whole.
    """

    low: float
    high: float
    log: bool = False

    def rvs(self, size: None = None, random_state: Any = None) -> float:
        """One value; the name and arguments are those that scikit-learn requires.

        >>> Between(low=1, high=6).rvs(random_state=np.random.RandomState(0))
        4
        """
        whole = isinstance(self.low, int) and isinstance(self.high, int)
        draw = (random_state or np.random.RandomState()).uniform
        low, high = (self.low - 0.5, self.high + 0.5) if whole else (self.low, self.high)
        value = math.exp(draw(math.log(low), math.log(high))) if self.log else draw(low, high)
        # the largest draw may round up to the open end
        return min(max(round(value), self.low), self.high) if whole else float(value)


def tuned(
    estimator: Any, table: Mapping[str, Any], *, seed: int, values: Values, grouped: bool = False
) -> Any:
    """The estimator inside a search that sees the training part alone, refitted on all of it.

    ``values(value, name)`` turns a value of the file into that of a parameter.
    """
    from sklearn.model_selection import GridSearchCV, RandomizedSearchCV

    refuse_unknown(table, _KEYS)
    if ("grid" in table) == ("random" in table):
        raise InputError("expected either grid or random; write grid = { C = [0.1, 1, 10] }")
    common = {
        "scoring": _scoring(table.get("metric")),
        "cv": _splitter(estimator, table, seed, grouped=grouped),
    }
    if "grid" in table:
        if "samples" in table:
            raise InputError(
                "samples applies to a random search; a grid tries every combination: leave samples out"
            )
        grid = _grid(estimator, required(table, "grid", dict, such_as="{ C = [0.1, 1, 10] }"), values)
        if _size(grid) > MOST:
            raise InputError(
                f"grid has {_size(grid)} combinations; expected at most {MOST}: use random with samples"
            )
        return GridSearchCV(estimator, grid, **common)
    samples = table.get("samples", SAMPLES)
    at_least(1, samples=samples)
    if samples > MOST:
        raise InputError(f"samples is {samples}; expected at most {MOST}")
    asked = required(table, "random", dict, such_as="{ C = { low = 0.01, high = 100.0, log = true } }")
    space = _grid(estimator, asked, values, ranges=True)
    finite = all(isinstance(each, list) for each in space.values())
    return RandomizedSearchCV(
        estimator, space, n_iter=min(samples, _size(space)) if finite else samples, **common
    )


def _grid(
    estimator: Any, table: Mapping[str, Any], values: Values, *, ranges: bool = False
) -> dict[str, Any]:
    """The values to try of each parameter, under the name that the estimator knows it by."""
    if not table:
        raise InputError("there are no parameters to tune; write grid = { C = [0.1, 1, 10] }")
    known = estimator.get_params(deep=True)
    found: dict[str, Any] = {}
    for name, given in table.items():
        full = name if name in known else f"learner__{name}"
        if full not in known:
            raise unknown_name("parameter", name, sorted(each.removeprefix("learner__") for each in known))
        if full.rpartition("__")[2] == "memory":
            raise InputError(f"{name} cannot be tuned; leave it out")
        if ranges and isinstance(given, dict) and "estimator" not in given:
            with inside(name):
                found[full] = _range(given)
            continue
        tried = of_type(given, list, name, such_as="[0.1, 1, 10]")
        if not tried:
            raise InputError(f"{name} is an empty list; expected the values to try")
        found[full] = [values(each, name) for each in tried]
    return found


def _range(table: Mapping[str, Any]) -> Between:
    refuse_unknown(table, ("low", "high", "log"))
    low, high = (
        required(table, key, float, such_as=number) for key, number in (("low", "0.01"), ("high", "100.0"))
    )
    log = of_type(table.get("log", False), bool, "log")
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise InputError(f"low is {shown(low)} and high {shown(high)}; expected low to be less than high")
    if log and low <= 0:
        raise InputError(f"low is {shown(low)}; expected more than 0 because log is true")
    return Between(low=low, high=high, log=log)


def _size(space: Mapping[str, Any]) -> int:
    return math.prod(len(each) for each in space.values())


def _splitter(estimator: Any, table: Mapping[str, Any], seed: int, *, grouped: bool) -> Any:
    """How the training part is split for tuning: into folds, or once into T1 and T2; by groups if any."""
    from sklearn import model_selection as splitters

    if "test" in table and "folds" in table:
        raise InputError("expected either folds or test, not both")
    stratified = estimator_type(estimator) == "classifier"
    if "test" in table:
        share(of_type(table["test"], float, "test", such_as="0.3"))
        prefix = "Group" if grouped else "Stratified" if stratified else ""
        once = getattr(splitters, f"{prefix}ShuffleSplit")
        return once(n_splits=1, test_size=table["test"], random_state=seed)
    folds = table.get("folds", FOLDS)
    at_least(2, folds=folds)
    kind = getattr(splitters, f"{'Stratified' if stratified else ''}{'Group' if grouped else ''}KFold")
    drawn = {} if grouped and not stratified else {"shuffle": True, "random_state": seed}
    return kind(n_splits=folds, **drawn)


def _scoring(metric: object) -> str | None:
    """The scikit-learn scorer to tune by: that of one of our metrics, or one of scikit-learn's names."""
    from sklearn.metrics import get_scorer_names

    if metric is None:
        return None
    key: str = of_type(metric, str, "metric", such_as='"accuracy"')
    scorers = {each.key: METRICS[each.complement_of or each.key].scikit for each in METRICS}
    ours, theirs = {name: found[0] for name, found in scorers.items() if found}, get_scorer_names()
    if key not in ours and key not in theirs:
        raise unknown_name("metric for tuning", key, ours, other_names={name: name for name in theirs})
    return ours.get(key, key)
