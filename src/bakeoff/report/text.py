"""A verdict on the terminal: the answer first, colours only where a person looks."""

import json
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bakeoff.core import words
from bakeoff.core.verdict import Verdict
from bakeoff.report.visible import visible

if TYPE_CHECKING:
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
    first, second = verdict.names
    return replace(verdict, names=(visible(first), visible(second)), detail=visible(verdict.detail))


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


def _opinions(verdict: Verdict) -> "Table":
    """What every legal method says; the one that decided stands out, unsound ones are dim."""
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2))
    heading, *rows = words.opinions(verdict)
    table.add_row(*(Text(cell, style="dim") for cell in heading))
    for row, opinion in zip(rows, verdict.opinions, strict=True):
        chosen = opinion.method == verdict.result.method
        style = "bold" if chosen else "dim" if opinion.unsound else ""
        table.add_row(*(Text(visible(cell), style=style) for cell in row))
    return table
