"""Verdicts, rankings and advice on the terminal, plain or in colour, and a bar while one is computed."""

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from bakeoff.core.verdict import Verdict
from bakeoff.report.blocks import DECIDED, GATES, HEDGED, Block, Shown, blocks
from bakeoff.report.words import verdict as words
from bakeoff.report.words.evidence import BY_OPTION, IN_PYTHON, caveat_remarks, first_of
from bakeoff.report.words.verdict import visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress
    from rich.table import Table

    from bakeoff.advice.recommendation import Recommendation


def full_text(what: Shown, *, all_caveats: bool = False, how: str = IN_PYTHON) -> str:
    """All that the terminal shows of a verdict, a ranking or a gate, as plain text."""
    shown = blocks(what, all_caveats=all_caveats, how=how)
    below = ["\n".join(f"  {line}" for line in block.plain) for block in shown]
    return "\n\n".join([visible(_sentence(what)), *below])


def show(what: Shown, *, as_json: bool = False, quiet: bool = False, all_caveats: bool = False) -> None:
    """Print a verdict, a ranking or a gate: as JSON, as its sentence alone, or in full."""
    if as_json:
        print_json(what.to_dict())
        return
    if quiet:
        sys.stdout.write(f"{visible(_sentence(what))}\n")
        for kind, text, _ in first_of(caveat_remarks(what.caveats), BY_OPTION, every=all_caveats):
            sys.stderr.write(f"{kind}: {visible(text)}\n")
        for note in _of_columns(what):
            sys.stderr.write(f"note: {visible(note)}\n")
    elif sys.stdout.isatty():
        _in_colour(what, all_caveats=all_caveats)
    else:
        sys.stdout.write(f"{full_text(what, all_caveats=all_caveats, how=BY_OPTION)}\n")


def _of_columns(what: Shown) -> tuple[str, ...]:
    """The notes of a ranking, which say what was not taken as a model or a data set."""
    from bakeoff.core.ranking import Ranking

    return what.notes if isinstance(what, Ranking) else ()


def print_json(content: dict[str, Any]) -> None:
    """One strict JSON object on standard output."""
    sys.stdout.write(json.dumps(content, allow_nan=False, indent=2, default=str) + "\n")


def _in_colour(what: Shown, *, all_caveats: bool) -> None:
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text

    console = Console(highlight=False)
    console.print(Text(visible(_sentence(what)), style=headline_style(what)))
    for block in blocks(what, all_caveats=all_caveats):
        console.print()
        if block.heading:
            console.print(Padding(Text(block.heading, style="bold"), (0, 0, 0, 2)))
        if block.rows:
            table = _table(block, console.width - 4)
            console.print(Padding(table, (0, 0, 0, 4 if block.heading else 2)))
        for line, style in block.lines:
            console.print(Padding(Text(line, style=style), (0, 0, 0, 2)))


def _sentence(what: Shown) -> str:
    return words.sentence(what) if isinstance(what, Verdict) else what.sentence


def headline_style(what: Shown) -> str:
    """The colour of the sentence: that of the decision, unless the evidence is weak or invalid.

    A gate follows a rule set in advance: the strength of the evidence does not change its outcome.
    """
    decision, grade = _decision(what), what.strength.grade
    if grade == "invalid" or decision not in GATES:
        return HEDGED.get(grade) or DECIDED.get(decision, "bold")
    return DECIDED[decision]


def _decision(what: Shown) -> str:
    if isinstance(what, Verdict):
        return what.decision
    from bakeoff.core.gate import Gate, Gates

    if isinstance(what, Gate | Gates):
        return what.outcome
    return "a-better" if what.one_is_best else ""


def _table(block: Block, room: int) -> "Table":
    """The rows of a block; numbers are never broken, and columns without room are left out."""
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2))
    for row in block.rows if not block.heading else ():
        table.add_row(Text(row[0], style="dim"), Text(row[1], overflow="fold"))
    kept = _fitting(block, room) if block.right else range(len(block.rows[0]))
    for at in kept if block.right else ():
        inner = at in block.right
        table.add_column(justify="right" if inner else "left", no_wrap=inner, min_width=None if inner else 9)
    for row, style in zip(block.rows, block.styles, strict=False):
        table.add_row(*(Text(row[at], style=style, overflow="fold") for at in kept))
    return table


def _fitting(block: Block, room: int) -> list[int]:
    """The columns that fit: where there is little room, the optional ones are left out."""
    kept = list(range(len(block.rows[0])))
    last = len(kept) - 1
    widths = [max(len(row[at]) for row in block.rows) for at in kept]
    widths[0], widths[last] = min(widths[0], 20), min(widths[last], 12)  # these may break
    for left_out in block.spare:
        if sum(widths[at] + 2 for at in kept) <= room + 2:
            break
        kept = [at for at in kept if at not in left_out]
    return kept


def show_advice(found: "Recommendation", *, as_json: bool = False, quiet: bool = False) -> None:
    """Print advice: as JSON, as its answer and the command alone, or in full."""
    if as_json:
        print_json(found.to_dict())
    elif quiet:
        sys.stdout.write(f"{found.answer}\n{found.command or found.python}\n")
    elif sys.stdout.isatty():
        _advice_in_colour(found)
    else:
        sys.stdout.write(f"{found}\n")


def _advice_in_colour(found: "Recommendation") -> None:
    """Lines are wrapped to the terminal, except those to copy."""
    from rich.console import Console
    from rich.text import Text

    from bakeoff.advice.recommendation import WIDTH, sections

    console = Console(highlight=False)
    console.print(Text(found.answer, style="bold green" if found.procedure else "bold yellow"))
    for heading, lines, to_copy in sections(found, min(WIDTH, console.width)):
        console.print()
        console.print(Text(heading, style="bold"))
        console.print(Text("\n".join(lines), style="cyan" if to_copy else ""), soft_wrap=True)


@contextlib.contextmanager
def scan_progress(
    quiet: bool = False, console: "Console | None" = None, what: str = "reading the predictions"
) -> Iterator[Callable[[float], None] | None]:
    """Report the share that is done; the bar appears at the first call and is removed at the end.

    None where standard error is not a terminal, or quiet is set.

    Examples
    --------
    >>> with scan_progress(quiet=True) as told:
    ...     print(told)
    None
    """
    watched = console is not None or (sys.stderr is not None and sys.stderr.isatty())
    if quiet or not watched:
        yield None
        return
    bar: Progress | None = None

    def tell(share: float) -> None:
        nonlocal bar
        with contextlib.suppress(OSError):  # a closed terminal must not stop a scan
            if bar is None:
                bar = _bar(console, what)
                bar.start()
            bar.update(bar.task_ids[0], completed=share)

    try:
        yield tell
    finally:
        if bar is not None:
            with contextlib.suppress(OSError):
                bar.stop()


def _bar(console: "Console | None", what: str) -> "Progress":
    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(console=console or Console(stderr=True), transient=True, redirect_stdout=False)
    bar.add_task(what, total=1.0)
    return bar
