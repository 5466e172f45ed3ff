"""An order of classes that depends on what was counted and not on their names.

Sums are rounded, and random draws assigned, in some order of the classes. With the order of their names, the
same answers under other names would have other p-values.
"""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.core.outcomes import Ints
from bakeoff.core.panel import LabelPanel, combinations

Marks = npt.NDArray[np.uint64]
MOST_TIES = 16  # groups of classes with equal counts whose order is searched for
MOST_TRIED = 6  # classes of such a group
TRUE, SAID, RIGHT, CHOSEN = (np.uint64(at * 0x9E3779B97F4A7C15 % 2**64) for at in (1, 2, 3, 5))


def by_counts(panel: LabelPanel) -> tuple[LabelPanel, Ints]:
    """The panel with its classes in the order of what was counted, and the new place of each class.

    >>> panel = LabelPanel(
    ...     names=("x", "y"), labels=("no", "yes"), counts=np.array([3, 5]),
    ...     truth=np.array([0, 1]), answers=np.array([[0, 1], [1, 1]]),
    ... )
    >>> found, place = by_counts(panel)
    >>> found.labels, place.tolist(), found.counts.tolist()
    (('yes', 'no'), [1, 0], [5, 3])
    """
    order = _order(panel)
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    more = [each for each in (panel.clusters, panel.slices) if each is not None]
    *rows, counts = combinations([place[panel.truth], *place[panel.answers], *more], panel.counts)
    kept: dict[str, Any] = {
        "counts": counts,
        "truth": rows[0],
        "answers": np.stack(rows[1 : len(panel.names) + 1]),
    }
    if panel.clusters is not None:
        kept["clusters"] = rows[len(panel.names) + 1]
    if panel.slices is not None:
        kept["slices"] = rows[-1]
    return replace(panel, labels=tuple(panel.labels[at] for at in order), **kept), place


def _order(panel: LabelPanel) -> Ints:
    """The classes, those with most items first; where two have equal marks, their order changes nothing."""
    classes = len(panel.labels)
    marks = _refined(panel, np.zeros(classes, dtype=np.uint64))
    used = np.zeros(classes, dtype=bool)
    used[panel.truth] = used[panel.answers.ravel()] = True
    for _ in range(MOST_TIES):
        several, count = np.unique(marks[used], return_counts=True)
        tied = several[count > 1]
        if not tied.size:
            break
        found = []
        for one in np.flatnonzero((marks == tied[0]) & used)[:MOST_TRIED]:
            apart = marks.copy()
            apart[[one]] = _mixed(apart[[one]] + CHOSEN)
            found.append(_refined(panel, apart))
        marks = min(found, key=lambda each: np.sort(each).tolist())
    items = np.bincount(panel.truth, weights=panel.counts, minlength=classes)
    return np.lexsort((marks, -items))


def _refined(panel: LabelPanel, marks: Marks) -> Marks:
    """Marks of the classes by the rows that they occur in, as often as that distinguishes more of them.

    Models are taken alike, so that their order and names change nothing.
    """
    counts = _mixed(panel.counts.astype(np.uint64))
    right = np.where(panel.answers == panel.truth, RIGHT, np.uint64(0))
    different = 0
    while (now := len(np.unique(marks))) > different:
        different = now
        rows = counts + _mixed(marks[panel.truth] + TRUE)
        for said, matched in zip(panel.answers, right, strict=True):
            rows = rows + _mixed(marks[said] + SAID + matched)
        rows = _mixed(rows)
        if panel.clusters is not None:
            rows = _mixed(rows + _mixed(_summed(panel.clusters, rows)[panel.clusters]))
        new = _summed(panel.truth, _mixed(rows + TRUE), len(marks))
        for said, matched in zip(panel.answers, right, strict=True):
            new += _summed(said, _mixed(rows + SAID + matched), len(marks))
        marks = _mixed(new + _mixed(marks))
    return marks


def _summed(places: Ints, values: Marks, size: int = 0) -> Marks:
    found = np.zeros(max(size, int(places.max()) + 1), dtype=np.uint64)
    np.add.at(found, places, values)
    return found


def _mixed(values: Any) -> Any:
    """Numbers of 64 bits as others that look random (splitmix64): sums of them identify what was added."""
    with np.errstate(over="ignore"):
        x = values + np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return x ^ (x >> np.uint64(31))
