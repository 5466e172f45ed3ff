"""Which method will answer, and what has to be run for it: settled before any training."""

from dataclasses import dataclass

from bakeoff.core.design import Design, Splits, in_words
from bakeoff.core.exceptions import IllegalMethodError, InputError
from bakeoff.experiment.data import Data
from bakeoff.experiment.stage import Stage, halves
from bakeoff.judge.choose import WITH_HALVINGS, WITHOUT_HALVINGS
from bakeoff.methods import METHODS


@dataclass(frozen=True, kw_only=True, eq=False)
class Choice:
    """The method that will answer, and the halves that it needs.

    The method stays ``"auto"`` where items are judged, each of which is tested once. ``why_not`` says
    why the default, which needs halves, cannot be used.
    """

    method: str
    halves: tuple[Stage, ...] = ()
    why_not: str = ""

    @property
    def halvings(self) -> int:
        """How often the data are halved."""
        return len(self.halves) // 2


def choice_for(method: str, splits: Splits, data: Data, *, halvings: int, rng: int) -> Choice:
    """Settle what ``"auto"`` is for these splits; halves are used only where they may be trusted."""
    wanted = WITH_HALVINGS if method == "auto" and len(splits) > 1 else method
    if not needs_halvings(wanted) or splits.design.key not in METHODS[wanted].designs:
        return Choice(method=method)
    try:
        _check_all_tested(splits, wanted)
        return Choice(method=wanted, halves=tuple(halves(data, halvings, rng, wanted)))
    except InputError as problem:
        if method == wanted:
            raise IllegalMethodError(str(problem)) from None
        return Choice(method=WITHOUT_HALVINGS, why_not=str(problem))


def without_halvings(method: str, design: Design) -> str:
    """The method to use instead where halvings are not wanted: the same, unless it would need them."""
    by_default = method == "auto" and design.key in METHODS[WITH_HALVINGS].designs
    needs = by_default or needs_halvings(method)
    return WITHOUT_HALVINGS if needs and design.shape != (1, 1) else method


def needs_halvings(method: str) -> bool:
    """Whether a method that was named needs halves of the data."""
    return method in METHODS and METHODS[method].needs_halvings


def _check_all_tested(splits: Splits, method: str) -> None:
    """Refuse splits that leave most items untested: their mean varies more than the halves can show."""
    tested = int(splits.n_test.sum())
    if tested < splits.n:
        raise InputError(
            f"{in_words(splits.design)} tests {tested} items and there are {splits.n}; {method} "
            f"supposes that all are tested: use more splits, KFold or RepeatedKFold"
        )
