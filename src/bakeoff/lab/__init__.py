"""Monte-Carlo studies of methods and learners in worlds whose truth is known."""

from bakeoff.lab.calibrate import Calibration, calibrate
from bakeoff.lab.fold_errors import fold_assignment, fold_errors
from bakeoff.lab.procedure import Procedure
from bakeoff.lab.situation import situation
from bakeoff.lab.study import Finding, coverage, power, replicability, size

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
