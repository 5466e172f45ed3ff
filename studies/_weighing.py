"""Candidates for the variance of a mean difference, and what they do on the material of a study."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
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
    """V = items * it + folds * nb; with a ``guard`` (f, g) at least f * m + g * it, and df at most n / 2."""

    name: str
    items: float
    folds: float
    runs: int = RUNS
    guard: tuple[float, float] | None = None


def _weighted(*parts: tuple[float, str]) -> str:
    terms = " + ".join(f"{weight:g} {part}".removeprefix("1 ") for weight, part in parts if weight)
    return terms.replace("+ -", "- ")


def _candidate(items: float, folds: float, guard: tuple[float, float] | None = None) -> Candidate:
    name = _weighted((items, "it"), (folds, "nb"))
    if guard is not None:
        name = f"{name}, at least {_weighted((guard[0], 'm'), (guard[1], 'it'))}"
    return Candidate(name=name, items=items, folds=folds, guard=guard)


def _few(candidate: Candidate) -> Candidate:
    return replace(candidate, name=f"{candidate.name}, 5 runs", runs=RUNS // 2)


def _candidates() -> tuple[Candidate, ...]:
    weights = [(1, 1), (2, 0.5), (1.5, 0.8), (1.5, 1), (2, 1), (2.5, 1), (2.5, 0.5), (3, 0.5), (3.5, 0)]
    plain = [_candidate(*each) for each in weights]
    guarded = [_candidate(3, 0.5, each) for each in ((9, 1), (3, 1), (4, 1), (9, -6), (9, -12), CHOSEN_GUARD)]
    few = [_few(_candidate(3, 0.5)), _few(CHOICE)]
    return (Candidate(name="NB", items=0, folds=1), *plain, *guarded, *few)


CHOSEN_GUARD = (FOLDS - 1, 1 - FOLDS)
CHOICE = _candidate(3, 0.5, CHOSEN_GUARD)
CANDIDATES = _candidates()


def _column(rows: Array, name: str, candidate: Candidate) -> Array:
    few = " of few" if candidate.runs < RUNS else ""
    return rows[..., COLUMNS.index(name + few)]


def spread(rows: Array, candidate: Candidate) -> Array:
    """The standard error sqrt(V) of each data set."""
    items = _column(rows, "items", candidate)
    variance = candidate.items * items + candidate.folds * _column(rows, "folds", candidate)
    if candidate.guard is not None:
        of_models, of_items = candidate.guard
        variance = np.maximum(variance, of_models * _column(rows, "models", candidate) + of_items * items)
    return np.sqrt(np.maximum(variance, rows[..., COLUMNS.index("least")]))


def _df(rows: Array, candidate: Candidate) -> Array | int:
    """One less than there are fold scores."""
    nominal = candidate.runs * FOLDS - 1
    return nominal if candidate.guard is None else np.minimum(nominal, rows[..., COLUMNS.index("n")] // 2)


def p_values(rows: Array, candidate: Candidate) -> Array:
    """The two-sided p-value of each data set; 1 where D is 0."""
    mean, error = np.abs(_column(rows, "mean", candidate)), spread(rows, candidate)
    t = np.divide(mean, error, out=np.where(mean > 0, np.inf, 0.0), where=error > 0)
    return np.asarray(2 * special.stdtr(_df(rows, candidate), -t))


def rejected(drawn: Drawn, candidate: Candidate, key: str) -> float:
    """The share of data sets of a world with a significant difference."""
    return float(np.mean(p_values(drawn["main"][key], candidate) < ALPHA))


def worst(drawn: Drawn, candidate: Candidate, keys: Sequence[str]) -> tuple[float, str]:
    """The highest false-alarm rate, and where."""
    return max((rejected(drawn, candidate, key), key) for key in keys)


def power(
    drawn: Drawn, candidate: Candidate, true: Mapping[str, float], null: Sequence[str]
) -> tuple[float, float]:
    """Mean share of right decisions at 5 %, and at the level that brings the worst null world to 5 %."""
    equal = [p_values(drawn["main"][key], candidate) for key in null if len(drawn["main"][key]) >= FEWEST]
    level = min(np.sort(each)[int(ALPHA * len(each))] for each in equal)
    shares = [[_right(drawn, candidate, key, true[key], at) for key in true] for at in (ALPHA, level)]
    return float(np.mean(shares[0])), float(np.mean(shares[1]))


def _right(drawn: Drawn, candidate: Candidate, key: str, truth: float, level: float) -> float:
    rows = drawn["main"][key]
    towards = np.sign(_column(rows, "mean", candidate)) == np.sign(truth)
    return float(np.mean((p_values(rows, candidate) < level) & towards))


def coverage(drawn: Drawn, candidate: Candidate, key: str, truth: float) -> float:
    """The share of 95 % intervals that contain the true difference."""
    rows = drawn["main"][key]
    reach = special.stdtrit(_df(rows, candidate), 1 - ALPHA / 2) * spread(rows, candidate)
    return float(np.mean(np.abs(_column(rows, "mean", candidate) - truth) <= reach + 1e-12))


def agreement(drawn: Drawn, candidate: Candidate) -> list[float]:
    """For each world the share of data sets in which all partitions gave the same decision."""
    shares = []
    for rows in drawn["again"].values():
        decided = p_values(rows, candidate) < ALPHA
        shares.append(float(np.mean(decided.all(axis=1) | ~decided.any(axis=1))))
    return shares


def bias_and_variance(rows: Array, truth: float) -> tuple[float, float]:
    """The mean of D minus the truth, and the variance of D."""
    mean = rows[:, COLUMNS.index("mean")]
    return float(mean.mean() - truth), float(mean.var(ddof=1))
