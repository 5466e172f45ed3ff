"""What copied rows that nobody declared do to false-alarm rates: figures of the caveat ``duplicated-rows``.

    python -m studies.duplicates [data sets]

Two blocks of five attributes carry the same signal, and a learner on the first is compared with the same
learner on the second: over random training sets they are equally good. Of each data set of 300 rows, every
row is there 1 to 4 times. Prints the worst share of rejections at a nominal 5 % for each number of copies.
"""

import sys

import numpy as np
import numpy.typing as npt

from bakeoff.core.outcomes import FoldScores
from bakeoff.designs import RepeatedKFold
from bakeoff.lab.answers import between_models
from bakeoff.lab.item_errors import data_seeds, fold_of, item_errors
from bakeoff.lab.layout import Layout
from bakeoff.methods import METHODS

ROWS, ALPHA = 300, 0.05
LEARNERS = ("naive-bayes", "1-nn", "c45")
VALUES = (2, 6)  # of an attribute
METHODS_ASKED = ("items-folds-t", "corrected-resampled-t")
Array = npt.NDArray[np.int64]


def main() -> None:
    """Print the worst rate over learners and attributes for each number of copies."""
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for copies in (1, 2, 3, 4):
        found = [
            (rate, f"{learner}, {values} values")
            for values in VALUES
            for X, y in [_drawn(draws, copies, values)]
            for learner in LEARNERS
            for rate in [_rates(X, y, learner)]
        ]
        told = [f"{key} {100 * max(rate[key] for rate, _ in found):.1f} %" for key in METHODS_ASKED]
        sys.stdout.write(f"{copies} of each row: worst {', '.join(told)}\n")
        for rate, world in found:
            sys.stdout.write(f"  {world}: {', '.join(f'{100 * rate[key]:.1f}' for key in METHODS_ASKED)}\n")


def _drawn(draws: int, copies: int, values: int) -> tuple[Array, Array]:
    """Data sets whose label hangs on the sum of all attributes, each row as often as it has copies."""
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
