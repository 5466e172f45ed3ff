"""The record of one method for many models."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Gives = Literal["pairs", "omnibus", "best", "ranks"]
Over = Literal["items", "data sets"]


@dataclass(frozen=True, kw_only=True)
class ManyMethod:
    """What a method for many models answers, of what, and what it assumes.

    ``gives`` is what comes out: judged ``pairs``, an ``omnibus`` test of whether any differ, the set of
    possible ``best``, or possible ``ranks``; ``over`` is what the models are measured on.
    """

    key: str
    title: str
    question: str
    gives: Gives
    over: Over
    compute: Callable[..., Any]
    procedures: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    latex: str = ""
    """Its formula, as LaTeX writes it."""
    risk: str = ""
