"""Whether slices differ, against R's oneway.test with unequal variances (heterogeneity.R)."""

import json
from pathlib import Path

import numpy as np
import pytest

from bakeoff.judge.slices import welch

CASES = json.loads((Path(__file__).parent / "heterogeneity.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{len(case['sizes'])}-slices")
def test_welchs_test_agrees_with_r(case):
    found = welch(*(np.array(case[name]) for name in ("estimates", "errors", "sizes")))
    assert found.statistic == pytest.approx(case["statistic"], rel=1e-9)
    assert found.df == pytest.approx(case["df"], rel=1e-9)
    assert found.p_value == pytest.approx(case["p_value"], rel=1e-7)
    assert found.slices == len(case["sizes"])
