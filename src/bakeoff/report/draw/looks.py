"""Colours, dashes and markers that differ without colour vision and in grey."""

from typing import Any

# Okabe & Ito 2008, Color universal design, without the yellow, which is hard to see on white.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
DASHES = ("-", "--", ":", "-.")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
INK, GREY, PALE = "#222222", "#666666", "#E8E8E8"
# The colours that replace these on a dark page.
DARK = {
    INK: "#EEEEEE",
    GREY: "#AAAAAA",
    PALE: "#3A3A3A",
    "#0072B2": "#4DA6E0",
    "#D55E00": "#FF8A3D",
    "#009E73": "#2CC79B",
    "#CC79A7": "#DE9CC0",
    "#E69F00": "#F0B429",
    "#56B4E9": "#8FD0F5",
    "#000000": "#FFFFFF",
}
STYLE: dict[str, Any] = {
    "svg.hashsalt": "bakeoff",
    "svg.fonttype": "none",
    "pdf.fonttype": 42,
    "text.parse_math": False,
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GREY,
    "axes.titlesize": 11,
    "lines.linewidth": 1.6,
    "lines.markersize": 5.5,
    "legend.frameon": False,
}


def look(at: int, *, dashed: bool = False) -> dict[str, Any]:
    """Colour, dash and marker for one label: after seven the dashes change, and markers never match.

    ``dashed`` changes the dash at every label, for lines without markers that may overlap.
    """
    turn = at // len(COLOURS)
    return {
        "color": COLOURS[at % len(COLOURS)],
        "linestyle": DASHES[(at if dashed else turn) % len(DASHES)],
        "marker": MARKERS[(at + turn) % len(MARKERS)],
    }
