"""What limits a verdict, a ranking or a gate, and how much it matters."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Importance = Literal["invalidates", "casts-doubt", "limits", "informs"]
# From what matters most to what matters least.
IMPORTANCES: tuple[Importance, ...] = ("invalidates", "casts-doubt", "limits", "informs")
SHOWN = 3  # caveats, where not all are asked for


@dataclass(frozen=True, kw_only=True, slots=True)
class Caveat:
    """A limitation of a verdict, and what to do about it.

    ``text`` says both; ``remedy`` is what to do alone, ``source`` who found out. ``importance`` is what it
    does to the decision: ``invalidates`` (no conclusion follows), ``casts-doubt`` (the decision may be
    wrong), ``limits`` (the decision holds, but says less than it seems to) or ``informs`` (helps to read it).
    """

    key: str
    text: str
    remedy: str = ""
    source: str = ""
    importance: Importance = "limits"


def by_importance(caveats: Iterable[Caveat]) -> list[Caveat]:
    """Caveats, those that matter most first; the order is kept among those that matter alike.

    >>> few, void = Caveat(key="few-items", text=""), Caveat(key="tuned", text="", importance="invalidates")
    >>> [each.key for each in by_importance([few, void])]
    ['tuned', 'few-items']
    """
    return sorted(caveats, key=lambda each: rank_of(each.importance))


def rank_of(importance: Importance | None) -> int:
    """The place of an importance in their order; what has none comes last."""
    return len(IMPORTANCES) if importance is None else IMPORTANCES.index(importance)
