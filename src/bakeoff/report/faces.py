"""The ways in which a noun shows itself, for `bakeoff.core.face`."""

from typing import TYPE_CHECKING

from bakeoff.core.adjustment import Adjustment
from bakeoff.core.verdict import Verdict
from bakeoff.report.values import verdict_values as values
from bakeoff.report.words.facts import adjusted_by
from bakeoff.report.words.full_text import full_text
from bakeoff.report.words.verdict import sentence

if TYPE_CHECKING:
    from bakeoff.report.summary import What

__all__ = ["html", "sentence", "text", "values"]


def text(noun: Verdict | Adjustment) -> str:
    """All that the terminal shows of a verdict, or how p-values were adjusted."""
    return adjusted_by(noun) if isinstance(noun, Adjustment) else full_text(noun)


def html(what: "What") -> str:
    """What a notebook shows of a verdict, or of the result of an experiment."""
    # Pages need much that text does without.
    from bakeoff.report.content import Content
    from bakeoff.report.formats.html import notebook

    return notebook(Content(what))
