"""Infer the design from its scores."""

from bakeoff.core.design import Design
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats
from bakeoff.designs.five_by_two import FiveByTwo
from bakeoff.designs.holdout import Holdout
from bakeoff.designs.kfold import KFold
from bakeoff.designs.repeated_kfold import RepeatedKFold
from bakeoff.designs.resampling import Resampling


def read_design(
    shape: tuple[int, ...],
    n_train: Floats | None,
    n_test: Floats | None,
    *,
    key: str | None = None,
    test: float | None = None,
) -> tuple[Design, bool]:
    """The design of scores (runs, folds), and whether it was a guess.

    Several runs of several folds are repeated k-fold, five of two Dietterich's design. One row of
    splits is k-fold where the sizes fit, resampling where they do not, and k-fold by guess where they
    are unknown.

    Examples
    --------
    >>> read_design((10, 10), None, None)
    (RepeatedKFold(runs=10, folds=10, stratified=True), False)
    """
    runs, folds = shape
    splits, measured = max(runs, folds), _share(n_train, n_test)
    share = test if test is not None else measured
    if key is not None:
        return _named(key, runs, folds, share), False
    if splits == 1:
        return Holdout(test=share or 1 / 3), False
    if min(runs, folds) > 1:
        return (FiveByTwo() if (runs, folds) == (5, 2) else RepeatedKFold(runs=runs, folds=folds)), False
    like_folds = share is None or abs(share * splits - 1) < 0.25
    if runs == 1 and like_folds:
        return KFold(folds=folds), share is None
    return Resampling(splits=splits, test=share or 1 / 3), share is None


def _share(n_train: Floats | None, n_test: Floats | None) -> float | None:
    if n_train is None or n_test is None:
        return None
    return float((n_test / (n_train + n_test)).mean())


def _named(key: str, runs: int, folds: int, share: float | None) -> Design:
    designs: dict[str, Design] = {
        "kfold": KFold(folds=max(folds, 2)),
        "repeated-kfold": RepeatedKFold(runs=runs, folds=max(folds, 2)),
        "five-by-two": FiveByTwo(),
        "resampling": Resampling(splits=max(runs, folds), test=share or 1 / 3),
    }
    if key not in designs:
        raise InputError(f"design is {key!r}; expected one of {', '.join(designs)}")
    return designs[key]
