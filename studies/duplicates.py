"""The effect of undeclared copied rows on false-alarm rates: figures of the caveat ``duplicated-rows``.

    python -m studies.duplicates [--draws 1000]
    python -m studies.duplicates fixed [--draws 4000]

Two blocks of five attributes carry the same signal, and a learner on the first is compared with the same
learner on the second: over random training sets they are equally good. Of each data set of 300 rows, every
row is there 1 to 4 times. Prints the worst share of rejections at a nominal 5 % for each number of copies.

With ``fixed``, predictions that are equally good on independent items are compared on 300 rows, in which
every item, or half of the items, is there more than once. Prints the shares of rejections next to the closed
form.
"""

import argparse
import sys

import numpy as np
import numpy.typing as npt

from bakeoff.core.outcomes import FoldScores, PairedItems, PairedLabels
from bakeoff.designs import RepeatedKFold
from bakeoff.lab.answers import between_models
from bakeoff.lab.item_errors import data_seeds, fold_of, item_errors
from bakeoff.lab.layout import Layout
from bakeoff.methods import METHODS
from bakeoff.metrics import METRICS
from bakeoff.metrics._confusion import signed
from bakeoff.read.duplicates import Duplicates

ROWS, ALPHA = 300, 0.05
DRAWS = {"trained": 1000, "fixed": 4000}  # data sets by default
LEARNERS = ("naive-bayes", "1-nn", "c45")
VALUES = (2, 6)  # of an attribute
METHODS_ASKED = ("items-folds-t", "corrected-resampled-t")
Array = npt.NDArray[np.int64]


def main() -> None:
    """Print the requested table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", nargs="?", choices=DRAWS, default="trained")
    parser.add_argument("--draws", type=int)
    given = parser.parse_args()
    measure = _fixed if given.kind == "fixed" else _trained
    measure(given.draws or DRAWS[given.kind])


def trained(draws: int) -> dict[int, list[tuple[dict[str, float], str]]]:
    """The rates of each method and their world, for each number of copies."""
    return {
        copies: [
            (rate, f"{learner}, {values} values")
            for values in VALUES
            for X, y in [_drawn(draws, copies, values)]
            for learner in LEARNERS
            for rate in [_rates(X, y, learner)]
        ]
        for copies in (1, 2, 3, 4)
    }


def _trained(draws: int) -> None:
    """Print the worst rate over learners and attributes for each number of copies."""
    for copies, found in trained(draws).items():
        told = [f"{key} {100 * max(rate[key] for rate, _ in found):.1f} %" for key in METHODS_ASKED]
        sys.stdout.write(f"{copies} of each row: worst {', '.join(told)}\n")
        for rate, world in found:
            sys.stdout.write(f"  {world}: {', '.join(f'{100 * rate[key]:.1f}' for key in METHODS_ASKED)}\n")


# Shares of items by truth, A and B: both are right about 80 % of them, each alone about 10 %.
CELLS = np.array([0.42, 0.06, 0.06, 0.06, 0.02, 0.04, 0.04, 0.30]).reshape(2, 2, 2)
TIMES = {
    "each item once": (1,),
    "twice": (2,),
    "3 times": (3,),
    "4 times": (4,),
    "half twice": (1, 2),
}


def _fixed(draws: int) -> None:
    """Print how often tests of fixed predictions reject where both models are equally good."""
    for name, (formula, exact, score) in fixed(draws).items():
        sys.stdout.write(
            f"{name}: closed form {formula:.1f} %, mcnemar-mid-p {exact:.1f} %, score-t of F1 {score:.1f} %\n"
        )


def fixed(draws: int) -> dict[str, tuple[float, float, float]]:
    """The rates of the closed form, of `mcnemar-mid-p` and of `score-t`, by how often items are there."""
    found: dict[str, tuple[float, float, float]] = {}
    for name, times in TIMES.items():
        each = ROWS // sum(times)
        rng = np.random.default_rng(times)
        tables = sum(
            count * rng.multinomial(each, CELLS.reshape(-1), draws).reshape(-1, 2, 2, 2) for count in times
        )
        pairs = each * sum(count * (count - 1) / 2 for count in times)
        copies = Duplicates(
            rows=ROWS, repeated=0, relabelled=0, pairs=pairs, alike=pairs, by_chance=0, evenly=False
        )
        exact, score = np.mean([(_mid_p(table), _f1(table)) for table in tables], axis=0)
        found[name] = (100 * copies.false_alarms(), 100 * float(exact), 100 * float(score))
    return found


def _mid_p(table: Array) -> bool:
    only_a, only_b = table[0, 0, 1] + table[1, 1, 0], table[0, 1, 0] + table[1, 0, 1]
    outcomes = PairedItems(only_a=int(only_a), only_b=int(only_b), n=ROWS)
    found = METHODS["mcnemar-mid-p"].compute(outcomes, level=1 - ALPHA, alternative="two-sided")
    return bool(found.p_value < ALPHA)


def _f1(table: Array) -> bool:
    outcomes = PairedLabels(table=table, labels=(0, 1), metric=signed(METRICS["f1"], 1), span=1.0)
    found = METHODS["score-t"].compute(outcomes, level=1 - ALPHA, alternative="two-sided")
    return bool(found.p_value < ALPHA)


def _drawn(draws: int, copies: int, values: int) -> tuple[Array, Array]:
    """Data sets whose label depends on the sum of all attributes, each row as often as it has copies."""
    rng = np.random.default_rng([copies, values])
    X = rng.integers(0, values, (draws, ROWS // copies, 10))
    spread = np.sqrt(10 * (values**2 - 1) / 12)
    score = 1.5 * (X.sum(axis=2) - 5 * (values - 1)) / spread
    y = (rng.random(score.shape) < 1 / (1 + np.exp(-score))).astype(np.int64)
    return np.tile(X, (1, copies, 1)), np.tile(y, (1, copies))


def _rates(X: Array, y: Array, learner: str) -> dict[str, float]:
    """The share of data sets on which each method rejects."""
    seeds = data_seeds(X, y)
    folds = fold_of(y, seeds=seeds)
    blocks = (np.ascontiguousarray(X[:, :, :5]), np.ascontiguousarray(X[:, :, 5:]))
    a, b = (1.0 - item_errors(each, y, learner=learner, seeds=seeds) for each in blocks)
    rejected = dict.fromkeys(METHODS_ASKED, 0)
    models = between_models((a - b).astype(np.int64), folds, Layout(runs=10, folds=10))
    for right_a, right_b, fold, between in zip(a, b, folds, models, strict=True):
        scores = FoldScores(
            a=_by_fold(right_a, fold),
            b=_by_fold(right_b, fold),
            design=RepeatedKFold(),
            items=(right_a - right_b).mean(axis=0),
            models=between,
            right_or_wrong=True,
        )
        for key in METHODS_ASKED:
            found = METHODS[key].compute(scores, level=1 - ALPHA, alternative="two-sided")
            rejected[key] += found.p_value < ALPHA
    return {key: count / len(X) for key, count in rejected.items()}


def _by_fold(right: npt.NDArray[np.float64], fold: Array) -> npt.NDArray[np.float64]:
    """The accuracy in each run and fold."""
    return np.array(
        [np.bincount(at, weights=each) / np.bincount(at) for each, at in zip(right, fold, strict=True)]
    )


if __name__ == "__main__":
    main()
