"""One file for each resampling design."""

from bakeoff.designs.apparent import Apparent
from bakeoff.designs.bootstrap import Bootstrap
from bakeoff.designs.five_by_two import FiveByTwo
from bakeoff.designs.given import Given
from bakeoff.designs.holdout import Holdout
from bakeoff.designs.kfold import KFold
from bakeoff.designs.leave_one_out import LeaveOneOut
from bakeoff.designs.repeated_kfold import RepeatedKFold
from bakeoff.designs.resampling import Resampling

DESIGNS = {
    design.key: design
    for design in (Holdout, Resampling, KFold, RepeatedKFold, FiveByTwo, LeaveOneOut, Bootstrap)
}

__all__ = [
    "DESIGNS",
    "Apparent",
    "Bootstrap",
    "FiveByTwo",
    "Given",
    "Holdout",
    "KFold",
    "LeaveOneOut",
    "RepeatedKFold",
    "Resampling",
]
