"""A verdict on the terminal: the answer first, colours only where a person looks."""

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bakeoff.core.verdict import Verdict
from bakeoff.report.words.full_text import DECIDED, Block, blocks, full_text
from bakeoff.report.words.verdict import sentence
from bakeoff.report.words.visible import visible

if TYPE_CHECKING:
    from rich.table import Table


def show(verdict: Verdict, *, as_json: bool = False, quiet: bool = False) -> None:
    """Print a verdict: as JSON, as its sentence alone, or in full."""
    if as_json:
        print_json(verdict.to_dict())
        return
    if quiet:
        sys.stdout.write(f"{visible(sentence(verdict))}\n")
        for caveat in verdict.caveats:
            sys.stderr.write(f"caveat: {visible(caveat.text)}\n")
    elif sys.stdout.isatty():
        _in_colour(verdict)
    else:
        sys.stdout.write(f"{full_text(verdict)}\n")


def print_json(content: dict[str, Any]) -> None:
    """One strict JSON object on standard output."""
    sys.stdout.write(json.dumps(content, allow_nan=False, indent=2, default=str) + "\n")


def _in_colour(verdict: Verdict) -> None:
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text

    console = Console(highlight=False)
    console.print(Text(visible(sentence(verdict)), style=DECIDED.get(verdict.decision, "bold yellow")))
    for block in blocks(verdict):
        console.print()
        if block.heading:
            console.print(Padding(Text(block.heading, style="bold"), (0, 0, 0, 2)))
        if block.rows:
            table = _table(block, console.width - 4)
            console.print(Padding(table, (0, 0, 0, 4 if block.heading else 2)))
        for line, style in block.lines:
            console.print(Padding(Text(line, style=style), (0, 0, 0, 2)))


def _table(block: Block, room: int) -> "Table":
    """The rows of a block; numbers are never broken, and columns without room are left out."""
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2))
    for row in block.rows if not block.heading else ():
        table.add_row(Text(row[0], style="dim"), Text(row[1]))
    kept = _fitting(block.rows, room) if block.right else range(len(block.rows[0]))
    for at in kept if block.right else ():
        inner = at in block.right
        table.add_column(justify="right" if inner else "left", no_wrap=inner, min_width=None if inner else 9)
    for row, style in zip(block.rows, block.styles, strict=False):
        table.add_row(*(Text(row[at], style=style, overflow="fold") for at in kept))
    return table


def _fitting(rows: Sequence[tuple[str, ...]], room: int) -> list[int]:
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
