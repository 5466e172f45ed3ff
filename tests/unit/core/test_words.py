import math

import pytest

from bakeoff.core.result import Interval, Result
from bakeoff.core.verdict import Verdict
from bakeoff.core.words import number, numbers, p_text, sentence


def verdict(
    decision, estimate, low, high, *, alternative="two-sided", p=0.01, names=("ant", "bee"), **changed
):
    result = Result(
        method="paired-t",
        estimate=estimate,
        interval=Interval(low=low, high=high),
        level=0.9,
        alternative=alternative,
        p_value=p,
        n=8,
        **{name: changed.pop(name) for name in ("statistic", "df") if name in changed},
    )
    given = {"title": "paired t", "counted": "8 samples", "alpha": 0.05, "names": names} | changed
    return Verdict(decision=decision, result=result, **given)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (3.94, "3.9"),
        (-3.94, "-3.9"),
        (0.0312, "0.031"),
        (0.5, "0.50"),
        (999.4, "999.4"),
        (12345.6, "12346"),
        (0.00002, "2.0e-05"),
        (math.inf, "unlimited"),
        (-math.inf, "-unlimited"),
    ],
)
def test_number(value, text):
    assert number(value) == text


@pytest.mark.parametrize(
    ("p", "text"),
    [
        (0, "p = 0"),
        (1, "p = 1"),
        (0.99951, "p = 1"),
        (0.999, "p = 0.999"),
        (0.05, "p = 0.050"),
        (0.00042, "p = 0.0004"),
        (0.0000999, "p = 1e-4"),
        (3.3e-200, "p = 3e-200"),
    ],
)
def test_p_text(p, text):
    assert p_text(p) == text


AHEAD, BEHIND = (0.04, 0.01, 0.07), (-0.04, -0.07, -0.01)
END = "(p = 0.010, paired t on 8 samples)"


@pytest.mark.parametrize(
    ("decision", "numbers_found", "text"),
    [
        ("a-better", AHEAD, "ant is better: 4.0 points of accuracy, 90 % interval 1.0 to 7.0"),
        ("b-better", BEHIND, "bee is better: 4.0 points of accuracy, 90 % interval 1.0 to 7.0"),
        ("undecided", AHEAD, "Undecided: ant is ahead by 4.0 points of accuracy, 90 % interval 1.0 to 7.0"),
        ("undecided", BEHIND, "Undecided: bee is ahead by 4.0 points of accuracy, 90 % interval 1.0 to 7.0"),
        ("undecided", (0.0, -0.1, 0.1), "Undecided: no difference, 90 % interval -10.0 to 10.0"),
        (
            "equivalent",
            BEHIND,
            "ant and bee are equivalent: bee is ahead by 4.0 points of accuracy, 90 % interval",
        ),
        ("a-better", BEHIND, "ant is better: bee is ahead by 4.0 points of accuracy"),
        (
            "undecided",
            (0.1, -math.inf, math.inf),
            "Undecided: ant is ahead by 10.0 points of accuracy, 90 % interval unlimited",
        ),
    ],
)
def test_sentence_takes_the_better_ones_side(decision, numbers_found, text):
    said = sentence(verdict(decision, *numbers_found))
    assert said.startswith(text)
    assert said.endswith(END)


def test_a_name_that_begins_like_the_other_is_another():
    said = sentence(verdict("b-better", *AHEAD, names=("net", "network")))
    assert said.startswith("network is better: net is ahead by 4.0 points")


@pytest.mark.parametrize(
    ("alternative", "numbers_found", "text"),
    [
        ("greater", (0.04, 0.01, math.inf), "bound: at least 1.0"),
        ("greater", (-0.04, -0.07, math.inf), "bound: at most 7.0"),
        ("less", (0.04, -math.inf, 0.07), "bound: at most 7.0"),
        ("less", (-0.04, -math.inf, -0.01), "bound: at least 1.0"),
        ("greater", (0.04, -math.inf, math.inf), "bound unlimited"),
        ("less", (-0.04, -math.inf, math.inf), "bound unlimited"),
    ],
)
def test_one_sided_intervals_are_bounds_seen_from_the_one_ahead(alternative, numbers_found, text):
    shown = verdict("undecided", *numbers_found, alternative=alternative)
    assert f", 90 % {text} (p = 0.010" in sentence(shown)


@pytest.mark.parametrize(("df", "text"), [(None, "2.5"), (9, "2.5 (df 9)"), ((10.0, 5.0), "2.5 (df 10, 5)")])
def test_rows_show_statistic_and_degrees_of_freedom(df, text):
    rows = dict(numbers(verdict("a-better", *AHEAD, statistic=2.5, df=df, margin=0.02, reason="because")))
    assert rows["statistic"] == text
    assert rows["margin"] == "0.02"
    assert rows["method"] == "paired-t: because"
