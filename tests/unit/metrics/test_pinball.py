import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.metrics import METRICS
from bakeoff.metrics.absolute_error import absolute_error
from bakeoff.metrics.pinball import pinball


def test_half_the_absolute_error_by_default():
    y, guess = [1.0, 5.0, -2.0], [2.0, 0.0, -2.0]
    assert (2 * pinball(y, guess)).tolist() == absolute_error(y, guess).tolist()


def test_least_for_the_quantile():
    y = np.random.default_rng(0).exponential(size=999)
    losses = {
        q: pinball(y, np.full(y.size, np.quantile(y, q)), quantile=0.9).mean() for q in (0.8, 0.9, 0.95)
    }
    assert min(losses, key=losses.get) == 0.9


def test_the_quantile_follows_a_colon():
    found = METRICS["pinball:0.90"]
    assert (found.key, found.title) == ("pinball:0.9", "pinball loss at quantile 0.9")
    assert found.compute([1.0], [0.0]).tolist() == [0.9]
    assert METRICS.key_of("pinball:0.9") == "pinball:0.9"


@pytest.mark.parametrize("text", ["", "1", "0", "-1", "nan", "many"])
def test_quantiles_that_are_none(text):
    with pytest.raises(InputError, match="expected one between 0 and 1"):
        METRICS[f"pinball:{text}"]
