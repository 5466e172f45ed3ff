"""Bootstraps of metrics that are no means over items, against direct ones."""

import numpy as np
import pytest
from scipy import stats
from sklearn import metrics as theirs

import bakeoff
from bakeoff.metrics import METRICS

N, RESAMPLES = 40, 4000
DRAWS = np.random.default_rng(5)
Y = DRAWS.normal(size=N)
A, B = Y + 0.5 * DRAWS.standard_t(2, size=N), Y + 0.8 * DRAWS.standard_t(2, size=N)
CLASSES = np.arange(N) % 3
TABLES = [0.6 * np.eye(3)[CLASSES] + DRAWS.random((N, 3)) for _ in "ab"]
CLUSTERS = np.repeat(np.arange(10), 4)


def rmse(y, said):
    return -np.sqrt(np.mean((y - said) ** 2))


def areas(y, said):
    if len(np.unique(y)) < 3:
        return np.nan
    found = []
    for each in range(3):
        ranks, inside = stats.rankdata(said[:, each]), y == each
        ones, zeros = inside.sum(), (~inside).sum()
        found.append((ranks[inside].sum() - ones * (ones + 1) / 2) / ones / zeros)
    return np.mean(found)


BY_NUMPY = {
    "rmse": (rmse, Y, A, B),
    "r2": (theirs.r2_score, Y, A, B),
    "median-absolute-error": (lambda y, said: -np.median(np.abs(y - said)), Y, A, B),
    "auc-ovr": (areas, CLASSES, *TABLES),
}


def drawn(metric, clusters=None):
    """Differences in resamples of the items, each metric computed from the items of the resample."""
    measure, y, a, b = BY_NUMPY[metric]
    draws, found = np.random.default_rng(17), []
    for _ in range(RESAMPLES):
        if clusters is None:
            at = draws.integers(0, N, N)
        else:
            parts = [np.flatnonzero(clusters == each) for each in draws.integers(0, 10, 10)]
            at = np.concatenate(parts)
        found.append(measure(y[at], a[at]) - measure(y[at], b[at]))
    found = np.array(found)
    return found[np.isfinite(found)]


@pytest.mark.slow
@pytest.mark.parametrize("clustered", [False, True])
@pytest.mark.parametrize("metric", BY_NUMPY)
def test_the_metric_is_computed_in_each_resample(metric, clustered):
    """Quantiles agree within four Monte-Carlo errors of both bootstraps, by the density between them."""
    clusters = CLUSTERS if clustered else None
    gaps = drawn(metric, clusters)
    _, y, a, b = BY_NUMPY[metric]
    verdict = bakeoff.compare_predictions(
        y, a, b, metric=metric, clusters=clusters, method="bootstrap", interval="percentile", resamples=20_000
    )
    measure = BY_NUMPY[metric][0]
    assert verdict.result.estimate == pytest.approx(measure(y, a) - measure(y, b), rel=1e-9)
    for share, end in zip((0.025, 0.975), verdict.result.interval, strict=True):
        reach = 4 * np.sqrt(share * (1 - share) * (1 / RESAMPLES + 1 / 20_000))
        low, high = np.quantile(gaps, [max(share - reach, 0), min(share + reach, 1)])
        assert low - 1e-9 <= end <= high + 1e-9


def test_rmse_is_not_resampled_as_a_mean_of_influences():
    """A few large errors: the root of a resampled mean is skewed otherwise than a mean of influences."""
    gaps = drawn("rmse")
    found = bakeoff.compare_predictions(Y, A, B, metric="rmse", method="bootstrap", interval="percentile")
    values = [METRICS["rmse"].compute(Y, each) for each in (A, B)]
    at = np.random.default_rng(17).integers(0, N, (RESAMPLES, N))
    influences = np.quantile((values[1] - values[0])[at].mean(axis=1), [0.025, 0.975])
    ends = np.array(found.result.interval)
    direct = np.quantile(gaps, [0.025, 0.975])
    assert np.abs(ends - direct).max() < np.abs(influences - direct).max() / 4


@pytest.mark.parametrize("metric", ["f1", "macro-f1", "mcc", "kappa", "precision"])
def test_metrics_of_labels_are_computed_in_each_resample(metric):
    true = (np.arange(60) % 3 == 0).astype(int)
    said = [np.where(DRAWS.random(60) < share, true, 1 - true) for share in (0.9, 0.75)]
    compute = METRICS[metric].compute

    def measure(at):
        found = []
        for each in said:
            matrix = np.bincount(2 * each[at] + true[at], minlength=4).reshape(2, 2)
            value = np.asarray(compute(matrix))
            found.append(value[1] if value.ndim else value)
        return found[0] - found[1]

    draws = np.random.default_rng(17)
    gaps = np.array([measure(draws.integers(0, 60, 60)) for _ in range(2000)])
    found = bakeoff.compare_predictions(
        true, *said, metric=metric, method="bootstrap", interval="percentile", resamples=20_000
    )
    for share, end in zip((0.025, 0.975), found.result.interval, strict=True):
        reach = 4 * np.sqrt(share * (1 - share) / 2000)
        low, high = np.nanquantile(gaps, [max(share - reach, 0), min(share + reach, 1)])
        assert low - 1e-9 <= end <= high + 1e-9


@pytest.mark.parametrize("metric", BY_NUMPY)
@pytest.mark.parametrize("clusters", [None, CLUSTERS])
def test_order_and_names_change_nothing(metric, clusters):
    _, y, a, b = BY_NUMPY[metric]
    order = np.random.default_rng(3).permutation(N)

    def result(y, a, b, own):
        return bakeoff.compare_predictions(
            y, a, b, metric=metric, clusters=own, method="bootstrap", resamples=300
        ).result

    one, other = result(y, a, b, clusters), result(y, b, a, clusters)
    mixed = result(y[order], a[order], b[order], None if clusters is None else 99 - clusters[order])
    assert (one.interval, one.p_value) == (mixed.interval, mixed.p_value)
    assert (one.interval.low, one.p_value) == (-other.interval.high, other.p_value)
