import numpy as np
import pytest

from bakeoff import compare_scores
from bakeoff.designs import RepeatedKFold
from bakeoff.measured.tables import risk_under

TEN = RepeatedKFold(runs=10, folds=10)
DRAWS = np.random.default_rng(5)
A, B = 0.85 + 0.05 * DRAWS.random((10, 10)), 0.83 + 0.05 * DRAWS.random((10, 10))


@pytest.mark.parametrize(("asked", "df"), [(10, 10), ("calibrated", 10), ("nominal", 99)])
def test_degrees_of_freedom_that_were_asked_for_are_named_with_their_own_rates(asked, df):
    verdict = compare_scores(A, B, design=TEN, df=asked, metric="accuracy")
    (text,) = [each.text for each in verdict.caveats if each.key == "items-unknown"]
    risk = risk_under("cv-all-data", TEN, {"df": asked})
    assert verdict.result.df == df
    assert f"cv-all-data with df {df} raised at most {100 * risk.sizes()[1]:.1f} %" in text
    assert f"cv-all-data with df {df} found {100 * risk.power():.0f} %" in text
    assert "df 5" not in text
    assert "instead" not in text  # nothing was chosen for the user


@pytest.mark.parametrize("asked", [{}, {"df": 5}])
def test_degrees_of_freedom_of_the_default_are_named(asked):
    (caveat,) = compare_scores(A, B, design=TEN, **{"metric": "accuracy"} | asked).caveats
    assert "so cv-all-data with df 5 was used instead of items-folds-t, which needs" in caveat.text
