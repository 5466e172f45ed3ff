"""Trees that stop by an exact probability, against enumeration and a tree grown in plain Python."""

import math
from itertools import product

import numpy as np
import pytest

from bakeoff.lab.papers import _exact_trees as trees
from bakeoff.lab.populations.contact_lenses import cases

ITEMS = cases()[0].astype(np.int64)
LOGS = trees.log_factorials(200)


def tables(rows, columns):
    """All tables of counts with these totals."""
    if len(rows) == 1:
        yield [list(columns)]
        return
    for first in product(*(range(total + 1) for total in columns)):
        if sum(first) == rows[0]:
            for rest in tables(rows[1:], [total - part for total, part in zip(columns, first, strict=True)]):
                yield [list(first), *rest]


@pytest.mark.parametrize(
    ("rows", "columns"), [((4, 6), (3, 5, 2)), ((3, 2, 4), (4, 5)), ((2, 3, 2), (3, 2, 2))]
)
def test_probabilities_of_all_tables_sum_to_one(rows, columns):
    every = [trees.log_probability(np.array(each), LOGS) for each in tables(rows, columns)]
    assert math.fsum(map(math.exp, every)) == pytest.approx(1)


def test_two_by_two_is_hypergeometric():
    table = np.array([[3, 1], [2, 6]])
    chance = math.comb(4, 3) * math.comb(8, 2) / math.comb(12, 5)
    assert math.exp(trees.log_probability(table, LOGS)) == pytest.approx(chance)


def grown(counts, inside, unused, above, limit):
    """The class of each combination by plain recursion; ``limit`` None is the unpruned tree."""
    here = counts[inside]
    label = int(np.argmax(here.sum(axis=0))) if here.sum() else above
    found = dict.fromkeys(inside, label)
    splits = []
    for attribute in unused:
        values = [[cell for cell in inside if ITEMS[cell, attribute] == v] for v in range(3)]
        table = np.array([counts[part].sum(axis=0) for part in values])
        if np.sum(table.sum(axis=1) > 0) >= 2:
            top = math.prod(map(math.factorial, [*table.sum(axis=1), *table.sum(axis=0)]))
            bottom = math.factorial(table.sum()) * math.prod(map(math.factorial, table.ravel()))
            splits.append((top / bottom, attribute, values))
    if np.sum(here.sum(axis=0) > 0) < 2 or not splits:
        return found
    chance, attribute, values = min(splits, key=lambda split: (round(split[0], 10), split[1]))
    if limit is not None and chance > limit:
        return found
    for part in values:
        if part:
            found |= grown(counts, part, [a for a in unused if a != attribute], label, limit)
    return found


@pytest.mark.parametrize("seed", range(30))
def test_both_trees_are_those_of_plain_recursion(seed):
    rng = np.random.default_rng(seed)
    chances = np.full((24, 3), 0.02)
    chances[np.arange(24), cases()[1]] += 1
    counts = rng.multinomial(int(rng.integers(8, 97)), chances.ravel() / chances.sum()).reshape(24, 3)
    labels = np.zeros((2, 24), dtype=np.int64)
    trees.grow(counts, ITEMS, LOGS, trees.LIMIT, labels)
    for tree, limit in ((0, None), (1, trees.LIMIT)):
        plain = grown(counts, list(range(24)), [0, 1, 2, 3], 0, limit)
        assert labels[tree].tolist() == [plain[cell] for cell in range(24)]


def test_unpruned_trees_are_right_about_what_they_were_trained_on():
    counts = np.zeros((24, 3), dtype=np.int64)
    counts[np.arange(24), cases()[1]] = 2
    wrong = trees.errors(counts[None], counts[None], ITEMS, LOGS, trees.LIMIT)
    assert wrong[0] == 0
    assert wrong[1] > 0
