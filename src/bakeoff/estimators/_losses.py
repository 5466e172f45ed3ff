"""What estimators read off the losses: errors by split, means, an interval where one is justified."""

import math
from collections.abc import Mapping
from typing import Literal, get_args

import numpy as np
from scipy import special

from bakeoff.core.design import Splits
from bakeoff.core.estimator import Estimate, Losses
from bakeoff.core.exceptions import InputError
from bakeoff.core.figures import span
from bakeoff.core.outcomes import Floats
from bakeoff.core.result import Interval, parse_fraction, tail_share
from bakeoff.intervals._rate import interval

Average = Literal["pooled", "folds"]
AVERAGES = {
    "average": "'pooled': all errors divided by all items, m / N (Martin & Hirschberg); 'folds': the mean of "
    "the error rates of the folds with equal weights (Honavar, Bouckaert). They are equal for folds "
    "of equal size"
}
ON_UNSEEN_ITEMS = (
    "the interval is Jeffreys' interval for the errors on the test items, or Student's for the mean if "
    "the losses are squared errors: the test items were not used for training and are assumed to be "
    "independent"
)
POOLED_COUNT = (
    "the interval is Jeffreys' interval for the pooled errors, as if each item were an independent "
    "trial (Martin & Hirschberg 1996, sec. 2). It is approximate, because the classifiers share "
    "training items, and it is not a test of a difference. It is too narrow for learners that are "
    "sensitive to their training items: in simulations with 1-NN and 3-NN, a 95 % interval covered the "
    f"true error in {span('pooled counts', '10 folds', 'lowest', 'highest')} % of the samples with 10 "
    "folds and "
    f"in {span('pooled counts', 'leave-one-out', 'lowest', 'highest')} % with leave-one-out (two normal "
    "classes "
    'on one attribute, 20 to 100 items; python -m studies.quoted "pooled counts")'
)
NOT_FOR_SQUARES = (
    "no interval: the interval for the pooled count applies to errors of 0 or 1, not to squared errors"
)
TOO_FEW = "no interval: one test item has no variance"
NO_SPREAD = "no interval: all losses are equal, so their variance is 0"


def under(tested: Mapping[str, Losses], *names: str, estimator: str) -> tuple[Losses, ...]:
    """The losses under the named designs, which must be of the same items and the same kind."""
    missing = [name for name in names if name not in tested]
    if missing:
        raise InputError(
            f"{estimator} got losses for {', '.join(tested) or 'no design'}; expected "
            f"{', '.join(names)}: run the learner with each of these designs"
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


def partitioned(tested: Mapping[str, Losses], estimator: str) -> Losses:
    """The losses under the one design that is called as the estimator, each item tested once in a run."""
    (found,) = under(tested, estimator, estimator=estimator)
    return in_partitions(found, estimator=estimator)


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


def mean_loss(tested: Losses) -> float:
    """Total loss over total test items: m / N where the losses are 0 or 1."""
    return float(np.mean(np.concatenate(tested.values)))


def split_errors(tested: Losses) -> Floats:
    """The mean loss of each split, by run and fold."""
    return np.array([np.mean(losses) for losses in tested.values]).reshape(tested.splits.shape)


def items(count: int, kind: str = "") -> str:
    """A number of items in words.

    >>> items(1), items(30, "test ")
    ('1 item', '30 test items')
    """
    return f"{count} {kind}item{'' if count == 1 else 's'}"


def averaged(tested: Losses, average: Average) -> float:
    """The error over all items (``"pooled"``), or the mean over all folds (``"folds"``)."""
    if average not in get_args(Average):
        raise InputError(
            f"average is {average!r}; expected 'pooled' (m / N) or 'folds' (the mean of the folds)"
        )
    return mean_loss(tested) if average == "pooled" else float(np.mean(split_errors(tested)))


def in_folds(tested: Losses) -> str:
    """The kind of cross-validation in words."""
    kind = "stratified " if getattr(tested.splits.design, "stratified", False) else ""
    return f"{kind}{tested.splits.shape[1]}-fold cross-validation"


def answer(
    estimator: str,
    value: float,
    tested: Mapping[str, Losses],
    *,
    level: float,
    basis: str,
    bias: str,
    n: int | None = None,
    interval: Interval | None = None,
    components: Mapping[str, float] | None = None,
    notes: tuple[str, ...] = (),
) -> Estimate:
    """The estimate with the errors and sizes of every split behind it; of all items where n is not given."""
    first = next(iter(tested.values()))
    return Estimate(
        estimator=estimator,
        value=value,
        parts={name: split_errors(each) for name, each in tested.items()},
        sizes={name: each.splits.n_test for name, each in tested.items()},
        n=first.splits.n if n is None else n,
        basis=basis,
        loss=first.kind,
        interval=interval,
        level=parse_fraction(level, "level"),
        components=components or {},
        bias=bias,
        notes=notes,
    )


def on_unseen_items(tested: Losses, level: float) -> tuple[Interval | None, str]:
    """The interval for the expected loss from independent losses, and what it is or why there is none.

    Jeffreys' interval of m errors among n for losses of 0 and 1, and ``mean -+ t_{n-1} s / sqrt(n)``,
    never below 0, for squares.
    """
    tail = tail_share(parse_fraction(level, "level"), "two-sided")
    losses = np.concatenate(tested.values)
    if tested.kind == "zero-one":
        return interval(round(float(losses.sum())), len(losses), level=level), ON_UNSEEN_ITEMS
    if len(losses) < 2:
        return None, TOO_FEW
    mean, error = float(np.mean(losses)), float(np.std(losses, ddof=1)) / math.sqrt(len(losses))
    if error <= 8 * np.finfo(float).eps * mean:
        return None, NO_SPREAD
    reach = float(-special.stdtrit(len(losses) - 1, tail)) * error
    return Interval(low=max(mean - reach, 0.0), high=mean + reach), ON_UNSEEN_ITEMS


def of_pooled_count(tested: Losses, level: float) -> tuple[Interval | None, str]:
    """Jeffreys' interval of cross-validation's pooled errors; none for squares."""
    parse_fraction(level, "level")
    if tested.kind != "zero-one":
        return None, NOT_FOR_SQUARES
    losses = np.concatenate(tested.values)
    return interval(round(float(losses.sum())), len(losses), level=level), POOLED_COUNT


def on_one_test_set(
    key: str, found: Losses, name: str, *, level: float, basis: str, bias: str, of_interval: str | None = None
) -> Estimate:
    """The mean loss on items that were not trained on; ``of_interval`` says what its interval is."""
    span, why = on_unseen_items(found, level)
    return answer(
        key,
        mean_loss(found),
        {name: found},
        level=level,
        n=len(found.values[0]),
        basis=basis,
        bias=bias,
        interval=span,
        notes=(why if span is None or of_interval is None else of_interval,),
    )
