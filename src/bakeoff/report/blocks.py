"""Blocks of text below a sentence: the numbers of a verdict, a ranking or a gate, and what limits them."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from bakeoff.core.verdict import Verdict
from bakeoff.core.written import aligned, brief
from bakeoff.report.words import opinions as opinion_words
from bakeoff.report.words import slices as slice_words
from bakeoff.report.words import verdict as words
from bakeoff.report.words.evidence import BY_OPTION, Remark, first_of
from bakeoff.report.words.verdict import visible

if TYPE_CHECKING:
    from bakeoff.core.gate import Gate, Gates
    from bakeoff.core.ranking import Ranking


Shown: TypeAlias = "Verdict | Ranking | Gate | Gates"
DECIDED = {"a-better": "bold green", "b-better": "bold green", "equivalent": "bold cyan"}
GATES = {"pass": "bold green", "fail": "bold red", "inconclusive": "bold yellow"}
DECIDED |= GATES
HEDGED = {"weak": "bold yellow", "invalid": "bold red"}
CAVEATS = {"invalidates": "bold red", "casts-doubt": "yellow", "limits": "", "informs": "dim"}


@dataclass(frozen=True, kw_only=True)
class Block:
    """A heading, a table and lines below it; styles are for terminals.

    ``right`` are the columns of numbers, ``styles`` those of the rows; without a heading the rows are names
    and values. Where there is little room, columns in ``spare`` are left out, group by group.
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
        table = aligned(list(self.rows), right=self.right) if self.rows else []
        inside = [f"  {line}" for line in table] if self.heading else table
        return [*([self.heading] if self.heading else []), *inside, *(line for line, _ in self.lines)]


def blocks(what: Shown, *, all_caveats: bool = True, how: str = BY_OPTION) -> list[Block]:
    """The text below the sentence on a terminal, safe for any names; ``how`` to see all caveats."""
    return [
        replace(
            each,
            heading=visible(each.heading),
            rows=[tuple(map(visible, row)) for row in each.rows],
            lines=[(visible(line), style) for line, style in each.lines],
        )
        for each in _all_blocks(what, lambda told: _remarks(first_of(told, how, every=all_caveats)))
    ]


Limits = Callable[[Sequence[Remark]], list[Block]]


def _all_blocks(what: Shown, limits: Limits) -> list[Block]:
    if isinstance(what, Verdict):
        return _blocks(what, limits)
    from bakeoff.core.gate import Gate, Gates

    return _gate_blocks(what, limits) if isinstance(what, Gate | Gates) else _ranking_blocks(what, limits)


def _gate_blocks(gate: "Gate | Gates", limits: Limits) -> list[Block]:
    """The numbers of one check, or a row for each of several, and what limits them."""
    from bakeoff.core.gate import Gate
    from bakeoff.report.words import gate as gate_words

    if isinstance(gate, Gate):
        return [Block(rows=gate_words.rows(gate)), *limits(gate_words.remarks(gate))]
    rows = gate_words.check_rows(gate)
    styles = ["dim", *(DECIDED.get(each.outcome, "bold yellow") for each in gate.checks)]
    checks = Block(heading="Checks:", rows=rows, right=range(1, 6), styles=styles, spare=((5,), (1,)))
    return [checks, *limits(gate_words.remarks(gate))]


def _blocks(v: Verdict, limits: Limits) -> list[Block]:
    found = [Block(rows=words.numbers(v))]
    found += [sliced(v)] if v.slices else []
    found += limits(words.remarks(v))
    return found + ([_opinions(v)] if v.opinions else [])


def _ranking_blocks(r: "Ranking", limits: Limits) -> list[Block]:
    """Models, pairs that are decided, what was done, slices, and what limits it."""
    from bakeoff.report.words import ranking as ranking_words

    styles = ["dim", *("bold green" if each.may_be_best else "" for each in r.models)]
    models = ranking_words.model_rows(r)
    last = len(models[0]) - 1
    found = [
        Block(
            heading=f"{ranking_words.models_heading(r)}:",
            rows=models,
            right=range(1, last),
            styles=styles,
            spare=((last - 1,),),
            lines=[(f"  {line}", "dim") for line in ranking_words.models_legend(r)],
        )
    ]
    found += [_pairs_block(r)] if r.pairs else []
    found += [Block(rows=ranking_words.numbers(r))]
    if r.slices:
        styles = ["dim", *[""] * len(r.slices), "bold"]
        rows = ranking_words.slice_rows(r)
        lines = [(told, "")] if (told := ranking_words.slices_differ(r)) else []
        found += [Block(heading=f"By {brief(r.by)}:", rows=rows, right=(1,), styles=styles, lines=lines)]
    return found + limits(ranking_words.remarks(r))


def _remarks(told: Sequence[Remark]) -> list[Block]:
    """Caveats and notes, if there are any."""
    lines = [(f"{kind}: {text}", CAVEATS.get(importance or "", "dim")) for kind, text, importance in told]
    return [Block(lines=lines)] if lines else []


def _pairs_block(r: "Ranking") -> Block:
    """Pairs, those that are decided where there are many."""
    from bakeoff.report.words import pairs as pair_words
    from bakeoff.report.words import ranking as ranking_words

    shown = ranking_words.shown_pairs(r, ranking_words.FEW_PAIRS)
    left = ranking_words.left_out(r, len(shown))
    rows, numeric = pair_words.pair_rows(r, shown), pair_words.pair_numeric(r)
    return Block(
        heading=f"{pair_words.pairs_caption(r)}:",
        rows=rows if shown else (),
        right=numeric,
        styles=["dim", *(DECIDED.get(each.decision, "") for each in shown)],
        lines=[(left, "dim")] if left else [],
        spare=(range(4, len(rows[0]) - 1), (2,)),
    )


def sliced(v: Verdict) -> Block:
    """The slices: decided ones are highlighted, those not judged are dim, all items come last."""
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
    """The results of all valid methods; the one that decided is highlighted, unsound ones are dim."""
    styles = ["bold" if each.method == v.result.method else "dim" * each.unsound for each in v.opinions]
    # Their p-values stay as they are where others are adjusted.
    adjusted = ", not adjusted" if v.adjustment else ""
    heading = f"Results of all methods that accept these data{adjusted} ({opinion_words.deciding_method(v)}):"
    lines = [(f"  {line}", "dim") for line in opinion_words.legend(v)]
    return Block(
        heading=heading, rows=opinion_words.rows(v, words.p_said), styles=["dim", *styles], lines=lines
    )
