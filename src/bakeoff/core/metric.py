"""The record of one metric."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, kw_only=True)
class Metric:
    """A measure of performance, its direction and its range.

    ``kind`` says what ``compute`` eats: ``"labels"``: confusion matrices [..., predicted, true];
    ``"ranking"``: (is positive, score); ``"per-item"``: (truth, prediction), one loss an item.
    ``per_class`` metrics of the labels kind speak of one class against the rest and give an array
    with one value a class.
    ``aliases`` are other names for it; ``not_to_confuse`` names that mean something else, and what.
    """

    key: str
    title: str
    formula: str
    higher_is_better: bool
    low: float
    high: float
    kind: Literal["labels", "ranking", "per-item"]
    compute: Callable[..., Any]
    per_class: bool = False
    aliases: tuple[str, ...] = ()
    not_to_confuse: tuple[tuple[str, str], ...] = ()
    undefined: str = ""
    references: tuple[str, ...] = ()
    procedures: tuple[str, ...] = ()

    @property
    def sign(self) -> int:
        """1 where higher is better, -1 where lower is: what turns it into higher-is-better."""
        return 1 if self.higher_is_better else -1

    @property
    def is_rate(self) -> bool:
        """Whether differences read naturally in points of a hundred."""
        return self.high == 1 and self.low in (0, -1)
