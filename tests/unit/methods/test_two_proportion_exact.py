import numpy as np
import pytest
from scipy import stats

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import RatePair
from bakeoff.methods.two_proportion_exact import two_proportion_exact

POOLED = "martin-hirschberg"


def ask(errors_a, n_a, errors_b, n_b, alternative="two-sided", form="fisher"):
    rates = RatePair(errors_a=errors_a, n_a=n_a, errors_b=errors_b, n_b=n_b)
    return two_proportion_exact(rates, level=0.95, alternative=alternative, form=form).p_value


@pytest.mark.parametrize("counts", [(3, 10, 7, 12), (0, 5, 4, 30), (9, 9, 1, 8), (160, 800, 40, 300)])
def test_it_is_fishers_by_another_program(counts):
    errors_a, n_a, errors_b, n_b = counts
    table = [[errors_a, n_a - errors_a], [errors_b, n_b - errors_b]]
    for_a, for_b = (stats.fisher_exact(table, side).pvalue for side in ("less", "greater"))
    expected = [min(1, 2 * min(for_a, for_b)), for_a, for_b]
    assert [ask(*counts, a) for a in ("two-sided", "greater", "less")] == pytest.approx(expected, rel=1e-12)


def largest_size(n_a, n_b, form):
    """How often it rejects at most at 5 %, both rates being equal: a sum over all pairs of counts."""
    a, b = np.arange(n_a + 1), np.arange(n_b + 1)
    rejected = np.array([[ask(int(i), n_a, int(j), n_b, form=form) <= 0.05 for j in b] for i in a])
    rates = np.linspace(0.01, 0.99, 99)
    mass = [np.outer(stats.binom(n_a, rate).pmf(a), stats.binom(n_b, rate).pmf(b)) for rate in rates]
    return max(float(each[rejected].sum()) for each in mass)


def test_it_never_rejects_more_often_than_alpha_and_the_pooled_rate_does():
    assert largest_size(8, 25, "fisher") == pytest.approx(0.0212, abs=5e-4)
    assert largest_size(8, 25, "martin-hirschberg") == pytest.approx(0.0556, abs=5e-4)


def test_another_form_is_refused():
    with pytest.raises(InputError, match='form is \'barnard\'; expected "fisher" or "martin-hirschberg"'):
        ask(1, 3, 2, 3, form="barnard")


def test_one_item_each_by_hand():
    # Pooled rate 1/2: of four equally likely outcomes one has A right and B wrong.
    found = [ask(0, 1, 1, 1, a, "martin-hirschberg") for a in ("two-sided", "greater", "less")]
    assert found == pytest.approx([0.5, 0.25, 1])


@pytest.mark.parametrize("counts", [(3, 10, 7, 12), (0, 5, 4, 30), (9, 9, 1, 8)])
def test_the_pooled_form_sums_every_pair_of_counts_at_least_as_far_apart(counts):
    errors_a, n_a, errors_b, n_b = counts
    rate, gap = (errors_a + errors_b) / (n_a + n_b), errors_b / n_b - errors_a / n_a
    chance = np.outer(stats.binom(n_a, rate).pmf(range(n_a + 1)), stats.binom(n_b, rate).pmf(range(n_b + 1)))
    gaps = np.arange(n_b + 1)[None, :] / n_b - np.arange(n_a + 1)[:, None] / n_a
    assert ask(*counts, form=POOLED) == pytest.approx(
        chance[np.abs(gaps) >= abs(gap) - 1e-12].sum(), rel=1e-10
    )
    assert ask(*counts, "greater", POOLED) == pytest.approx(chance[gaps >= gap - 1e-12].sum(), rel=1e-10)
    assert ask(*counts, "less", POOLED) == pytest.approx(chance[gaps <= gap + 1e-12].sum(), rel=1e-10)


@pytest.mark.parametrize("counts", [(0, 4, 0, 9), (4, 4, 9, 9), (2, 4, 3, 6)])
def test_equal_rates_are_no_evidence(counts):
    assert ask(*counts) == 1


def test_equal_gaps_are_counted_though_thirds_are_rounded():
    # 1/3 and 2/3 against 2/3 and 1/3: the mirror image counts, so that both ways give one answer.
    assert ask(1, 3, 2, 3) == pytest.approx(ask(2, 3, 1, 3), rel=1e-12)


def test_time_follows_the_spread_not_the_size():
    # At a billion items the errors fall on either set by the throw of a coin, and those of the pooled form
    # are Poisson: all pairs of counts can be summed by hand.
    counts = (5, 10**9, 9, 10**9)
    assert ask(*counts) == pytest.approx(stats.binomtest(5, 14).pvalue, rel=1e-6)
    mass = stats.poisson.pmf(np.arange(200), 7)
    gaps = np.abs(np.subtract.outer(np.arange(200), np.arange(200)))
    assert ask(*counts, form=POOLED) == pytest.approx(float(np.outer(mass, mass)[gaps >= 4].sum()), rel=1e-6)
    near_half = ask(5 * 10**8, 10**9, 5 * 10**8 + 50_000, 10**9)
    assert near_half == pytest.approx(2 * stats.norm.sf(50_000 / 10**9 / (0.25 * 2e-9) ** 0.5), rel=1e-3)
