"""Kinds of items and of clusters by their labels: what each adds to the confusion matrices of A and B."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.joint import SparseTable, held
from bakeoff.core.outcomes import Floats, Ints, PairedLabels
from bakeoff.core.result import Interval
from bakeoff.methods._kinds import BATCH, Kinds, draw_coins
from bakeoff.methods._paired_items import NONE_DISCORDANT
from bakeoff.methods._reference import Asked, normal_quantile
from bakeoff.metrics._confusion import ClassCounts

MOST_CLASSES = 20  # with more, changing every cell of a confusion matrix takes too long
SMALL = 1 << 13  # numbers up to which a matrix is kept in full


def label_kinds(labels: PairedLabels) -> Kinds:
    """Cells that hold items, or the kinds of clusters; refuses a metric that is 0/0 on all of them."""
    repeats, content = contents(labels)
    size = content.shape[1] // 2
    a, b = content[:, :size], content[:, size:]
    summed, shape = _summed(labels, content)
    whole = (repeats @ summed).reshape(shape)
    return Kinds(
        estimate=_defined(_values(labels, whole), labels),
        repeats=repeats,
        unlike=np.asarray(abs(a - b).sum(axis=1)).ravel() > 0,
        n=labels.n,
        gaps=lambda weights: _gap(labels, (weights @ summed).reshape(-1, *shape)),
        without=lambda: np.subtract(*left_out(labels)),
        width=max(content.shape),
        span=labels.span,
        same=NONE_DISCORDANT,
    )


def swaps(labels: PairedLabels) -> tuple[int, Callable[[int, np.random.Generator], Floats]]:
    """How many numbers a random exchange of A and B takes, and the gaps of such exchanges.

    A coin is tossed for each item or whole cluster; items of cells (t, j, k) and (t, k, j) are one kind.
    """
    repeats, content = contents(labels, pooled=True)
    size = content.shape[1] // 2
    unlike = np.asarray(abs(content[:, size:] - content[:, :size]).sum(axis=1)).ravel() > 0
    width = max(1, int(unlike.sum()), size)
    content, shape = _summed(labels, content)
    whole, size = (repeats @ content).reshape(shape), content.shape[1] // 2
    change = content[:, size:] - content[:, :size]
    change = change if isinstance(change, np.ndarray) else change.tocsr()
    repeats, change = repeats[unlike], change[unlike]

    def draw(count: int, rng: np.random.Generator) -> Floats:
        moved = (draw_coins(repeats, count, rng) @ change).reshape(count, 1, *shape[1:])
        return _gap(labels, np.concatenate([whole[0] + moved, whole[1] - moved], axis=1))

    return width, draw


def left_out(labels: PairedLabels) -> Floats:
    """The metric of A and of B, an array [side, kind], where one unit of each kind is left out."""
    repeats, content = contents(labels)
    if repeats.sum() < 2:
        return np.full((2, repeats.size), np.nan)
    classes = labels.table.shape[0]
    content, shape = _summed(labels, content)
    whole, own = (repeats @ content).reshape(2, -1), content.reshape((-1, content.shape[1] // 2))
    first = place = np.arange(own.shape[0])  # by kind, A before B
    if labels.clusters is None:  # many cells of the joint table are one cell of a confusion matrix
        cell = np.column_stack(_columns(labels, labels.cells[0])) + np.array([0, classes**2])
        _, first, place = np.unique(cell.ravel(), return_index=True, return_inverse=True)
    own = own[first] if isinstance(own, np.ndarray) else own.tocsr()[first]
    step = max(1, BATCH // own.shape[1])
    parts = []
    for at in range(0, own.shape[0], step):
        rest = whole[first[at : at + step] % 2] - _full(own[at : at + step])
        parts.append(_values(labels, rest.reshape(-1, *shape[1:])))
    found: Floats = np.concatenate(parts)[place].reshape(-1, 2).T
    return found


def _summed(labels: PairedLabels, content: Any) -> tuple[Any, tuple[int, int, int]]:
    """What units add to both confusion matrices, and the shape of these.

    Of many classes it is what they add to the items said, true and right by class, where the metric takes
    such counts: they grow with the number of classes, matrices with its square.
    """
    classes = labels.table.shape[0]
    if not labels.of_counts or classes <= MOST_CLASSES:
        return content, (2, classes, classes)
    from scipy import sparse

    given = sparse.coo_array(content)
    side, cell = np.divmod(given.col, classes**2)
    said, true = np.divmod(cell, classes)
    columns = 3 * classes * side + np.stack([said, classes + true, 2 * classes + said])
    there = np.stack([said >= 0, true >= 0, said == true])
    row, value = (np.tile(each, (3, 1))[there] for each in (given.row, given.data))
    shape = (given.shape[0], 6 * classes)
    return sparse.coo_array((value, (row, columns[there])), shape=shape).tocsr(), (2, 3, classes)


def interval_of_alike(labels: PairedLabels, asked: Asked) -> Interval:
    """The interval where A and B answer alike: as many may differ unseen as the score interval allows.

    Of n units of which none differ, Tango's interval for a share allows ``z^2 / (n + z^2)``. Each answer that
    changes moves the metric by as much as the one that moves it most: for accuracy that is Tango's interval.
    """
    repeats, share = label_units(labels)
    z, units = max(normal_quantile(asked.tail), 0.0), int(repeats.sum())
    largest = float(np.max(share)) * labels.n
    reach = units * z**2 / (units + z**2) * largest * _most_moved(labels)
    reach = min(reach, labels.span)
    return asked.interval(-reach, reach, bound=labels.span)


def _most_moved(labels: PairedLabels) -> float:
    """How far one changed answer moves the metric at most; without a limit where classes are too many."""
    matrix = labels.table.sum(axis=2).T.astype(np.float64)
    classes = len(matrix)
    if classes > MOST_CLASSES:
        return math.inf
    said, true = np.nonzero(matrix)
    moved = np.tile(matrix, (said.size * classes, 1, 1))
    row, other = np.arange(len(moved)), np.tile(np.arange(classes), said.size)
    moved[row, np.repeat(said, classes), np.repeat(true, classes)] -= 1
    moved[row, other, np.repeat(true, classes)] += 1
    apart = np.abs(_values(labels, moved) - float(_values(labels, matrix)))
    return float(np.max(apart[np.isfinite(apart)], initial=0.0))


def label_units(labels: PairedLabels) -> tuple[Ints, Floats]:
    """How many units are of each kind, and the share of the items that one of each holds."""
    repeats, content = contents(labels)
    sizes: Floats = np.asarray(content.sum(axis=1)).ravel()
    return repeats, sizes / (repeats @ sizes)


def contents(labels: PairedLabels, *, pooled: bool = False) -> tuple[Ints, Any]:
    """Repeats and, for each kind, what a unit adds to the confusion matrices of A and B, side by side.

    A matrix [kind, 2 * predicted * true], in full or sparse.
    """
    size = labels.table.shape[0] ** 2
    if labels.clusters is not None:
        kinds, repeats = labels.clusters.kind, labels.clusters.repeats
        counts, cells = labels.clusters.count, labels.clusters.cell
    else:
        cells, repeats = held(_pooled(labels.table)) if pooled else labels.cells
        kinds = np.arange(cells.size)
        counts = np.ones(cells.size, dtype=np.int64)
    a, b = _columns(labels, cells)
    row, column = np.concatenate([kinds, kinds]), np.concatenate([a, size + b])
    value, shape = np.concatenate([counts, counts]).astype(np.float64), (repeats.size, 2 * size)
    if shape[0] * shape[1] <= SMALL:
        content = np.zeros(shape)
        np.add.at(content, (row, column), value)
        return repeats, content
    from scipy import sparse

    return repeats, sparse.coo_array((value, (row, column)), shape=shape).tocsc()


def _columns(labels: PairedLabels, cells: Ints) -> tuple[Ints, Ints]:
    """Where cells of the joint table lie in the confusion matrices [predicted, true] of A and of B."""
    truth, a, b = np.unravel_index(cells, labels.table.shape)
    classes = labels.table.shape[0]
    return a * classes + truth, b * classes + truth


def _pooled(table: Ints | SparseTable) -> Ints | SparseTable:
    """The items of cells (t, j, k) and (t, k, j) in the first of the two."""
    if isinstance(table, SparseTable):
        truth, a, b = np.unravel_index(table.cells, table.shape)
        cells = np.ravel_multi_index((truth, np.minimum(a, b), np.maximum(a, b)), table.shape)
        found, place = np.unique(cells, return_inverse=True)
        counts = np.bincount(place, weights=table.counts).astype(np.int64)
        return SparseTable(cells=found, counts=counts, classes=table.classes)
    both = table + np.swapaxes(table, 1, 2)
    upper, same = np.triu(np.ones(table.shape[1:], dtype=np.int64), k=1), np.eye(len(table), dtype=np.int64)
    return both * upper + table * same


def _full(matrix: Any) -> Floats:
    return matrix if isinstance(matrix, np.ndarray) else matrix.toarray()


def _values(labels: PairedLabels, matrices: Floats) -> Floats:
    """The metric of stacked confusion matrices, or of [..., said true right, class]; 0/0 is NaN."""
    if matrices.shape[-2] != matrices.shape[-1]:
        return _values_of(labels, ClassCounts.of_sums(*np.moveaxis(matrices, -2, 0)))
    return _values_of(labels, matrices)


def _values_of(labels: PairedLabels, given: Floats | ClassCounts) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(labels.metric(given), dtype=np.float64)


def _gap(labels: PairedLabels, matrices: Floats) -> Floats:
    """The metric of A minus that of B for confusion matrices [resample, side, predicted, true]."""
    values = _values(labels, matrices)
    return values[:, 0] - values[:, 1]


def refuse_undefined(labels: PairedLabels) -> None:
    """Refuse a metric that is 0/0, in words with the names of A and B."""
    _defined(_values(labels, np.stack([labels.table.sum(axis=2).T, labels.table.sum(axis=1).T])), labels)


def _defined(values: Floats, labels: PairedLabels) -> float:
    """The metric of A minus that of B; refuses a metric that is 0/0."""
    gap = float(values[0] - values[1])
    if not np.isfinite(gap):
        why, remedy = _why(labels)
        raise InputError(f"the metric is undefined (0/0) on these items{why}; {remedy}")
    return gap


def _why(labels: PairedLabels) -> tuple[str, str]:
    """Why it is 0/0: classes that the truth lacks, or a model that predicts only one; and what to do."""
    remedy = "use another metric, such as balanced-accuracy, or another class"
    true = labels.table.sum(axis=(1, 2))
    if np.count_nonzero(true) == 1 and _undefined_without_errors(labels, true):
        only = repr(labels.labels[int(np.argmax(true))])
        return (
            f", because all of them belong to class {only}",
            "add items of the other classes, or choose accuracy",
        )
    sides = (("A", labels.table.sum(axis=(0, 2))), ("B", labels.table.sum(axis=(0, 1))))
    constant = [(name, int(np.argmax(said))) for name, said in sides if np.count_nonzero(said) == 1]
    strange = np.flatnonzero(true == 0)
    if strange.size and (not constant or _undefined_without_errors(labels, true)):
        told = f"{labels.labels[int(strange[0])]!r} is predicted but never occurs in the truth"
        return f", because {told}", remedy
    if constant:
        name, place = constant[0]
        return f", because {name} predicts {labels.labels[place]!r} for every item", remedy
    return "", remedy


def _undefined_without_errors(labels: PairedLabels, true: Ints) -> bool:
    """Whether the metric would be 0/0 even if all predictions were right, which is due to the truth alone."""
    count = true.astype(np.float64)
    right = ClassCounts.of_sums(count, count, count) if labels.of_counts else np.diag(count)
    return not np.isfinite(_values_of(labels, right))
