"""Coverage of the intervals of ROC curves that are averaged over ten folds.

    python -m studies.roc_average [--draws 400]

Naive Bayes on two normal classes with five attributes; the truth is the mean curve of classifiers trained
on nine tenths of the items. Prints the coverage of 95 % intervals at some false alarm rates and of the
area, with the term for shared training items and without it, and the mean sensitivity next to the true one
(two minutes).
"""

import argparse
import math
import sys

import numpy as np
from sklearn.naive_bayes import GaussianNB

import bakeoff
from bakeoff.core.outcomes import Floats
from bakeoff.metrics._roc_average import height

FOLDS, TRUTHS, TESTED = 10, 300, 4000
RATES = np.array([0.05, 0.1, 0.2, 0.5])
MEANS = 0.6 * np.array([1.0, 1.0, 0.5, 0.0, 0.0])


def main() -> None:
    """Print two lines for each number of items."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--draws", type=int, default=400)
    draws = parser.parse_args().draws
    sys.stdout.write(
        f"false alarm rates {RATES.tolist()} and the area; standard error {0.22 / math.sqrt(draws):.3f}\n"
    )
    for n in (100, 300, 1000):
        rng = np.random.default_rng(n)
        truth = np.mean(
            [_curve(*_items(n * 9 // 10, rng), *_items(TESTED, rng)) for _ in range(TRUTHS)], axis=0
        )
        found = np.mean([_covered(n, truth, rng) for _ in range(draws)], axis=0)
        sys.stdout.write(f"{n} items: true {truth.round(3).tolist()}, mean {found[2].round(3).tolist()}\n")
        sys.stdout.write(
            f"    covered {found[0].round(3).tolist()}, without the term {found[1].round(3).tolist()}\n"
        )


def _items(n: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    y = rng.integers(2, size=n)
    return rng.normal(size=(n, len(MEANS))) + MEANS * y[:, None], y


def _roc(X: Floats, y: Floats, tested: Floats, truth: Floats) -> bakeoff.metrics._roc.RocCurve:
    return bakeoff.roc(truth, GaussianNB().fit(X, y).predict_proba(tested)[:, 1])


def _curve(X: Floats, y: Floats, tested: Floats, truth: Floats) -> Floats:
    curve = _roc(X, y, tested, truth)
    return np.append(height(curve, RATES), curve.auc)


def _covered(n: int, truth: Floats, rng: np.random.Generator) -> list[Floats]:
    """Whether the intervals with and without the term hold the truth, and the means."""
    X, y = _items(n, rng)
    splits = bakeoff.KFold(folds=FOLDS).split(X, y, rng=int(rng.integers(2**31)))
    curves = [_roc(X[train], y[train], X[test], y[test]) for train, test in splits]
    found = []
    for share in (None, 0):
        mean = bakeoff.roc_average(curves, at=RATES, test_to_train=share)
        low, high = (
            np.append(end, getattr(mean.auc_interval, name))
            for end, name in ((mean.low, "low"), (mean.high, "high"))
        )
        found.append(np.asarray((low <= truth) & (truth <= high), dtype=float))
    return [*found, np.append(mean.sensitivity, mean.auc)]


if __name__ == "__main__":
    main()
