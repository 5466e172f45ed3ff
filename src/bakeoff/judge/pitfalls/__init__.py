"""Ways to be misled by a comparison: one record for each, checked whenever something is compared."""

from bakeoff.judge.pitfalls.asked import OF_ASKING
from bakeoff.judge.pitfalls.data import OF_DATA
from bakeoff.judge.pitfalls.degrees import DEGREES_OF_FREEDOM
from bakeoff.judge.pitfalls.few import TOO_FEW
from bakeoff.judge.pitfalls.learners import OF_LEARNERS
from bakeoff.judge.pitfalls.methods import METHODS_MISUSED
from bakeoff.judge.pitfalls.pitfall import Asked, Background, Case, Finding, Pitfall
from bakeoff.judge.pitfalls.slices import OF_SLICES
from bakeoff.judge.pitfalls.values import ODD_VALUES

PITFALLS: tuple[Pitfall, ...] = (
    *METHODS_MISUSED,
    *DEGREES_OF_FREEDOM,
    *ODD_VALUES,
    *TOO_FEW,
    *OF_DATA,
    *OF_ASKING,
    *OF_LEARNERS,
    *OF_SLICES,
)
BY_KEY = {each.key: each for each in PITFALLS}

__all__ = ["BY_KEY", "PITFALLS", "Asked", "Background", "Case", "Finding", "Pitfall"]
