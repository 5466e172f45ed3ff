import inspect

import pytest

from bakeoff.cli.asked import Asked, whole_number
from bakeoff.core.exceptions import InputError
from bakeoff.judge.answer import ask


def test_the_options_are_keywords_of_a_comparison_with_the_same_defaults():
    taken = {name: each.default for name, each in inspect.signature(ask).parameters.items()}
    for name, value in Asked().keywords().items():
        assert taken[name] == value


def test_what_is_asked_is_passed_on():
    asked = Asked(method="sign", metric="error", level=0.9, alpha=0.1, alternative="less", margin=0.2)
    assert asked.keywords() == {
        "method": "sign",
        "metric": "error",
        "level": 0.9,
        "alpha": 0.1,
        "alternative": "less",
        "margin": 0.2,
        "tried": 1,
        "tuned_on_test": False,
    }
    assert Asked(tried="20", tuned_on_test=True).keywords()["tried"] == 20
    with pytest.raises(InputError, match=r"--tried is '2\.5'; expected a whole number"):
        Asked(tried="2.5").keywords()


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("8", 8), ("007", 7), ("9" * 300, 10**300 - 1)])
def test_whole_numbers_as_typed(text, number):
    assert whole_number(text, "N") == number


@pytest.mark.parametrize("text", ["2.7", "-1", "+1", "1e3", "1_000", " 8", "", "ten", "²", "٣"])
def test_nothing_is_rounded_or_guessed(text):
    with pytest.raises(InputError, match=r"N is .*; expected a whole number from 0 upwards, such as 8"):
        whole_number(text, "N")


def test_more_digits_than_python_reads_are_refused_in_short():
    with pytest.raises(InputError, match=r"^N is '9{60}'; expected a whole number"):
        whole_number("9" * 5000, "N")
