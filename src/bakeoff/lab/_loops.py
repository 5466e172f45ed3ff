"""Which compiled loop belongs to which learner, for nominal attributes and for numbers."""

from collections.abc import Callable, Iterator
from typing import Protocol

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.lab._c45 import c45_errors
from bakeoff.lab._gaussian_naive_bayes import gaussian_errors
from bakeoff.lab._majority import majority_errors
from bakeoff.lab._naive_bayes import naive_bayes_errors
from bakeoff.lab._nearest_neighbours import find_rings, list_nearest, neighbour_errors, numeric_errors
from bakeoff.lab._stack import Stack, assign, empty_stack, fill, most_values
from bakeoff.lab._tree_augmented_naive_bayes import augmented_errors
from bakeoff.lab._voted_perceptron import perceptron_errors
from bakeoff.lab.learners import C45, LEARNERS, NUMERIC, NearestNeighbours, make
from bakeoff.lab.learners._arrays import Flags, Whole, Words
from bakeoff.lab.learners._augmented import half_gammas
from bakeoff.lab.learners._compiled import in_threads
from bakeoff.lab.learners._nominal import starts
from bakeoff.lab.learners.c45 import tree_rules

ROOM = 1 << 26  # bytes for the distances within the data sets that are processed at once
FEW = 16  # with fewer data sets, one thread is faster than several
SOME = 50  # the fewest items whose neighbours a thread searches


class Gaussian(Protocol):
    """The attributes of scikit-learn's ``GaussianNB`` that are used."""

    priors: Floats | None
    var_smoothing: float


def learner_of(learner: object) -> object:
    """The estimator of a key, or an estimator for which there is a loop."""
    chosen = make(learner) if isinstance(learner, str) else learner
    if not takes_nominal(chosen) and not takes_numbers(chosen):
        keys = ", ".join(dict.fromkeys([*LEARNERS, *NUMERIC]))
        raise InputError(
            f"learner is {type(chosen).__name__}; expected a key ({keys}) or an estimator of "
            f"bakeoff.learners; compare_learners runs any other"
        )
    return chosen


def takes_nominal(learner: object) -> bool:
    """Whether a learner has a loop for nominal attributes."""
    return _name(learner) in _NOMINAL


def takes_numbers(learner: object) -> bool:
    """Whether a learner has a loop for numbers."""
    return _name(learner) in _NUMERIC


def run_loop(
    learner: object, items: Ints | Floats, classes: Ints, seeds: Words, errors: Ints, flags: Flags
) -> None:
    """Set the errors by data set, run and fold, and the flags of the items if there is room for them.

    Items that are whole numbers have nominal attributes.
    """
    if np.issubdtype(items.dtype, np.integer):
        stack = as_stack(items.astype(np.int64, copy=False), classes, seeds)
        _NOMINAL[_name(learner)](learner, stack, errors, flags)
        return
    stack = without_attributes(classes, seeds)
    grouped = np.ascontiguousarray(np.take_along_axis(items, stack.item[:, :, None], axis=1))
    _NUMERIC[_name(learner)](learner, stack, grouped, errors, flags)


def dealt(classes: Ints, seeds: Words, runs: int, folds: int) -> Ints:
    """The fold in which each item is tested: (data sets, runs, items)."""
    fold_of = np.empty((len(classes), runs, classes.shape[1]), dtype=np.int64)
    in_threads(assign, len(classes), without_attributes(classes, seeds), fold_of, folds)
    return fold_of


def as_stack(items: Whole, classes: Ints, seeds: Words) -> Stack:
    """The data sets as the compiled loops take them."""
    number = np.cumsum(np.bincount(classes.ravel()) > 0)  # of each class among those that there are
    stack = empty_stack(seeds, starts(most_values(items)), items.shape[1], int(number[-1]))
    in_threads(fill, len(items), stack, items, number[classes] - 1, least=FEW)
    return stack


def without_attributes(classes: Ints, seeds: Words) -> Stack:
    """The data sets with their classes alone: enough to deal them into folds."""
    return as_stack(np.empty((*classes.shape, 0), dtype=np.int64), classes, seeds)


def _name(learner: object) -> str:
    """A class of scikit-learn is recognised by its name, without importing it."""
    return f"{type(learner).__module__.partition('.')[0]}.{type(learner).__name__}"


def _run(loop: Callable[..., None], stack: Stack, *rules: object, errors: Ints, flags: Flags) -> None:
    in_threads(loop, errors.shape[0] * errors.shape[1], stack, *rules, errors, flags)


def _run_majority(learner: object, stack: Stack, errors: Ints, flags: Flags) -> None:
    _run(majority_errors, stack, errors=errors, flags=flags)


def _run_naive_bayes(learner: object, stack: Stack, errors: Ints, flags: Flags) -> None:
    most = stack.item.shape[1] + stack.bits.shape[1] + stack.ends.shape[1]
    # no probability is below 1 / most: as long as their product is above 1e-75, none is rescaled
    safe = bool(len(stack.start) * np.log10(most) < 75)
    _run(naive_bayes_errors, stack, safe, errors=errors, flags=flags)


def _run_c45(learner: C45, stack: Stack, errors: Ints, flags: Flags) -> None:
    _run(c45_errors, stack, tree_rules(learner, stack.item.shape[1]), errors=errors, flags=flags)


def _run_augmented(learner: object, stack: Stack, errors: Ints, flags: Flags) -> None:
    half = half_gammas(stack.item.shape[1], int(np.diff(stack.start).max()))
    _run(augmented_errors, stack, half, errors=errors, flags=flags)


def _run_perceptron(learner: object, stack: Stack, errors: Ints, flags: Flags) -> None:
    if stack.ends.shape[1] > 2:
        raise InputError(
            f"y has {stack.ends.shape[1]} classes; a voted perceptron separates two: use another learner"
        )
    _run(perceptron_errors, stack, errors=errors, flags=flags)


def _run_neighbours(learner: NearestNeighbours, stack: Stack, errors: Ints, flags: Flags) -> None:
    (n, attributes), words = stack.cells.shape[1:], stack.bits.shape[2]
    for some, part in _portions(stack, 8 * n * (attributes + 1) * words):
        ring = np.empty((len(part.seeds), n, attributes + 1, words), dtype=np.uint64)
        in_threads(find_rings, len(part.seeds) * n, part, attributes.bit_length() + 1, ring, least=SOME)
        _run(neighbour_errors, part, ring, learner.checked_k(), errors=errors[some], flags=flags[some])


def _run_numeric_neighbours(
    learner: NearestNeighbours, stack: Stack, numbers: Floats, errors: Ints, flags: Flags
) -> None:
    n, k = numbers.shape[1], learner.checked_k()
    listed = min(n - 1, 4 * k + 12)  # few search further: their neighbours would have to be in their own fold
    for some, part in _portions(stack, 12 * n * listed):
        near = np.empty((len(part.seeds), n, listed), dtype=np.int32)
        distance = np.empty(near.shape)
        columns = np.ascontiguousarray(numbers[some].transpose(0, 2, 1))
        in_threads(list_nearest, len(part.seeds) * n, columns, near, distance, least=SOME)
        found = (columns, near, distance, k)
        _run(numeric_errors, part, *found, errors=errors[some], flags=flags[some])


def _run_gaussian(learner: Gaussian, stack: Stack, numbers: Floats, errors: Ints, flags: Flags) -> None:
    if learner.priors is not None:
        raise InputError(f"priors is {learner.priors!r}; expected None: the lab takes them from the items")
    _run(gaussian_errors, stack, numbers, float(learner.var_smoothing), errors=errors, flags=flags)


def _portions(stack: Stack, each: int) -> Iterator[tuple[slice, Stack]]:
    """Batches of data sets that fit into memory, where each needs some bytes."""
    at_once = max(1, ROOM // each)
    for first in range(0, len(stack.seeds), at_once):
        some = slice(first, first + at_once)
        yield some, Stack._make([*(field[some] for field in stack[:-1]), stack.start])


Loop = Callable[..., None]
_NOMINAL: dict[str, Loop] = {
    "bakeoff.C45": _run_c45,
    "bakeoff.Majority": _run_majority,
    "bakeoff.NaiveBayes": _run_naive_bayes,
    "bakeoff.NearestNeighbours": _run_neighbours,
    "bakeoff.TreeAugmentedNaiveBayes": _run_augmented,
    "bakeoff.VotedPerceptron": _run_perceptron,
}
_NUMERIC: dict[str, Loop] = {
    "bakeoff.Majority": lambda learner, stack, numbers, *found: _run_majority(learner, stack, *found),
    "bakeoff.NearestNeighbours": _run_numeric_neighbours,
    "sklearn.GaussianNB": _run_gaussian,
}
