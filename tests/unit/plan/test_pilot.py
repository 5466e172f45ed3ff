"""What a pilot tells: limits, never its own difference."""

import math

import numpy as np
import pytest
from scipy import special

from bakeoff import compare_item_scores, compare_predictions
from bakeoff.core.exceptions import InputError
from bakeoff.plan.pilot import pilot_of

DRAW = np.random.default_rng(7)
A, B = DRAW.normal(1, 1, 80), DRAW.normal(0.9, 1, 80)


def test_the_deviation_is_that_of_the_differences():
    pilot = compare_item_scores(A, B, metric="score")
    found = pilot_of(pilot, None)
    observed = np.std(A - B, ddof=1)
    assert found.observed == pytest.approx(observed, rel=1e-9)
    df = pilot.result.df
    quantile = 2 * special.gammaincinv(df / 2, 0.2)
    assert found.deviation == pytest.approx(observed * math.sqrt(df / quantile), rel=1e-9)


def test_a_method_without_an_error_tells_by_its_interval():
    truth = DRAW.integers(0, 2, 200)
    a, b = (np.where(DRAW.random(200) < 0.8, truth, 1 - truth) for _ in "ab")
    by_error = pilot_of(compare_predictions(truth, a, b, metric="f1"), None)
    drawn = compare_predictions(truth, a, b, metric="f1", method="bootstrap", resamples=2000)
    assert drawn.result.error is None
    assert pilot_of(drawn, None).observed == pytest.approx(by_error.observed, rel=0.1)
    one_sided = compare_predictions(truth, a, b, metric="f1", method="bootstrap", alternative="greater")
    with pytest.raises(InputError, match="one-sided"):
        pilot_of(one_sided, None)
