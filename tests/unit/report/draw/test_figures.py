import hashlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle

import matplotlib
import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.report.draw import figures
from bakeoff.report.draw.figure import Figure, Panel, Row, Rows, Series, Square
from bakeoff.report.draw.looks import COLOURS, DARK, GREY, INK, PALE
from bakeoff.report.rate import Rate


def figure(*series, **panel):
    one = Panel(**{"title": "a panel", "x_label": "across", "y_label": "up", "series": series} | panel)
    return Figure(title="A & B", panels=(one,))


LINE = Series(label="size", x=[1, 2, 3], y=[4.0, 5.0, 5.5], low=[3, 4, 5], high=[5, 6, 6])
PRINTED = Series(label="size", x=[1, 2, 3], y=[4.1, 4.9, 5.6], published=True)


NARROW = Figure(
    title="A & B",
    narrow=True,
    panels=(
        Rows(
            title="rows",
            x_label="points",
            ends=("left", "right"),
            band=(-1.0, 1.0),
            rows=(
                Row(
                    label="a method", estimate=1.5, low=-0.5, high=float("inf"), note="+1.5", weight="strong"
                ),
                Row(label="dots", estimate=0.5, dots=[-1.0, 0.0, 1.0, 1.0]),
            ),
        ),
        Panel(title="curves", x_label="across", y_label="up", series=(LINE,), diagonal=True),
        Square(title="square", across=("x", "y"), down=("u", "v"), cells=((("1", "10 %"),) * 2,) * 2),
    ),
)
FORMS = ["svg", "png", "pdf"]


def renamed(*names):
    """A figure with a name in every place that takes one: the same, or one name after the other."""
    name = cycle(names).__next__
    rows = Rows(
        title=name(),
        x_label=name(),
        ends=(name(), name()),
        rows=(Row(label=name(), estimate=0.0, low=-1.0, high=1.0, note=""),),
    )
    line = Series(label=name(), x=[1, 2], y=[1, 2])
    panel = Panel(title=name(), x_label=name(), y_label=name(), series=(line,))
    across, down = (name(), name()), (name(), name())
    square = Square(title=name(), across=across, down=down, cells=((("1", ""),) * 2,) * 2)
    return Figure(title=name(), panels=(rows, panel, square), narrow=True)


def texts(page):
    root = ElementTree.fromstring(page)  # noqa: S314 - written by us
    return ["".join(each.itertext()).strip() for each in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.slow
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


@pytest.mark.slow
def test_published_markers_are_hollow():
    def filled(page):
        return {
            "fill: #0072b2" in style for style in re.findall(r'<use [^>]*style="([^"]*0072b2[^"]*)"', page)
        }

    assert filled(figures.svg(figure(LINE))) == {True}
    assert filled(figures.svg(figure(PRINTED))) == {False}


@pytest.mark.parametrize("kind", ["line", "points", "steps", "bars"])
@pytest.mark.parametrize("x", [[1.0, 2.0, 4.0], ["one", "two", "four"]])
@pytest.mark.slow
def test_every_kind_over_numbers_and_words(kind, x):
    two = [
        Series(label=name, x=x, y=[1, 2, 3], kind=kind, low=[0, 1, 2], high=[2, 3, 4], published=published)
        for name, published in (("mine", False), ("theirs", True))
    ]
    shown = texts(figures.svg(figure(*two, level=2.0)))
    assert {"mine", "theirs"} <= set(shown)
    assert isinstance(x[0], float) or set(x) <= set(shown)


@pytest.mark.slow
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


@pytest.mark.slow
def test_twenty_labels_do_not_lie_upon_each_other():
    many = [Series(label=f"method {at}", x=[1, 2], y=[1, 1 + at / 1000]) for at in range(20)]
    page = figures.svg(figure(*many))
    heights = [float(y) for y in re.findall(r' y="([\d.]+)"[^>]*>method', page)]
    assert len(heights) == 20
    assert np.diff(sorted(heights)).min() > 8  # points: the height of the letters


@pytest.mark.slow
def test_settings_of_the_caller_stay_and_do_not_matter():
    before = figures.svg(figure(LINE))
    with matplotlib.rc_context({"font.size": 40, "lines.linewidth": 9}):
        assert figures.svg(figure(LINE)) == before
        assert matplotlib.rcParams["font.size"] == 40


@pytest.mark.slow
def test_pyplot_is_not_loaded():
    code = (
        "import sys\nfrom bakeoff.report.draw.figure import *\nfrom bakeoff.report.draw.figures import svg\n"
        "one = Panel(title='', x_label='', y_label='', series=(Series(label='', x=[1, 2], y=[1, 2]),))\n"
        "assert 'matplotlib' not in sys.modules\nsvg(Figure(title='', panels=(one,)))\n"
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_no_panels():
    with pytest.raises(InputError, match="has no panels; expected at least one"):
        figures.svg(Figure(title="empty", panels=()))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("drawn", [NARROW, figure(LINE, PRINTED)], ids=["narrow", "wide"])
@pytest.mark.slow
def test_files_have_the_same_bytes_at_every_call_and_no_date(form, drawn):
    content = figures.draw(drawn, form)
    assert content == figures.draw(drawn, form)
    assert content.startswith({"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}[form])
    assert not [word for word in (b"Date", b"Matplotlib", b"matplotlib.org") if word in content]


@pytest.mark.slow
def test_another_process_writes_the_same_bytes():
    code = (
        "import hashlib\nfrom bakeoff.report.rate import Rate\n"
        "from bakeoff.report.draw.figures import draw\n"
        "figure = Rate(errors=8, n=100).figure\n"
        "print(*(hashlib.sha256(draw(figure, form)).hexdigest() for form in ('svg', 'png', 'pdf')))"
    )
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    here = [hashlib.sha256(figures.draw(Rate(errors=8, n=100).figure, form)).hexdigest() for form in FORMS]
    assert ran.stdout.split() == here


@pytest.mark.slow
def test_threads_do_not_disturb_each_other():
    drawn = [NARROW, figure(LINE)] * 3
    with ThreadPoolExecutor(3) as pool:
        together = list(pool.map(figures.svg, drawn))
    assert together == [figures.svg(each) for each in drawn]


NAMES = [
    "$x^2$", "$\\frac{", "<script>alert(1)</script>", "a & b", "\x1b[31m\x00\n",
    "漢字 🙂", "⠁⠂ 漢", "é" * 5000, "", " ", "\ud800", "\u202egnp.exe", "].'\"--><!--",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.slow
def test_any_name_can_be_drawn(name):
    page = figures.inline_svg(renamed(name), alt=name)
    root = ElementTree.fromstring(page)  # noqa: S314 - written by us
    assert {each.tag.partition("}")[2] for each in root.iter()} <= {
        "svg", "title", "desc", "g", "path", "circle", "text"
    }  # fmt: skip
    file = figures.svg(renamed(name))
    if 0 < len(name) < 30 and name.isprintable() and name.strip():
        assert name in texts(page)
        assert name in texts(file)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.slow
def test_any_names_can_be_drawn_together(form):
    for first in (0, 5, 9):  # so that each stands in several places
        assert figures.draw(renamed(*NAMES[first:], *NAMES[:first]), form)


def test_letters_that_the_font_lacks_stay_text():
    page = figures.svg(renamed("漢字⠁"))
    assert "<title>漢字⠁</title>" in page
    assert "漢字⠁" in texts(page)


def test_inside_a_page_there_are_neither_ids_nor_styles_nor_a_ground():
    page = figures.inline_svg(NARROW, alt="what is <shown>")
    assert page.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 345.6 ')
    head = page.partition(">")[0]
    assert 'role="img"' in head
    assert "width=" not in head
    assert "<title>A &amp; B</title><desc>what is &lt;shown&gt;</desc>" in page
    for forbidden in (
        "style",
        " id=",
        "xlink",
        "metadata",
        "rdf",
        "<!",
        "<?",
        "#FFFFFF",
        "url(",
        "<use",
        "<defs",
    ):
        assert forbidden not in page
    assert "A & B" not in texts(page)  # the page has its own heading
    said = {"a method", "left", "right", "points; arrow: the interval continues", "curves", "square"}
    assert said <= set(texts(page))


def test_all_colours_inside_a_page_have_one_for_the_dark():
    page = figures.inline_svg(NARROW, alt="")
    colours = set(re.findall(r'"(#[0-9A-Fa-f]{6})"', page))
    assert colours
    assert colours <= set(DARK)
    assert set(DARK) == {INK, GREY, PALE, *COLOURS}


def test_every_text_inside_a_page_has_a_colour_that_can_be_changed():
    page = figures.inline_svg(NARROW, alt="")
    root = ElementTree.fromstring(page)  # noqa: S314 - written by us
    parents = {child: parent for parent in root.iter() for child in parent}
    for each in root.iter("{http://www.w3.org/2000/svg}text"):
        assert each.get("fill") or parents[each].get("fill")


def test_unknown_form():
    with pytest.raises(InputError, match=r"no form of a figure is called 'gif'\. There are: svg, png, pdf"):
        figures.draw(NARROW, "gif")


@pytest.mark.slow
def test_files_by_their_names(tmp_path):
    for form in FORMS:
        place = tmp_path / f"figure.{form.upper()}"
        figures.write_figure(NARROW, str(place))
        assert place.read_bytes() == figures.draw(NARROW, form)
    with pytest.raises(InputError, match=r"expected a file that ends with one of \.svg, \.png, \.pdf"):
        figures.write_figure(NARROW, str(tmp_path / "figure.gif"))
    with pytest.raises(InputError, match="there is no folder"):
        figures.check_figure(str(tmp_path / "none" / "figure.svg"))


def test_an_inline_sheet_paints_no_ground_and_all_its_letters():
    series = Series(label="size", x=[1, 2, 3], y=[4, 5, 5], published=True, kind="points")
    panel = Panel(title="t", x_label="runs", y_label="%", series=(series,))
    page = figures.inline_svg(Figure(title="wide", panels=(panel,)), alt="")
    assert "#FFFFFF" not in page
    loose = re.sub(r"<g[^>]* fill=.*?</g>", "", page)
    assert not re.findall(r"<text(?![^>]* fill=)", loose)
