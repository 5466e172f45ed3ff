"""Why a method answers that nobody asked for by name."""

from dataclasses import dataclass
from typing import Literal

Why = Literal[
    "usual-for-right-and-wrong",
    "usual-for-labels",
    "usual-for-scores-of-items",
    "usual-for-areas",
    "usual-over-data-sets",
    "usual-for-layouts",
    "same-samples",
    "own-samples",
    "respects-clusters",
    "holds-its-level",
    "held-in-every-world",
    "allows-for-overlap",
    "normal-will-do",
    "too-few-for-normal",
    "without-halvings",
    "tested-once",
]


@dataclass(frozen=True, kw_only=True, slots=True)
class Reason:
    """Which reason it was; ``df`` are the degrees of freedom with which the method is used because of it."""

    why: Why
    df: int | None = None
