from itertools import combinations

import numpy as np

from bakeoff.report.draw.cliques import maximal_sets


def by_brute_force(count, joined):
    """All sets in which every two are joined, without those that are part of a larger one."""
    edges = {frozenset(each) for each in joined}
    cliques = [
        frozenset(each)
        for size in range(2, count + 1)
        for each in combinations(range(count), size)
        if all(frozenset(two) in edges for two in combinations(each, 2))
    ]
    return sorted(tuple(sorted(each)) for each in cliques if not any(each < other for other in cliques))


def test_random_graphs_against_brute_force():
    draw = np.random.default_rng(0)
    for _ in range(60):
        count = int(draw.integers(1, 9))
        joined = [
            two for two in combinations(range(count), 2) if draw.random() < draw.choice([0.2, 0.5, 0.8])
        ]
        assert maximal_sets(count, joined, 1000) == by_brute_force(count, joined)


def test_of_too_many_the_largest_are_kept():
    joined = [(0, 1), (1, 2), (0, 2), (3, 4), (5, 6)]
    assert maximal_sets(7, joined, 2) == [(0, 1, 2), (3, 4)]


def test_a_graph_with_very_many_cliques_ends_soon():
    # Every two of different threes: 3 ** 10 cliques.
    joined = [(a, b) for a, b in combinations(range(30), 2) if a // 3 != b // 3]
    assert len(maximal_sets(30, joined, 24)) == 24
