"""Gaussian naive Bayes by sums: means, variances, and the class of the greatest density.

``size[c]``, ``first[c, a]`` and ``second[c, a]`` are the number of training items of class c, and the sums
of attribute a and of its squares over them, both from ``centre[c, a]``: a value in the midst of the class,
so that nothing is lost when the square of a mean is taken from a mean of squares.
"""

import math

from bakeoff.core.outcomes import Floats
from bakeoff.lab.learners._arrays import Whole
from bakeoff.lab.learners._compiled import compiled


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
    """Set the means, one over the variances, and what a class's log density has in common for all items.

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
