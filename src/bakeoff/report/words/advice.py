"""Advice on the terminal: the answer first, colours only where a person looks."""

import sys
from typing import TYPE_CHECKING

from bakeoff.advice.recommendation import WIDTH, sections
from bakeoff.report.terminal import print_json

if TYPE_CHECKING:
    from bakeoff.advice.recommendation import Recommendation


def show_advice(found: "Recommendation", *, as_json: bool = False, quiet: bool = False) -> None:
    """Print advice: as JSON, as its answer and the command alone, or in full."""
    if as_json:
        print_json(found.to_dict())
    elif quiet:
        sys.stdout.write(f"{found.answer}\n{found.command or found.python}\n")
    elif sys.stdout.isatty():
        _in_colour(found)
    else:
        sys.stdout.write(f"{found}\n")


def _in_colour(found: "Recommendation") -> None:
    """Lines are as wide as the terminal, those to copy as wide as they are."""
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    console.print(Text(found.answer, style="bold green" if found.procedure else "bold yellow"))
    for heading, lines, to_copy in sections(found, min(WIDTH, console.width)):
        console.print()
        console.print(Text(heading, style="bold"))
        console.print(Text("\n".join(lines), style="cyan" if to_copy else ""), soft_wrap=True)
