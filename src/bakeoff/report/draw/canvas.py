"""A narrow page that is written from its top, in inches, and is as long as what is on it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from bakeoff.report.draw.lettering import wrapped
from bakeoff.report.draw.looks import INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Page

# A phone shows 4.8 inches on some 340 pixels: letters of 11 points are then 11 pixels high.
WIDE, EDGE = 4.8, 0.1
SIZE, SMALL = 12.0, 11.0  # points
LEADING = 1.3  # from line to line, in letters


class Paper:
    """What is to be drawn; ``used`` inches of it are full."""

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
        """A text whose letters stand at y inches from the top."""

        def job(page: "Page") -> None:
            weight = "bold" if bold else "normal"
            up = 1 - (y - 0.25 * size / 72) / page.get_figheight()
            page.text(x / WIDE, up, text, fontsize=size, fontweight=weight, ha=ha, color=color)

        self._jobs.append(job)

    def axes(self, left: float, right: float, high: float, draw: "Callable[[Axes], None]") -> None:
        """A pair of axes between two margins, and so many inches high."""
        top = self.used
        self.used += high

        def job(page: "Page") -> None:
            tall = page.get_figheight()
            box = (left / WIDE, 1 - (top + high) / tall, (WIDE - left - right) / WIDE, high / tall)
            draw(page.add_axes(box))

        self._jobs.append(job)

    def sample(self, x: float, y: float, wide: float, look: dict[str, Any]) -> None:
        """A piece of a line, with its marker in the middle, beside a text at y."""

        def job(page: "Page") -> None:
            from matplotlib.lines import Line2D

            up = 1 - (y - 0.09) / page.get_figheight()
            across = [x / WIDE, (x + wide / 2) / WIDE, (x + wide) / WIDE]
            page.add_artist(Line2D(across, [up] * 3, markevery=[1], transform=page.transFigure, **look))

        self._jobs.append(job)

    def page(self, ground: str) -> "Page":
        """Draw it all."""
        from matplotlib.figure import Figure as Page

        page = Page(figsize=(WIDE, self.used + EDGE), facecolor=ground)
        for job in self._jobs:
            job(page)
        return page
