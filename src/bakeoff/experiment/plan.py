"""Which method will answer, and what has to be run for it: settled before any training."""

from dataclasses import dataclass

from bakeoff.core.design import Design, in_words
from bakeoff.core.exceptions import IllegalMethodError, InputError
from bakeoff.core.splits import Splits
from bakeoff.experiment.data import Data
from bakeoff.experiment.part import Part, halves
from bakeoff.methods import METHODS

HALF_SAMPLE = "half-sample-t"
WITHOUT_HALVINGS = "corrected-resampled-t"


@dataclass(frozen=True, kw_only=True, eq=False)
class Plan:
    """The method that will answer, and the halves that it needs.

    The method stays ``"auto"`` where items are judged, each of which is tested once. ``why_not`` says
    why the half-sample test, the default, cannot be used.
    """

    method: str
    halves: tuple[Part, ...] = ()
    why_not: str = ""

    @property
    def halvings(self) -> int:
        """How often the data are halved."""
        return len(self.halves) // 2


def plan_for(method: str, splits: Splits, data: Data, *, halvings: int, rng: int) -> Plan:
    """Settle what ``"auto"`` is for these splits; the half-sample test only where it may be trusted."""
    wanted = method == HALF_SAMPLE or (method == "auto" and len(splits) > 1)
    if not wanted or splits.design.key not in METHODS[HALF_SAMPLE].designs:
        return Plan(method=method)
    try:
        _check_all_tested(splits)
        return Plan(method=HALF_SAMPLE, halves=tuple(halves(data, halvings, rng)))
    except InputError as problem:
        if method == HALF_SAMPLE:
            raise IllegalMethodError(str(problem)) from None
        return Plan(method=WITHOUT_HALVINGS, why_not=str(problem))


def without_halvings(method: str, design: Design) -> str:
    """The method to use instead where halvings are not wanted: the same, unless it would need them."""
    needs = method == HALF_SAMPLE or (method == "auto" and design.key in METHODS[HALF_SAMPLE].designs)
    return WITHOUT_HALVINGS if needs and design.shape != (1, 1) else method


def _check_all_tested(splits: Splits) -> None:
    """Refuse splits that leave most items untested: their mean varies more than the halves can show."""
    tested = int(splits.n_test.sum())
    if tested < splits.n:
        raise InputError(
            f"{in_words(splits.design)} tests {tested} items and there are {splits.n}; half-sample-t "
            f"supposes that all are tested: use more splits, KFold or RepeatedKFold"
        )
