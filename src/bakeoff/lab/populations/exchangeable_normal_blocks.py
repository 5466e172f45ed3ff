"""Two exchangeable blocks of normal attributes, for learners that take numbers."""

import math
from collections.abc import Sequence

import numpy as np

from bakeoff.core.design import at_least
from bakeoff.lab.population import Data, Population
from bakeoff.lab.populations._parts import between, block_views, class_shares


def exchangeable_normal_blocks(
    *,
    attributes: int = 3,
    shares: Sequence[float] = (0.5, 0.5),
    shift: float = 1.0,
    correlation: float = 0.3,
) -> Population:
    """Classes with given shares; each class shifts its own attributes, in both blocks alike.

    In class c the attributes c, c + classes, ... of a block have mean ``shift``. All other means are 0 and
    all variances 1. Attribute j of one block and attribute j of the other correlate at ``correlation``
    within a class. Swapping the blocks changes nothing.
    """
    at_least(1, attributes=attributes)
    between(-20, 20, shift=shift)
    between(0, 1, correlation=correlation)
    steps = np.cumsum(class_shares(shares))[:-1]
    classes = len(steps) + 1
    means = shift * (np.arange(attributes) % classes == np.arange(classes)[:, None])

    def sample(n: int, rng: np.random.Generator) -> Data:
        y = np.searchsorted(steps, rng.random(n), side="right").astype(np.int64)
        common, first, second = rng.standard_normal((3, n, attributes))
        own, both = math.sqrt(1 - correlation), math.sqrt(correlation) * common
        mean = means[y]
        return np.hstack([mean + both + own * first, mean + both + own * second]), y

    return Population(
        key="exchangeable-normal-blocks",
        title="two exchangeable blocks of normal attributes that carry equal information about the class",
        sample=sample,
        values=(0,) * (2 * attributes),
        classes=classes,
        make=exchangeable_normal_blocks,
        parameters={
            "attributes": attributes,
            "shares": tuple(shares),
            "shift": shift,
            "correlation": correlation,
        },
        views=block_views(attributes),
        exchangeable=tuple(block_views(attributes)),
    )


record = exchangeable_normal_blocks()
