"""What others do with many models on the same items, for the study of rankings."""

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np
from scipy import special, stats  # noqa: TID251 - ranks and the studentised range

from bakeoff.core.panel import ItemPanel
from bakeoff.methods.many._joint import Joint, pairs_of

ALPHA, RESAMPLES = 0.05, 500


class Said(NamedTuple):
    """Which pairs are found to differ, and the best and the worst rank of each model where there are any."""

    apart: Any
    ranks: Any = None


def uncorrected(joint: Joint) -> Said:
    """Every pair alone, at 1.96 standard errors."""
    return Said(np.abs(joint.statistics) > -special.ndtri(ALPHA / 2))


def percentile_ranks(panel: ItemPanel, metric: str, rng: np.random.Generator) -> Said:
    """The middle 95 % of each model's rank in bootstrap samples; models apart where these do not overlap."""
    values = VALUES[metric](panel, _weights(panel, rng))
    ranks = stats.rankdata(-values, axis=1)
    low, high = np.quantile(ranks, (ALPHA / 2, 1 - ALPHA / 2), axis=0)
    first, second = pairs_of(len(panel.names))
    return Said((low[first] > high[second]) | (low[second] > high[first]), (low, high))


def nemenyi(panel: ItemPanel) -> Said:
    """scikit-posthocs 0.17.1, ``posthoc_nemenyi_friedman`` of right and wrong answers, items as blocks."""
    right = np.stack(panel.answers, axis=1) == np.asarray(panel.truth)[:, np.newaxis]
    n, k = right.shape
    ranks = stats.rankdata(right, axis=1).mean(axis=0)
    first, second = pairs_of(k)
    size = np.abs(ranks[first] - ranks[second]) / np.sqrt(k * (k + 1) / (6 * n))
    return Said(size * np.sqrt(2) > _studentised_range(k))


def evalstats(panel: ItemPanel) -> Said | None:
    """All pairs by ``all_pairwise`` of evalstats 0.3.3 with its defaults; nothing where not installed."""
    if find_spec("evalstats") is None:
        return None
    from evalstats import all_pairwise

    right = (np.stack(panel.answers) == panel.truth).astype(float)
    rng = np.random.default_rng(0)
    found = all_pairwise(right, list(panel.names), n_bootstrap=2 * RESAMPLES, rng=rng)
    first, second = (np.array(panel.names)[place] for place in pairs_of(len(panel.names)))
    pairs = zip(first, second, strict=True)
    return Said(np.array([found.get(a, b).p_value <= ALPHA for a, b in pairs]))


@cache
def _studentised_range(k: int) -> float:
    return float(stats.studentized_range.isf(ALPHA, k, np.inf))


def _weights(panel: ItemPanel, rng: np.random.Generator) -> Any:
    """How often each item is in each bootstrap sample; clusters are drawn whole."""
    n = len(panel.answers[0])
    units = np.arange(n) if panel.clusters is None else np.asarray(panel.clusters)
    count = int(units[-1]) + 1
    return rng.multinomial(count, np.full(count, 1 / count), size=RESAMPLES)[:, units].astype(float)


def _accuracies(panel: ItemPanel, weights: Any) -> Any:
    right = np.stack(panel.answers, axis=1) == np.asarray(panel.truth)[:, np.newaxis]
    return weights @ right / weights.sum(axis=1, keepdims=True)


def _f1_scores(panel: ItemPanel, weights: Any) -> Any:
    said, truth = np.stack(panel.answers, axis=1), np.asarray(panel.truth)
    both = weights @ (said * truth[:, np.newaxis])
    return 2 * both / np.maximum(weights @ said + (weights @ truth)[:, np.newaxis], 1.0)


def _areas(panel: ItemPanel, weights: Any) -> Any:
    """Of scores without ties."""
    found = []
    for scores in panel.answers:
        order = np.argsort(scores)
        drawn, positive = weights[:, order], np.asarray(panel.truth)[order] == 1
        below = np.cumsum(np.where(positive, 0.0, drawn), axis=1)
        pairs = drawn[:, positive].sum(axis=1) * drawn[:, ~positive].sum(axis=1)
        found.append(np.sum(drawn[:, positive] * below[:, positive], axis=1) / np.maximum(pairs, 1.0))
    return np.stack(found, axis=1)


VALUES: dict[str, Callable[[ItemPanel, Any], Any]] = {
    "accuracy": _accuracies,
    "f1": _f1_scores,
    "auc": _areas,
}
