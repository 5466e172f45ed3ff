import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.web.asked import keywords, names, number, whole


def test_what_is_left_empty_is_left_out():
    assert keywords({}) == {}
    assert keywords({"alpha": "", "method": "", "tried": "1"}) == {}


def test_words_become_keywords():
    fields = {
        "method": "mcnemar", "alternative": "greater", "alpha": "0.01", "level": ".9", "margin": "0.02",
        "tried": "20", "tuned_on_test": "yes",
    }  # fmt: skip
    assert keywords(fields) == {
        "method": "mcnemar", "alternative": "greater", "alpha": 0.01, "level": 0.9, "margin": 0.02,
        "tried": 20, "tuned_on_test": True,
    }  # fmt: skip


@pytest.mark.parametrize("text", ["", "-1", "2.5", "1e3", "٣", "9" * 16, "0x10", " 3"])
def test_a_count_is_a_whole_number(text):
    with pytest.raises(
        InputError, match=r"Items in total is .*; expected a whole number of at least 0, such as 8"
    ):
        whole({"n": text}, "n", "Items in total")


def test_a_count_may_have_a_least():
    with pytest.raises(InputError, match="of at least 1"):
        whole({"n": "0"}, "n", "Items in total", least=1)


@pytest.mark.parametrize("text", ["nan", "inf", "-Infinity", "0,05", "five", "1_"])
def test_a_number_is_finite(text):
    with pytest.raises(InputError, match=r"The margin is .*; expected a number such as 0.01"):
        number({"margin": text}, "margin", "The margin", default=None, example="0.01")


def test_names_as_given_or_as_usual():
    assert names({"name_a": "old"}) == ("old", None)
    assert names({"name_a": "x" * 100, "name_b": ""}) == ("x" * 60, None)
