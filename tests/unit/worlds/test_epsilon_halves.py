import numpy as np
import pytest

from bakeoff.core.outcomes import PairedItems
from bakeoff.worlds.epsilon_halves import ERROR, SAMPLE, record


def test_the_two_err_on_opposite_halves():
    # Each errs on its weak half at 7/4 and on its strong one at 1/4 of the mean error (SIM-4), so that
    # P(only A right) = ((1 - e/4) 7e/4 + (1 - 7e/4) e/4) / 2 with e = .4: .9 x .7 / 2 + .3 x .1 / 2 = .33.
    rng = np.random.default_rng(0)
    draws = [record.draw[PairedItems](0.0, rng) for _ in range(400)]
    assert {draw.n for draw in draws} == {SAMPLE // 3}
    for name in ("only_a", "only_b"):
        # 40,000 items: 4 standard errors are 0.0094
        assert np.mean([getattr(draw, name) for draw in draws]) / 100 == pytest.approx(0.33, abs=0.0094)
    both = np.mean([draw.both_right for draw in draws]) / 100
    assert both + 0.33 == pytest.approx(1 - ERROR, abs=0.02)


@pytest.mark.parametrize(
    ("kind", "shape", "test"),
    [("resampling", (1, 30), 100), ("kfold", (1, 10), 30), ("five-by-two", (5, 2), 150)],
)
def test_fold_scores_are_rates_of_whole_test_sets(kind, shape, test):
    drawn = record.draw[kind](0.0, np.random.default_rng(0))
    assert drawn.a.shape == shape
    assert np.unique(drawn.n_test).tolist() == [test]
    assert np.allclose(drawn.a * test, np.round(drawn.a * test), rtol=0, atol=1e-9)
