"""Candidates for the variance of a mean difference, and what they do on the material of a study."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import special
from studies._material import COLUMNS, FOLDS, RUNS

Array = npt.NDArray[Any]
Drawn = Mapping[str, Mapping[str, Array]]  # by kind and world: (data sets, ..., columns)
ALPHA = 0.05
FEWEST = 100  # data sets from which a level can be taken


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """V = items * it + folds * nb, at least that of a few halvings where ``guarded``."""

    name: str
    items: float
    folds: float
    runs: int = RUNS
    guarded: bool = False

    @property
    def df(self) -> int:
        """One less than there are fold scores."""
        return self.runs * FOLDS - 1


def _weighted(items: float, folds: float) -> str:
    parts = [(items, "it"), (folds, "nb")]
    return " + ".join(f"{weight:g} {part}".removeprefix("1 ") for weight, part in parts if weight)


def _candidates() -> tuple[Candidate, ...]:
    weights = [(1, 1), (2, 0.5), (1.5, 0.8), (1.5, 1), (2, 1), (2.5, 1), (2.5, 0.5), (3, 0.5), (3.5, 0)]
    found = [Candidate(name="NB", items=0, folds=1)]
    found += [Candidate(name=_weighted(*each), items=each[0], folds=each[1]) for each in weights]
    for items, folds in ((2, 0.5), (2, 1), (3, 0.5)):
        name = f"{_weighted(items, folds)}, 5 runs"
        found.append(Candidate(name=name, items=items, folds=folds, runs=RUNS // 2))
    for items, folds in ((2, 0.5), (2, 1)):
        name = f"the larger of {_weighted(items, folds)} and 5 halvings"
        found.append(Candidate(name=name, items=items, folds=folds, guarded=True))
    return tuple(found)


CANDIDATES = _candidates()


def _column(rows: Array, name: str, candidate: Candidate) -> Array:
    few = " of few" if candidate.runs < RUNS else ""
    return rows[..., COLUMNS.index(name + few)]


def spread(rows: Array, candidate: Candidate) -> Array:
    """The standard error sqrt(V) of each data set."""
    variance = candidate.items * _column(rows, "items", candidate)
    variance = variance + candidate.folds * _column(rows, "folds", candidate)
    variance = np.maximum(variance, rows[..., COLUMNS.index("least")])
    if candidate.guarded:
        variance = np.maximum(variance, rows[..., COLUMNS.index("halves")])
    return np.sqrt(variance)


def p_values(rows: Array, candidate: Candidate) -> Array:
    """The two-sided p-value of each data set; 1 where D is 0."""
    mean, error = np.abs(_column(rows, "mean", candidate)), spread(rows, candidate)
    t = np.divide(mean, error, out=np.where(mean > 0, np.inf, 0.0), where=error > 0)
    return np.asarray(2 * special.stdtr(candidate.df, -t))


def rejected(drawn: Drawn, candidate: Candidate, key: str) -> float:
    """The share of data sets of a world with a significant difference."""
    return float(np.mean(p_values(drawn["main"][key], candidate) < ALPHA))


def _measured(drawn: Drawn, candidate: Candidate, keys: Sequence[str]) -> list[str]:
    """The worlds that were drawn; halvings were not made in all."""
    there = [key for key in keys if key in drawn["main"]]
    halves = COLUMNS.index("halves")
    return [key for key in there if not (candidate.guarded and np.isnan(drawn["main"][key][:, halves]).any())]


def worst(drawn: Drawn, candidate: Candidate, keys: Sequence[str]) -> tuple[float, str]:
    """The highest false-alarm rate, and where."""
    sizes = [(rejected(drawn, candidate, key), key) for key in _measured(drawn, candidate, keys)]
    return max(sizes, default=(float("nan"), ""))


def power(
    drawn: Drawn, candidate: Candidate, true: Mapping[str, float], null: Sequence[str]
) -> tuple[float, float]:
    """Mean share of right decisions at 5 %, and at the level that brings the worst null world to 5 %."""
    apart = _measured(drawn, candidate, list(true))
    equal = [p_values(drawn["main"][key], candidate) for key in _measured(drawn, candidate, null)]
    equal = [each for each in equal if len(each) >= FEWEST]
    if not apart or not equal:
        return float("nan"), float("nan")
    level = min(np.sort(each)[int(ALPHA * len(each))] for each in equal)
    shares = [[_right(drawn, candidate, key, true[key], at) for key in apart] for at in (ALPHA, level)]
    return float(np.mean(shares[0])), float(np.mean(shares[1]))


def _right(drawn: Drawn, candidate: Candidate, key: str, truth: float, level: float) -> float:
    rows = drawn["main"][key]
    towards = np.sign(_column(rows, "mean", candidate)) == np.sign(truth)
    return float(np.mean((p_values(rows, candidate) < level) & towards))


def coverage(drawn: Drawn, candidate: Candidate, key: str, truth: float) -> float:
    """The share of 95 % intervals that contain the true difference."""
    rows = drawn["main"][key]
    if candidate.guarded:
        return float("nan")
    reach = special.stdtrit(candidate.df, 1 - ALPHA / 2) * spread(rows, candidate)
    return float(np.mean(np.abs(_column(rows, "mean", candidate) - truth) <= reach + 1e-12))


def agreement(drawn: Drawn, candidate: Candidate) -> list[float]:
    """For each world the share of data sets in which all partitions gave the same decision."""
    if candidate.guarded:
        return []
    shares = []
    for rows in drawn["again"].values():
        decided = p_values(rows, candidate) < ALPHA
        shares.append(float(np.mean(decided.all(axis=1) | ~decided.any(axis=1))))
    return shares


def bias_and_variance(rows: Array, truth: float) -> tuple[float, float]:
    """The mean of D minus the truth, and the variance of D."""
    mean = rows[:, COLUMNS.index("mean")]
    return float(mean.mean() - truth), float(mean.var(ddof=1))
