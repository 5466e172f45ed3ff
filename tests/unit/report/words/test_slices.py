from dataclasses import replace

import pytest

import bakeoff
from bakeoff.core.exceptions import InputError
from bakeoff.core.written import brief
from bakeoff.judge.slices import differing, in_order, with_slices
from bakeoff.report.blocks import sliced as sliced_block
from bakeoff.report.terminal import blocks
from bakeoff.report.words import slices as slice_words
from bakeoff.report.words.slices import MOST, rows, sentence, telling

NAMES = ("forest", "boosting")


def counted(only_a, only_b, n=100, **asked):
    both = (n - only_a - only_b) // 2
    return lambda tried, **more: bakeoff.compare_counts(
        only_a, only_b, n=n, both_right=both, names=NAMES, tried=tried, **asked | more
    )


def refusing(tried):
    raise InputError("every truth is 'cat'")


def sliced(*parts, whole=(40, 40), n=400, by="region", **asked):
    listed = [(name, size, ask) for name, size, ask in parts]
    return with_slices(counted(*whole, n=n, **asked)(1), listed, by=by)


PARTS = (("north", 100, counted(30, 2)), ("south", 100, counted(5, 6)), ("west", 7, refusing))


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (["10", "9", "-1.5", "2e1"], ["-1.5", "9", "10", "2e1"]),
        (["b", "a", "B"], ["B", "a", "b"]),
        (["x", "10", "nan", "9", "inf", ""], ["9", "10", "", "inf", "nan", "x"]),
        (["1_000", "7", "٣"], ["7", "1_000", "٣"]),
    ],
)
def test_numbers_by_size_then_text_by_the_alphabet(given, wanted):
    assert sorted(given, key=in_order) == wanted


@pytest.mark.parametrize(
    ("name", "shown"),
    [("north", "north"), ("", "''"), ("  ", "'  '"), ("x" * 40, "x" * 40), ("ab" * 40, None)],
)
def test_a_name_shows_and_does_not_fill_the_line(name, shown):
    assert brief(name) == (shown or f"{'ab' * 10}…{'b' + 'ab' * 9}")
    assert len(brief(name)) <= 40


def test_the_table_has_every_slice_and_the_whole():
    verdict = sliced(*PARTS)
    head, north, south, west, whole = rows(verdict, list(verdict.slices))
    assert head == ("region", "n", *NAMES, "difference", "95 % interval", "p", "verdict")
    assert north[:5] == ("north", "100", "64.0 %", "36.0 %", "28.0")
    assert north[-1] == "forest is better"
    assert south[-1] == "undecided"
    assert west == ("west", "7", "", "", "", "", "", "every truth is 'cat'")
    assert whole[:2] == ("all items", "400")
    assert whole[-2:] == ("1", "undecided")


def test_the_p_values_of_slices_are_adjusted_and_that_of_the_whole_is_not():
    verdict = sliced(*PARTS)
    shown = rows(verdict, list(verdict.slices))
    south = verdict.slices[1].verdict
    assert south.adjusted_p_value == south.result.p_value  # the larger of two, by Holm
    raw = verdict.slices[0].verdict
    assert raw.adjusted_p_value == pytest.approx(2 * raw.result.p_value)
    assert float(shown[1][-2]) == pytest.approx(raw.adjusted_p_value, rel=0.5)


def test_without_values_their_columns_are_left_out():
    part = lambda tried: bakeoff.compare_counts(9, 3, n=50, tried=tried)  # noqa: E731
    verdict = with_slices(bakeoff.compare_counts(18, 6, n=100), [("x", 50, part), ("y", 50, part)], by="z")
    shown = rows(verdict, list(verdict.slices))
    assert shown[0] == ("z", "n", "difference", "95 % interval", "p", "verdict")
    assert {len(row) for row in shown} == {6}
    assert slice_words.numeric(verdict) == (1, 2, 3, 4)


def test_a_bound_is_called_a_bound():
    parts = [
        ("x", 100, counted(30, 2, alternative="greater")),
        ("y", 100, counted(5, 6, alternative="greater")),
    ]
    verdict = sliced(*parts, alternative="greater")
    head, first, *_ = rows(verdict, list(verdict.slices))
    assert head[5] == "95 % bound"
    assert first[5].startswith("at least ")


def test_losses_keep_their_digits():
    truth, good, bad = [1.0] * 40, [1.1 + 0.001 * i for i in range(40)], [1.4 + 0.002 * i for i in range(40)]
    part = lambda tried: bakeoff.compare_predictions(truth, good, bad, metric="squared-error", tried=tried)  # noqa: E731
    verdict = with_slices(part(1), [("x", 40, part), ("y", 40, part)], by="z")
    assert rows(verdict, list(verdict.slices))[1][2:4] == ("0.01441", "0.1933")


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (PARTS, "Of 3 slices, forest is better in 1, 1 is undecided and 1 could not be judged"),
        (
            (("x", 100, counted(30, 2)), ("y", 100, counted(2, 30))),
            "Of 2 slices, forest is better in 1 and boosting is better in 1",
        ),
        ((("x", 100, counted(5, 6)), ("y", 100, counted(5, 6))), "Of 2 slices, 2 are undecided"),
        ((("x", 100, counted(30, 2)),), "Of 1 slice, forest is better in 1"),
    ],
)
def test_how_many_slices_say_what(parts, said):
    assert sentence(sliced(*parts)).startswith(said)
    assert sentence(sliced(*parts)).endswith(".")


def test_equivalent_slices_are_counted():
    part = counted(10, 10, n=4000, margin=0.05)
    verdict = sliced(("x", 4000, part), ("y", 4000, part), whole=(20, 20), n=8000, margin=0.05)
    assert sentence(verdict).startswith("Of 2 slices, the two are equivalent in 2;")


def test_slices_too_small_to_decide_are_no_sign_against_the_whole():
    verdict = sliced(("x", 100, counted(9, 4)), ("y", 100, counted(9, 4)), whole=(60, 30), n=600)
    assert verdict.decision == "a-better"
    assert "no slice is decided on its own, because each has fewer items than the whole" in sentence(verdict)
    undecided = sliced(("x", 100, counted(9, 4)), ("y", 100, counted(9, 4)))
    assert "on its own" not in sentence(undecided)


def test_slices_that_could_not_be_judged_are_not_called_too_small():
    some = sliced(("x", 100, counted(9, 4)), ("y", 100, refusing), whole=(60, 30), n=600)
    assert sentence(some) == (
        "Of 2 slices, 1 is undecided and 1 could not be judged; no judged slice is decided on its own, "
        "because each has fewer items than the whole."
    )
    none = sliced(("x", 100, refusing), ("y", 100, refusing), whole=(60, 30), n=600)
    assert sentence(none) == "Of 2 slices, 2 could not be judged."


def test_whether_slices_differ_is_told_with_its_test():
    apart = sliced(("x", 100, counted(30, 2)), ("y", 100, counted(2, 30)))
    assert "; the difference varies between slices by more than chance (Welch's F = " in sentence(apart)
    alike = sliced(("x", 100, counted(9, 4)), ("y", 100, counted(9, 4)))
    assert sentence(alike).endswith(
        "; no evidence that the difference varies between slices (Welch's F = 0, df 1 and 198, p = 1)."
    )
    assert differing(alike, short=True) == "no evidence that the difference varies between slices (p = 1)"
    alone = sliced(("x", 100, counted(30, 2)))
    assert differing(alone) == ""


def test_the_terminal_shows_the_most_telling():
    quiet = [(f"{at:03}", 100, counted(6, 5)) for at in range(40)]
    loud = [("900", 100, counted(30, 2)), ("901", 100, counted(2, 30))]
    verdict = sliced(*quiet, *loud)
    shown = telling(verdict, MOST)
    assert [each.name for each in shown][-2:] == ["900", "901"]
    assert [each.name for each in shown] == sorted(each.name for each in shown)
    text = sliced_block(verdict).plain
    assert len(text) == 1 + 1 + MOST + 1 + 2  # heading, head, slices, whole, what is left out, what is said
    assert "22 more slices are not shown; --json lists all" in text


def test_what_speaks_against_the_whole_is_never_left_out():
    verdict = sliced(
        *[(f"{at:03}", 100, counted(40, 2)) for at in range(30)],
        ("x", 100, counted(4, 24)),
        whole=(800, 100),
        n=3000,
    )
    assert verdict.decision == "a-better"
    assert [each.name for each in telling(verdict, 3)] == ["000", "001", "x"]


def test_slices_that_were_not_judged_say_least():
    verdict = sliced(*PARTS)
    assert [each.name for each in telling(verdict, 2)] == ["north", "south"]


def test_caveats_of_slices_are_counted_by_key():
    right, one = ["a", "b"] * 20, ["b", "b"] * 20

    def part(tried):
        return bakeoff.compare_predictions(right, right, one, tried=tried)

    verdict = with_slices(part(1), [("x", 40, part), ("y", 40, part)], by="z")
    kept = replace(verdict, caveats=())
    assert (
        "caveats of slices: no-errors in 2, no-better-than-commonest in 2; --json has the full texts"
        in sliced_block(kept).plain
    )
    assert not any("caveats of slices" in line for line in sliced_block(verdict).plain)  # the whole says them


def test_nothing_is_said_of_what_was_not_sliced():
    assert not any(block.heading for block in blocks(counted(5, 6)(1)))
