"""Ways to be misled by a comparison: one record for each, checked whenever something is compared."""

from bakeoff.judge.pitfalls.asked import ODD_VALUES, OF_ASKING
from bakeoff.judge.pitfalls.calibration import DEGREES_OF_FREEDOM
from bakeoff.judge.pitfalls.data import OF_DATA
from bakeoff.judge.pitfalls.elsewhere import OF_LABELS, OF_LEARNERS, OF_LOOKS, OF_RUNS, OF_SLICES
from bakeoff.judge.pitfalls.few import TOO_FEW
from bakeoff.judge.pitfalls.fold_methods import FOLD_METHODS_MISUSED
from bakeoff.judge.pitfalls.folds import OF_FOLDS, OVERLAP
from bakeoff.judge.pitfalls.judged import OF_JUDGES
from bakeoff.judge.pitfalls.losses import OF_LOSSES
from bakeoff.judge.pitfalls.methods import METHODS_MISUSED
from bakeoff.judge.pitfalls.pitfall import Asked, Background, Case, Finding, Pitfall, by_key

PITFALLS: tuple[Pitfall, ...] = (
    *METHODS_MISUSED,
    *FOLD_METHODS_MISUSED,
    *OVERLAP,
    *DEGREES_OF_FREEDOM,
    *ODD_VALUES,
    *TOO_FEW,
    *OF_LOSSES,
    *OF_JUDGES,
    *OF_LABELS,
    *OF_RUNS,
    *OF_DATA,
    *OF_FOLDS,
    *OF_ASKING,
    *OF_LEARNERS,
    *OF_SLICES,
    *OF_LOOKS,
)
BY_KEY = by_key(PITFALLS)

__all__ = [
    "BY_KEY",
    "PITFALLS",
    "Asked",
    "Background",
    "Case",
    "Finding",
    "Pitfall",
]
