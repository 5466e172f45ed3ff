"""One comparison: which two, where, and the verdict on them."""

from dataclasses import dataclass
from typing import Any

from bakeoff.core.verdict import Verdict


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """The verdict on two models or learners, on one data set or over all, by one metric."""

    data: str
    metric: str
    verdict: Verdict

    @property
    def names(self) -> tuple[str, str]:
        """Which two."""
        return self.verdict.names

    def to_dict(self) -> dict[str, Any]:
        """The verdict as plain values, with what it is about."""
        return {"data": self.data, **self.verdict.to_dict()}
