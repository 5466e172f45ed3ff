import re
from pathlib import Path

import numpy as np
import pytest

import bakeoff
from bakeoff.core.exceptions import InputError
from bakeoff.core.written import aligned, brief, decimals_beside, in_step, plural, whole_typed

RUN = "meta-llama/Llama-3.1-8B-Instruct-lora-rank-16-lr-{}-batch-size-64-epoch-3"


def test_names_that_differ_in_the_middle_show_where():
    names = [RUN.format(rate) for rate in ("1e-4", "2e-4", "5e-5")]
    told = [brief(name, among=names) for name in names]
    assert len(set(map(brief, names))) == 1
    assert told[0] == "meta-llama…-1e-4-batch-size-64-epoch-3"
    assert len(set(told)) == 3
    assert max(map(len, told)) <= 40


@pytest.mark.parametrize("most", [7, 20, 40])
def test_no_two_names_become_the_same_text(most):
    rng = np.random.default_rng(1)
    for _ in range(300):
        sizes = rng.integers(1, 4 * most, 5)
        names = {"".join(rng.choice(["a", "b", "…"], size, p=[0.9, 0.09, 0.01])) for size in sizes}
        assert len({brief(name, most, among=names) for name in names}) == len(names)


def test_names_of_one_letter_differ_by_their_length():
    names = ["a" * size for size in range(38, 60)]
    assert len({brief(name, among=names) for name in names}) == len(names)


def test_a_name_that_differs_from_others_is_cut_as_alone():
    names = [RUN.format("1e-4"), "another-model-with-a-name-that-is-too-long-for-a-table"]
    assert [brief(name, among=names) for name in names] == list(map(brief, names))


@pytest.mark.parametrize(
    ("value", "limit", "decimals"),
    [
        (-1.96, -2.0, 2),
        (-2.041, -2.04, 3),  # rounded to one decimal it would be on the other side
        (-6.9999, -100 * 0.07, 4),  # which is -7.000000000000001
        (-7.0, -100 * 0.07, 0),
        (-2.6049, -2.6, 3),  # with no decimals it would be on its own side, with one it would not
        (-10 / 3, -10 / 3, 5),  # no decimals show that they are equal: as many as the limit has
        (-0.84696, -0.84696 + 1e-14, 5),
        (-3.95e-05, -3.93e-05, 7),
        (-2.0 - 1e-15, -2.0, 0),
        (-np.inf, -2.0, 0),
        (1999.6, 2000.0, 1),
    ],
)
def test_decimals_that_show_the_side_of_a_limit(value, limit, decimals):
    assert decimals_beside(value, limit) == decimals


def test_a_number_as_written_is_on_its_own_side_of_a_limit():
    rng = np.random.default_rng(1)
    for _ in range(5000):
        limit = round(float(rng.uniform(0.01, 50)), int(rng.integers(0, 4)))
        value = limit + float(rng.choice([-1, 1])) * 10 ** float(rng.uniform(-8, 1))
        if abs(value) >= 1e-3:
            (text,) = in_step(value, least=decimals_beside(value, limit))
            assert (float(text) > limit, float(text) < limit) == (value > limit, value < limit)


def test_numbers_have_the_decimals_that_are_asked_for():
    assert in_step(-1.96, 0.5, least=2) == ["-1.96", "0.50"]
    assert in_step(1999.6, 12.0, least=1) == ["1999.6", "12.0"]
    assert in_step(0.00002, -1.96, least=2) == ["2.0e-05", "-1.96"]
    assert in_step(1.47, 0.0, least=3) == ["1.470", "0"]
    assert in_step(-3.95e-05, least=7) == ["-3.95e-05"]


@pytest.mark.parametrize(
    ("count", "noun", "expected"),
    [
        (1, "item", "1 item"),
        (0, "item", "0 items"),
        (2, "such value", "2 such values"),
        (1, "class", "1 class"),
        (3, "class", "3 classes"),
    ],
)
def test_a_noun_follows_its_count(count, noun, expected):
    assert plural(count, noun) == expected


@pytest.mark.parametrize("text", ["", "-1", "2.7", "1e3", "٣", "9" * 301])
def test_a_whole_number_that_is_typed_is_written_in_digits(text):
    with pytest.raises(InputError, match=r"N is .*; expected a whole number of at least 0, such as 8"):
        whole_typed(text, "N")


def test_a_whole_number_that_is_typed_has_limits():
    assert whole_typed("7", "N", least=7, digits=1) == 7
    with pytest.raises(InputError, match="of at least 8, such as 9"):
        whole_typed("7", "N", least=8, example=9)
    with pytest.raises(InputError, match="N is '10'"):
        whole_typed("10", "N", digits=1)


def test_no_message_leaves_the_plural_to_its_reader():
    sources = sorted(Path(bakeoff.__file__).parent.rglob("*.py"))
    found = [path.name for path in sources if re.search(r"[a-z}]\(e?s\)", path.read_text(encoding="utf-8"))]
    assert len(sources) > 500
    assert found == ["_nominal.py"]  # scikit-learn's checks require this wording


def test_columns_are_as_wide_as_they_show():
    assert aligned([("a", "1"), ("漢字", "10"), ("e\u0301", "2")], right=[1]) == [
        "a      1",
        "漢字  10",
        "e\u0301      2",
    ]
