import math

import pytest

from bakeoff.core.exceptions import IllegalMethodError
from bakeoff.core.outcomes import SampleScores
from bakeoff.methods.paired_t import paired_t

TWO = {"level": 0.95, "alternative": "two-sided"}


def test_by_hand():
    result = paired_t(SampleScores(a=[11, 22, 33], b=[10, 20, 30]), **TWO)
    assert result.statistic == pytest.approx(2 * math.sqrt(3), rel=1e-14)
    assert (result.estimate, result.df, result.n) == (2, 2, 3)


def test_unpaired_samples_are_refused():
    with pytest.raises(IllegalMethodError, match="paired-t needs paired samples; use unpaired-t"):
        paired_t(SampleScores(a=[1, 2], b=[1, 3], paired=False), **TWO)
