"""Figures as SVG, PNG and PDF: the same bytes at every call, readable without colour vision."""

import io
import math
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, cast, get_args

from bakeoff.core.exceptions import InputError, unknown_name
from bakeoff.report.draw.canvas import spelled
from bakeoff.report.draw.column import NARROW, column
from bakeoff.report.draw.curves import draw_key, draw_panel
from bakeoff.report.draw.figure import Figure, Panel
from bakeoff.report.draw.inline import inlined
from bakeoff.report.draw.looks import STYLE
from bakeoff.report.files import check_form, write
from bakeoff.report.words.verdict import visible

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Page

Form = Literal["svg", "png", "pdf"]
WIDTH, HEIGHT = 6.0, 3.6  # inches of a panel on paper
DOTS = 200  # an inch, in PNG
# What is set while drawing is set for the whole process: one figure at a time.
_DRAWING = threading.Lock()


def svg(figure: Figure) -> str:
    """Draw a figure as SVG: computed values as lines or filled, published ones as hollow markers.

    Examples
    --------
    >>> from bakeoff.report.draw.figure import Series
    >>> line = Series(label="size", x=[1, 2, 3], y=[4, 5, 5])
    >>> panel = Panel(title="", x_label="runs", y_label="%", series=(line,), level=5.0)
    >>> page = svg(Figure(title="Size by runs", panels=(panel,)))
    >>> "<title>Size by runs</title>" in page
    True
    """
    return draw(figure, "svg").decode()


def draw(figure: Figure, form: Form) -> bytes:
    """Draw a figure as a file; letters that the font lacks are text in SVG and numbers in the others."""
    if form not in get_args(Form):
        raise unknown_name("form of a figure", form, get_args(Form))
    shown, back = spelled(figure, keep=form == "svg")
    with _page(shown) as page:
        content = _saved(page, form, shown.title)
    return back(content.decode()).encode() if form == "svg" else content


def check_figure(path: str) -> None:
    """Refuse, before any work, a file that no figure can be written to."""
    check_form(path, get_args(Form), "figure")


def write_figure(figure: Figure, path: str) -> None:
    """Write a figure in the format of the file's extension."""
    write(path, draw(figure, cast(Form, check_form(path, get_args(Form), "figure"))))


def inline_svg(figure: Figure, *, alt: str) -> str:
    """Draw a figure as an ``<svg>`` element for a page of HTML, without its title, which the page has.

    It has neither ids nor styles, takes the width and the font of the element around it, and
    has no background: a strict content policy allows it, and selectors such as ``svg [fill="#222222"]``
    change its colours (`DARK` lists those for a dark page).
    """
    shown, back = spelled(figure, keep=True)
    with _page(shown, titled=False) as page:
        content = _saved(page, "svg", "").decode()
    return inlined(back(content), title=visible(figure.title), alt=visible(alt))


def _saved(page: "Page", form: Form, title: str) -> bytes:
    """The page as a file without its date and the version of its program."""
    told: dict[str, dict[str, Any]] = {
        "svg": {"Title": title, "Date": None, "Creator": None},
        "png": {"Software": None},
        "pdf": {"Title": title, "CreationDate": None, "Creator": None, "Producer": None},
    }
    content = io.BytesIO()
    page.savefig(content, format=form, dpi=DOTS if form == "png" else "figure", metadata=told[form])
    return content.getvalue()


@contextmanager
def _page(figure: Figure, *, titled: bool = True) -> Iterator["Page"]:
    """The figure drawn, with settings that last as long as it is used."""
    if not figure.panels:
        raise InputError(f"figure {figure.title!r} has no panels; expected at least one")
    import matplotlib

    # The caller's settings are restored afterwards; pyplot, which would keep the page, is never loaded.
    plain: dict[Any, Any] = {k: v for k, v in matplotlib.rcParamsDefault.items() if "backend" not in k}
    style = STYLE | NARROW if figure.narrow else STYLE
    with _DRAWING, matplotlib.rc_context(plain | style):
        yield column(figure, titled=titled) if figure.narrow else _sheet(figure)


def _sheet(figure: Figure) -> "Page":
    """Two panels side by side, as wide as paper."""
    from matplotlib.figure import Figure as Page

    panels = [panel for panel in figure.panels if isinstance(panel, Panel)]
    columns = min(len(panels), 2)
    rows = math.ceil(len(panels) / columns)
    page = Page(figsize=(WIDTH * columns, HEIGHT * rows + 0.6), layout="constrained", facecolor="white")
    page.suptitle(figure.title, fontsize=12, fontweight="bold")
    for at, panel in enumerate(panels):
        draw_panel(page.add_subplot(rows, columns, at + 1), panel)
    every = [series for panel in panels for series in panel.series]
    if any(series.published and series.kind != "bars" for series in every):
        draw_key(page)
    return page
