"""Dietterich's simulated learners, each of which errs mostly on its own half (SIM-4), and his cells.

Items of a half are alike, so the number of its items from the first half describes a test set, and the
errors on it are binomial: a few draws give whole trials, distributed as if drawn item by item.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np

from bakeoff.core.outcomes import Floats, Ints, PairedItems
from bakeoff.core.rng import generator
from bakeoff.lab.exhibit import Cell, Kind, Printed, panel
from bakeoff.lab.papers._printed import printed
from bakeoff.lab.papers._readings import acceptable, too_many
from bakeoff.methods import METHODS
from bakeoff.methods._calibrating import false_alarms_at, ratios
from bakeoff.report.draw.figure import Panel, Series

PAPER = "dietterich1998"
SIMULATION = printed(PAPER, "simulation")
ITEMS, TRIALS = SIMULATION["n"]["value"], SIMULATION["trials"]["value"]
RATES = SIMULATION["target_eps"]["values"]
ALPHA = round(1 - SIMULATION["confidence"]["value"], 10)
SHIFT = SIMULATION["beta_range"]["value"]
SPLITS, FOLDS = printed(PAPER, "resampled_t", "trials"), printed(PAPER, "kfold_cv_t", "k")
PARTS = 3  # a test set is one third of the items
HOLDOUT = {"McNemar": "mcnemar", "proportions": "difference-of-proportions"}


def halves(rate: float) -> tuple[Floats, Floats]:
    """The error of A, and that of B, on items of the first and of the second half."""
    low, high = rate / 4, 7 * rate / 4
    return np.array([low, high]), np.array([high, low])


def differences(
    rate: float, *, trials: int, runs: int, folds: int, rng: np.random.Generator, one: bool = False
) -> Ints:
    """Errors of B minus those of A: (trials, runs, folds); with ``one`` only the first fold of each run.

    With all folds, each training set moves the error of both learners by the same random amount (E-D4).
    """
    size = ITEMS // folds
    left = np.repeat(rng.binomial(ITEMS, 0.5, size=(trials, 1)), runs, axis=1)
    found = np.empty((trials, runs, 1 if one else folds), dtype=np.int64)
    for fold in range(found.shape[2]):
        tested = rng.hypergeometric(left, ITEMS - fold * size - left, size)
        left = left - tested
        shift = 0.0 if one else rng.uniform(SHIFT[0], SHIFT[1], size=(trials, runs))
        a, b = (_errors(each, tested, size, shift, rng) for each in halves(rate))
        found[:, :, fold] = b - a
    return found


def _errors(error: Floats, first: Ints, size: int, shift: Any, rng: np.random.Generator) -> Ints:
    """Wrong answers on a test set with ``first`` items of the first half."""
    in_first, in_second = (np.clip(each + shift, 0, 1) for each in error)
    wrong: Ints = rng.binomial(first, in_first) + rng.binomial(size - first, in_second)
    return wrong


def holdout_items(rate: float, *, trials: int, rng: np.random.Generator) -> list[PairedItems]:
    """One test set for each trial, as the tests on paired items take it."""
    size = ITEMS // PARTS
    first = rng.binomial(size, 0.5, size=trials)
    in_first, in_second = (
        rng.multinomial(n, [(1 - a) * b, a * (1 - b), (1 - a) * (1 - b), a * b])
        for n, a, b in zip((first, size - first), *halves(rate), strict=True)
    )
    return [items_of(each) for each in in_first + in_second]


def items_of(counts: Any) -> PairedItems:
    """Items that A alone, B alone, both and neither got right."""
    only_a, only_b, both, neither = (int(each) for each in counts)
    return PairedItems(only_a=only_a, only_b=only_b, n=only_a + only_b + both + neither, both_right=both)


def item_alarms(test: str, items: list[PairedItems]) -> float:
    """The share of test sets on which a test on paired items rejects."""
    compute = METHODS[HOLDOUT[test]].compute
    results = (compute(each, level=1 - ALPHA, alternative="two-sided") for each in items)
    return float(np.mean([result.p_value < ALPHA for result in results]))


def fold_alarms(key: str, x: Ints, df: int) -> float:
    """The share of trials on which a test on folds rejects with given degrees of freedom."""
    return false_alarms_at(ratios(key, x), df, ALPHA)


def alarms(test: str, rate: float, trials: int, rng: int) -> float:
    """The share of trials on which a test raises a false alarm at an error rate."""
    draws = generator(rng, "dietterich", test, rate)
    if test in HOLDOUT:
        return item_alarms(test, holdout_items(rate, trials=trials, rng=draws))
    if test == "resampled t":
        return resampled_alarms(rate, SPLITS, trials, draws)
    if test == "5x2cv t":
        x = differences(rate, trials=trials, runs=5, folds=2, rng=draws)
        return fold_alarms("five-by-two-t", x, 5)
    return kfold_alarms(rate, FOLDS, trials, draws)


def resampled_alarms(rate: float, splits: int, trials: int, rng: np.random.Generator) -> float:
    """False alarms of the resampled t test by number of splits."""
    x = differences(rate, trials=trials, runs=splits, folds=PARTS, rng=rng, one=True)
    return fold_alarms("resampled-t", x, splits - 1)


def kfold_alarms(rate: float, folds: int, trials: int, rng: np.random.Generator) -> float:
    """False alarms of the cross-validated t test by number of folds."""
    x = differences(rate, trials=trials, runs=1, folds=folds, rng=rng)
    return fold_alarms("kfold-t", x, folds - 1)


def rate_error(share: float, draws: int, theirs: int | None = None) -> float:
    """The standard error of a share in per cent, minus one from ``theirs`` draws where they are given."""
    kept = (share * draws + 0.5) / (draws + 1)  # half an event keeps the error from being 0
    return 100 * math.sqrt(kept * (1 - kept) * (1 / draws + (1 / theirs if theirs else 0.0)))


def rate_cell(
    row: str,
    column: str,
    share: float,
    draws: int,
    *,
    said: Printed = None,
    words: str = "",
    reason: str = "",
    kind: Kind | None = None,
) -> Cell:
    """A share of draws in per cent, with the claim about it if there is one.

    The claim in print is about a share from as many trials as the paper used.
    """
    error = rate_error(share, draws, None if said is None else TRIALS)
    return Cell(row, column, said, 100 * share, 1, error=error, reason=reason, words=words, kind=kind)


def rate_series(
    label: str, x: Sequence[Any], shares: Sequence[float], draws: int, kind: Literal["line", "bars"] = "line"
) -> Series:
    """Shares in per cent with their 95 % intervals."""
    y = [100 * share for share in shares]
    reach = [1.96 * rate_error(share, draws) for share in shares]
    low = [max(0.0, at - r) for at, r in zip(y, reach, strict=True)]
    high = [min(100.0, at + r) for at, r in zip(y, reach, strict=True)]
    return Series(label=label, x=x, y=y, kind=kind, low=low, high=high)


def alarm_table(
    shares: Mapping[str, Mapping[str, float]],
    draws: int,
    *,
    exceeding: Sequence[str],
    reason: str = "",
    kind: Kind = "claim",
) -> tuple[list[Cell], Panel]:
    """False alarms ``shares[column][test]`` as cells, with whether a test exceeds its level, and as bars.

    Print says that the tests in ``exceeding`` do so somewhere, and that all others do not.
    """
    cells = [
        rate_cell(test, column, share, draws)
        for column, by_test in shares.items()
        for test, share in by_test.items()
    ]
    level = 100 * ALPHA
    for test in next(iter(shares.values())):
        most = max(by_test[test] for by_test in shares.values())
        said, words = acceptable(level), "acceptable"
        if test in exceeding:
            said, words = too_many(level), "exceeds the level"
        cells.append(
            rate_cell(test, "highest", most, draws, said=said, words=words, reason=reason, kind=kind)
        )
    bars = (
        rate_series(column, list(by_test), list(by_test.values()), draws, kind="bars")
        for column, by_test in shares.items()
    )
    return cells, panel("", "", "false alarms, %", bars, level=level)
