import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.methods.many._over_data_sets import Board
from bakeoff.methods.many.bayes_signed_rank import bayes_signed_rank


def judged(scores, **asked):
    return bayes_signed_rank(Board(scores=np.array(scores)), alpha=0.05, resamples=2000, **asked)


def test_exchanging_two_learners_mirrors_everything():
    scores = np.random.default_rng(4).normal(0.8, 0.02, (12, 2))
    one, other = judged(scores, rope=0.01), judged(scores[:, ::-1], rope=0.01)
    assert one.probabilities[0].tolist() == other.probabilities[0, ::-1].tolist()
    assert (one.low[0], one.high[0]) == (-other.high[0], -other.low[0])
    assert one.estimates[0] == -other.estimates[0]


def test_one_data_set_has_a_closed_form():
    """The weight of the added difference is B ~ Beta(1/2, 1); the first is better where 1 - B^2 is largest.

    With z = 0.1 and no rope, right = 1 - B^2 > B^2 if B < 1/sqrt(2), which has probability 2^(-1/4) = 0.8409.
    The standard error of 20,000 draws is 0.0026; 4 of them are exceeded once in 16,000 seeds.
    """
    found = bayes_signed_rank(Board(scores=np.array([[0.9, 0.8]])), alpha=0.05, resamples=20_000)
    assert found.probabilities[0] == pytest.approx([0, 1 - 2**-0.25, 2**-0.25], abs=0.0104)


def test_differences_as_large_as_the_region_are_outside():
    scores = np.column_stack([np.full(8, 0.85), np.full(8, 0.80)])
    assert judged(scores, rope=0.05).probabilities[0, 2] > 0.95
    assert judged(scores, rope=0.0501).probabilities[0, 1] == 1.0


def test_identical_learners_are_neither():
    found = judged(np.full((6, 2), 0.8))
    assert found.probabilities[0].tolist() == [0, 1, 0]
    assert (found.low[0], found.high[0], found.monte_carlo_errors[0]) == (0, 0, 0)


@pytest.mark.parametrize("rope", [-0.1, float("inf"), "wide"])
def test_a_region_that_is_none(rope):
    with pytest.raises(InputError, match="rope is"):
        judged([[0.9, 0.8]], rope=rope)


def test_draws_of_one_pair_are_kept_for_a_picture():
    rng = np.random.default_rng(5)
    scores = np.column_stack([rng.normal(0.81, 0.01, 12), rng.normal(0.8, 0.01, 12)])
    asked = {"alpha": 0.05, "rope": 0.005, "resamples": 2000}
    found = bayes_signed_rank(Board(scores=scores), **asked)
    assert found.draws.shape == (500, 3)
    assert found.draws.sum(axis=1) == pytest.approx(1)
    # The share of 500 draws lies within 0.09 of that of 2000, four standard errors: once in 15,000 seeds not.
    share = np.bincount(found.draws.argmax(axis=1), minlength=3) / 500
    assert share == pytest.approx(found.probabilities[0], abs=0.09)
    turned = bayes_signed_rank(Board(scores=scores[:, ::-1]), **asked)
    assert turned.draws == pytest.approx(found.draws[:, ::-1])
    three = np.column_stack([scores, scores[:, 0]])
    assert bayes_signed_rank(Board(scores=three), **asked).draws is None
