import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.estimators._losses import NO_SPREAD, TOO_FEW, of_pooled_count, on_unseen_items
from bakeoff.intervals._rate import interval

WRONG = np.array([0.0, 1.0, 0.0, 0.0, 1.0])


@pytest.mark.parametrize("made", [of_pooled_count, on_unseen_items])
@pytest.mark.parametrize("level", [0.8, 0.99])
def test_counts_have_the_interval_of_a_rate(lost, made, level):
    assert made(lost([range(5)], [WRONG]), level)[0] == interval(2, 5, level=level)


def test_mean_of_squares(lost):
    # mean 2, standard deviation 1, t with 2 degrees of freedom at 90 %: 2.919986
    span, _ = on_unseen_items(lost([range(3)], [[1.0, 2.0, 3.0]], kind="squared"), 0.9)
    assert (span.low + span.high) / 2 == pytest.approx(2, rel=1e-15, abs=0)
    assert (span.high - span.low) / 2 == pytest.approx(2.9199855803537251 / np.sqrt(3), rel=1e-12, abs=0)


@pytest.mark.parametrize(
    ("squares", "why"), [([2.0], TOO_FEW), ([0.0, 0.0], NO_SPREAD), ([0.1, 0.1, 0.1], NO_SPREAD)]
)
def test_no_spread_no_interval(lost, squares, why):
    assert on_unseen_items(lost([range(len(squares))], [squares], kind="squared"), 0.95) == (None, why)


def test_pooled_squares_have_none(lost):
    span, why = of_pooled_count(lost([range(5)], [WRONG], kind="squared"), 0.95)
    assert span is None
    assert why.startswith("no interval")


@pytest.mark.parametrize("made", [of_pooled_count, on_unseen_items])
@pytest.mark.parametrize("kind", ["zero-one", "squared"])
def test_level_is_checked(lost, made, kind):
    with pytest.raises(InputError, match=r"level is 95; expected a number between 0 and 1; write 0\.95"):
        made(lost([range(5)], [WRONG], kind=kind), 95)
