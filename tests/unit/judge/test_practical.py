import numpy as np
import pytest
from scipy import stats

from bakeoff import InputError, compare_counts, compare_datasets, compare_rates, compare_scores
from bakeoff.core.exceptions import IllegalMethodError
from bakeoff.designs import RepeatedKFold
from bakeoff.judge.practical import practical

RNG = np.random.default_rng(8)
A, B = 0.85 + 0.03 * RNG.normal(size=(2, 5)), 0.80 + 0.03 * RNG.normal(size=(2, 5))
ITEMS = RNG.choice([-1.0, 0.0, 1.0], p=[0.05, 0.85, 0.10], size=200)


def learners(method="items-folds-t", **asked):
    return compare_scores(A, B, design=RepeatedKFold(runs=2, folds=5), method=method, **asked)


@pytest.mark.parametrize("rope", [0.0, 0.01, 0.1])
@pytest.mark.parametrize("counts", [(35, 15, 412, 300), (3, 1, 50, 40), (0, 0, 20, 15)])
def test_paired_answers_against_draws(counts, rope):
    """The standard error of 40,000 draws is at most 0.0025; 4 of them are exceeded once in 16,000 seeds."""
    only_a, only_b, n, both = counts
    found = practical(compare_counts(only_a, only_b, n=n, both_right=both), rope=rope)
    cells = np.array([both, only_a, only_b, n - both - only_a - only_b]) + 0.5
    drawn = np.random.default_rng(1).dirichlet(cells, 40_000)
    gap = drawn[:, 1] - drawn[:, 2]
    expected = (np.mean(gap < -rope), np.mean(np.abs(gap) <= rope), np.mean(gap > rope))
    assert found.probabilities == pytest.approx(expected, abs=0.01)
    assert sum(found.probabilities) == pytest.approx(1)
    assert found.by == "dirichlet"


def test_without_a_region_the_share_of_discordant_items_does_not_matter():
    expected = stats.beta(35.5, 15.5).sf(0.5)
    for n in (60, 412, 10_000):
        found = practical(compare_counts(35, 15, n=n), rope=0)
        assert found.probabilities[2] == pytest.approx(expected, rel=1e-9)


def test_learners_have_a_posterior_with_the_variance_of_the_method():
    verdict = learners(items=ITEMS)
    result = verdict.result
    own = stats.t(result.df, result.estimate, result.estimate / result.statistic)
    found = practical(verdict, rope=0.02)
    expected = (own.cdf(-0.02), own.cdf(0.02) - own.cdf(-0.02), own.sf(0.02))
    assert found.probabilities == pytest.approx(expected, rel=1e-9)
    assert found.by == "correlated-t"
    one_sided = learners(items=ITEMS, alternative="greater").result.p_value
    assert practical(verdict, rope=0).probabilities[0] == pytest.approx(one_sided, rel=1e-9)


def test_what_has_no_posterior():
    others = (
        learners("corrected-resampled-t"),
        learners("half-sample-t", halves=0.05 + 0.03 * RNG.normal(size=(15, 2))),
        compare_rates(3, 20, 9, 31),
        compare_datasets([1, 0.9], [0.8, 0.7]),
    )
    for verdict in others:
        with pytest.raises(IllegalMethodError, match="a posterior needs"):
            practical(verdict, rope=0.01)
    with pytest.raises(InputError, match="rope is -1"):
        practical(compare_counts(3, 1, n=50), rope=-1)
