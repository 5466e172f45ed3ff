import pytest

from bakeoff.plan.watch import Watch
from bakeoff.report.words.watch import numbers, own_notes, progress, sentence


def after(wins, losses, n, **options):
    watch = Watch(**options)
    watch.update(only_a=wins, only_b=losses, n=n)
    return watch


@pytest.mark.parametrize(
    ("watch", "said"),
    [
        (after(0, 0, 0), "Undecided: no items yet"),
        (after(5, 5, 100), "Undecided: no difference, 95 % interval "),
        (after(5, 8, 100), "Undecided: B is ahead by 3.0 points, 95 % interval "),
        (after(24, 5, 400), "Weak evidence that A is better: 4.8 points, 95 % interval "),
        (after(26, 5, 400), "A is better: 5.2 points, 95 % interval "),
        (after(10, 60, 100), "B is better: 50.0 points, 95 % interval "),
        (after(10, 60, 100, margin=0.05), "B is better by more than 5 points: 50.0 points, "),
        (after(20, 35, 2000, margin=0.02), "Weak evidence that A is not worse than B by 2 points or more: B"),
        (after(40, 42, 1000, margin=0.05), "A is not worse than B by 5 points or more: B is ahead by 0.2"),
    ],
)
def test_sentence(watch, said):
    assert sentence(watch).startswith(said)


def in_turn(*steps, **options):
    watch = Watch(**options)
    for x in steps:
        watch.add(x > 0, x < 0)
    return watch


def test_all_of_it():
    text = str(after(35, 15, 412, alpha=0.1))
    for each in (
        "items       412; only A is right on 35, only B on 15\n",
        "difference  4.9 points (A minus B)\n",
        "interval    0.2 to 9.8 points (90 %, valid however often you look)\n",
        "share of A  70.0 % of the 50 items that only one model got right; 90 % interval 50.6 to 85.5 %\n",
        "e-value     12.7 (evidence that the models differ; 10 or more decides)\n",
        "p-value     0.079 (valid however often you look; alpha 0.1)\n",
        "evidence    weak (0.02 < p <= 0.1)\n",
        "  caveat: this holds if the items came in random order",
    ):
        assert each in text
    assert "outside" not in text


def test_what_is_unknown_is_left_out():
    rows = dict(numbers(after(5, 5, 100)))
    assert "evidence" not in rows
    assert "share of A" not in dict(numbers(after(0, 0, 100)))
    assert dict(numbers(after(1, 0, 1)))["share of A"].startswith("100.0 % of the item that only one model")
    scores = Watch()
    scores.add_scores(0.7, 0.2)
    assert dict(numbers(scores))["items"] == "1"
    assert "share of A" not in dict(numbers(scores))


def test_the_interval_shows_on_which_side_of_the_margin_it_is():
    for losses, low, decision in ((35, "-1.95", "not-worse"), (36, "-2.01", "undecided")):
        watch = after(20, losses, 2000, margin=0.02)
        assert watch.decision == decision
        assert f"{100 * watch.interval.low:.1f}" == "-2.0"
        assert f" to {low.removeprefix('-')} (e-value" in sentence(watch)
        rows = dict(numbers(watch))
        assert rows["interval"].startswith(f"{low} to ")
        assert "(evidence against a difference of -2 points; 20 or more decides)" in rows["e-value"]


def test_the_e_value_shows_whether_it_decides():
    watch = after(44, 20, 200)
    assert f"{watch.e_value:.1f}" == "20.0"
    assert "(e-value 20.02, " in sentence(watch)
    assert dict(numbers(watch))["e-value"].startswith("20.02 (")
    assert ", e-value 20.02 of 20, " in progress(watch)


def test_what_is_observed_now_may_be_outside_an_interval():
    watch = in_turn(*[1] * 12, *[-1] * 12)
    assert watch.interval.low > watch.estimate == 0
    assert watch.share_interval.low > 0.5
    difference, share = own_notes(watch)
    assert difference.startswith("the observed difference, 0 points, lies outside its interval: a value that")
    assert share.startswith("the observed share of A, 50.0 %, lies outside its interval: a value that was")
    assert all(f"  note: {each}\n" in str(watch) for each in (difference, share))
    assert own_notes(in_turn(*[1] * 12)) == own_notes(Watch()) == []


def test_evidence_is_that_of_the_side_that_was_decided_for():
    watch = in_turn(*[1] * 12, *[-1] * 300)
    assert watch.decision == "a-better"
    rows = dict(numbers(watch))
    assert rows["evidence"] == "weak (p = 0.039 at the looks that favoured the decision, 0.01 < p <= 0.05)"
    assert "(at a look against the decision; valid however often you look;" in rows["p-value"]
    assert "look" not in dict(numbers(in_turn(*[1] * 12)))["evidence"]


@pytest.mark.parametrize(
    ("steps", "options", "said"),
    [
        (
            [1] * 13 + [-1] * 87,
            {},
            "A was found to be better at item 12 (weak evidence); since then this has changed: B is ahead by "
            "74.0 points, 95 % interval -8.6 to -7.8 (e-value 3e+11 at this look, after 100 items)",
        ),
        ([1] * 13 + [-1] * 13, {}, "since then this has changed: no difference, 95 % interval "),
        (
            [-1] * 20 + [1] * 18,
            {"margin": 0.1},
            "B was found to be better by more than 10 points at item 14 (moderate evidence); since then this "
            "has changed: B is ahead by 5.3 points, ",
        ),
        (
            [0] * 40 + [-1] * 18,
            {"margin": 0.2},
            "A was found not to be worse than B by 20 points or more at item 39 (weak evidence); since then ",
        ),
        ([1] * 13 + [-1] * 5, {}, "Weak evidence that A is better: 44.4 points, 95 % interval "),
        ([1] * 13 + [-1] * 5, {}, "(e-value 2.0 at this look, after 18 items)"),
    ],
)
def test_items_against_the_decision_are_told(steps, options, said):
    assert said in sentence(in_turn(*steps, **options))


def test_the_line_of_progress_tells_of_items_against_the_decision():
    assert progress(in_turn(*[1] * 13, *[-1] * 87), "strong").startswith(
        "100 items, A was found to be better at item 12; since then this has changed: e-value 3e+11 at this "
        "look, difference -74.0 points ("
    )
    assert progress(in_turn(1)).startswith("1 item, e-value ")


@pytest.mark.parametrize(
    ("watch", "told"),
    [
        (after(0, 300, 300), "1e+82"),
        (after(0, 4000, 4000), "above 1e+308"),
        (after(0, 44, 300, alpha=1.28e-9), "7.7e+08"),
        (after(0, 10, 10), "11.1"),
    ],
)
def test_large_e_values_have_a_power_of_ten(watch, told):
    assert f" (e-value {told}, " in sentence(watch)
    assert dict(numbers(watch))["e-value"].startswith(f"{told} (evidence that the models differ")


def test_one_line_while_answers_come_in():
    assert progress(after(3, 1, 20)).startswith("20 items, e-value 0.98 of 20, difference 10.0 points (-")
    assert "e-value 0.98 of 100, " in progress(after(3, 1, 20), "moderate")
    assert "e-value 0.98 of 1000, " in progress(after(3, 1, 20), "strong")
