"""Sets of models of which no two differ, none of which is part of a larger one."""

from collections.abc import Iterable, Iterator


def maximal_sets(count: int, joined: Iterable[tuple[int, int]], most: int) -> list[tuple[int, ...]]:
    """All maximal cliques of at least two among ``count`` places, in order; at most ``most``, the largest.

    Bron and Kerbosch's algorithm with a pivot; it stops after many more than can be drawn.

    Examples
    --------
    >>> maximal_sets(4, [(0, 1), (1, 2), (0, 2), (2, 3)], 10)
    [(0, 1, 2), (2, 3)]
    """
    near: dict[int, set[int]] = {at: set() for at in range(count)}
    for a, b in joined:
        near[a].add(b)
        near[b].add(a)
    found = []
    for clique in _grown([], set(range(count)), set(), near):
        if len(clique) > 1:
            found.append(tuple(sorted(clique)))
        if len(found) >= 100 * most:
            break
    return sorted(sorted(found, key=lambda each: (-len(each), each))[:most])


def _grown(
    chosen: list[int], free: set[int], done: set[int], near: dict[int, set[int]]
) -> Iterator[list[int]]:
    if not free and not done:
        yield chosen
        return
    pivot = max(sorted(free | done), key=lambda at: len(near[at] & free))
    for at in sorted(free - near[pivot]):
        yield from _grown([*chosen, at], free & near[at], done & near[at], near)
        free, done = free - {at}, done | {at}
