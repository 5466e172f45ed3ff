import math
from dataclasses import replace

import pytest

from bakeoff import compare_counts
from bakeoff.core.evidence import Evidence
from bakeoff.core.outcomes import PairedItems
from bakeoff.core.result import Interval, Result
from bakeoff.core.verdict import Basis, Reason, Replicability, Unit, Verdict
from bakeoff.core.written import in_step, number, p_text
from bakeoff.report.words.verdict import (
    judged,
    numbers,
    sentence,
    values_told,
    visible,
)


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
        **{name: changed.pop(name) for name in ("statistic", "df", "degenerate") if name in changed},
    )
    given = {"basis": Basis(of="samples", counts=(8,)), "alpha": 0.05, "names": names} | changed
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
        (0, "p < 1e-300"),
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


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ((1.47, 0.151, 3.26), ["1.5", "0.2", "3.3"]),
        ((0.064, -0.11, 0.24), ["0.06", "-0.11", "0.24"]),
        ((0.004, -12.3, 5.0), ["0.004", "-12.300", "5.000"]),
        ((0.0, -10.0, 10.0), ["0", "-10.0", "10.0"]),
        ((10.0, -math.inf, math.inf), ["10.0", "-unlimited", "unlimited"]),
        ((0.0, 0.0, 0.0), ["0", "0", "0"]),
        ((1234.5, 0.5, 2000.0), ["1234", "0.50", "2000"]),
        ((0.00002, 0.5, 1.0), ["2.0e-05", "0.50", "1.0"]),
    ],
)
def test_numbers_of_one_sentence_have_the_same_decimals(values, texts):
    assert in_step(*values) == texts


LESS = Unit("log loss", 1.0, points=False, less=True)


@pytest.mark.parametrize(
    ("unit", "text"),
    [
        (Unit("accuracy", 100.0), "1.5 points of accuracy"),
        (Unit("false alarm rate", 100.0, less=True), "1.5 points less false alarm rate"),
        (LESS, "1.5 less log loss"),
        (Unit("gain", 1.0, points=False), "1.5 in gain"),
    ],
)
def test_amounts(unit, text):
    assert unit.amount("1.5") == text


@pytest.mark.parametrize(
    ("decision", "estimate", "text"),
    [
        ("a-better", 0.03, "ant is better: 0.03 less log loss"),
        ("b-better", -0.03, "bee is better: 0.03 less log loss"),
        ("undecided", 0.03, "Undecided: ant has 0.03 less log loss"),
        ("undecided", -0.03, "Undecided: bee has 0.03 less log loss"),
        (
            "equivalent",
            -0.03,
            "ant and bee are equivalent within 0.25 in log loss: bee has 0.03 less log loss",
        ),
    ],
)
def test_losses_are_said_as_less(decision, estimate, text):
    low, high = sorted((math.copysign(0.01, estimate), math.copysign(0.15, estimate)))
    assert sentence(verdict(decision, estimate, low, high, unit=LESS, margin=0.25)).startswith(f"{text}, ")


@pytest.mark.parametrize(("low", "high"), [(0.01, 0.15), (-0.15, -0.01), (-0.15, 0.01)])
def test_the_sentence_has_the_interval_of_a_loss_as_the_rows_have_it(low, high):
    made = verdict("undecided", (low + high) / 2, low, high, unit=LESS)
    rows = dict(numbers(made))
    assert rows["interval"] == f"{low} to {high} (90 %)"
    assert f", 90 % interval of bee minus ant: {low} to {high} (p = " in sentence(made)


@pytest.mark.parametrize(("alternative", "told"), [("greater", "at least -0.15"), ("less", "at most 0.010")])
def test_the_sentence_has_the_bound_of_a_loss_as_the_rows_have_it(alternative, told):
    made = verdict("undecided", -0.07, -0.15, 0.01, unit=LESS)
    asked = replace(made, result=replace(made.result, alternative=alternative))
    assert dict(numbers(asked))["interval"].startswith(told)
    assert f", 90 % bound of bee minus ant: {told} (p = " in sentence(asked)


@pytest.mark.parametrize(
    ("p", "degenerate", "text"),
    [(0.0, False, "(p < 1e-300, "), (0.0, True, "(p = 0, "), (1e-250, False, "(p = 1e-250, ")],
)
def test_a_p_value_too_small_for_a_double_is_not_0(p, degenerate, text):
    found = verdict("a-better", *AHEAD, p=p, degenerate=degenerate)
    assert text in sentence(found)
    assert judged(found)[-1] == text.removeprefix("(p ").removeprefix("= ").removesuffix(", ")
    assert ("p-value", f"{judged(found)[-1]} (alpha 0.05)") in numbers(found)


def test_a_difference_of_0():
    assert sentence(verdict("undecided", 0.0, 0.0, 0.1)).startswith(
        "Undecided: no difference, 90 % interval 0 to"
    )


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
            "ant and bee are equivalent: bee is ahead by 4.0 points of accuracy, 90 % interval 1.0 to 7.0",
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
    # The p-value of no difference has nothing to do with equivalence.
    assert said.endswith(END if decision != "equivalent" else "(paired t on 8 samples)")


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


@pytest.mark.parametrize(
    ("alternative", "ends", "told"),
    [
        ("greater", (0.1503, 9.0), "at least 0.15"),
        ("less", (-9.0, 0.2981), "at most 0.30"),
    ],
)
def test_an_end_that_is_not_shown_takes_no_digits_from_others(alternative, ends, told):
    made = verdict("undecided", 0.2246, *ends, alternative=alternative, unit=LESS)
    rows = dict(numbers(made))
    assert rows["difference"].startswith("0.22 (")
    assert rows["interval"].startswith(f"{told} (")
    assert f"ant has 0.22 less log loss, 90 % bound of bee minus ant: {told} (" in sentence(made)


def test_no_value_is_minus_nought():
    assert values_told([-0.0, 0.5], Unit("accuracy", 100.0)) == ["0.0 %", "50.0 %"]
    assert values_told([-0.0, 0.5], LESS) == ["0", "0.5"]


@pytest.mark.parametrize(("df", "text"), [(None, "2.5"), (9, "2.5 (df 9)"), ((10.0, 5.0), "2.5 (df 10, 5)")])
def test_rows_show_statistic_and_degrees_of_freedom(df, text):
    rows = dict(
        numbers(
            verdict("a-better", *AHEAD, statistic=2.5, df=df, margin=0.02, reason=Reason(why="same-samples"))
        )
    )
    assert rows["statistic"] == text
    assert rows["margin"] == "2 points"
    assert (
        rows["method"]
        == "paired-t (chosen automatically: both were measured on the same independent samples)"
    )
    assert "items" not in rows
    assert "accuracy" not in rows


@pytest.mark.parametrize(
    ("statistic", "text"), [(math.inf, "infinite"), (-math.inf, "-infinite"), (-0.0, "0")]
)
def test_a_statistic_without_a_finite_value_is_told_in_words(statistic, text):
    assert dict(numbers(verdict("a-better", *AHEAD, statistic=statistic)))["statistic"] == text


COUNTED = Evidence(kind=PairedItems, counts=(4, 2, 1, 1))


def test_rows_show_each_sides_value_and_where_they_differ():
    rows = numbers(verdict("a-better", *AHEAD, values=(0.91, 0.87), evidence=COUNTED, metric="f1"))
    assert rows[:3] == [
        ("f1", "ant 91.0 %, bee 87.0 %"),
        ("items", "8; only ant is right on 2, only bee on 1"),
        ("difference", "4.0 points of accuracy (ant minus bee)"),
    ]


@pytest.mark.parametrize(
    ("ends", "alternative", "text"),
    [
        ((-math.inf, math.inf), "two-sided", "unlimited (90 %)"),
        ((-math.inf, 0.07), "two-sided", "at most 7.0 points (90 %)"),
        ((0.01, math.inf), "greater", "at least 1.0 points (90 %, one-sided)"),
        ((-math.inf, math.inf), "greater", "unlimited (90 %, one-sided)"),
        ((-math.inf, math.inf), "less", "unlimited (90 %, one-sided)"),
    ],
)
def test_rows_say_what_has_no_limit_in_words(ends, alternative, text):
    assert dict(numbers(verdict("undecided", 0.04, *ends, alternative=alternative)))["interval"] == text


def test_rows_say_which_way_a_loss_is_counted():
    rows = dict(numbers(verdict("a-better", *AHEAD, unit=LESS)))
    assert rows["difference"] == "0.040 (bee minus ant, above 0 if ant is better)"


def test_rows_say_whether_it_would_be_reached_again():
    again = Replicability(share=0.731, low=0.14, high=0.999, of="test sets", rests_on=412, by="counts")
    rows = dict(numbers(replace(verdict("a-better", 0.1, 0.05, 0.15), replicability=again)))
    assert rows["replication"] == (
        "about 73 % chance that a new test set of this size gives the same decision (14 % if the true "
        "difference is about 5.0 points, >99 % if it is about 15.0)"
    )
    said_by_p = replace(again, by="p-value")
    for unsaid in (None, said_by_p):
        given = replace(verdict("a-better", 0.1, 0.05, 0.15), replicability=unsaid)
        assert "replication" not in dict(numbers(given))


def test_values_with_intervals_of_their_own():
    given = verdict("a-better", 0.1, 0.05, 0.15, values=(0.9, 0.8))
    assert numbers(given)[0] == ("accuracy", "ant 90.0 %, bee 80.0 %")
    own = (Interval(low=0.85123456, high=0.94), Interval(low=0.74, high=0.85))
    shown = numbers(replace(given, value_intervals=own))[0]
    assert shown == ("accuracy", "ant 90.0 % (85.1 to 94.0), bee 80.0 % (74.0 to 85.0); 90 % intervals")


@pytest.mark.parametrize("text", ["", "forest", "a b", "forêt 漢 🌲", "<script>", 'it\'s "it"', "C:\\new"])
def test_what_prints_is_left_alone(text):
    assert visible(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J", r"\x1b[2J"),
        ("two\nlines\r\n", r"two\nlines\r\n"),
        ("\x9b31m", r"\x9b31m"),
        ("a\u202eb", r"a\u202eb"),
        ("half \ud800", r"half \ud800"),
        ("\0\a\b\x7f", r"\x00\x07\x08\x7f"),
    ],
)
def test_what_does_not_print_is_escaped(text, shown):
    assert visible(text) == shown
    assert visible(text).isprintable()


def test_an_interval_is_labelled_where_p_values_are_adjusted():
    alone, among = compare_counts(15, 35, n=412), compare_counts(15, 35, n=412, tried=5)
    assert ", 95 % interval 1.5 to 8.4 (p = " in alone.sentence
    assert ", unadjusted 95 % interval 1.5 to 8.4 (adjusted p = " in among.sentence
    rows = [dict(numbers(each))["interval"] for each in (alone, among)]
    assert [row.rpartition("(")[2] for row in rows] == ["95 %)", "95 %, not adjusted)"]
    equivalent = compare_counts(15, 16, n=4120, tried=2, margin=0.05)
    assert equivalent.decision == "equivalent"
    assert "unadjusted" not in equivalent.sentence  # which holds for all that were tried


@pytest.mark.parametrize(
    ("only_a", "only_b", "decision", "row"),
    [(7, 26, "equivalent", "-1.96 to -0.67 points ("), (26, 42, "undecided", "-2.003 to -0.166 points (")],
)
def test_an_interval_shows_whether_it_is_within_the_margin(only_a, only_b, decision, row):
    found = compare_counts(only_a, only_b, n=1500, margin=0.02)
    assert found.decision == decision
    assert f"{100 * found.equivalence.interval.low:.1f}" == "-2.0"
    assert dict(numbers(found))["equivalence"].startswith(row)
    assert ("interval 0.67 to 1.96 (" in found.sentence) == (decision == "equivalent")
