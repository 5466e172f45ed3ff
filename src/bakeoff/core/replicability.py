"""How likely the same decision is when the work is done once more."""

from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, kw_only=True, slots=True)
class Replicability:
    """The chance that a repetition reaches the same decision.

    Attributes
    ----------
    share
        The estimated chance.
    low, high
        How far it may lie from that, at 95 %.
    of
        What is drawn anew: ``"partitions"`` of the same data, or ``"test sets"`` of the same size.
    rests_on
        How many runs, splits or items it was estimated from.
    unit
        Which of these.
    """

    share: float
    low: float
    high: float
    of: Literal["partitions", "test sets"]
    rests_on: int
    unit: Literal["items", "runs", "splits"] = "items"

    @property
    def claim(self) -> str:
        """The chance alone, without what it supposes and how sure it is."""
        anew = {
            "partitions": "new partitions of the same data",
            "test sets": "fresh test sets of the same size",
        }[self.of]
        return f"{_percent(self.share)} of {anew} would give the same decision"

    def __str__(self) -> str:
        # Where small differences are usual, an established one is more often luck than it looks alone.
        supposed = "" if self.of == "partitions" else ", if nothing was known of the difference before"
        units = self.unit if self.rests_on > 1 else self.unit[:-1]
        range_ = f"{_percent(self.low)} to {_percent(self.high)}"
        return f"{self.claim}{supposed} ({range_}, from {self.rests_on} {units})"

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "share": self.share,
            "interval": [self.low, self.high],
            "of": self.of,
            "rests_on": self.rests_on,
        }


def _percent(share: float) -> str:
    """A share in per cent; only what is certain is said to be 0 or 100.

    >>> _percent(0.9996), _percent(0.721), _percent(1.0)
    ('>99 %', '72 %', '100 %')
    """
    if 0.99 < share < 1:
        return ">99 %"
    return "<1 %" if 0 < share < 0.01 else f"{100 * share:.0f} %"
