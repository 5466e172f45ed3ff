"""The three ways in which a noun shows itself, for `bakeoff.core.face`."""

from typing import Any

from bakeoff.core.face import How


def show(how: How, noun: Any) -> str:
    """A verdict, or the result of an experiment, as a sentence, as text or as HTML."""
    if how == "html":
        from bakeoff.report.formats.html import notebook

        return notebook(noun)
    from bakeoff.report.words.full_text import full_text
    from bakeoff.report.words.verdict import sentence

    return sentence(noun) if how == "sentence" else full_text(noun)
