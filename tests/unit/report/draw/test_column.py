import re

import numpy as np
import pytest

from bakeoff.report.draw.figure import Figure, Panel, Series, Square
from bakeoff.report.draw.figures import inline_svg, svg


def line(label, **more):
    return Series(**{"label": label, "x": [1, 2, 3], "y": [1.0, 2.0, 4.0]} | more)


def curves(*series, **more):
    return Panel(**{"title": "", "x_label": "across", "y_label": "up", "series": series} | more)


def page_of(*panels):
    return inline_svg(Figure(title="figure", panels=panels, narrow=True), alt="")


def test_a_legend_names_each_line_once():
    page = page_of(curves(line("first"), line("second")))
    assert (page.count(">first<"), page.count(">second<")) == (1, 1)


@pytest.mark.slow
def test_panels_of_the_same_lines_share_a_legend():
    same = curves(line("first"))
    assert page_of(same, same).count(">first<") == 1
    assert page_of(same, curves(line("other")), same).count(">first<") == 2


def test_lines_without_markers_differ_in_their_dashes():
    x = np.linspace(0, 1, 100)
    page = page_of(curves(*(line(f"line {at}", x=x, y=x + at) for at in range(4))))
    assert len(set(re.findall(r'stroke-dasharray="[^"]*"', page))) == 3  # and one is solid


@pytest.mark.parametrize("kind", ["line", "points", "steps", "bars"])
@pytest.mark.parametrize("x", [[1, 2, 3], ["one", "two", "three"]])
@pytest.mark.slow
def test_every_kind(kind, x):
    page = page_of(curves(line("first", kind=kind, x=x, low=[0, 1, 2], high=[2, 3, 5])))
    assert ">first<" in page
    assert isinstance(x[0], int) or ">three<" in page


@pytest.mark.parametrize("scale", ["linear", "log"])
def test_a_diagonal_goes_from_corner_to_corner(scale):
    straight = curves(line("", x=[0.1, 0.5], y=[0.2, 0.9]), diagonal=True, x_scale=scale, y_scale=scale)
    found = re.search(
        r'stroke-dasharray="[^"]*"[^>]* d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)"', page_of(straight)
    )
    x0, y0, x1, y1 = map(float, found.groups())
    assert x1 - x0 == pytest.approx(y0 - y1, abs=0.1)


@pytest.mark.slow
def test_the_page_has_its_title_only_as_a_file():
    figure = Figure(title="figure", panels=(curves(line("")),), narrow=True)
    assert ">figure</text>" in svg(figure)
    assert ">figure</text>" not in inline_svg(figure, alt="")


def test_a_square_frames_what_counts():
    cells = ((("1", "10 %"), ("2", "20 %")), (("3", "30 %"), ("4", "40 %")))
    square = Square(title="", across=("a", "b"), down=("c", "d"), cells=cells, marked=((0, 1), (1, 0)))
    page = page_of(square)
    assert all(f">{text}<" in page for text in ("1", "20 %", "a", "d"))
    strong = re.findall(r'<g fill="none" stroke="#0072B2" stroke-width="1.8"[^>]*>(.*?)</g>', page)
    assert [frames.count("<path") for frames in strong] == [2]
