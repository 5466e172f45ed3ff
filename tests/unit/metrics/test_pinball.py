import numpy as np
import pytest
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression

import bakeoff
from bakeoff.core.exceptions import InputError
from bakeoff.metrics import METRICS
from bakeoff.metrics.absolute_error import absolute_error
from bakeoff.metrics.pinball import pinball


def test_half_the_absolute_error_at_the_median():
    y, guess = [1.0, 5.0, -2.0], [2.0, 0.0, -2.0]
    assert (2 * pinball(y, guess, quantile=0.5)).tolist() == absolute_error(y, guess).tolist()


def test_a_quantile_must_be_given(tmp_path):
    """0.5 would silently judge predictions of another quantile by the median."""
    y, a, b = [1.0, 5.0, -2.0], [2.0, 0.0, -2.0], [1.0, 1.0, 1.0]
    path = tmp_path / "p.csv"
    path.write_text("truth,a,b\n" + "\n".join(f"{t},{x},{z}" for t, x, z in zip(y, a, b, strict=True)))
    for ask in (
        lambda: pinball(y, a),
        lambda: bakeoff.compare_predictions(y, a, b, metric="pinball"),
        lambda: bakeoff.rank_predictions(y, {"a": a, "b": b}, metric="pinball"),
        lambda: bakeoff.check_not_worse(y, a, b, metric="pinball", margin=0.1),
        lambda: bakeoff.compare_files(path, metric="pinball"),
        lambda: bakeoff.rank_files(path, metric="pinball"),
        lambda: bakeoff.compare_learners(
            DummyRegressor(), LinearRegression(), np.eye(40), np.arange(40.0), metric="pinball"
        ),
    ):
        with pytest.raises(
            InputError, match=r"^pinball needs the quantile that was predicted.* pinball:0\.9"
        ):
            ask()


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
