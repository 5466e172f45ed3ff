"""What was measured about a method, in the words of a verdict."""

from collections.abc import Mapping
from typing import Any

from bakeoff.core import risk
from bakeoff.core.design import Design, in_words
from bakeoff.core.method import Method
from bakeoff.core.outcomes import FoldScores

# What every method does without being told so is no option that sets it apart.
USUAL = {"df": ("calibrated", None), "floor": ("none",), "form": ("nadeau-bengio",)}
UNRELATED = ("rng", "resamples")


def measured_risk(
    method: Method, outcomes: Any, options: Mapping[str, Any], alpha: float, design: Design | None = None
) -> str:
    """How often a method raised a false alarm where there was nothing to find, under such a design.

    ``design`` is how items came to be tested, where learners are compared by them; on a test set of
    unknown origin two classifiers are compared, and nothing is said.
    """
    used = outcomes.design if isinstance(outcomes, FoldScores) else design
    if used is None:
        return method.risk
    found = risk_under(method.key, used, options) or risk.risk_of(method.key, options=_apart(options))
    if found is None:
        return method.risk
    words = risk.in_words(found, alpha)
    if found.design != in_words(used):
        words = f"nothing under {in_words(used)}; {words}"
    return f"{words}; {method.risk}" if method.risk else words


def risk_under(method: str, design: Design, options: Mapping[str, Any]) -> risk.Risk | None:
    """What was measured about a method under this very design with such options."""
    return risk.risk_of(method, in_words(design), _apart(options))


def _apart(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that make it another procedure."""
    return {
        name: value
        for name, value in options.items()
        if name not in UNRELATED and value not in USUAL.get(name, ())
    }
