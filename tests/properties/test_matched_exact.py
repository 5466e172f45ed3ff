"""The exact test on pairs: its p-value is that of the definition, and it never exceeds its level."""

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.stats import multinomial
from tests.oracles.matched_exact import Pairs

from bakeoff.methods._matched_exact import exact_p, exact_rejects

few = st.integers(1, 9)
margins = st.integers(1, 60).map(lambda x: f"0.{x:02d}")
shares = st.floats(0, 1)


@settings(max_examples=15)
@given(few, margins, shares, shares)
@example(10, "0.10", 0.3, 0.5)  # several samples have a statistic of 0
@example(8, "0.25", 0.0, 1.0)
def test_the_p_value_is_that_of_the_definition(n, margin, one, other):
    wins = round(one * n)
    losses = round(other * (n - wins))
    exact = float(Pairs(n, margin).p_value((wins, losses), points=201))
    assert abs(exact_p(wins, losses, n, -float(margin)) - exact) <= 1e-9 * exact


@settings(max_examples=60)
@given(st.integers(1, 40), margins, st.floats(0.001, 0.3), shares)
@example(20, "0.10", 0.025, 0.0)
@example(20, "0.10", 0.025, 1.0)
def test_rejected_samples_are_no_more_likely_than_alpha(n, margin, alpha, at):
    drop = float(margin)
    wins, losses = exact_rejects(n, -drop, alpha)
    disagreement = drop + at * (1 - drop)
    cells = np.array([(disagreement - drop) / 2, (disagreement + drop) / 2, 1 - disagreement])
    chances = multinomial.pmf(np.stack([wins, losses, n - wins - losses], axis=1), n, np.maximum(cells, 0))
    assert np.sum(chances) <= alpha * (1 + 1e-9)
