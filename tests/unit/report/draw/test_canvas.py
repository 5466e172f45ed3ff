import time

import pytest

from bakeoff.report.draw.canvas import EDGE, Paper, cut, spelled, width, wrapped
from bakeoff.report.draw.figure import Figure, Panel, Series


@pytest.mark.slow
def test_the_page_is_as_long_as_what_is_on_it():
    paper = Paper()
    paper.lines("a line")
    paper.space(1.0)
    paper.axes(0.5, 0.5, 2.0, lambda axes: None)
    page = paper.page("none")
    assert page.get_figheight() == pytest.approx(2 * EDGE + 1.3 * 11 / 72 + 3.0)
    box = page.axes[0].get_position()
    assert box.y0 * page.get_figheight() == pytest.approx(EDGE)
    assert box.height * page.get_figheight() == pytest.approx(2.0)


def test_no_text_takes_no_room():
    paper = Paper()
    paper.lines("")
    assert paper.used == EDGE


def named(name):
    return Figure(title=name, panels=(Panel(title=name, x_label="", y_label="", series=()),))


def test_letters_of_the_font_stay():
    shown, back = spelled(named("forêt - a_b"), keep=True)
    assert (shown.title, shown.panels[0].title, back("forêt")) == ("forêt - a_b", "forêt - a_b", "forêt")


def test_letters_that_it_lacks_come_back():
    shown, back = spelled(named("漢 and 字"), keep=True)
    assert "漢" not in shown.title
    assert back(shown.title) == "漢 and 字"


def test_or_are_replaced():
    shown, _ = spelled(named("漢 and 字"), keep=False)
    assert shown.title == "[U+6F22] and [U+5B57]"


def test_more_letters_than_stand_ins():
    many = "".join(chr(0x4E00 + at) for at in range(400))
    shown, back = spelled(named(many), keep=True)
    assert back(shown.title) == many[:255] + "".join(f"[U+{ord(c):04X}]" for c in many[255:])


def test_control_characters_are_written_out_in_lists_too():
    series = Series(label="", x=["a\n"], y=[1.0])
    panel = Panel(title="", x_label="", y_label="", series=(series,))
    shown, _ = spelled(Figure(title="\x1b", panels=(panel,)), keep=True)
    assert shown.title == r"\x1b"
    assert shown.panels[0].series[0].x == [r"a\n"]


def test_bold_letters_are_wider():
    assert 0 < width("letters", 10) < width("letters", 10, bold=True) < width("letters", 20)


@pytest.mark.parametrize("room", [0.3, 0.7, 1.5])
def test_what_is_cut_fits_and_keeps_both_ends(room):
    found = cut("first part of a long name, last", room, 10)
    assert width(found, 10) <= room
    assert found.startswith("f")
    assert "…" in found
    longer = cut("first part of a long name, last", room + 0.2, 10)
    assert len(longer) > len(found)


def test_what_fits_is_not_cut():
    assert cut("short", 2.0, 10) == "short"


def test_endless_names_are_cut_at_once():
    start = time.perf_counter()
    found = cut("x" * 10**6, 2.0, 10)
    assert width(found, 10) <= 2.0
    assert all(width(line, 10) <= 2.0 for line in wrapped("y " * 10**5, 2.0, 10, lines=2))
    assert time.perf_counter() - start < 1


def test_lines():
    text = "one two three four five six"
    assert wrapped(text, 9.0, 10, lines=2) == [text]
    first, second = wrapped(text, 1.2, 10, lines=2)
    assert f"{first} {second}" == text
    assert wrapped("", 1.0, 10, lines=2) == [""]
    short = wrapped(text, 0.6, 10, lines=2)
    assert len(short) == 2
    assert all(width(line, 10) <= 0.6 for line in short)
    assert "…" in short[1]


def test_a_width_is_not_rounded_up_letter_by_letter():
    many = width("two-proportion " * 10, 11)
    assert many == pytest.approx(width("two-proportion " * 10, 110) / 10, rel=0.01)
