"""The record of a world: a population whose truth is known."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

Draw = Callable[[float, np.random.Generator], Any]


@dataclass(frozen=True, kw_only=True)
class World:
    """A population from which outcomes can be drawn, with the true difference known.

    ``draw[kind](effect, rng)`` gives outcomes whose true A minus B is ``effect``. The kind is the
    type of the outcomes or, for fold scores, the key of the design. ``effects`` are differences other
    than 0 at which the coverage of intervals is measured.
    """

    key: str
    title: str
    draw: Mapping[Any, Draw]
    effects: tuple[float, ...]
    references: tuple[str, ...] = ()
