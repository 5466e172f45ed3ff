"""Naive Bayes by counts: smoothed probabilities, their product, and the predicted class."""

from bakeoff.core.outcomes import Floats
from bakeoff.lab.learners._arrays import Whole
from bakeoff.lab.learners._compiled import compiled

TINY, HUGE = 1e-75, 1e75  # products below the one are multiplied by the other
SURE = 1 - 1e-14  # a class below this share of the best is not tied with it


@compiled
def count(cells: Whole, y: Whole, counts: Whole) -> None:
    """Count the items by attribute value and class."""
    counts[:] = 0
    for item in range(len(y)):
        for cell in cells[item]:
            counts[cell, y[item]] += 1


@compiled
def smooth(counts: Whole, sizes: Whole, start: Whole, table: Floats, prior: Floats) -> None:
    """Probabilities from the number of items by value and class, and by class; one is added to each.

    A class without items gets none. An attribute has as many values as the largest that was seen and
    all before it, two at least; beyond them the table has 1, which changes no product.
    """
    n, present = 0, 0
    for at in range(len(sizes)):
        n += sizes[at]
        present += sizes[at] > 0
    for at in range(len(sizes)):
        prior[at] = (sizes[at] + 1.0) / (n + present) if sizes[at] > 0 else 0.0
    for asked in range(len(start) - 1):
        end = start[asked] + seen_values(counts, start, asked)
        for cell in range(start[asked], start[asked + 1]):
            for at in range(len(sizes)):
                held = (counts[cell, at] + 1.0) / (sizes[at] + (end - start[asked]))
                table[cell, at] = held if cell < end else 1.0


@compiled
def seen_values(counts: Whole, start: Whole, asked: int) -> int:
    """One more than the largest value of an attribute that some item has; two at least."""
    for value in range(start[asked + 1] - start[asked] - 1, 1, -1):
        for at in range(counts.shape[1]):
            if counts[start[asked] + value, at] > 0:
                return value + 1
    return 2


@compiled
def multiply(prior: Floats, table: Floats, cells: Whole, item: int, product: Floats) -> None:
    """The prior of each class times the probability of each value, in the order of the attributes.

    A value never seen (-1) is skipped. The order matters to the last bit, which decides ties.
    """
    for group in range(len(product)):
        product[group] = prior[group]
    for asked in range(cells.shape[1]):
        cell = cells[item, asked]
        if cell < 0:
            continue
        most = 0.0
        for group in range(len(product)):
            product[group] *= table[cell, group]
            most = max(most, product[group])
        if 0.0 < most < TINY:
            for group in range(len(product)):
                product[group] *= HUGE


@compiled
def multiply_all(prior: Floats, table: Floats, cells: Whole, products: Floats) -> None:
    """:func:`multiply` for each item."""
    for item in range(len(cells)):
        multiply(prior, table, cells, item, products[item])


@compiled
def best_of(product: Floats) -> int:
    """The class of the greatest share of the sum, the first of several that are equal to the last bit."""
    chosen, total = 0, 0.0
    for at in range(len(product)):
        total += product[at]
        if product[at] > product[chosen]:
            chosen = at
    for at in range(chosen):
        if product[at] >= SURE * product[chosen] and product[at] / total == product[chosen] / total:
            return at
    return chosen
