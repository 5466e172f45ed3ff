"""What a verdict keeps of its outcomes, to be drawn."""

from dataclasses import fields
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.evidence import Curve, Evidence
from bakeoff.core.outcomes import (
    DatasetScores,
    Floats,
    FoldScores,
    Outcomes,
    PairedItems,
    RankedItems,
    SampleScores,
)
from bakeoff.read.fingerprint import fingerprint

if TYPE_CHECKING:
    from bakeoff.metrics._roc import RocCurve

CORNERS = 400  # of a curve that is drawn: more than there are pixels to tell them apart


def evidence_of(outcomes: Outcomes) -> Evidence:
    """The few numbers that pictures need, and a hash of all."""
    curves, ahead = _curves(outcomes) if isinstance(outcomes, RankedItems) else (None, "")
    return Evidence(
        kind=type(outcomes),
        fingerprint=_fingerprint(outcomes),
        differences=_differences(outcomes),
        counts=_counts(outcomes) if isinstance(outcomes, PairedItems) else None,
        curves=curves,
        dominant=ahead,
    )


def _fingerprint(outcomes: Outcomes) -> str:
    values = [getattr(outcomes, each.name) for each in fields(outcomes)]
    return fingerprint(*(np.asarray(v) for v in values if isinstance(v, int | float | np.ndarray)))


def _differences(outcomes: Outcomes) -> Floats | None:
    if isinstance(outcomes, SampleScores):
        return outcomes.a - outcomes.b if outcomes.paired else None
    return outcomes.a - outcomes.b if isinstance(outcomes, FoldScores | DatasetScores) else None


def _counts(items: PairedItems) -> tuple[int | None, int, int, int | None]:
    both = items.both_right
    neither = None if both is None else items.n - both - items.only_a - items.only_b
    return both, items.only_a, items.only_b, neither


def _curves(items: RankedItems) -> tuple[tuple[Curve, Curve], str]:
    """Both curves, and which of them is nowhere below the other."""
    from bakeoff.metrics._roc import dominates, roc

    a, b = roc(items.positive, items.a), roc(items.positive, items.b)
    ahead = "a" if dominates(a, b) else "b" if dominates(b, a) else ""
    return (_thinned(a), _thinned(b)), ahead


def _thinned(curve: "RocCurve") -> Curve:
    """A curve with at most so many corners, evenly spaced along its length."""
    x, y = curve.false_alarm, curve.sensitivity
    if len(x) > CORNERS:
        places = np.searchsorted(x + y, np.linspace(0, 2, CORNERS)).clip(max=len(x) - 1)
        kept = np.unique(np.concatenate([[0], places, [len(x) - 1]]))
        x, y = x[kept], y[kept]
    return Curve(x=x, y=y)
