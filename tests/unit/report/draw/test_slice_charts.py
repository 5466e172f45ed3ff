from dataclasses import replace

import pytest

import bakeoff
from bakeoff.core.exceptions import InputError
from bakeoff.judge.slices import with_slices
from bakeoff.report.draw.figures import draw, inline_svg
from bakeoff.report.draw.slice_charts import MOST, slices_charts


def counted(only_a, only_b, n=100):
    return lambda tried: bakeoff.compare_counts(only_a, only_b, n=n, names=("forest", "tree"), tried=tried)


def refuse(tried):
    raise InputError("every truth is 'cat'")


def sliced(parts, whole=(60, 30)):
    return with_slices(counted(*whole, n=400)(1), parts, by="region")


def rows(verdict):
    ((_, figure, _),) = slices_charts(verdict)
    return figure.panels[0].rows


@pytest.fixture
def two():
    return sliced([("north", 100, counted(30, 4)), ("south", 100, counted(9, 7))])


def test_every_slice_and_the_whole_below(two):
    north, south, whole = rows(two)
    assert [each.label for each in (north, south, whole)] == [
        "north (n = 100)",
        "south (n = 100)",
        "all items (n = 400)",
    ]
    assert north.estimate == pytest.approx(26)
    assert whole.estimate == pytest.approx(7.5)
    assert north.note == "+26.0 (15.7 to 36.5)"


def test_what_is_decided_is_told_by_form_not_by_colour(two):
    assert [each.weight for each in rows(two)] == ["plain", "faint", "whole"]
    ((_, figure, _),) = slices_charts(two)
    assert figure.panels[0].x_label.endswith(
        "dotted and hollow: slice undecided after adjustment; diamond: all items"
    )


def test_the_adjusted_p_value_is_what_counts():
    parts = [(f"{at}", 100, counted(16, 6)) for at in range(8)]
    verdict = sliced(parts)
    assert all(each.verdict.result.p_value < 0.05 for each in verdict.slices)
    assert {each.weight for each in rows(verdict)} == {"faint", "whole"}


def test_what_it_shows_in_words(two):
    ((key, figure, said),) = slices_charts(two)
    assert key == "slices"
    assert figure.title == "Difference by region"
    assert said.startswith("Difference by region: of 2 slices, forest is better in 1, 1 is undecided")


def test_many_slices_are_drawn_low_and_without_numbers():
    few, many = (sliced([(f"{at}", 100, counted(9, 7)) for at in range(count)]) for count in (14, 15))
    assert all(each.note for each in rows(few))
    assert not any(each.note for each in rows(many))
    assert rows(many)[0].label == "0"


def test_more_than_fit_are_left_out_with_a_word():
    parts = [(f"{at}", 100, counted(9, 7)) for at in range(MOST + 9)] + [("x", 100, counted(30, 4))]
    verdict = sliced(parts)
    assert len(rows(verdict)) == MOST + 1
    assert "x" in [each.label for each in rows(verdict)]
    ((_, figure, _),) = slices_charts(verdict)
    assert figure.title == "Difference by region (the 60 that say most; 10 more are in the table)"


def test_what_could_not_be_judged_is_not_drawn():
    verdict = sliced([("x", 100, counted(9, 7)), ("y", 3, refuse)])
    assert len(rows(verdict)) == 2
    ((_, figure, _),) = slices_charts(verdict)
    assert figure.title == "Difference by region (1 could not be judged)"
    assert slices_charts(sliced([("y", 3, refuse), ("z", 4, refuse)])) == ()


def test_without_slices_there_is_no_forest(two):
    assert slices_charts(replace(two, slices=(), by="")) == ()


def test_every_estimate_is_on_the_axis_and_wide_intervals_are_cut():
    """A tiny slice does not press the others together."""
    verdict = sliced(
        [("big", 100, counted(30, 4)), ("tiny", 3, counted(1, 2, n=3)), ("other", 100, counted(2, 40))]
    )
    from bakeoff.report.draw.rows import limits

    ((_, figure, _),) = slices_charts(verdict)
    low, high = limits(figure.panels[0])
    assert all(low < each.estimate < high for each in rows(verdict))
    tiny = rows(verdict)[-2]
    assert tiny.high > high or tiny.low < low or high - low < 2 * (tiny.high - tiny.low)


@pytest.mark.slow
def test_names_of_every_kind_are_drawn(nasty):
    names = list(dict.fromkeys(name for pair in nasty for name in pair))
    verdict = replace(sliced([(name, 100, counted(9, 7)) for name in names]), by=names[0])
    ((_, figure, said),) = slices_charts(verdict)
    drawn = inline_svg(figure, alt=said)
    assert "<script" not in drawn
    assert draw(figure, "png").startswith(b"\x89PNG")
    assert draw(figure, "pdf").startswith(b"%PDF")
