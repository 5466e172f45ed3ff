"""The ways in which a noun shows itself, for `bakeoff.core.face`."""

from typing import Any

from bakeoff.core.adjustment import Adjustment
from bakeoff.core.verdict import Verdict
from bakeoff.experiment.result import ExperimentResult
from bakeoff.report.words.adjustment import adjusted_by


def sentence(verdict: Verdict) -> str:
    """A verdict in one sentence."""
    from bakeoff.report.words.verdict import sentence as said

    return said(verdict)


def text(noun: Verdict | Adjustment) -> str:
    """All that the terminal shows of a verdict, or how p-values were adjusted."""
    if isinstance(noun, Adjustment):
        return adjusted_by(noun)
    from bakeoff.report.words.full_text import full_text

    return full_text(noun)


def html(what: Verdict | ExperimentResult) -> str:
    """What a notebook shows of a verdict, or of the result of an experiment."""
    from bakeoff.report.content import Content
    from bakeoff.report.formats.html import notebook

    return notebook(Content(what))


def values(verdict: Verdict) -> dict[str, Any]:
    """A verdict as plain values for strict JSON."""
    from bakeoff.report.values import verdict_values

    return verdict_values(verdict)
