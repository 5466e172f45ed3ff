"""Errors of Gaussian naive Bayes, by run and fold: the sums of each fold are added up without one.

``size[c]``, ``first[c, a]`` and ``second[c, a]`` are the number of training items of class c, and the sums
of attribute a and of its squares over them, both from ``centre[c, a]``: a value in the middle of the class,
so that no digits are lost when the square of a mean is subtracted from a mean of squares.
"""

import math

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab._stack import Stack, deal_run, note, training_sizes
from bakeoff.lab.learners._arrays import Flags, Whole
from bakeoff.lab.learners._compiled import compiled


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
        deal_run(stack, at, run, order)
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
    """The median of each class and attribute: outliers do not move it."""
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
    """Add up all folds but one: subtracting it from the total would lose digits."""
    sums[:] = 0.0
    for other in range(len(each)):
        if other != fold:
            sums += each[other]


@compiled
def smooth_variances(
    size: Whole,
    first: Floats,
    second: Floats,
    centre: Floats,
    smoothing: float,
    mean: Floats,
    inverse: Floats,
    constant: Floats,
) -> None:
    """Set the means, the inverse variances, and the constant term of each class's log density.

    ``smoothing`` times the largest variance of an attribute over all items is added to each variance. Where
    that is 0, no attribute varies and the frequency of the classes alone decides.
    """
    classes, attributes = first.shape
    n = 0
    for group in range(classes):
        n += size[group]
    for group in range(classes):
        for at in range(attributes):
            mean[group, at] = centre[group, at] + first[group, at] / max(size[group], 1)
    added = smoothing * _largest_variance(size, first, second, mean, n)
    for group in range(classes):
        constant[group] = math.log(size[group] / n) if size[group] else -math.inf
        for at in range(attributes):
            held = _within(size[group], first[group, at], second[group, at]) + added
            inverse[group, at] = 1.0 / held if held > 0.0 else 0.0
            constant[group] -= 0.5 * math.log(2 * math.pi * held) if held > 0.0 else 0.0


@compiled
def _within(size: int, first: float, second: float) -> float:
    """The variance of one class."""
    shift = first / max(size, 1)
    return max(second / max(size, 1) - shift * shift, 0.0)


@compiled
def _largest_variance(size: Whole, first: Floats, second: Floats, mean: Floats, n: int) -> float:
    """The largest variance of an attribute over all classes: within them, and of their means."""
    largest = 0.0
    for at in range(first.shape[1]):
        middle, total = 0.0, 0.0
        for group in range(len(size)):
            middle += size[group] * mean[group, at] / n
        for group in range(len(size)):
            apart = mean[group, at] - middle
            total += size[group] * (_within(size[group], first[group, at], second[group, at]) + apart * apart)
        largest = max(largest, total / n)
    return largest


@compiled
def densest(numbers: Floats, item: int, mean: Floats, inverse: Floats, constant: Floats) -> int:
    """The class of the greatest log density, the first of several that are equal."""
    chosen, best = 0, -math.inf
    for group in range(len(constant)):
        squares = 0.0
        for at in range(numbers.shape[1]):
            apart = numbers[item, at] - mean[group, at]
            squares += apart * apart * inverse[group, at]
        held = constant[group] - 0.5 * squares
        if held > best:
            chosen, best = group, held
    return chosen
