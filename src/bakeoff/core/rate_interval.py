"""The record of one kind of interval for a rate."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class RateInterval:
    """A recipe for an interval for a true error rate, given m errors among M items.

    ``normal`` says that it is a normal approximation, which some rules allow and others forbid.
    ``compute(m, M, tail, **options)`` is vectorised and gives (low, high), each end leaving
    probability ``tail`` outside. ``only_tail`` is the one tail that a recipe made for 95 % knows, and
    ``only_items`` the fewest and the most items that it was made for.
    """

    key: str
    title: str
    formula: str
    compute: Callable[..., tuple[Any, Any]]
    only_tail: float | None = None
    only_items: tuple[int, int] | None = None
    takes_prior: bool = False
    normal: bool = False
    procedures: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    latex: str = ""
    """Its formula, as LaTeX writes it."""
    caution: str = ""

    def knows(self, n: int) -> bool:
        """Whether it was made for n items."""
        return self.only_items is None or self.only_items[0] <= n <= self.only_items[1]
