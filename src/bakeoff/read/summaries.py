"""Rows of a table of scores that are no data sets but summarise the others: averages, mean ranks, ..."""

import re
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats
from bakeoff.core.written import brief
from bakeoff.read.alike import plain_name

_OF = "overall|grand|arithmetic|geometric|macro|micro|final"
_MEAN = "avg|average|averages|averaged|mean|means|median|gmean|geomean"
_ABOUT = "rank|ranks|ranking|score|scores|accuracy|error|value|performance|of_all|over_all|all|overall"
# Such rows are refused if they are no summaries, those with other names are data sets then.
MEANS = re.compile(rf"(the_)?(({_OF})_)*({_MEAN})(_({_ABOUT}))*|((overall|final)_)?rank(s|ing)?")
OTHERS = re.compile(r"overall|total|sum|std|sd|stdev|std_dev|standard_deviation|min|minimum|max|maximum|all")


def called_summary(name: str) -> bool:
    """Whether a row is called like a summary of others.

    >>> [called_summary(name) for name in ("Average", "Avg. rank", "Mean accuracy", "means-3", "iris")]
    [True, True, True, False, False]
    """
    plain = plain_name(name)
    return MEANS.fullmatch(plain) is not None or OTHERS.fullmatch(plain) is not None


def summary_rows(names: Sequence[str], columns: Mapping[str, Sequence[float | None]]) -> tuple[int, ...]:
    """The rows that summarise the others, by their names and their numbers.

    A row that is called like an average and is none is refused.

    >>> summary_rows(["iris", "wine", "Mean"], {"svm": [0.9, 0.8, 0.85], "tree": [0.7, 0.9, 0.8]})
    (2,)
    """
    called = [at for at, name in enumerate(names) if called_summary(name)]
    rest = [at for at in range(len(names)) if at not in called]
    if not called or not rest:
        return ()
    found = []
    for at in called:
        own = [
            (cells[at], [cells[row] for row in rest]) for cells in columns.values() if cells[at] is not None
        ]
        known = [(float(cell), np.array(others, dtype=float)) for cell, others in own if cell is not None]
        if known and _summarises(known):
            found.append(at)
        elif MEANS.fullmatch(plain_name(names[at])):
            raise InputError(
                f"row {brief(names[at])!r} is called like a summary of the others, but its numbers are not "
                f"their means, medians or mean ranks; remove the row, or rename it if it is a data set"
            )
    return tuple(found)


def _summarises(known: Sequence[tuple[float, Floats]]) -> bool:
    """Whether each number is the same summary of the other numbers of its column, as it was rounded."""
    numbers = np.array([cell for cell, _ in known])
    if any(np.isnan(others).any() for _, others in known):
        return True  # a gap in a data set is refused anyway
    summaries = np.array([list(_summaries(others)) for _, others in known])
    room = np.array([_last_digit(cell) for cell in numbers.tolist()])[:, np.newaxis]
    if (np.abs(summaries - numbers[:, np.newaxis]) <= room + 1e-9).all(axis=0).any():
        return True
    k = len(numbers)
    ranks = numbers.min() >= 1 and numbers.max() <= k
    return bool(ranks and abs(numbers.sum() - k * (k + 1) / 2) <= room.sum())


def _summaries(values: Floats) -> Iterator[float]:
    """Everything that a summary of scores may be."""
    yield float(values.mean())
    yield float(np.median(values))
    yield float(values.sum())
    yield float(values.std())
    yield float(values.std(ddof=1)) if values.size > 1 else 0.0
    yield float(values.min())
    yield float(values.max())
    yield float(np.exp(np.log(values).mean())) if (values > 0).all() else float(values.mean())


def _last_digit(number: float) -> float:
    """One unit of the last digit of a number as it is written.

    >>> _last_digit(0.85), _last_digit(3.0)
    (0.01, 0.1)
    """
    digits = repr(number).partition(".")[2]
    return 10.0 ** -len(digits) if digits.isdigit() else 1e-9
