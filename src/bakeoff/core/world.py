"""The record of a world: a population whose truth is known."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class World:
    """A population from which outcomes can be drawn, with the true difference known.

    ``draw[type](effect, rng)`` gives outcomes of that type (for fold scores: ``draw[design key]``)
    whose true A minus B is ``effect``; ``effects`` lists the non-zero effects that it can have.
    """

    key: str
    title: str
    draw: Mapping[Any, Callable[..., Any]]
    effects: tuple[float, ...]
    references: tuple[str, ...] = ()
