"""Advice on the terminal: the answer first, colours only where a person looks."""

import sys
from typing import TYPE_CHECKING

from bakeoff.compare.advice_words import WIDTH, sections
from bakeoff.report.text import print_json

if TYPE_CHECKING:
    from bakeoff.compare.advise import Recommendation

TO_COPY = ("on the command line", "in Python")


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
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text

    console = Console(highlight=False, width=max(WIDTH, Console().width))
    console.print(Text(found.answer, style="bold green" if found.procedure else "bold yellow"))
    for heading, lines in sections(found):
        to_copy = heading in TO_COPY or heading.startswith("with this in")
        console.print()
        console.print(Padding(Text(heading, style="bold"), (0, 0, 0, 2)))
        console.print(Padding(Text("\n".join(lines), style="cyan" if to_copy else ""), (0, 0, 0, 4)))
