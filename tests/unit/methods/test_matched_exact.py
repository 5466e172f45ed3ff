"""The exact unconditional test on pairs: its level, by sums over all outcomes."""

import numpy as np
import pytest
from scipy.stats import multinomial

from bakeoff.methods._matched_exact import exact_p, exact_rejects

ALPHA = 0.025


def chance(wins, losses, n, disagreement, difference):
    cells = [(disagreement + difference) / 2, (disagreement - difference) / 2, 1 - disagreement]
    return float(multinomial.pmf(np.stack([wins, losses, n - wins - losses], axis=1), n, cells).sum())


@pytest.mark.parametrize("n", [1, 7, 20, 35])
@pytest.mark.parametrize("margin", [0.01, 0.05, 0.2, 0.5])
def test_it_never_exceeds_its_level(n, margin):
    wins, losses = exact_rejects(n, -margin, ALPHA)
    # also where the drop is larger than the margin
    for drop in (margin, min(margin + 0.05, 0.9)):
        for disagreement in np.linspace(drop, 1, 57):
            assert chance(wins, losses, n, disagreement, -drop) <= ALPHA * (1 + 1e-4)


def test_rejected_are_those_with_small_p_values():
    wins, losses = exact_rejects(15, -0.2, ALPHA)
    rejected = set(zip(wins.tolist(), losses.tolist(), strict=True))
    for w in range(16):
        for x in range(16 - w):
            assert (exact_p(w, x, 15, -0.2) <= ALPHA) == ((w, x) in rejected)


def test_no_discordant_items_are_as_likely_as_none_against_the_new_model():
    for n, margin in ((1, 0.1), (50, 0.05), (60, 0.05)):
        assert exact_p(0, 0, n, -margin) == pytest.approx((1 - margin) ** n, rel=1e-9)
    assert exact_p(0, 0, 30, -0.1) > 0.9**30  # where others are as extreme


def test_ends_of_the_range():
    assert exact_p(0, 5, 5, -1.0) == 1.0
    assert exact_p(1, 4, 5, -1.0) == 0.0
    assert exact_p(0, 5, 5, -1.5) == 0.0
    assert exact_p(5, 0, 5, 1.0) == 1.0


def test_more_wins_never_raise_it_and_more_losses_never_lower_it():
    for w in range(10):
        for x in range(10 - w):
            here = exact_p(w, x, 12, -0.15)
            assert exact_p(w + 1, x, 12, -0.15) <= here + 1e-9
            assert exact_p(w, x + 1, 12, -0.15) >= here - 1e-9
