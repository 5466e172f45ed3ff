"""A narrow page that is filled from its top, in inches, and its text: available letters, and widths."""

import math
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from bakeoff.report.draw.figure import Figure
from bakeoff.report.draw.looks import INK
from bakeoff.report.words.verdict import visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Page

# A phone shows 4.8 inches on some 340 pixels: letters of 11 points are then 11 pixels high.
WIDE, EDGE = 4.8, 0.1
SIZE, SMALL = 12.0, 11.0  # points
LEADING = 1.3  # from line to line, in letters
FONT = "DejaVu Sans"  # comes with matplotlib
STAND_INS = [chr(0x2800 + at) for at in range(1, 256)]  # Braille, which the font has
LONGEST = 300  # letters of a line: no page is as wide
FINE = 720  # dots an inch to measure by: at few, each letter is rounded up to whole ones


@cache
def _font(bold: bool = False) -> Any:
    from matplotlib.font_manager import FontProperties, findfont, get_font

    return get_font(findfont(FontProperties(family=FONT, weight="bold" if bold else "normal")))


def spelled(figure: Figure, *, keep: bool) -> tuple[Figure, Callable[[str], str]]:
    """The figure in letters that the font has, and what puts the others back into what was drawn.

    A letter that the font lacks is drawn as one of Braille, which is not used in names, and put back into
    the text of an SVG, where the reader's own fonts show it. Without ``keep`` its number is drawn, as in
    LaTeX: with the fonts of this machine, another one would draw another picture.
    """
    used = sorted(set("".join(_texts(figure))))
    missing = [c for c in used if not _font().get_char_index(ord(c)) or c in STAND_INS]
    numbers = {letter: f"[U+{ord(letter):04X}]" for letter in missing}
    swap = dict(zip(missing, STAND_INS, strict=False)) if keep else {}
    table = str.maketrans(numbers | swap)
    back = str.maketrans({new: old for old, new in swap.items()})
    shown: Figure = _each(figure, lambda text: visible(text).translate(table))
    return shown, lambda text: text.translate(back)


def _texts(figure: Figure) -> list[str]:
    found: list[str] = []

    def note(text: str) -> str:
        found.append(visible(text))
        return text

    _each(figure, note)
    return found


def _each(value: object, change: Callable[[str], str]) -> Any:
    """The same value with every text in it changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list | tuple):
        return type(value)(_each(item, change) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{f.name: _each(getattr(value, f.name), change) for f in fields(value)})
    return value


def width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text is in inches, in letters of a size in points; infinite where it cannot fit anyway."""
    if len(text) > LONGEST:
        return math.inf  # to measure it would take longer than to draw everything else
    font = _font(bold)
    font.set_size(size, FINE)
    font.set_text(text, 0.0)
    return float(font.get_width_height()[0]) / 64 / FINE


def cut(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """As much of a text as fits into a width in inches, with an ellipsis where it was cut.

    The middle is cut: names of one family often differ at their ends.
    """
    if width(text, size, bold=bold) <= room:
        return text
    low, high = 0, len(text)
    while high - low > 1:
        half = (low + high) // 2
        low, high = (half, high) if width(_shortened(text, half), size, bold=bold) <= room else (low, half)
    return _shortened(text, low)


def _shortened(text: str, kept: int) -> str:
    """The beginning and the end of a text.

    >>> _shortened("abcdefgh", 5)
    'abc…gh'
    """
    end = kept // 2
    return text[: kept - end] + "…" + text[len(text) - end :]


def wrapped(text: str, room: float, size: float, *, lines: int, bold: bool = False) -> list[str]:
    """A text in at most that many ``lines``; the rest is cut."""
    words, found = text.split(" "), [""]
    for at, word in enumerate(words):
        longer = f"{found[-1]} {word}" if at else word
        if width(longer, size, bold=bold) <= room or not found[-1]:
            found[-1] = longer
        elif len(found) == lines:
            found[-1] = " ".join([found[-1], *words[at:]])
            break
        else:
            found.append(word)
    return [cut(line, room, size, bold=bold) for line in found]


class Paper:
    """The drawing; ``used`` inches of it are filled."""

    def __init__(self) -> None:
        self.used = EDGE
        self._jobs: list[Callable[[Page], None]] = []

    def space(self, inches: float) -> None:
        """Leave some room."""
        self.used += inches

    def lines(self, text: str, size: float = SMALL, *, most: int = 2, bold: bool = False) -> None:
        """A text at the left, in as many lines as it needs."""
        if text:
            for line in wrapped(text, WIDE - 2 * EDGE, size, lines=most, bold=bold):
                self.used += LEADING * size / 72
                self.text(EDGE, self.used, line, size, bold=bold)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = SMALL,
        *,
        bold: bool = False,
        ha: Literal["left", "center", "right"] = "left",
        color: str = INK,
    ) -> None:
        """A text with its baseline at y inches from the top."""

        def job(page: "Page") -> None:
            weight = "bold" if bold else "normal"
            up = 1 - (y - 0.25 * size / 72) / page.get_figheight()
            page.text(x / WIDE, up, text, fontsize=size, fontweight=weight, ha=ha, color=color)

        self._jobs.append(job)

    def axes(self, left: float, right: float, high: float, draw: "Callable[[Axes], None]") -> None:
        """A pair of axes between two margins, with a height in inches."""
        top = self.used
        self.used += high

        def job(page: "Page") -> None:
            tall = page.get_figheight()
            box = (left / WIDE, 1 - (top + high) / tall, (WIDE - left - right) / WIDE, high / tall)
            draw(page.add_axes(box))

        self._jobs.append(job)

    def sample(self, x: float, y: float, wide: float, look: dict[str, Any]) -> None:
        """A piece of a line, with its marker in the middle, next to a text at y."""

        def job(page: "Page") -> None:
            from matplotlib.lines import Line2D

            up = 1 - (y - 0.09) / page.get_figheight()
            across = [x / WIDE, (x + wide / 2) / WIDE, (x + wide) / WIDE]
            page.add_artist(Line2D(across, [up] * 3, markevery=[1], transform=page.transFigure, **look))

        self._jobs.append(job)

    def box(self, x: float, y: float, colour: str, alpha: float) -> None:
        """A small square of a colour with its bottom at y, for a legend."""

        def job(page: "Page") -> None:
            from matplotlib.patches import Rectangle

            tall, size = page.get_figheight(), 0.13
            place = (x / WIDE, 1 - (y - 0.02) / tall)
            square = Rectangle(place, size / WIDE, size / tall, transform=page.transFigure)
            square.set(facecolor=colour, edgecolor="none", alpha=alpha)
            page.add_artist(square)

        self._jobs.append(job)

    def page(self, ground: str) -> "Page":
        """Draw everything."""
        from matplotlib.figure import Figure as Page

        page = Page(figsize=(WIDE, self.used + EDGE), facecolor=ground)
        for job in self._jobs:
            job(page)
        return page
