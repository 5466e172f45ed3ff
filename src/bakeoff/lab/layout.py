"""How a design is laid out in the compiled loops: runs of folds, of which all or the first are used."""

from dataclasses import dataclass

from bakeoff.core.design import Design, in_words
from bakeoff.core.exceptions import InputError

FIT = 1e-9


@dataclass(frozen=True, kw_only=True)
class Layout:
    """Runs of folds; ``one`` says that only the first fold of each run is tested on.

    A random split that tests one item in k is the first of k folds, so that every design uses the
    same stratified folds.
    """

    runs: int
    folds: int
    one: bool = False

    @property
    def fits(self) -> int:
        """How often a learner is trained."""
        return self.runs * (1 if self.one else self.folds)


def layout_of(design: Design) -> Layout:
    """The layout of a design that the lab can run.

    Examples
    --------
    >>> from bakeoff.designs import FiveByTwo, Resampling
    >>> layout_of(FiveByTwo()), layout_of(Resampling(splits=30, test=1 / 3)).folds
    (Layout(runs=5, folds=2, one=False), 3)
    """
    if design.key in ("kfold", "repeated-kfold", "five-by-two") and design.shape is not None:
        return Layout(runs=design.shape[0], folds=design.shape[1])
    if design.key in ("holdout", "resampling") and design.shape is not None:
        parts = 1 / design.test  # type: ignore[attr-defined]
        if abs(parts - round(parts)) > FIT * parts:
            raise InputError(
                f"{in_words(design)} tests {1 / parts:.4g} of the items; expected 1/k for a whole "
                f"number k, such as 1/3: the lab tests one of k folds"
            )
        return Layout(runs=design.shape[1], folds=round(parts), one=True)
    raise InputError(
        f"the lab cannot run {in_words(design)}; expected Holdout, Resampling, KFold, RepeatedKFold or "
        f"FiveByTwo"
    )


def fold_sizes(n: int, folds: int) -> list[int]:
    """Items tested in each fold: position p of n is tested in fold p mod k.

    >>> fold_sizes(11, 3)
    [4, 4, 3]
    """
    return [(n - fold + folds - 1) // folds for fold in range(folds)]
