"""A verdict as a short aligned text: the answer, the numbers, the slices, what limits it, what others say."""

from bakeoff.core.verdict import Verdict
from bakeoff.report.words import slices as slice_words
from bakeoff.report.words import verdict as words


def full_text(v: Verdict) -> str:
    """All that the terminal shows of a verdict."""
    blocks = [[words.sentence(v)], words.aligned(words.numbers(v)), slice_words.lines(v), words.remarks(v)]
    table = words.opinions(v, words.p_said)
    if table:
        blocks.append([words.opinions_heading(v), *(f"  {line}" for line in words.aligned(table))])
    shown = [block for block in blocks if block]
    return "\n\n".join(
        "\n".join(f"{'  ' if at else ''}{line}" for line in block) for at, block in enumerate(shown)
    )
