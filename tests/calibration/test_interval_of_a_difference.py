"""Exact coverage of the intervals for a difference of two rates, without simulation.

All outcomes of a small test set are enumerated and the probabilities of those whose interval covers
the truth are added up, over a grid of true rates that lies mostly away from the null.
"""

import numpy as np
import pytest
from scipy.special import betaincinv
from scipy.stats import binom, multinomial

from bakeoff.core.outcomes import PairedItems, RatePair
from bakeoff.methods import METHODS

RATES = (0.02, 0.05, 0.1, 0.2, 0.3, 0.45)


def paired_coverage(interval_of, n):
    """Coverage for each pair of chances that A alone, and B alone, is right."""
    cells = np.array([(b, c) for b in range(n + 1) for c in range(n + 1 - b)])
    ends = np.array([interval_of(int(b), int(c), n) for b, c in cells])
    counts = np.column_stack([cells, n - cells.sum(axis=1)])
    found = {}
    for p, q in ((p, q) for p in RATES for q in RATES):
        chances = multinomial.pmf(counts, n, [p, q, 1 - p - q])
        covered = (ends[:, 0] <= p - q + 1e-12) & (p - q - 1e-12 <= ends[:, 1])
        found[p, q] = float(chances[covered].sum())
    return found


def score_interval(key):
    def interval_of(only_a, only_b, n):
        items = PairedItems(only_a=only_a, only_b=only_b, n=n)
        return tuple(METHODS[key].compute(items, level=0.95, alternative="two-sided").interval)

    return interval_of


def scaled_clopper_pearson(only_a, only_b, n):
    """The discordant share's exact interval scaled to n items: what must not be used."""
    k = only_a + only_b
    low = 0.0 if only_a == 0 else betaincinv(only_a, only_b + 1, 0.025)
    high = 1.0 if only_b == 0 else betaincinv(only_a + 1, only_b, 0.975)
    return (2 * low - 1) * k / n, (2 * high - 1) * k / n


@pytest.mark.parametrize("n", [20, 50, 100])
@pytest.mark.parametrize("key", ["mcnemar", "mcnemar-exact", "mcnemar-mid-p"])
def test_the_paired_interval_covers_everywhere(key, n):
    coverage = list(paired_coverage(score_interval(key), n).values())
    assert min(coverage) > 0.935
    assert 0.945 < np.mean(coverage) < 0.975


@pytest.mark.parametrize("n", [20, 50, 100])
def test_a_scaled_clopper_pearson_interval_would_not(n):
    coverage = paired_coverage(scaled_clopper_pearson, n)
    assert min(coverage.values()) < 0.7
    assert coverage[0.02, 0.45] < 0.7  # far from the null


def rates_coverage(key, n_a, n_b):
    compute = METHODS[key].compute
    ends = np.array(
        [
            [
                tuple(
                    compute(
                        RatePair(errors_a=i, n_a=n_a, errors_b=j, n_b=n_b),
                        level=0.95,
                        alternative="two-sided",
                    ).interval
                )
                for j in range(n_b + 1)
            ]
            for i in range(n_a + 1)
        ]
    )
    found = []
    for p, q in ((p, q) for p in RATES for q in RATES):
        chances = np.outer(binom.pmf(range(n_a + 1), n_a, p), binom.pmf(range(n_b + 1), n_b, q))
        covered = (ends[..., 0] <= q - p + 1e-12) & (q - p - 1e-12 <= ends[..., 1])
        found.append(float(chances[covered].sum()))
    return found


@pytest.mark.parametrize(("n_a", "n_b"), [(20, 30), (100, 60)])
@pytest.mark.parametrize("key", ["two-proportion-z", "two-proportion-exact"])
def test_the_interval_of_independent_rates_covers_everywhere(key, n_a, n_b):
    coverage = rates_coverage(key, n_a, n_b)
    assert min(coverage) > 0.935
    assert 0.945 < np.mean(coverage) < 0.975


def test_the_unpooled_normal_interval_fails_on_small_sets_and_small_rates():
    assert min(rates_coverage("two-proportion-unpooled", 20, 30)) < 0.8
