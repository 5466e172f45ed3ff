"""Errors of Gaussian naive Bayes, by run and fold: the sums of each fold are added up without one."""

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab._deal import deal, stream
from bakeoff.lab._stack import Stack, note, training_sizes
from bakeoff.lab.learners._arrays import Flags, Whole
from bakeoff.lab.learners._compiled import compiled
from bakeoff.lab.learners._gaussian import densest, smooth_variances


@compiled
def gaussian_errors(
    stack: Stack, numbers: Floats, smoothing: float, errors: Whole, flags: Flags, begin: int, end: int
) -> None:
    """Set the errors of some runs, counted over all data sets, by fold, and the flags of the items.

    ``numbers`` is (data sets, items, attributes), the items numbered as in the stack.
    """
    runs, folds = errors.shape[1], errors.shape[2]
    n, classes, attributes = stack.label.shape[1], stack.ends.shape[1], numbers.shape[2]
    order, missed = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.uint8)
    sizes, centre = np.empty(classes, dtype=np.int64), np.zeros((classes, attributes))
    each, sums = np.empty((folds, 2, classes, attributes)), np.empty((2, classes, attributes))
    mean, inverse, constant = np.empty(centre.shape), np.empty(centre.shape), np.empty(classes)
    centred = -1
    for task in range(begin, end):
        at, run = task // runs, task % runs
        label = stack.label[at]
        if at != centred:
            _find_centres(numbers[at], stack.ends[at], centre)
            centred = at
        deal(stream(stack.seeds[at], run), stack.ends[at], order)
        _add_up(numbers[at], label, order, centre, each)
        for fold in range(folds):
            training_sizes(stack.ends[at], fold, folds, sizes)
            _all_but(each, fold, sums)
            smooth_variances(sizes, sums[0], sums[1], centre, smoothing, mean, inverse, constant)
            for place in range(fold, n, folds):
                chosen = densest(numbers[at], order[place], mean, inverse, constant)
                missed[place] = chosen != label[order[place]]
        note(missed, order, stack.item, errors, flags, at, run)


@compiled
def _find_centres(numbers: Floats, ends: Whole, centre: Floats) -> None:
    """The median of each class and attribute: no item that is far from the others moves it."""
    begin = 0
    for group in range(len(ends)):
        for at in range(numbers.shape[1]):
            if ends[group] > begin:
                centre[group, at] = np.median(numbers[begin : ends[group], at])
        begin = ends[group]


@compiled
def _add_up(numbers: Floats, label: Whole, order: Whole, centre: Floats, each: Floats) -> None:
    """Set ``each[f]`` to the sums over fold f of the attributes, and of their squares, by class."""
    each[:] = 0.0
    for place in range(len(order)):
        fold, item = place % len(each), order[place]
        for at in range(numbers.shape[1]):
            apart = numbers[item, at] - centre[label[item], at]
            each[fold, 0, label[item], at] += apart
            each[fold, 1, label[item], at] += apart * apart


@compiled
def _all_but(each: Floats, fold: int, sums: Floats) -> None:
    """Add up all folds but one: to take it from the total would lose digits."""
    sums[:] = 0.0
    for other in range(len(each)):
        if other != fold:
            sums += each[other]
