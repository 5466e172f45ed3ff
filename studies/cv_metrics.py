"""Measure false alarms of items-folds-t by metrics that are no mean over items, where nothing differs.

    python -m studies.cv_metrics [--draws 600]

Two classes are normal in two exchangeable blocks of attributes; a learner is trained on the first block and
the same learner on the second, by 10 x 10 folds. So both have the same expected metric over training sets.
"""

import argparse
import sys

import numpy as np

from bakeoff.core.outcomes import Floats, FoldScores, Ints
from bakeoff.designs import RepeatedKFold
from bakeoff.experiment.data import make_data
from bakeoff.experiment.item_values import item_values
from bakeoff.experiment.stage import MAIN, Stage
from bakeoff.methods import METHODS
from bakeoff.metrics import METRICS
from bakeoff.metrics._influence import cell_values

DESIGN = RepeatedKFold(runs=10, folds=10)
KEYS = ("f1", "mcc", "macro-f1", "kappa", "balanced-accuracy")
CUTS = np.arange(1, 20) / 20


def discriminant(X: Floats, y: Floats, train: Floats) -> Floats:
    """Linear discriminant analysis on each training set: whether each item is called positive."""
    said = np.empty(train.shape)
    for at, kept in enumerate(train > 0):
        high, low = X[kept & (y == 1)], X[kept & (y == 0)]
        spread = np.atleast_2d(np.cov(np.concatenate([high - high.mean(0), low - low.mean(0)]).T))
        slope = np.linalg.solve(spread, high.mean(0) - low.mean(0))
        middle = (high.mean(0) + low.mean(0)) @ slope / 2 - np.log(len(high) / len(low))
        said[at] = X @ slope > middle
    return said


def stump(X: Floats, y: Floats, train: Floats) -> Floats:
    """The best cut of one attribute by the Gini index, with classes weighed alike."""
    ones, zeros = train @ y, train @ (1 - y)
    best, said = np.full(len(train), np.inf), np.zeros(train.shape)
    for column, cuts in zip(X.T, np.quantile(X, CUTS, axis=0).T, strict=True):
        for cut in cuts:
            up = (column > cut).astype(float)
            p, q = train @ (up * y) / ones, train @ (up * (1 - y)) / zeros
            gini = p * q / np.maximum(p + q, 1e-12) + (1 - p) * (1 - q) / np.maximum(2 - p - q, 1e-12)
            better = gini < best - 1e-12
            best[better] = gini[better]
            said[better] = np.where(p[better, None] > q[better, None], up, 1 - up)
    return said


LEARNERS = {"discriminant": (discriminant, (0.8,) * 3), "stump": (stump, (0.8,) * 4)}


def outcomes(metric: str, stage: Stage, y: Ints, said: list[Floats], mean: bool = False) -> FoldScores:
    """The scores of both learners as an experiment makes them of their predictions."""
    record = METRICS[metric]
    place, folds = (1 if record.per_class else None), stage.splits.test
    counts = [sum(_counts(each[at][test], y[test]) for at, test in enumerate(folds)) for each in said]
    by_cell = [cell_values(record, sum(counts) if mean else each, place) for each in counts]
    values = [
        [v[each[at][test].astype(int), y[test]] for at, test in enumerate(folds)]
        for v, each in zip(by_cell, said, strict=True)
    ]
    found = item_values(values, stage, make_data(np.zeros((len(y), 1)), y))
    a, b = (np.reshape([np.mean(split) for split in each], DESIGN.shape) for each in values)
    models = None if found.models is None else float(2 * np.trace(found.models) - found.models.sum())
    items = found.items[0] - found.items[1]
    sizes = {"n_train": stage.splits.n_train, "n_test": stage.splits.n_test}
    other = None if mean else outcomes(metric, stage, y, said, mean=True)
    return FoldScores(
        a=a, b=b, design=DESIGN, items=items, models=models, made_of="labels", restricted=other, **sizes
    )


def _counts(said: Floats, truth: Ints) -> Ints:
    return np.bincount(said.astype(int) * 2 + truth, minlength=4).reshape(2, 2)


def false_alarms(learner: str, n: int, share: float, draws: int) -> list[float]:
    """The share of data sets without a difference in which each metric has one at 5 %."""
    learn, shift = LEARNERS[learner]
    found = np.zeros(len(KEYS))
    for draw in range(draws):
        rng = np.random.default_rng([n, round(100 * share), draw])
        y = (np.arange(n) < max(10, rng.binomial(n, share))).astype(int)
        stage = Stage(key=MAIN, splits=DESIGN.split(y, rng=draw))
        train = np.ones((100, n))
        for at, test in enumerate(stage.splits.test):
            train[at, test] = 0
        blocks = [rng.normal(size=(n, len(shift))) + y[:, None] * np.array(shift) for _ in range(2)]
        said = [learn(X, y.astype(float), train) * (1 - train) for X in blocks]  # of test items alone
        if all(map(np.any, said)):  # a learner that never predicts the class leaves MCC at 0/0
            found += [_decided(outcomes(key, stage, y, said)) for key in KEYS]
    return (found / draws).tolist()


def _decided(scores: FoldScores) -> bool:
    return METHODS["items-folds-t"].compute(scores, level=0.95, alternative="two-sided").p_value < 0.05


def main() -> None:
    """Print a table of all worlds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=600)
    draws = parser.parse_args().draws
    sys.stdout.write(f"| learner | n | positives | {' | '.join(KEYS)} |\n|{' --- |' * (3 + len(KEYS))}\n")
    for learner in LEARNERS:
        for n in (200, 500):
            for share in (0.1, 0.2):
                rates = " | ".join(f"{100 * each:.1f}" for each in false_alarms(learner, n, share, draws))
                sys.stdout.write(f"| {learner} | {n} | {100 * share:.0f} % | {rates} |\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
