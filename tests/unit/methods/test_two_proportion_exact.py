import numpy as np
import pytest
from scipy import stats

from bakeoff.core.outcomes import RatePair
from bakeoff.methods.two_proportion_exact import two_proportion_exact


def ask(errors_a, n_a, errors_b, n_b, alternative="two-sided"):
    rates = RatePair(errors_a=errors_a, n_a=n_a, errors_b=errors_b, n_b=n_b)
    return two_proportion_exact(rates, level=0.95, alternative=alternative).p_value


def test_one_item_each_by_hand():
    # Pooled rate 1/2: of four equally likely outcomes one has A right and B wrong.
    assert [ask(0, 1, 1, 1, a) for a in ("two-sided", "greater", "less")] == pytest.approx([0.5, 0.25, 1])


@pytest.mark.parametrize("counts", [(3, 10, 7, 12), (0, 5, 4, 30), (9, 9, 1, 8)])
def test_it_sums_every_pair_of_counts_at_least_as_far_apart(counts):
    errors_a, n_a, errors_b, n_b = counts
    rate, gap = (errors_a + errors_b) / (n_a + n_b), errors_b / n_b - errors_a / n_a
    chance = np.outer(stats.binom(n_a, rate).pmf(range(n_a + 1)), stats.binom(n_b, rate).pmf(range(n_b + 1)))
    gaps = np.arange(n_b + 1)[None, :] / n_b - np.arange(n_a + 1)[:, None] / n_a
    assert ask(*counts) == pytest.approx(chance[np.abs(gaps) >= abs(gap) - 1e-12].sum(), rel=1e-10)
    assert ask(*counts, "greater") == pytest.approx(chance[gaps >= gap - 1e-12].sum(), rel=1e-10)
    assert ask(*counts, "less") == pytest.approx(chance[gaps <= gap + 1e-12].sum(), rel=1e-10)


@pytest.mark.parametrize("counts", [(0, 4, 0, 9), (4, 4, 9, 9), (2, 4, 3, 6)])
def test_equal_rates_are_no_evidence(counts):
    assert ask(*counts) == 1


def test_equal_gaps_are_counted_though_thirds_are_rounded():
    # 1/3 and 2/3 against 2/3 and 1/3: the mirror image counts, so that both ways give one answer.
    assert ask(1, 3, 2, 3) == pytest.approx(ask(2, 3, 1, 3), rel=1e-12)


def test_time_follows_the_spread_not_the_size():
    # At a billion items both counts are Poisson: all pairs of counts can be summed by hand.
    result = two_proportion_exact(
        RatePair(errors_a=5, n_a=10**9, errors_b=9, n_b=10**9), level=0.95, alternative="two-sided"
    )
    mass = stats.poisson.pmf(np.arange(200), 7)
    gaps = np.abs(np.subtract.outer(np.arange(200), np.arange(200)))
    assert result.p_value == pytest.approx(float(np.outer(mass, mass)[gaps >= 4].sum()), rel=1e-6)
