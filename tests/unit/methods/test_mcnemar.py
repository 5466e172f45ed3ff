import pytest

from bakeoff.core.outcomes import PairedItems
from bakeoff.methods.mcnemar import mcnemar


def ask(only_a, only_b, alternative="two-sided", **options):
    return mcnemar(
        PairedItems(only_a=only_a, only_b=only_b, n=50), level=0.95, alternative=alternative, **options
    )


@pytest.mark.parametrize(
    ("counts", "corrected", "plain"),
    [((9, 1), 4.9, 6.4), ((1, 9), 4.9, 6.4), ((4, 4), 0, 0), ((3, 2), 0, 0.2)],
)
def test_statistic_by_hand(counts, corrected, plain):
    assert ask(*counts).statistic == pytest.approx(corrected, rel=1e-14)
    assert ask(*counts, correction=False).statistic == pytest.approx(plain, rel=1e-14)
    assert ask(*counts).df == 1


def test_the_correction_never_counts_equal_numbers_as_a_difference():
    assert ask(4, 4).p_value == ask(3, 2).p_value == 1
    assert ask(4, 4, "greater").p_value == 0.5


def test_one_sided_is_half_on_the_side_that_is_ahead():
    both = ask(9, 1).p_value
    assert ask(9, 1, "greater").p_value == pytest.approx(both / 2, rel=1e-14)
    assert ask(9, 1, "less").p_value == pytest.approx(1 - both / 2, rel=1e-14)
