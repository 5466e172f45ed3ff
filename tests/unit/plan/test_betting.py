import itertools
import math

import numpy as np
import pytest
from scipy import integrate, special, stats

from bakeoff.plan.betting import gains, spread
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
