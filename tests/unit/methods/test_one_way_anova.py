import pytest
from scipy import stats

from bakeoff.core.outcomes import SampleScores
from bakeoff.methods.one_way_anova import one_way_anova
from bakeoff.methods.unpaired_t import EQUAL_MEANS, PAIRING_UNUSED

A, B = [1.0, 3.0, 5.0], [0.0, 2.0]


def ask(a, b, alternative="two-sided", paired=False):
    return one_way_anova(SampleScores(a=a, b=b, paired=paired), level=0.95, alternative=alternative)


def test_by_hand():
    # Means 3 and 1; squares inside 8 + 2 over 3 degrees of freedom; F = 4 / (10/3 x 5/6) = 1.44.
    result = ask(A, B)
    assert result.statistic == pytest.approx(1.44, rel=1e-12)
    assert result.df == (1, 3)
    assert result.estimate == 2


def test_one_sided_is_the_pooled_t():
    for alternative in ("greater", "less"):
        pooled = stats.ttest_ind(A, B, alternative=alternative)
        assert ask(A, B, alternative).p_value == pytest.approx(pooled.pvalue, rel=1e-12)
    interval = stats.ttest_ind(A, B).confidence_interval(0.95)
    assert tuple(ask(A, B).interval) == pytest.approx((interval.low, interval.high), rel=1e-12)


def test_notes():
    assert ask(A, B).notes == ()
    assert ask(A[:2], B, paired=True).notes == (PAIRING_UNUSED,)
    assert ask([1, 3], [3, 1]).notes == (EQUAL_MEANS,)
