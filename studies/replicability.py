"""Hold what verdicts say about being reached again against worlds whose truth is known.

    python -m studies.replicability

Prints the tables of the section on replicability in docs/measured.md. Test sets: pairs of classifiers whose
chances are known; the predicted probability of the same decision against how often a second test set gave it.
Partitions: data sets on which two learners were run 2000 times; the estimate from 10 of these runs
against the share of the other 199 tens of runs that decided alike. Its rival is the plain bootstrap: the
share of runs drawn with replacement that decide alike, its uncertainty by the jackknife after the bootstrap
(Efron 1992, Journal of the Royal Statistical Society B 54:83-127).
"""

import argparse
import sys
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bakeoff.compare.counts import compare_counts
from bakeoff.compare.scores import compare_scores, fold_outcomes
from bakeoff.core.result import Decision
from bakeoff.core.verdict import Verdict
from bakeoff.designs import RepeatedKFold
from bakeoff.judge.answer import ask
from bakeoff.lab import fold_errors
from bakeoff.metrics import METRICS

ITEMS = 200
WORLDS, SECONDS = 4000, 200
DATA_SETS, RUNS, FIRST = 120, 2000, 3
TEN = RepeatedKFold(runs=10, folds=10)
JUDGES = ("auto", "corrected-resampled-t")
EDGES = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99, 1.0)
Array = npt.NDArray[np.float64]


class Told(NamedTuple):
    """What was reported about one decision, and how often it was truly reached again."""

    share: float
    low: float
    high: float
    truth: float


def main() -> None:
    """Print all tables."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    for spread, word in ((4.0, "wide"), (1.0, "narrow")):
        _show(f"test sets, {ITEMS} items, effects of {word} spread", _test_sets(spread))
    differences = _differences()
    for method in JUDGES:
        told, plain = _partitions(differences, method)
        _show(f"partitions, {method}", told)
        _show(f"partitions, {method}, plain bootstrap", plain)


def _show(title: str, found: list[Told]) -> None:
    values = np.array(found)
    share, low, high, truth = values.T
    held = (truth >= low - 0.005) & (truth <= high + 0.005)
    unsure = truth < 0.99
    sys.stdout.write(
        f"\n{title}: {len(found)} decisions, mean told {share.mean():.3f}, true {truth.mean():.3f}; the "
        f"range held the truth in {100 * held.mean():.0f} %, {100 * held[unsure].mean():.0f} % where it is "
        f"below .99\n"
    )
    for start, end in pairwise(EDGES):
        inside = (share >= start) & ((share < end) | (end == 1))
        if inside.any():
            sys.stdout.write(
                f"| {start:g} to {end:g} | {inside.sum()} | {share[inside].mean():.3f} | "
                f"{truth[inside].mean():.3f} |\n"
            )


@cache
def _judged(only_a: int, only_b: int) -> Verdict:
    return compare_counts(only_a, only_b, n=ITEMS)


def _test_sets(spread: float) -> list[Told]:
    """Worlds with true differences around 0, given in standard errors."""
    rng, found = np.random.default_rng(0), []
    for _ in range(WORLDS):
        differing = rng.uniform(0.1, 0.4)
        error = (differing / ITEMS) ** 0.5
        apart = float(np.clip(rng.normal(0, spread * error), -0.9 * differing, 0.9 * differing))
        chances = [(differing + apart) / 2, (differing - apart) / 2, 1 - differing]
        counts = rng.multinomial(ITEMS, chances, size=1 + SECONDS)
        first, *others = (_judged(int(a), int(b)) for a, b, _ in counts)
        again = first.replicability
        if again is not None:
            truth = np.mean([other.decision == first.decision for other in others])
            found.append(Told(again.share, again.low, again.high, float(truth)))
    return found


def _differences() -> Array:
    """Accuracy of naive Bayes minus that of C4.5 by data set, run and fold; 200 items, 8 attributes."""
    rng = np.random.default_rng(1)
    drawn = [_data_set(rng) for _ in range(DATA_SETS)]
    X, y = (np.stack(part) for part in zip(*drawn, strict=True))
    errors = [fold_errors(X, y, learner=key, runs=RUNS, folds=10) for key in ("c45", "naive-bayes")]
    return (errors[0] - errors[1]) / 20


def _data_set(rng: np.random.Generator) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """A logistic world, in a third of the cases with two attributes that are informative only together."""
    X = rng.integers(0, 2, (200, 8))
    together = rng.uniform(0, 1.5) if rng.integers(3) == 1 else 0.0
    score = (2 * X - 1) @ rng.normal(size=8) * rng.uniform(0, 0.6)
    score = score + together * (2 * (X[:, 0] ^ X[:, 1]) - 1)
    return X, (rng.random(200) < 1 / (1 + np.exp(-score))).astype(np.int64)


def _partitions(differences: Array, method: str) -> tuple[list[Told], list[Told]]:
    rng, told, plain = np.random.default_rng(2), [], []
    for runs in differences:
        tens = runs.reshape(-1, 10, 10)
        decisions = np.array([_decision(ten, method) for ten in tens])
        for at in range(FIRST):
            again = compare_scores(
                0.5 + tens[at], np.full((10, 10), 0.5), design=TEN, method=method
            ).replicability
            if again is None:
                continue
            truth = float(np.mean(np.delete(decisions, at) == decisions[at]))
            told.append(Told(again.share, again.low, again.high, truth))
            plain.append(Told(*_bootstrapped(tens[at], method, decisions[at], rng), truth))
    return told, plain


def _decision(ten: Array, method: str) -> Decision:
    scores = fold_outcomes(
        0.5 + ten, np.full((10, 10), 0.5), metric=METRICS["accuracy"], design=TEN, n_train=180, n_test=20
    )
    return ask(scores, method=method, again=False).decision


def _bootstrapped(
    ten: Array, method: str, decision: str, rng: np.random.Generator, draws: int = 400
) -> tuple[float, float, float]:
    """The share of drawn runs that decide alike, with 1.96 standard errors by the jackknife."""
    drawn = rng.integers(10, size=(draws, 10))
    same = np.array([_decision(ten[at], method) == decision for at in drawn])
    share = float(same.mean())
    without = np.array([same[~(drawn == run).any(axis=1)].mean() for run in range(10)])
    error = float(np.sqrt(0.9 * np.sum((without - without.mean()) ** 2) + share * (1 - share) / draws))
    return share, max(0.0, share - 1.96 * error), min(1.0, share + 1.96 * error)


if __name__ == "__main__":
    main()
