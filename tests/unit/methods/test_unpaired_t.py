import math

import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import SampleScores
from bakeoff.methods.unpaired_t import EQUAL_MEANS, PAIRING_UNUSED, unpaired_t

TWO = {"level": 0.95, "alternative": "two-sided"}
SAMPLES = SampleScores(a=[1, 3], b=[0, 2], paired=False)  # means 2 and 1, variances 2


@pytest.mark.parametrize(("df", "used"), [("martin-hirschberg", 1), ("pooled", 2), (7.5, 7.5)])
def test_by_hand(df, used):
    result = unpaired_t(SAMPLES, **TWO, df=df)
    assert result.statistic == pytest.approx(1 / math.sqrt(2), rel=1e-14)
    assert (result.df, result.n) == (used, 4)


def test_the_smaller_sample_counts():
    assert unpaired_t(SampleScores(a=[1, 3, 5], b=[0, 2], paired=False), **TWO).df == 1


def test_pooling_needs_equal_sizes():
    with pytest.raises(InputError, match=r"needs samples of one size, got 3 and 2; use one-way-anova"):
        unpaired_t(SampleScores(a=[1, 3, 5], b=[0, 2], paired=False), **TWO, df="pooled")


def test_notes():
    assert unpaired_t(SAMPLES, **TWO).notes == ()
    assert unpaired_t(SampleScores(a=[1, 3], b=[0, 2]), **TWO).notes == (PAIRING_UNUSED,)
    assert unpaired_t(SampleScores(a=[1, 3], b=[3, 1], paired=False), **TWO).notes == (EQUAL_MEANS,)
