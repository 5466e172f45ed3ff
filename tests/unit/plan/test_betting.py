import itertools
import math
import time

import numpy as np
import pytest
from scipy import integrate, special, stats

from bakeoff.plan.betting import bets, gains, spread
from bakeoff.plan.watch import Watch


@pytest.mark.parametrize("prior", [0.5, 1, 5])
@pytest.mark.parametrize(("wins", "losses"), [(0, 0), (12, 3), (35, 15), (300, 240)])
def test_bets_and_formula_agree_where_there_is_no_difference(prior, wins, losses):
    formula = (wins + losses) * math.log(2) + special.betaln(prior + wins, prior + losses)
    formula -= special.betaln(prior, prior)
    by_bets = spread(gains({1.0: wins, -1.0: losses, 0.0: 77}, 0.0, prior), prior)
    assert by_bets == pytest.approx(formula, abs=1e-9)
    watch = Watch(prior=prior)
    watch.update(only_a=wins, only_b=losses, n=wins + losses + 77)
    assert math.log(watch.e_value) == pytest.approx(formula)


@pytest.mark.parametrize("m", [-0.3, 0.05])
def test_bets_are_a_rule_for_the_integral(m):
    counts = {1.0: 9, 0.0: 20, -0.5: 4, -1.0: 6}

    def bet(u):
        rate = u / (1 + m) if u > 0 else u / (1 - m)
        return math.prod((1 + rate * (x - m)) ** k for x, k in counts.items())

    density = stats.beta(5, 5, loc=-1, scale=2)
    exact = sum(integrate.quad(lambda u: bet(u) * density.pdf(u), *ends)[0] for ends in ((-1, 0), (0, 1)))
    assert math.exp(spread(gains(counts, m, 5.0), 5.0)) == pytest.approx(exact, rel=1e-4)


@pytest.mark.parametrize("values", [(-1, 0, 1), (-0.7, 0.1, 0.4), (-1, 1)])
def test_a_fair_bet_gains_nothing_on_average(values):
    shares = np.arange(1, len(values) + 1) / sum(range(1, len(values) + 1))
    m = float(np.dot(shares, values))
    expected = 0.0
    for places in itertools.product(range(len(values)), repeat=5):
        counts: dict[float, int] = {}
        for at in places:
            counts[float(values[at])] = counts.get(float(values[at]), 0) + 1
        expected += np.prod(shares[list(places)]) * math.exp(spread(gains(counts, m, 5.0), 5.0))
    assert expected == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("prior", [0.5, 5.0, 90.0, 101.0, 1e4])
def test_the_bets_are_a_rule_of_the_prior(prior):
    at, logs = bets(prior)
    weights = np.exp(logs)
    one = 1 / (2 * prior + 1)  # moments of a symmetric beta distribution on -1 to 1
    assert weights.sum() == pytest.approx(1, rel=1e-12)
    assert weights @ at**2 == pytest.approx(one, rel=1e-12)
    assert weights @ at**4 == pytest.approx(3 * one / (2 * prior + 3), rel=1e-12)


@pytest.mark.parametrize("items", [1, 15, 16, 40, 5000])
def test_products_of_factors_are_sums_of_logarithms(items):
    rng = np.random.default_rng(items)
    scores = [*(rng.random(items) - rng.random(items)).tolist(), -1.0, 1.0]
    counts = {x: 1 + (at % 7 == 0) for at, x in enumerate(scores)}
    for prior, m in ((0.5, 0.0), (5.0, 0.3), (1e4, -0.99), (5.0, 1 - 1e-9)):
        at, _ = bets(prior)
        change = np.where(at > 0, 1 / (1 + m), 1 / (1 - m)) * at
        logs = np.log1p(change * (np.array(scores)[:, None] - m))
        directly = np.array(list(counts.values())) @ logs
        np.testing.assert_allclose(gains(counts, m, prior), directly, rtol=1e-9, atol=1e-9)


@pytest.mark.slow
def test_scores_take_little_time_for_each_item():
    scores = np.random.default_rng(0).random((6000, 2)).tolist()
    watch = Watch()
    started = time.process_time()
    for a, b in scores:
        watch.add_scores(a, b)
    assert -0.05 < watch.interval.low < 0 < watch.interval.high < 0.05
    assert time.process_time() - started < 3.0
