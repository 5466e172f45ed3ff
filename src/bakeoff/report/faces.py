"""The three ways in which a noun shows itself, for `bakeoff.core.face`."""

from typing import Any

from bakeoff.core.adjustment import Adjustment
from bakeoff.core.face import How


def show(how: How, noun: Any) -> str:
    """A verdict, the result of an experiment, or an adjustment as a sentence, as text or as HTML."""
    if isinstance(noun, Adjustment):
        from bakeoff.report.words.adjustment import adjusted_by

        return adjusted_by(noun)
    if how == "html":
        from bakeoff.report.formats.html import notebook

        return notebook(noun)
    from bakeoff.report.words.full_text import full_text
    from bakeoff.report.words.verdict import sentence

    return sentence(noun) if how == "sentence" else full_text(noun)
