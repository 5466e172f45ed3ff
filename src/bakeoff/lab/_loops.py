"""Which compiled loop belongs to which learner, for nominal attributes and for numbers."""

from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.lab.learners import (
    C45,
    LEARNERS,
    NUMERIC,
    Majority,
    NaiveBayes,
    NearestNeighbours,
    TreeAugmentedNaiveBayes,
    VotedPerceptron,
    make,
)
from bakeoff.lab.learners._nominal import starts
from bakeoff.lab.learners.c45 import tree_rules

ROOM = 1 << 26  # bytes for the distances within the data sets that are in hand at one time


def learner_of(learner: Any) -> Any:
    """The estimator that a key stands for, or an estimator for which there is a loop."""
    chosen = make(learner) if isinstance(learner, str) else learner
    if type(chosen) not in _NOMINAL and _name(chosen) not in _NUMERIC:
        keys = ", ".join(dict.fromkeys([*LEARNERS, *NUMERIC]))
        raise InputError(
            f"learner is {type(chosen).__name__}; expected a key ({keys}) or an estimator of "
            f"bakeoff.learners; compare_learners runs any other"
        )
    return chosen


def takes_nominal(learner: Any) -> bool:
    """Whether a learner has a loop for nominal attributes."""
    return type(learner) in _NOMINAL


def takes_numbers(learner: Any) -> bool:
    """Whether a learner has a loop for numbers."""
    return _name(learner) in _NUMERIC


def run_nominal(learner: Any, items: Ints, classes: Ints, seeds: Any, errors: Ints, flags: Any) -> None:
    """Set the errors by data set, run and fold, and the flags of the items if there is room for them."""
    _NOMINAL[type(learner)](learner, as_stack(items, classes, seeds), errors, flags)


def run_numeric(learner: Any, numbers: Floats, classes: Ints, seeds: Any, errors: Ints, flags: Any) -> None:
    """The same for attributes that are numbers."""
    stack = without_attributes(classes, seeds)
    grouped = np.ascontiguousarray(np.take_along_axis(numbers, stack.item[:, :, None], axis=1))
    _NUMERIC[_name(learner)](learner, stack, grouped, errors, flags)


def as_stack(items: Ints, classes: Ints, seeds: Any) -> Any:
    """The data sets as the compiled loops take them."""
    from bakeoff.lab._stack import empty_stack, fill, most_values

    number = np.cumsum(np.bincount(classes.ravel()) > 0)  # of each class among those that there are
    stack = empty_stack(seeds, starts(most_values(items)), items.shape[1], int(number[-1]))
    fill(stack, items, number[classes] - 1)
    return stack


def without_attributes(classes: Ints, seeds: Any) -> Any:
    """The data sets of which nothing but the classes is known: enough to deal them into folds."""
    return as_stack(np.empty((*classes.shape, 0), dtype=np.int64), classes, seeds)


def _name(learner: Any) -> str:
    """A class of scikit-learn is known by its name: it need not be loaded to know it."""
    return f"{type(learner).__module__.partition('.')[0]}.{type(learner).__name__}"


def _run_majority(learner: Any, stack: Any, errors: Ints, flags: Any) -> None:
    from bakeoff.lab._majority import majority_errors

    majority_errors(stack, errors, flags)


def _run_naive_bayes(learner: Any, stack: Any, errors: Ints, flags: Any) -> None:
    from bakeoff.lab._naive_bayes import naive_bayes_errors

    most = stack.item.shape[1] + stack.bits.shape[1] + stack.ends.shape[1]
    # no probability is below 1 / most: as long as their product is above 1e-75, none is rescaled
    naive_bayes_errors(stack, bool(len(stack.start) * np.log10(most) < 75), errors, flags)


def _run_c45(learner: Any, stack: Any, errors: Ints, flags: Any) -> None:
    from bakeoff.lab._c45 import c45_errors

    c45_errors(stack, tree_rules(learner, stack.item.shape[1]), errors, flags)


def _run_augmented(learner: Any, stack: Any, errors: Ints, flags: Any) -> None:
    from bakeoff.lab._tree_augmented_naive_bayes import augmented_errors
    from bakeoff.lab.learners._augmented import half_gammas

    augmented_errors(stack, half_gammas(stack.item.shape[1], int(np.diff(stack.start).max())), errors, flags)


def _run_perceptron(learner: Any, stack: Any, errors: Ints, flags: Any) -> None:
    from bakeoff.lab._voted_perceptron import perceptron_errors

    if stack.ends.shape[1] > 2:
        raise InputError(
            f"y has {stack.ends.shape[1]} classes; a voted perceptron separates two: use another learner"
        )
    perceptron_errors(stack, errors, flags)


def _run_neighbours(learner: Any, stack: Any, errors: Ints, flags: Any) -> None:
    from bakeoff.lab._nearest_neighbours import find_rings, neighbour_errors

    (n, attributes), words = stack.cells.shape[1:], stack.bits.shape[2]
    for some, at_once in _portions(len(errors), 8 * n * (attributes + 1) * words):
        part = type(stack)(*(field[some] for field in stack[:-1]), stack.start)
        ring = np.empty((at_once, n, attributes + 1, words), dtype=np.uint64)
        find_rings(part, int(attributes).bit_length() + 1, ring)
        neighbour_errors(part, ring, learner.checked_k(), errors[some], flags[some])


def _run_numeric_neighbours(learner: Any, stack: Any, numbers: Floats, errors: Ints, flags: Any) -> None:
    from bakeoff.lab._numeric_neighbours import list_nearest, numeric_neighbour_errors

    n, k = numbers.shape[1], learner.checked_k()
    listed = min(n - 1, 4 * k + 12)  # few look farther: their neighbours would have to be in their own fold
    for some, at_once in _portions(len(errors), 12 * n * listed):
        part = type(stack)(*(field[some] for field in stack[:-1]), stack.start)
        near = np.empty((at_once, n, listed), dtype=np.int32)
        distance = np.empty(near.shape)
        columns = np.ascontiguousarray(numbers[some].transpose(0, 2, 1))
        list_nearest(columns, near, distance)
        numeric_neighbour_errors(part, columns, near, distance, k, errors[some], flags[some])


def _run_gaussian(learner: Any, stack: Any, numbers: Floats, errors: Ints, flags: Any) -> None:
    from bakeoff.lab._gaussian_naive_bayes import gaussian_errors

    if learner.priors is not None:
        raise InputError(f"priors is {learner.priors!r}; expected None: the lab takes them from the items")
    gaussian_errors(stack, numbers, float(learner.var_smoothing), errors, flags)


def _portions(sets: int, each: int) -> Any:
    """Data sets to take in hand at one time, as slices with their numbers, where each needs some bytes."""
    at_once = max(1, ROOM // each)
    for first in range(0, sets, at_once):
        yield slice(first, min(first + at_once, sets)), min(at_once, sets - first)


_NOMINAL = {
    C45: _run_c45,
    Majority: _run_majority,
    NaiveBayes: _run_naive_bayes,
    NearestNeighbours: _run_neighbours,
    TreeAugmentedNaiveBayes: _run_augmented,
    VotedPerceptron: _run_perceptron,
}

_NUMERIC = {
    "bakeoff.Majority": lambda learner, stack, numbers, errors, flags: _run_majority(
        learner, stack, errors, flags
    ),
    "bakeoff.NearestNeighbours": _run_numeric_neighbours,
    "sklearn.GaussianNB": _run_gaussian,
}
