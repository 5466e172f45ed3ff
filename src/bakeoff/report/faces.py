"""The ways in which a noun shows itself, for `bakeoff.core.written`."""

from typing import TYPE_CHECKING

from bakeoff.core.family import Adjustment
from bakeoff.core.verdict import Measured, Replicability, Verdict
from bakeoff.report.values import verdict_values as values
from bakeoff.report.words.facts import adjusted_by, again_told, measured_told
from bakeoff.report.words.full_text import full_text
from bakeoff.report.words.verdict import sentence

if TYPE_CHECKING:
    from bakeoff.report.summary import What

__all__ = ["html", "sentence", "text", "values"]


def text(noun: Verdict | Adjustment | Measured | Replicability) -> str:
    """All that the terminal shows of a verdict, or one of its facts in words."""
    if isinstance(noun, Adjustment):
        return adjusted_by(noun)
    if isinstance(noun, Measured):
        return measured_told(noun)
    return again_told(noun) if isinstance(noun, Replicability) else full_text(noun)


def html(what: "What") -> str:
    """What a notebook shows of a verdict, or of the result of an experiment."""
    # Pages need much that text does without.
    from bakeoff.report.content import Content
    from bakeoff.report.formats.html import notebook

    return notebook(Content(what))
