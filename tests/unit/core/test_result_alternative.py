import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.result import parse_alternative, parse_fraction, tail_share


@pytest.mark.parametrize("text", ["two-sided", "greater", "less"])
def test_the_three_alternatives(text):
    assert parse_alternative(text) == text


@pytest.mark.parametrize("text", ["larger", "", None, 1, "Greater", ["less"]])
def test_anything_else_is_an_error_that_lists_them(text):
    with pytest.raises(InputError, match=r'alternative is .*"two-sided", "greater" .* or "less"'):
        parse_alternative(text)


@pytest.mark.parametrize("value", [0, 1, -0.1, 1.5, "much", None, float("nan"), float("inf"), True])
def test_a_level_lies_strictly_between_0_and_1(value):
    with pytest.raises(InputError, match=r"level is .*; expected a number between 0 and 1"):
        parse_fraction(value, "level")


def test_a_level_in_percent_is_recognised():
    with pytest.raises(InputError, match=r"write 0\.95 for 95 %"):
        parse_fraction(95, "level")


def test_a_level_may_be_text():
    assert parse_fraction("0.9", "level") == 0.9


@pytest.mark.parametrize(("alternative", "tail"), [("two-sided", 0.05), ("greater", 0.1), ("less", 0.1)])
def test_one_sided_intervals_leave_all_outside_one_end(alternative, tail):
    assert tail_share(0.9, alternative) == pytest.approx(tail, rel=1e-14)
