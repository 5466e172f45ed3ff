"""Nominal attributes of several values and several classes that are independent of each other."""

import numpy as np

from bakeoff.core.design import at_least
from bakeoff.lab.population import Data, Population


def many_valued_noise(*, attributes: int = 6, values: int = 4, classes: int = 3) -> Population:
    """Attributes with equally likely values, and equally likely classes independent of them.

    Every learner errs on ``1 - 1 / classes`` of the population, so that no two differ.
    """
    at_least(1, attributes=attributes)
    at_least(2, values=values, classes=classes)

    def sample(n: int, rng: np.random.Generator) -> Data:
        X = rng.integers(values, size=(n, attributes), dtype=np.int64)
        return X, rng.integers(classes, size=n, dtype=np.int64)

    return Population(
        key="many-valued-noise",
        title="independent attributes of several values that tell nothing about several classes",
        sample=sample,
        values=(values,) * attributes,
        classes=classes,
        make=many_valued_noise,
        parameters={"attributes": attributes, "values": values, "classes": classes},
        chance_error=1 - 1 / classes,
    )


record = many_valued_noise()
