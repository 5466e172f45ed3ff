"""Advice for those to whom another measure than accuracy matters."""

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bakeoff.advice.questions import Advice

MEASURES = {"labels": "balanced-accuracy", "ranking": "auc", "probabilities": "log-loss"}


def fits(advice: "Advice", matters: str | None) -> bool:
    """Whether what is advised judges by what matters; accuracy needs no more than what is advised."""
    return matters not in MEASURES or MEASURES[matters] in advice.metrics


def by_measure(advice: "Advice", matters: str | None) -> "Advice":
    """The same advice by the measure that matters, where its methods take any scores.

    Examples
    --------
    >>> from bakeoff.advice.questions import advice_called
    >>> found = by_measure(advice_called("half-sample"), "ranking")
    >>> found.metrics, dict(found.options)
    (('auc',), {'floor': 'nadeau-bengio'})
    >>> by_measure(advice_called("dietterich-once"), "ranking").metrics
    ('accuracy',)
    """
    if matters not in MEASURES or not _takes_any_scores(advice, matters):
        return advice
    options = dict(advice.options)
    if options.get("floor") == "items" and not _has_item_values(matters):
        options["floor"] = "nadeau-bengio"  # where items have no value of their own
    return replace(advice, metrics=(MEASURES[matters],), options=MappingProxyType(options))


def _takes_any_scores(advice: "Advice", matters: str) -> bool:
    from bakeoff.core.outcomes import FoldScores, LayoutScores, SampleScores
    from bakeoff.methods import METHODS

    taken = (FoldScores, SampleScores, *((LayoutScores,) if _has_item_values(matters) else ()))
    return bool(advice.methods) and all(METHODS[key].takes in taken for key in advice.methods)


def _has_item_values(matters: str) -> bool:
    from bakeoff.metrics import METRICS

    return METRICS[MEASURES[matters]].kind == "per-item"
