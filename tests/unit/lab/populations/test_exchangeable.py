import numpy as np
import pytest
from scipy import special

from bakeoff.lab.populations import POPULATIONS


def test_log_odds_of_binary_blocks_are_the_formula():
    cells = POPULATIONS["exchangeable-blocks"].vary(main=0.5, interaction=0.7, offset=0.3).cells()
    item = [1, 0, 1, 0, 1, 1, 1, 0, 0, 0]
    place = int("".join(map(str, item)), 2)
    log_odds = 0.3 + 0.5 * (1 - 1) + 0.7 * (1 * -1) + 0.5 * (1 + 1) + 0.7 * (-1 * -1)
    assert cells.items[place].tolist() == item
    assert cells.chances[place] * 1024 == pytest.approx([special.expit(-log_odds), special.expit(log_odds)])


def test_the_offset_makes_classes_uneven():
    shares = [POPULATIONS["exchangeable-blocks"].vary(offset=o).cells().class_shares[1] for o in (-2, 0, 2)]
    assert shares[0] == pytest.approx(1 - shares[2])
    assert shares[1] == pytest.approx(0.5)
    assert shares[2] > 0.7


def test_classes_of_many_valued_blocks_have_their_shares():
    shares = (0.7, 0.15, 0.1, 0.05)
    population = POPULATIONS["exchangeable-many-valued"].vary(shares=shares, strength=0.4)
    cells = population.cells()
    assert cells.class_shares == pytest.approx(shares)
    # In class 2 attribute 1 tends to value (2 + 1) mod 3 = 0.
    of_class = cells.chances[:, 2] / 0.1
    assert of_class[cells.items[:, 1] == 0].sum() == pytest.approx(0.4 + 0.6 / 3)
    assert of_class[cells.items[:, 4] == 0].sum() == pytest.approx(0.4 + 0.6 / 3)


def test_normal_blocks_have_the_means_and_correlation_asked_for():
    """Within 4 standard errors, of which a fresh rng would miss one in 16,000 for each of 21 checks."""
    population = POPULATIONS["exchangeable-normal-blocks"].vary(
        shares=(0.5, 0.3, 0.2), shift=1.5, correlation=0.4
    )
    X, y = population.draw(60_000, np.random.default_rng(0))
    for label, share in enumerate((0.5, 0.3, 0.2)):
        assert abs(np.mean(y == label) - share) < 4 * np.sqrt(share * (1 - share) / len(y))
        inside = X[y == label]
        error = 1 / np.sqrt(len(inside))
        means = np.tile(1.5 * (np.arange(3) == label), 2)
        assert np.abs(inside.mean(axis=0) - means).max() < 4 * error
        correlations = np.corrcoef(inside.T)
        assert np.abs(correlations[[0, 1, 2], [3, 4, 5]] - 0.4).max() < 4 * error
        assert abs(correlations[0, 4]) < 4 * error
