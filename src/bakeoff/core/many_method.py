"""The record of one method for many models."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Gives = Literal["pairs", "omnibus", "best", "ranks"]
Over = Literal["items", "data sets"]


@dataclass(frozen=True, kw_only=True)
class ManyMethod:
    """The question that a method for many models answers, its data, and its assumptions.

    ``gives`` is its result: judged ``pairs``, an ``omnibus`` test of whether any differ, the set of
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
    estimates: str = ""
    """What its differences are, where they are not those of the values."""
