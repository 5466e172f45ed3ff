import pytest

from bakeoff.report.draw.canvas import EDGE, Paper


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
