"""Monte-Carlo studies of methods and learners in worlds whose truth is known."""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bakeoff.lab.calibration import Calibration, calibrate
    from bakeoff.lab.item_errors import fold_assignment, fold_errors
    from bakeoff.lab.own_setting import situation
    from bakeoff.lab.procedure import Procedure
    from bakeoff.lab.study import Finding, coverage, power, replicability, size

_HOMES = {
    "calibration": ("Calibration", "calibrate"),
    "item_errors": ("fold_assignment", "fold_errors"),
    "own_setting": ("situation",),
    "procedure": ("Procedure",),
    "study": ("Finding", "coverage", "power", "replicability", "size"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Calibration",
    "Finding",
    "Procedure",
    "calibrate",
    "coverage",
    "fold_assignment",
    "fold_errors",
    "power",
    "replicability",
    "situation",
    "size",
]


def __getattr__(name: str) -> Any:
    """Load what is needed: a worker that trains a learner needs none of the studies."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'bakeoff.lab' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"bakeoff.lab.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value
