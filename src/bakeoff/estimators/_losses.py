"""What estimators read off the losses: errors by split, means, and whether the splits are what they need."""

from collections.abc import Mapping

import numpy as np

from bakeoff.core.design import Splits
from bakeoff.core.estimator import Estimate, Losses
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats
from bakeoff.core.result import Interval, parse_fraction


def under(tested: Mapping[str, Losses], *names: str, estimator: str) -> tuple[Losses, ...]:
    """The losses under the named designs, which must be of the same items and the same kind."""
    missing = [name for name in names if name not in tested]
    if missing:
        raise InputError(
            f"{estimator} got losses under {', '.join(tested) or 'no design'}; expected {', '.join(names)}: "
            f"run the learner under each of its designs"
        )
    found = tuple(tested[name] for name in names)
    for what, values in (
        ("numbers of items", sorted({each.splits.n for each in found})),
        ("kinds of loss", sorted({each.kind for each in found})),
    ):
        if len(values) > 1:
            raise InputError(f"{estimator} got {what} {values}; expected one learner on one data set")
    return found


def only_split(tested: Mapping[str, Losses], *, estimator: str) -> Losses:
    """The losses on one set of test items, whatever their design is called."""
    splits = sum(len(each.values) for each in tested.values())
    if len(tested) != 1 or splits != 1:
        raise InputError(f"{estimator} got {splits} test sets; expected one")
    (found,) = tested.values()
    if not len(found.values[0]):
        raise InputError(f"{estimator} got no test item; expected at least one")
    return found


def in_partitions(tested: Losses, *, estimator: str) -> Losses:
    """Check that the folds of each run test every item once."""
    splits = tested.splits
    runs, folds = splits.shape
    for run in range(runs):
        parts = splits.test[run * folds : (run + 1) * folds]
        items = np.concatenate(parts)
        if len(items) != splits.n or np.any(np.bincount(items, minlength=splits.n) != 1):
            raise InputError(
                f"{estimator} got {len(items)} test items in run {run} of {splits.n} items; expected each "
                f"item to be tested once in a run"
            )
        if not all(len(part) for part in parts):
            raise InputError(f"{estimator} got a fold without items; expected at most {splits.n} folds")
    return tested


def without_empty(tested: Losses) -> Losses:
    """Only the splits that test something, in one row."""
    s = tested.splits
    kept = [at for at, test in enumerate(s.test) if len(test)]
    if len(kept) == len(s.test):
        return tested
    drawn = None if s.drawn is None else tuple(s.drawn[at] for at in kept)
    test = tuple(s.test[at] for at in kept)
    splits = Splits(design=s.design, n=s.n, shape=(1, len(kept)), test=test, drawn=drawn)
    return Losses(splits=splits, values=tuple(tested.values[at] for at in kept), kind=tested.kind)


def pooled(tested: Losses) -> Floats:
    """The losses of all splits in one row."""
    return np.concatenate(tested.values)


def mean_loss(tested: Losses) -> float:
    """Total loss over total test items: m / N where the losses are 0 or 1."""
    return float(np.mean(pooled(tested)))


def split_errors(tested: Losses) -> Floats:
    """The mean loss of each split, by run and fold."""
    return np.array([np.mean(losses) for losses in tested.values]).reshape(tested.splits.shape)


def items(count: int, kind: str = "") -> str:
    """A number of items in words.

    >>> items(1), items(30, "test ")
    ('1 item', '30 test items')
    """
    return f"{count} {kind}item{'' if count == 1 else 's'}"


def answer(
    estimator: str,
    value: float,
    tested: Mapping[str, Losses],
    *,
    level: float,
    n: int,
    basis: str,
    bias: str,
    interval: Interval | None = None,
    components: Mapping[str, float] | None = None,
    notes: tuple[str, ...] = (),
) -> Estimate:
    """The estimate with the errors and sizes of every split behind it."""
    return Estimate(
        estimator=estimator,
        value=value,
        parts={name: split_errors(each) for name, each in tested.items()},
        sizes={name: each.splits.n_test for name, each in tested.items()},
        n=n,
        basis=basis,
        loss=next(iter(tested.values())).kind,
        interval=interval,
        level=parse_fraction(level, "level"),
        components=components or {},
        bias=bias,
        notes=notes,
    )
