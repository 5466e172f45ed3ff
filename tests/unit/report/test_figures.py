import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import matplotlib
import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.exhibit import Figure, Panel, Series
from bakeoff.report import figures


def figure(*series, **panel):
    one = Panel(**{"title": "a panel", "x_label": "across", "y_label": "up", "series": series} | panel)
    return Figure(title="A & B", panels=(one,))


LINE = Series(label="size", x=[1, 2, 3], y=[4.0, 5.0, 5.5], low=[3, 4, 5], high=[5, 6, 6])
PRINTED = Series(label="size", x=[1, 2, 3], y=[4.1, 4.9, 5.6], published=True)


def texts(page):
    root = ElementTree.fromstring(page)  # noqa: S314 - written by us
    return ["".join(each.itertext()).strip() for each in root.iter("{http://www.w3.org/2000/svg}text")]


def test_the_same_bytes_at_every_call():
    assert figures.svg(figure(LINE, PRINTED)) == figures.svg(figure(LINE, PRINTED))


def test_neither_date_nor_program_is_in_it():
    page = figures.svg(figure(LINE))
    assert "<dc:date>" not in page
    assert "Matplotlib v" not in page


def test_it_has_a_title_and_its_words_are_text():
    page = figures.svg(figure(LINE, PRINTED))
    assert "<title>A &amp; B</title>" in page
    assert {"A & B", "a panel", "across", "up", "size", "printed", "computed"} <= set(texts(page))


def test_a_label_of_two_series_is_written_once():
    assert texts(figures.svg(figure(LINE, PRINTED))).count("size") == 1


def test_printed_and_computed_are_explained_only_where_both_are():
    assert "printed" not in texts(figures.svg(figure(LINE)))


def test_published_markers_are_hollow():
    def filled(page):
        return {
            "fill: #0072b2" in style for style in re.findall(r'<use [^>]*style="([^"]*0072b2[^"]*)"', page)
        }

    assert filled(figures.svg(figure(LINE))) == {True}
    assert filled(figures.svg(figure(PRINTED))) == {False}


@pytest.mark.parametrize("kind", ["line", "points", "steps", "bars"])
@pytest.mark.parametrize("x", [[1.0, 2.0, 4.0], ["one", "two", "four"]])
def test_every_kind_over_numbers_and_words(kind, x):
    two = [
        Series(label=name, x=x, y=[1, 2, 3], kind=kind, low=[0, 1, 2], high=[2, 3, 4], published=published)
        for name, published in (("mine", False), ("theirs", True))
    ]
    shown = texts(figures.svg(figure(*two, level=2.0)))
    assert {"mine", "theirs"} <= set(shown)
    assert isinstance(x[0], float) or set(x) <= set(shown)


def test_logarithmic_axes_have_plain_numbers():
    wide = Series(label="", x=[0.01, 1, 100], y=[1, 2, 3])
    assert {"0.01", "100"} <= set(texts(figures.svg(figure(wide, x_scale="log"))))
    assert "100" not in texts(figures.svg(figure(LINE, x_scale="log", y_scale="log")))


def test_a_curve_that_ends_in_nothing_is_labelled_where_it_last_was():
    gone = Series(label="gone", x=[1, 2, 3], y=[1.0, 2.0, np.nan])
    never = Series(label="never", x=[1, 2], y=[np.nan, np.nan])
    shown = texts(figures.svg(figure(LINE, gone, never)))
    assert "gone" in shown
    assert "never" not in shown


def test_twenty_labels_do_not_lie_upon_each_other():
    many = [Series(label=f"method {at}", x=[1, 2], y=[1, 1 + at / 1000]) for at in range(20)]
    page = figures.svg(figure(*many))
    heights = [float(y) for y in re.findall(r' y="([\d.]+)"[^>]*>method', page)]
    assert len(heights) == 20
    assert np.diff(sorted(heights)).min() > 8  # points: the height of the letters


def test_settings_of_the_caller_stay_and_do_not_matter():
    before = figures.svg(figure(LINE))
    with matplotlib.rc_context({"font.size": 40, "lines.linewidth": 9}):
        assert figures.svg(figure(LINE)) == before
        assert matplotlib.rcParams["font.size"] == 40


def test_pyplot_is_not_loaded():
    code = (
        "import sys\nfrom bakeoff.core.exhibit import *\nfrom bakeoff.report.figures import svg\n"
        "one = Panel(title='', x_label='', y_label='', series=(Series(label='', x=[1, 2], y=[1, 2]),))\n"
        "assert 'matplotlib' not in sys.modules\nsvg(Figure(title='', panels=(one,)))\n"
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_no_panels():
    with pytest.raises(InputError, match="has no panels; expected at least one"):
        figures.svg(Figure(title="empty", panels=()))
