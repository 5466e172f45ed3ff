"""A published table or figure next to what was computed: the answer first."""

import math
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from bakeoff.core.exceptions import InputError
from bakeoff.core.written import aligned
from bakeoff.lab.exhibit import CLEAR, UNCOUNTED, Cell, Exhibit, Reproduction
from bakeoff.lab.report.accounts import UNMET, answer, counts, in_words, joint_by_kind, joints, legend, mark
from bakeoff.report.files import write
from bakeoff.report.terminal import print_json

UNKNOWN = "no reason is known"
CHANCE = f"{UNKNOWN}; chance alone takes one true number in 370 so far"
NEARLY = f"it is outside its range by less than {CLEAR:g} standard errors, which chance may do"
PIPED = 120  # columns where there is no terminal
FILLED = 0.6  # a table with fewer of its places taken is a list
Rows = list[tuple[str, ...]]


def show_papers(groups: dict[str, list[Exhibit]], *, as_json: bool = False) -> None:
    """Print all tables and figures by paper."""
    if as_json:
        every = [each for group in groups.values() for each in group]
        print_json({"papers": [{"key": e.key, "title": e.title, "source": e.source} for e in every]})
        return
    width = max(len(each.key) for group in groups.values() for each in group)
    for paper, exhibits in groups.items():
        _write(f"{paper}\n")
        _write("".join(f"  {each.key:<{width}}  {each.title}\n" for each in exhibits) + "\n")
    _write(
        "bakeoff papers KEY computes one again, with --quick in less time; bakeoff papers all every one.\n"
    )


def show_reproduction(
    exhibit: Exhibit,
    found: Reproduction,
    *,
    as_json: bool = False,
    quiet: bool = False,
    drawn: str | None = None,
) -> None:
    """Print the results: as JSON, as its sentence alone, or in full. ``drawn`` is where the figure went."""
    if as_json:
        print_json(content(exhibit, found))
        return
    _sentence(answer(found.cells), found.cells)
    if quiet:
        return
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else PIPED
    _write(f"\n  {exhibit.key}: {exhibit.title}\n  {exhibit.source}\n\n")
    lines, legend = table(found.cells, width - 2)
    _write("".join(f"  {line}\n" for line in lines) + "\n")
    remarks = [legend, ""] if legend else []
    remarks += [f"[{at}] {reason}" for reason, at in reasons(found.cells).items()]
    remarks += [f"joint: {said}" for said in joints(found.cells)]
    remarks += [f"note: {note}" for note in found.notes]
    remarks += [f"how: {exhibit.about}"]
    remarks += [f"misprints: docs/misprints.md explains {', '.join(exhibit.errata)}"] * bool(exhibit.errata)
    remarks += [] if drawn is None else [f"figure: {drawn}"]
    for line in remarks:
        wrapped = textwrap.wrap(line, width - 6, break_on_hyphens=False, break_long_words=False)
        _write(("  " + "\n      ".join(wrapped)).rstrip() + "\n")


def show_summary(exhibit: Exhibit, found: Reproduction, width: int) -> None:
    """Print one line about an exhibit; ``width`` is that of the longest key."""
    _write(f"{exhibit.key:<{width}}  {answer(found.cells)}\n")
    sys.stdout.flush()  # each takes a while, so it is shown at once


def content(exhibit: Exhibit, found: Reproduction) -> dict[str, Any]:
    """An exhibit and the results as plain values, the same at every call."""
    return {
        "key": exhibit.key,
        "title": exhibit.title,
        "source": exhibit.source,
        "cells": [
            {
                "row": cell.row,
                "column": cell.column,
                "published": _plain(cell.published),
                "words": cell.words or None,
                "computed": cell.computed,
                "error": cell.error,
                "kind": cell.kind,
                "status": cell.status,
                "reason": cell.reason or None if explained(cell) else None,
            }
            for cell in found.cells
        ],
        "counts": counts(found.cells),
        "joint": {kind: asdict(each) for kind, each in joint_by_kind(found.cells).items()},
        "notes": list(found.notes),
        "about": exhibit.about,
        "errata": list(exhibit.errata),
    }


def _plain(published: Any) -> Any:
    """An end that a claim leaves open ("over 150") is null: JSON knows no infinity."""
    if isinstance(published, tuple):
        return [end if math.isfinite(end) else None for end in published]
    return published


def reasons(cells: Iterable[Cell]) -> dict[str, int]:
    """Why cells differ from print or are not counted, each reason once, with its number."""
    found = dict.fromkeys(_reason(cell) for cell in cells if explained(cell))
    return {reason: at for at, reason in enumerate(found, start=1)}


def explained(cell: Cell) -> bool:
    """Whether a reason belongs to a cell: it differs, or it is not counted."""
    return cell.status in UNMET or cell.kind in UNCOUNTED


def _reason(cell: Cell) -> str:
    if cell.reason or not cell.error:
        return cell.reason or UNKNOWN
    if not isinstance(cell.published, tuple):
        return CHANCE
    low, high = cell.published
    off = max(low - (cell.computed or 0.0), (cell.computed or 0.0) - high)
    return NEARLY if off < CLEAR * cell.error else UNKNOWN


def table(cells: Sequence[Cell], width: int) -> tuple[list[str], str]:
    """The lines of the table that fit best into a width, and the legend they need."""
    numbers = reasons(cells)
    for with_errors in (True, False):
        rows = matrix(cells, numbers, with_errors=with_errors)
        lines = aligned(rows) if rows else []
        if lines and max(map(len, lines)) <= width:
            largest = max(cell.error for cell in cells)
            shown = f"; standard errors up to {largest:.2g}" if largest and not with_errors else ""
            return lines, legend(cells) + shown
    return aligned(listing(cells, numbers)), ""


def matrix(cells: Sequence[Cell], numbers: dict[str, int], *, with_errors: bool = True) -> Rows:
    """The table as printed, with both numbers in each place; nothing where it is not such a table."""
    places = {(cell.row, cell.column): cell for cell in cells}
    names = [dict.fromkeys(getattr(cell, side) for cell in cells) for side in ("row", "column")]
    room = len(names[0]) * len(names[1])
    if min(map(len, names)) < 2 or len(places) < max(len(cells), FILLED * room):
        return []

    def shown(place: tuple[str, str]) -> str:
        if place not in places:
            return ""
        cell = places[place]
        value = computed(cell) if with_errors else computed(cell).split("±")[0]
        return f"{printed(cell)}|{value} {mark(cell)}{_number(cell, numbers)}".rstrip()

    return [("", *names[1]), *((row, *(shown((row, column)) for column in names[1])) for row in names[0])]


def listing(cells: Sequence[Cell], numbers: dict[str, int]) -> Rows:
    """One line for each cell; what a row is called stands at its first."""
    rows: Rows = [("", "", "printed", "computed", "")]
    before = ""
    for cell in cells:
        name = "" if cell.row == before else cell.row
        status = f"{in_words(cell)} {_number(cell, numbers)}".rstrip()
        rows.append((name, cell.column, printed(cell), computed(cell), status))
        before = cell.row
    return rows


def _number(cell: Cell, numbers: dict[str, int]) -> str:
    return f"[{numbers[_reason(cell)]}]" if explained(cell) else ""


def printed(cell: Cell) -> str:
    """What print says, in its own digits or words.

    >>> printed(Cell(row="a", column="b", published=5.0, computed=4.1, digits=1))
    '5.0'
    """
    if cell.words or cell.published is None:
        return cell.words or "-"
    if isinstance(cell.published, tuple):
        return " to ".join(f"{end:g}" for end in cell.published)
    return f"{cell.published:.{cell.digits}f}"


def computed(cell: Cell) -> str:
    """What was computed and its standard error, with no more digits than that error leaves sure.

    Without chance, there are two more than in print.

    >>> computed(Cell(row="a", column="b", published=5.0, computed=4.1234, digits=1, error=0.72))
    '4.1±0.7'
    >>> computed(Cell(row="a", column="b", published=0.0032, computed=0.00330022, digits=4))
    '0.003300'
    """
    if cell.computed is None:
        return "-"
    if not cell.error:
        whole = math.isclose(cell.computed, round(cell.computed, cell.digits), abs_tol=1e-12)
        return f"{cell.computed:.{cell.digits + (0 if whole else 2)}f}"
    digits = max(cell.digits, math.ceil(-math.log10(cell.error)))
    return f"{cell.computed:.{digits}f}±{cell.error:.{digits}f}"


def write_figure(exhibit: Exhibit, found: Reproduction, path: str) -> None:
    """Draw the figure of an exhibit into a file."""
    from bakeoff.report.draw.figures import svg

    if found.figure is None:
        raise InputError(f"{exhibit.key} has no figure; leave out --svg to see its table")
    write(path, svg(found.figure))


def _sentence(text: str, cells: Sequence[Cell]) -> None:
    """The answer, in colour where a person looks."""
    if not sys.stdout.isatty():
        _write(f"{text}\n")
        return
    from rich.console import Console
    from rich.text import Text

    n = counts(cells)
    Console(highlight=False).print(Text(text, style=f"bold {'yellow' if n['differs'] else 'green'}"))


def _write(text: str) -> None:
    sys.stdout.write(text)
