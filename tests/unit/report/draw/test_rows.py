import math
import re

import numpy as np
import pytest

from bakeoff.report.draw.figure import Figure, Row, Rows
from bakeoff.report.draw.figures import inline_svg
from bakeoff.report.draw.rows import heaped, limits

INF = math.inf


def rows(*some, **more):
    return Rows(**{"title": "", "x_label": "", "rows": some} | more)


def row(estimate, low=None, high=None, **more):
    return Row(label="a method", estimate=estimate, low=low, high=high, **more)


def drawn(*some, **more):
    return inline_svg(Figure(title="", panels=(rows(*some, **more),), narrow=True), alt="")


def within(panel, *values):
    low, high = limits(panel)
    return [low < value < high for value in values]


def test_the_axis_holds_line_band_and_intervals():
    assert all(within(rows(row(2.0, 1.0, 3.0), band=(-0.5, 0.5)), 0.0, -0.5, 0.5, 1.0, 3.0))
    assert within(rows(row(2.0, 1.0, 3.0), line=None), 0.0, 1.0) == [False, True]


def test_what_is_far_out_does_not_press_the_strong_one_together():
    strong, far = row(1.0, 0.0, 2.0, weight="strong"), row(1.0, -100.0, 3.0)
    low, high = limits(rows(strong, far))
    assert -3 < low < -2 + 1e-9
    assert 3 < high < 4
    assert limits(rows(row(1.0, 0.0, 2.0), far))[0] < -100  # without a strong one all count


@pytest.mark.parametrize("scale", [1e-200, 1e-9, 1.0, 1e9, 1e99])
def test_any_size(scale):
    low, high = limits(rows(row(scale, 0.5 * scale, 2 * scale)))
    assert -INF < low < high < INF
    drawn(row(scale, 0.5 * scale, 2 * scale), row(scale, dots=[scale, 2 * scale]))


def test_nothing_but_zero():
    low, high = limits(rows(row(0.0, 0.0, 0.0)))
    assert low == -high
    assert "circle" in drawn(row(0.0, 0.0, 0.0))


def arrows(page):
    """Triangles: closed paths of three corners."""
    return len(re.findall(r'd="M[^"LC]*L[^"LC]*L[^"LC]*z"', page))


@pytest.mark.parametrize(
    ("low", "high", "expected"), [(-1.0, 2.0, 0), (-INF, 2.0, 1), (1.0, INF, 1), (-INF, INF, 2)]
)
@pytest.mark.slow
def test_ends_without_limit_are_arrows(low, high, expected):
    page = drawn(row(1.0, low, high), x_label="difference")
    assert arrows(page) == expected
    assert ("arrow: the interval continues" in page) == (expected > 0)


def test_an_end_beyond_the_axis_is_an_arrow_too():
    strong = row(1.0, 0.0, 2.0, weight="strong")
    assert arrows(drawn(strong, row(1.0, -100.0, 1.5))) == 1
    assert arrows(drawn(strong, row(50.0, 40.0, 60.0))) == 1  # wholly outside: one arrow, no line


def test_sides_of_the_line_have_their_own_markers():
    assert drawn(row(0.0, dots=[1.0, 2.0, 3.0])).count("<circle") == 3
    squares = drawn(row(0.0, dots=[-1.0, -2.0, -3.0]))
    assert "<circle" not in squares
    assert "#D55E00" in squares
    assert drawn(row(6.0, dots=[4.0, 7.0, 8.0]), line=5.0).count("<circle") == 2


def test_dots_at_one_place_do_not_hide_each_other():
    moved = heaped(np.zeros(5))
    assert np.diff(np.sort(moved)).min() > 0.04
    assert moved.sum() == pytest.approx(0)
    assert np.abs(heaped(np.zeros(500))).max() <= 0.1 + 1e-9


def test_short_labels_stand_beside_their_rows():
    short = rows(*(Row(label=f"run {at}", estimate=1.0, dots=[1.0]) for at in range(10)))
    long = rows(*(Row(label=f"a longer name {at}", estimate=1.0, dots=[1.0]) for at in range(10)))

    def height(panel):
        page = inline_svg(Figure(title="", panels=(panel,), narrow=True), alt="")
        return float(re.search(r'viewBox="0 0 345.6 ([\d.]+)"', page)[1])

    assert height(short) < height(long)


def test_sixty_rows_make_a_longer_page_and_keep_their_names():
    page = drawn(*(Row(label=f"slice {at} of the data", estimate=at, low=0.0, high=60.0) for at in range(60)))
    assert all(f">slice {at} of the data<" in page for at in range(60))
    heights = [float(y) for y in re.findall(r' y="([\d.]+)">slice', page)]
    assert np.diff(heights).min() > 20


def test_a_name_that_fits_is_whole_and_a_longer_one_has_a_line_of_its_own():
    beside = drawn(
        Row(label="pooled two-proportion z, 95 %", estimate=1.0, note="+10.0 (-2.0 to 21.7)", weight="strong")
    )
    assert ">pooled two-proportion z, 95 %</text>" in beside
    name = "a name that is longer than what is left beside it"
    apart = drawn(Row(label=name, estimate=1.0, note="+10.0 (-2.0 to 21.7)"))
    assert f">{name}</text>" in apart
    height = [float(re.search(r'viewBox="0 0 [\d.]+ ([\d.]+)"', page)[1]) for page in (beside, apart)]
    assert height[1] > height[0] + 10
    assert "…" in drawn(Row(label="x" * 200, estimate=1.0, note="+1"))


def test_the_shorter_end_leaves_its_room_to_the_longer():
    long = "← a name that needs more than half of the line"
    assert f">{long}</text>" in drawn(row(1.0), ends=(long, "B →"))
    assert drawn(row(1.0), ends=(long, long)).count("…") == 2


def test_of_parts_of_a_whole_every_estimate_is_seen():
    whole, part, far = row(1.0, 0.5, 1.5, weight="whole"), row(-6.0, -8.0, -4.0), row(2.0, -90.0, 94.0)
    low, high = limits(rows(part, far, whole))
    assert low < -8
    assert low > -20
    assert high < 20


def test_the_whole_is_a_diamond_with_a_bold_name():
    """A bold name is told by its weight, a diamond by a marker of four corners."""
    plain, whole = drawn(row(1.0, 0.0, 2.0)), drawn(row(1.0, 0.0, 2.0, weight="whole"))
    assert ['font-weight="700"' in page for page in (plain, whole)] == [False, True]
    diamond = r'fill="#222222"[^>]* d="M[-\d. ]+(L[-\d. ]+){3}z"'
    assert [bool(re.search(diamond, page)) for page in (plain, whole)] == [False, True]


@pytest.mark.slow
def test_many_parts_of_a_whole_have_their_names_beside_them():
    long = "a name that is a good deal too long"
    parts = [Row(label=f"{long} {at}", estimate=1.0, low=0.0, high=2.0) for at in range(15)]
    whole = Row(label="all", estimate=1.0, low=0.0, high=2.0, weight="whole")
    few, many = drawn(*parts[:14], whole), drawn(*parts, whole)
    tall = [float(re.search(r'viewBox="0 0 [\d.]+ ([\d.]+)"', page)[1]) for page in (few, many)]
    assert tall[1] < 0.7 * tall[0]
    assert "…" in many
    assert f">{long} 3<" in few
