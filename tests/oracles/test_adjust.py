"""Adjusted p-values against R's p.adjust (adjust.R); Sidak's against its formula."""

import json
from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.family import ADJUSTMENTS, adjust

CASES = json.loads((Path(__file__).parent / "adjust.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("method", sorted(ADJUSTMENTS))
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{len(case['p_values'])}-p-values")
def test_adjusted_p_values_agree_with_r(case, method):
    np.testing.assert_allclose(adjust(case["p_values"], method=method), case[method], rtol=1e-12, atol=0)


def test_every_adjustment_has_an_oracle():
    assert set(CASES[0]) - {"p_values"} == set(ADJUSTMENTS)
