"""Normal attributes and classes that have nothing to do with each other."""

import numpy as np

from bakeoff.core.design import at_least
from bakeoff.lab.population import Data, Population


def normal_noise(*, attributes: int = 5, classes: int = 2) -> Population:
    """Independent standard normal attributes, and classes that are all as likely whatever they are.

    Every learner errs on ``1 - 1 / classes`` of the population, so that no two differ.
    """
    at_least(1, attributes=attributes)
    at_least(2, classes=classes)

    def sample(n: int, rng: np.random.Generator) -> Data:
        return rng.standard_normal((n, attributes)), rng.integers(classes, size=n, dtype=np.int64)

    return Population(
        key="normal-noise",
        title="independent normal attributes that tell nothing about the class",
        sample=sample,
        values=(0,) * attributes,
        classes=classes,
        make=normal_noise,
        parameters={"attributes": attributes, "classes": classes},
        chance_error=1 - 1 / classes,
    )


record = normal_noise()
