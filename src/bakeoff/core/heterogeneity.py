"""Whether a difference changes from slice to slice by more than chance."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True, slots=True)
class Heterogeneity:
    """Welch's test of whether the difference is the same in all slices.

    Attributes
    ----------
    statistic
        Welch's F.
    df
        Its two degrees of freedom.
    p_value
        How often slices that do not differ would lie so far apart.
    slices
        How many slices it rests on: those with an interval that tells their error.
    """

    statistic: float
    df: tuple[float, float]
    p_value: float
    slices: int

    def __str__(self) -> str:
        between, within = self.df
        return f"Welch's F = {self.statistic:.3g}, df {between:g} and {within:.4g}"

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "test": "welch",
            "statistic": self.statistic,
            "df": list(self.df),
            "p_value": self.p_value,
            "slices": self.slices,
        }
