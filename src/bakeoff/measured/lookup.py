"""What was measured about a method, in the words of a verdict."""

from collections.abc import Mapping
from typing import Any

from bakeoff.core.design import Design, in_words, spoken
from bakeoff.core.method import Method
from bakeoff.core.outcomes import FoldScores
from bakeoff.measured import risk
from bakeoff.measured.calibration import calibration_of, is_calibratable

# What every method does without being told so is no option that sets it apart.
USUAL = {"df": ("calibrated", None), "floor": ("none",), "form": ("nadeau-bengio",)}
UNRELATED = ("rng", "resamples")


def measured_risk(
    method: Method,
    outcomes: object,
    options: Mapping[str, object],
    alpha: float,
    design: Design | None = None,
) -> str:
    """How often a method raised a false alarm where there was nothing to find, under such a design.

    ``design`` is how items came to be tested, where learners are compared by them; on a test set of
    unknown origin two classifiers are compared, and nothing is said.
    """
    used = outcomes.design if isinstance(outcomes, FoldScores) else design
    if used is None:
        return method.risk
    apart = _apart(method.key, options)
    found = risk_under(method.key, used, options)
    nearest = found or risk.risk_of(method.key, in_words(used)) or _elsewhere(method.key, apart)
    if nearest is None:
        return method.risk
    words = risk.in_words(nearest, alpha)
    if found is None:
        with_them = "".join(f", {name} {_short(value)}" for name, value in apart.items())
        words = f"nothing under {spoken(used)}{with_them}; {_how(nearest)}{words}"
    return f"{words}; {method.risk}" if method.risk else words


def risk_under(method: str, design: Design, options: Mapping[str, object]) -> risk.Risk | None:
    """What was measured about a method under this very design with such options."""
    return risk.risk_of(method, in_words(design), _apart(method, options))


def _elsewhere(method: str, apart: Mapping[str, object]) -> risk.Risk | None:
    """What was measured under another design, with the same options if that was."""
    return risk.risk_of(method, options=apart) or risk.risk_of(method)


def _short(value: object) -> str:
    """A number as people write it, so that 7.0 is 7."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def _how(found: risk.Risk) -> str:
    given = "".join(f"{name} {value}, " for name, value in found.options.items())
    return f"with {given}" if given else "with its usual options, "


def _apart(method: str, options: Mapping[str, object]) -> dict[str, Any]:
    """The options that make it another procedure."""
    calibrated = calibration_of(method).df if is_calibratable(method) else None
    return {
        name: value
        for name, value in options.items()
        if name not in UNRELATED
        and value not in USUAL.get(name, ())
        and not (name == "df" and value == calibrated)
    }
