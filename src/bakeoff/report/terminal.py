"""A verdict on the terminal: the answer first, colours only where a person looks."""

import json
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bakeoff.core.verdict import Verdict
from bakeoff.report.words import slices as slice_words
from bakeoff.report.words import verdict as words
from bakeoff.report.words.visible import visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

COLOURS = {"a-better": "bold green", "b-better": "bold green", "equivalent": "bold cyan"}


def show(verdict: Verdict, *, as_json: bool = False, quiet: bool = False) -> None:
    """Print a verdict: as JSON, as its sentence alone, or in full."""
    if as_json:
        print_json(verdict.to_dict())
        return
    verdict = printable(verdict)
    if quiet:
        sys.stdout.write(verdict.sentence + "\n")
        for caveat in verdict.caveats:
            sys.stderr.write(f"caveat: {visible(caveat.text)}\n")
    elif sys.stdout.isatty():
        _in_colour(verdict)
    else:
        sys.stdout.write(f"{verdict}\n")


def printable(verdict: Verdict) -> Verdict:
    """The verdict with names that show what does not print."""
    first, second = (visible(name) for name in verdict.names)
    slices = tuple(
        replace(
            each,
            name=visible(each.name),
            refused=visible(each.refused),
            verdict=each.verdict and replace(each.verdict, names=(first, second)),
        )
        for each in verdict.slices
    )
    return replace(
        verdict,
        names=(first, second),
        by=visible(verdict.by),
        slices=slices,
    )


def print_json(content: dict[str, Any]) -> None:
    """One strict JSON object on standard output."""
    sys.stdout.write(json.dumps(content, allow_nan=False, indent=2, default=str) + "\n")


def _in_colour(verdict: Verdict) -> None:
    from rich.console import Console
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    console.print(Text(verdict.sentence, style=COLOURS.get(verdict.decision, "bold yellow")))
    console.print()
    table = Table.grid(padding=(0, 2))
    for name, text in words.numbers(verdict):
        table.add_row(Text(name, style="dim"), Text(text))
    console.print(Padding(table, (0, 0, 0, 2)))
    if verdict.slices:
        _sliced(console, verdict)
    remarks = words.remarks(verdict)
    if remarks:
        console.print()
    for line in remarks:
        style = "yellow" if line.startswith("caveat") else "dim"
        console.print(Padding(Text(line, style=style), (0, 0, 0, 2)))
    if verdict.opinions:
        console.print()
        console.print(Padding(Text(words.opinions_heading(verdict), style="bold"), (0, 0, 0, 2)))
        console.print(Padding(_opinions(verdict), (0, 0, 0, 4)))


def _sliced(console: "Console", verdict: Verdict) -> None:
    """The slices: those decided stand out, those not judged are dim, the whole is last."""
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    heading, *after = slice_words.around(verdict)
    shown = slice_words.telling(verdict, slice_words.MOST)
    rows = slice_words.rows(verdict, shown)
    kept = _fitting(rows, console.width - 4)
    table = Table.grid(padding=(0, 2))
    for at in kept:
        inner = 0 < at < len(rows[0]) - 1
        table.add_column(justify="right" if inner else "left", no_wrap=inner, min_width=None if inner else 9)
    found = [*(each.verdict for each in shown), verdict]
    styles = ["dim", *("dim" if each is None else COLOURS.get(each.decision, "") for each in found)]
    for row, style in zip(rows, styles, strict=True):
        table.add_row(*(Text(row[at], style=style, overflow="fold") for at in kept))
    console.print()
    console.print(Padding(Text(heading, style="bold"), (0, 0, 0, 2)))
    console.print(Padding(table, (0, 0, 0, 4)))
    for line in after:
        console.print(Padding(Text(line), (0, 0, 0, 2)))


def _fitting(rows: list[tuple[str, ...]], room: int) -> list[int]:
    """The columns that fit: where there is little room, what A and B reach is left out, then their items."""
    kept = list(range(len(rows[0])))
    last = len(kept) - 1
    widths = [max(len(row[at]) for row in rows) for at in kept]
    widths[0], widths[last] = min(widths[0], 20), min(widths[last], 12)  # these may break
    for left_out in (range(2, last - 3), (1,)):
        if sum(widths[at] + 2 for at in kept) <= room + 2:
            break
        kept = [at for at in kept if at not in left_out]
    return kept


def _opinions(verdict: Verdict) -> "Table":
    """What every legal method says; the one that decided stands out, unsound ones are dim."""
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2))
    heading, *rows = words.opinions(verdict, words.p_said)
    table.add_row(*(Text(cell, style="dim") for cell in heading))
    for row, opinion in zip(rows, verdict.opinions, strict=True):
        chosen = opinion.method == verdict.result.method
        style = "bold" if chosen else "dim" if opinion.unsound else ""
        table.add_row(*(Text(visible(cell), style=style) for cell in row))
    return table
