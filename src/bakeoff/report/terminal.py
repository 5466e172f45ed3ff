"""Verdicts, rankings and advice on the terminal, plain or in colour, and a bar while one is computed."""

import contextlib
import json
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from bakeoff.core.verdict import Verdict
from bakeoff.core.written import brief
from bakeoff.report.words import slices as slice_words
from bakeoff.report.words import verdict as words
from bakeoff.report.words.verdict import visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress
    from rich.table import Table

    from bakeoff.advice.recommendation import Recommendation
    from bakeoff.core.gate import Gate, Gates
    from bakeoff.core.ranking import Ranking


Shown: TypeAlias = "Verdict | Ranking | Gate | Gates"
DECIDED = {"a-better": "bold green", "b-better": "bold green", "equivalent": "bold cyan"}
DECIDED |= {"pass": "bold green", "fail": "bold red"}


@dataclass(frozen=True, kw_only=True)
class Block:
    """A heading, a table and lines below it; styles are for where a person looks.

    ``right`` are the columns of numbers, ``styles`` those of the rows; without a heading the rows are names
    and what they stand for. Where there is little room, columns in ``spare`` are left out, group by group.
    """

    heading: str = ""
    rows: Sequence[tuple[str, ...]] = ()
    right: Collection[int] = ()
    styles: Sequence[str] = ()
    lines: Sequence[tuple[str, str]] = ()
    spare: Sequence[Collection[int]] = ()

    @property
    def plain(self) -> list[str]:
        """The block without styles, a table below a heading indented."""
        table = words.aligned(list(self.rows), right=self.right) if self.rows else []
        inside = [f"  {line}" for line in table] if self.heading else table
        return [*([self.heading] if self.heading else []), *inside, *(line for line, _ in self.lines)]


def blocks(what: Shown) -> list[Block]:
    """What the terminal shows below the sentence, whatever the names hold."""
    return [
        replace(
            each,
            heading=visible(each.heading),
            rows=[tuple(map(visible, row)) for row in each.rows],
            lines=[(visible(line), style) for line, style in each.lines],
        )
        for each in _all_blocks(what)
    ]


def _all_blocks(what: Shown) -> list[Block]:
    if isinstance(what, Verdict):
        return _blocks(what)
    from bakeoff.core.gate import Gate, Gates

    return _gate_blocks(what) if isinstance(what, Gate | Gates) else _ranking_blocks(what)


def _gate_blocks(gate: "Gate | Gates") -> list[Block]:
    """The numbers of one check, or a row for each of several, and what limits them."""
    from bakeoff.core.gate import Gate
    from bakeoff.report.words import gate as gate_words

    if isinstance(gate, Gate):
        return [Block(rows=gate_words.rows(gate)), *_remarks(gate_words.remarks(gate))]
    rows = gate_words.check_rows(gate)
    styles = ["dim", *(DECIDED.get(each.outcome, "bold yellow") for each in gate.checks)]
    checks = Block(heading="Checks:", rows=rows, right=range(1, 6), styles=styles, spare=((5,), (1,)))
    return [checks, *_remarks(gate_words.remarks(gate))]


def _blocks(v: Verdict) -> list[Block]:
    found = [Block(rows=words.numbers(v))]
    found += [sliced(v)] if v.slices else []
    found += _remarks(words.remarks(v))
    return found + ([_opinions(v)] if v.opinions else [])


def _ranking_blocks(r: "Ranking") -> list[Block]:
    """Models, pairs that are decided, what was done, slices, and what limits it."""
    from bakeoff.report.words import ranking as ranking_words

    styles = ["dim", *("bold green" if each.may_be_best else "" for each in r.models)]
    models = ranking_words.model_rows(r)
    last = len(models[0]) - 1
    heading = f"{ranking_words.models_caption(r)}:"
    found = [Block(heading=heading, rows=models, right=range(1, last), styles=styles, spare=((last - 1,),))]
    found += [_pairs_block(r)] if r.pairs else []
    found += [Block(rows=ranking_words.numbers(r))]
    if r.slices:
        styles = ["dim", *[""] * len(r.slices), "bold"]
        rows = ranking_words.slice_rows(r)
        lines = [(told, "")] if (told := ranking_words.slices_differ(r)) else []
        found += [Block(heading=f"By {brief(r.by)}:", rows=rows, right=(1,), styles=styles, lines=lines)]
    return found + _remarks(ranking_words.remarks(r))


def _remarks(told: Sequence[tuple[str, str]]) -> list[Block]:
    """Caveats and notes, if there are any."""
    lines = [(f"{kind}: {text}", "yellow" if kind == "caveat" else "dim") for kind, text in told]
    return [Block(lines=lines)] if lines else []


def _pairs_block(r: "Ranking") -> Block:
    """Pairs, those that are decided where there are many."""
    from bakeoff.report.words import ranking as ranking_words

    shown = ranking_words.shown_pairs(r, ranking_words.FEW_PAIRS)
    left = ranking_words.left_out(r, len(shown))
    rows, numeric = ranking_words.pair_rows(r, shown), ranking_words.pair_numeric(r)
    return Block(
        heading=f"{ranking_words.pairs_caption(r)}:",
        rows=rows if shown else (),
        right=numeric,
        styles=["dim", *(DECIDED.get(each.decision, "") for each in shown)],
        lines=[(left, "dim")] if left else [],
        spare=(range(4, len(rows[0]) - 1), (2,)),
    )


def sliced(v: Verdict) -> Block:
    """The slices: those decided stand out, those not judged are dim, the whole is last."""
    heading, *below = slice_words.around(v)
    shown = slice_words.telling(v, slice_words.MOST)
    found = [*(each.verdict for each in shown), v]
    return Block(
        heading=heading,
        rows=slice_words.rows(v, shown),
        right=slice_words.numeric(v),
        styles=["dim", *("dim" if each is None else DECIDED.get(each.decision, "") for each in found)],
        lines=[(line, "") for line in below],
        spare=_of_slices(v),
    )


def _of_slices(v: Verdict) -> tuple[Collection[int], ...]:
    """What A and B reach is left out first, then their items."""
    return (range(2, 4), (1,)) if v.values else ((1,),)


def _opinions(v: Verdict) -> Block:
    """What every legal method says; the one that decided stands out, unsound ones are dim."""
    styles = ["bold" if each.method == v.result.method else "dim" * each.unsound for each in v.opinions]
    # Their p-values stay as they are where others are adjusted.
    heading = f"Results of every legal method on the same data{' (not adjusted)' if v.adjustment else ''}:"
    return Block(heading=heading, rows=words.opinions(v, words.p_said), styles=["dim", *styles])


def full_text(what: Shown) -> str:
    """All that the terminal shows of a verdict, a ranking or a gate, where no person looks."""
    below = ["\n".join(f"  {line}" for line in block.plain) for block in blocks(what)]
    return "\n\n".join([visible(_sentence(what)), *below])


def show(what: Shown, *, as_json: bool = False, quiet: bool = False) -> None:
    """Print a verdict, a ranking or a gate: as JSON, as its sentence alone, or in full."""
    if as_json:
        print_json(what.to_dict())
        return
    if quiet:
        sys.stdout.write(f"{visible(_sentence(what))}\n")
        for caveat in what.caveats:
            sys.stderr.write(f"caveat: {visible(caveat.text)}\n")
    elif sys.stdout.isatty():
        _in_colour(what)
    else:
        sys.stdout.write(f"{full_text(what)}\n")


def print_json(content: dict[str, Any]) -> None:
    """One strict JSON object on standard output."""
    sys.stdout.write(json.dumps(content, allow_nan=False, indent=2, default=str) + "\n")


def _in_colour(what: Shown) -> None:
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text

    console = Console(highlight=False)
    console.print(Text(visible(_sentence(what)), style=DECIDED.get(_decision(what), "bold yellow")))
    for block in blocks(what):
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


def _decision(what: Shown) -> str:
    if isinstance(what, Verdict):
        return what.decision
    from bakeoff.core.gate import Gate, Gates

    if isinstance(what, Gate | Gates):
        return what.outcome
    return "a-better" if len(what.best) == 1 else ""


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
    """The columns that fit: where there is little room, those are left out that the block can spare."""
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
    """Lines are as wide as the terminal, those to copy as wide as they are."""
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
    """Something to tell the share that is done; the bar appears when it is first told, and goes at the end.

    None where nobody watches: standard error is no terminal, or quiet was asked for.

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
        with contextlib.suppress(OSError):  # a terminal that has gone away must not cost a scan
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
