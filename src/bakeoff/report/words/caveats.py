"""Caveats in the order of their importance: all of them as values, the first three as lines."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bakeoff.core.caveat import SHOWN, Caveat, Importance, by_importance

BY_OPTION = "--all-caveats shows all"
IN_PYTHON = "text(all_caveats=True) shows all"


class Remark(NamedTuple):
    """One line beside a verdict: what kind it is, its text, and how much a caveat matters."""

    kind: str
    text: str
    importance: Importance | None = None


def caveat_values(caveats: Iterable[Caveat]) -> list[dict[str, str]]:
    """All caveats as plain values, those that matter most first."""
    return [
        {"key": each.key, "text": each.text, "importance": each.importance} for each in by_importance(caveats)
    ]


def caveat_remarks(caveats: Iterable[Caveat]) -> list[Remark]:
    """All caveats as lines, those that matter most first."""
    return [Remark("caveat", each.text, each.importance) for each in by_importance(caveats)]


def first_of(remarks: Sequence[Remark], how: str, *, every: bool) -> list[Remark]:
    """The remarks with the caveats that matter most alone, and ``how`` to see the rest.

    >>> lines = [Remark("caveat", each) for each in "abcde"]
    >>> [each.text for each in first_of(lines, BY_OPTION, every=False)]
    ['a', 'b', 'c', '2 more caveats that matter less are not shown; --all-caveats shows all']
    """
    caveats = [each for each in remarks if each.kind == "caveat"]
    left = len(caveats) - SHOWN
    if every or left <= 0:
        return list(remarks)
    more = f"{left} more caveat{'s' * (left > 1)} that matter{'s' * (left == 1)} less"
    told = f"{more} {'are' if left > 1 else 'is'} not shown; {how}"
    rest = [each for each in remarks if each.kind != "caveat"]
    return [*caveats[:SHOWN], Remark("note", told), *rest]
