"""The figure of rivals: the worst false-alarm rate of every tool, one line for each task."""

import math
from collections.abc import Mapping, Sequence
from html import escape
from textwrap import wrap
from typing import NamedTuple

from studies._rivals_record import Task
from studies._rivals_summary import ENOUGH, Summary

WIDTH, LEFT, RIGHT, TOP, STEP = 640, 24, 600, 114, 96
TICKS = (0, 1, 5, 10, 20, 40, 60, 80, 100)
LETTER, GAP = 7.6, 8  # width of a letter of a label in a wide font, and the least gap between two labels
NOTE, LEADING = 92, 18  # letters in a line of the notes, and its height
LEGEND = (
    "Highest rate over the simulated worlds of a task, on a square-root scale.",
    "Filled: bakeoff. Hollow: other tools. Short bar: nominal rate.",
)
MERIT = (
    "A low rate alone is no merit: docs/rivals.md has power, coverage and time of each tool. "
    f"Tools with fewer than {ENOUGH} data sets are left out."
)
STYLE = """
  svg { font-family: Helvetica, Arial, sans-serif; font-size: 14px }
  .back { fill: #ffffff } .text { fill: #1f2328 } .faint { fill: #59636e } .grid { stroke: #d1d9e0 }
  .nominal { stroke: #59636e; stroke-width: 2 } .rival { fill: #ffffff; stroke: #59636e; stroke-width: 1.6 }
  .ours { fill: #0b62c4; stroke: #0b62c4 } .mine { fill: #0b62c4; font-weight: bold }
  .title { font-size: 18px } .title, .task { font-weight: bold } .small { font-size: 13px }
  .halo { paint-order: stroke; stroke: #ffffff; stroke-width: 4px; stroke-linejoin: round }
  @media (prefers-color-scheme: dark) {
    .back { fill: #0d1117 } .text { fill: #f0f6fc } .faint { fill: #9198a1 } .grid { stroke: #30363d }
    .nominal { stroke: #9198a1 } .rival { fill: #0d1117; stroke: #9198a1 }
    .ours { fill: #58a6ff; stroke: #58a6ff } .mine { fill: #58a6ff } .halo { stroke: #0d1117 }
  }
"""


class Label(NamedTuple):
    """A name near a dot: where its middle is, and whether it is above the line."""

    text: str
    x: float
    above: bool
    ours: bool


def place(percent: float) -> float:
    """Where a rate is; a square-root scale, so that small rates can be distinguished."""
    return LEFT + (RIGHT - LEFT) * math.sqrt(max(percent, 0.0) / 100)


def labels(found: Sequence[Summary]) -> list[Label]:
    """Ours, then as many others as have room, the highest rates first, above or below the line."""
    order = sorted(found, key=lambda each: (not each.tool.ours, -each.worst[1].value))
    placed: list[Label] = []
    for each in order:
        at = place(100 * each.worst[1].value)
        for above in (True, False):
            name = "bakeoff" if each.tool.ours else each.tool.name
            label = Label(name, _inside(name, at), above, each.tool.ours)
            if all(_apart(label, other) for other in placed):
                placed.append(label)
                break
    return placed


def shown_of(found: Sequence[Summary]) -> list[Summary]:
    """What the figure shows: the first of our calls and all other tools, with enough data sets."""
    enough = [each for each in found if each.draws >= ENOUGH]
    ours = [each for each in enough if each.tool.ours]
    return [*ours[:1], *(each for each in enough if not each.tool.ours)]


def _inside(name: str, at: float) -> float:
    half = LETTER * len(name) / 2
    return min(max(at, LEFT - 12 + half), RIGHT + 30 - half)


def _apart(one: Label, other: Label) -> bool:
    room = LETTER * (len(one.text) + len(other.text)) / 2 + GAP
    return one.above != other.above or abs(one.x - other.x) >= room


def _line(task: Task, found: Sequence[Summary], y: float) -> list[str]:
    nominal = place(100 * task.alpha)
    parts = [
        f'<text class="text task halo" x="{LEFT - 8}" y="{y - 38}">{escape(task.title)}</text>',
        f'<line class="grid" x1="{LEFT}" x2="{RIGHT}" y1="{y}" y2="{y}"/>',
        f'<line class="nominal" x1="{nominal:.1f}" x2="{nominal:.1f}" y1="{y - 13}" y2="{y + 13}"/>',
    ]
    for each in sorted(found, key=lambda each: each.tool.ours):
        rate = 100 * each.worst[1].value
        kind, radius = ("ours", 6.5) if each.tool.ours else ("rival", 5)
        told = escape(f"{each.tool.name} ({each.tool.package} {each.tool.version}): {rate:.1f} %")
        dot = f'<circle class="{kind}" cx="{place(rate):.1f}" cy="{y}" r="{radius}">'
        parts.append(f"{dot}<title>{told}</title></circle>")
    for label in labels(found):
        kind = "mine" if label.ours else "faint"
        height = y - 14 if label.above else y + 25
        parts.append(
            f'<text class="{kind} small halo" x="{label.x:.1f}" y="{height}" text-anchor="middle">'
            f"{escape(label.text)}</text>"
        )
    return parts


def _axis(bottom: float) -> list[str]:
    parts = []
    for tick in TICKS:
        x = f"{place(tick):.1f}"
        parts.append(f'<line class="grid" x1="{x}" x2="{x}" y1="{TOP - 16}" y2="{bottom}"/>')
        parts.append(
            f'<text class="faint small" x="{x}" y="{bottom + 18}" text-anchor="middle">{tick} %</text>'
        )
    return parts


def versions(found: Mapping[str, Sequence[Summary]]) -> str:
    """Every package with its version, ours first."""
    tools = {each.tool for summaries in found.values() for each in summaries}
    named = {(not tool.ours, tool.package, tool.version) for tool in tools}
    return ", ".join(f"{package}\u00a0{number}" for _, package, number in sorted(named))


def _texts(lines: Sequence[str], top: float) -> list[str]:
    return [
        f'<text class="faint small" x="16" y="{top + LEADING * at:g}">{escape(line)}</text>'
        for at, line in enumerate(lines)
    ]


def figure(tasks: Sequence[Task], found: Mapping[str, Sequence[Summary]]) -> str:
    """The SVG, which follows the light or dark scheme of the reader and can be read on a phone."""
    shown = [task for task in tasks if found[task.key]]
    bottom = TOP + STEP * len(shown) - 10
    notes = wrap(f"{MERIT} Versions: {versions(found)}.", NOTE, break_on_hyphens=False)
    height = bottom + 44 + LEADING * len(notes)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" role="img" aria-labelledby="title">',
        '<title id="title">Highest false-alarm rate of each tool for common tasks</title>',
        f"<style>{STYLE}</style>",
        f'<rect class="back" width="{WIDTH}" height="{height}"/>',
        '<text class="text title" x="16" y="32">How often does a tool raise a false alarm?</text>',
        *_texts(LEGEND, 56),
        *_axis(bottom),
    ]
    for at, task in enumerate(shown):
        lines += _line(task, shown_of(found[task.key]), TOP + 44 + STEP * at)
    lines += [*_texts(notes, bottom + 46), "</svg>"]
    return "\n".join(lines) + "\n"
