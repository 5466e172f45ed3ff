"""A verdict on the terminal: the answer, the numbers, the slices, what limits it, what others say."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from bakeoff.core.verdict import Verdict
from bakeoff.report.words import slices as slice_words
from bakeoff.report.words import verdict as words
from bakeoff.report.words.visible import visible

DECIDED = {"a-better": "bold green", "b-better": "bold green", "equivalent": "bold cyan"}


@dataclass(frozen=True, kw_only=True)
class Block:
    """A heading, a table and lines below it; styles are for where a person looks.

    ``right`` are the columns of numbers, ``styles`` those of the rows; without a heading the rows are names
    and what they stand for.
    """

    heading: str = ""
    rows: Sequence[tuple[str, ...]] = ()
    right: Collection[int] = ()
    styles: Sequence[str] = ()
    lines: Sequence[tuple[str, str]] = ()

    @property
    def plain(self) -> list[str]:
        """The block without styles, a table below a heading indented."""
        table = words.aligned(list(self.rows), right=self.right) if self.rows else []
        inside = [f"  {line}" for line in table] if self.heading else table
        return [*([self.heading] if self.heading else []), *inside, *(line for line, _ in self.lines)]


def blocks(v: Verdict) -> list[Block]:
    """What the terminal shows below the sentence, whatever the names hold."""
    return [
        replace(
            each,
            heading=visible(each.heading),
            rows=[tuple(map(visible, row)) for row in each.rows],
            lines=[(visible(line), style) for line, style in each.lines],
        )
        for each in _blocks(v)
    ]


def _blocks(v: Verdict) -> list[Block]:
    lines = [(f"{kind}: {text}", "yellow" if kind == "caveat" else "dim") for kind, text in words.remarks(v)]
    found = [Block(rows=words.numbers(v))]
    found += [sliced(v)] if v.slices else []
    found += [Block(lines=lines)] if lines else []
    return found + ([_opinions(v)] if v.opinions else [])


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
    )


def _opinions(v: Verdict) -> Block:
    """What every legal method says; the one that decided stands out, unsound ones are dim."""
    styles = ["bold" if each.method == v.result.method else "dim" * each.unsound for each in v.opinions]
    return Block(
        heading=words.opinions_heading(v), rows=words.opinions(v, words.p_said), styles=["dim", *styles]
    )


def full_text(v: Verdict) -> str:
    """All that the terminal shows of a verdict, where no person looks."""
    below = ["\n".join(f"  {line}" for line in block.plain) for block in blocks(v)]
    return "\n\n".join([visible(words.sentence(v)), *below])
