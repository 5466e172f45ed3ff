import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.result import Interval, Result, decide


def result(estimate=0.1, p=0.01, low=0.05, high=0.15, alternative="two-sided", level=0.95, favours=None):
    return Result(
        method="paired-t",
        estimate=estimate,
        interval=Interval(low=low, high=high),
        level=level,
        alternative=alternative,
        p_value=p,
        n=10,
        favours=favours,
    )


@pytest.mark.parametrize(
    ("alternative", "estimate", "p", "decision"),
    [
        ("two-sided", 0.1, 0.01, "a-better"),
        ("two-sided", -0.1, 0.01, "b-better"),
        ("two-sided", 0.1, 0.05, "a-better"),
        ("two-sided", 0.1, 0.0501, "undecided"),
        ("two-sided", 0.0, 0.01, "undecided"),
        ("greater", 0.1, 0.01, "a-better"),
        ("greater", 0.1, 0.06, "undecided"),
        ("greater", -0.1, 0.01, "undecided"),
        ("less", -0.1, 0.01, "b-better"),
        ("less", -0.1, 0.06, "undecided"),
        ("less", 0.1, 0.01, "undecided"),
    ],
)
def test_a_p_value_of_at_most_alpha_decides_for_the_side_asked_about(alternative, estimate, p, decision):
    assert decide(result(estimate=estimate, p=p, alternative=alternative)) == decision


@pytest.mark.parametrize(("favours", "decision"), [(1, "a-better"), (0, "undecided"), (-1, "undecided")])
def test_test_and_estimate_must_favour_the_same_side(favours, decision):
    assert decide(result(estimate=0.1, favours=favours)) == decision
    assert decide(result(estimate=0.1, favours=favours, alternative="greater")) == (
        "a-better" if favours == 1 else "undecided"
    )


def test_alpha_is_the_callers():
    assert decide(result(p=0.03), alpha=0.01) == "undecided"
    assert decide(result(p=0.03), alpha=0.1) == "a-better"


@pytest.mark.parametrize(
    ("low", "high", "p", "decision"),
    [
        (-0.01, 0.015, 0.5, "equivalent"),
        (0.001, 0.015, 0.01, "equivalent"),
        (0.001, 0.02, 0.01, "a-better"),
        (-0.02, 0.015, 0.5, "undecided"),
        (-0.05, 0.05, 0.5, "undecided"),
        (0.01, 0.01, 0.5, "undecided"),
    ],
)
def test_an_interval_inside_the_margin_is_equivalent_even_if_significant(low, high, p, decision):
    assert decide(result(estimate=0.01, low=low, high=high, p=p), margin=0.02) == decision


@pytest.mark.parametrize("margin", [0, -0.1, float("nan"), float("inf"), "wide"])
def test_a_margin_is_a_positive_number(margin):
    with pytest.raises(InputError, match=r"margin is .*; expected a positive difference"):
        decide(result(), margin=margin)


def test_a_margin_needs_a_two_sided_question():
    with pytest.raises(InputError, match="equivalence, which is two-sided, but alternative is 'less'"):
        decide(result(alternative="less"), margin=0.01)


def test_a_margin_needs_a_level_that_fits_alpha():
    assert decide(result(level=0.9, low=-0.01, high=0.01), margin=0.02) == "equivalent"
    with pytest.raises(InputError, match=r"equivalence at alpha 0\.05 needs a level of at least 0\.9"):
        decide(result(level=0.8), margin=0.02)


@pytest.mark.parametrize("alpha", [0, 1, 5, "x"])
def test_alpha_is_checked(alpha):
    with pytest.raises(InputError, match="alpha is"):
        decide(result(), alpha=alpha)
