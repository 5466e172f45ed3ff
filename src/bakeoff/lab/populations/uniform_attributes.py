"""Independent binary attributes, each with its own probability in each data set, without information."""

import numpy as np

from bakeoff.core.design import at_least
from bakeoff.core.outcomes import Floats
from bakeoff.lab.population import Data, Population
from bakeoff.lab.populations._parts import BOUCKAERT_2003, between

TEST_ITEMS = 2000


def uniform_attributes(*, attributes: int = 10, positive: float = 0.5) -> Population:
    """Attribute j is 1 with a chance drawn from U(0, 1) for each data set; the class ignores them.

    Bouckaert does not say which chances his attributes have; these are the other natural reading of
    "mutual independent binary variables", in addition to fair ones.
    """
    at_least(1, attributes=attributes)
    between(0, 1, positive=positive)

    def items(n: int, chances: Floats, rng: np.random.Generator) -> Data:
        X = rng.random((n, attributes)) < chances
        return X.astype(np.int64), (rng.random(n) < positive).astype(np.int64)

    def with_test(n: int, rng: np.random.Generator) -> tuple[Data, Data]:
        chances = rng.random(attributes)
        return items(n, chances, rng), items(TEST_ITEMS, chances, rng)

    return Population(
        key="uniform-attributes",
        title="independent binary attributes with chances from U(0, 1) that tell nothing about the class",
        sample=lambda n, rng: items(n, rng.random(attributes), rng),
        with_test=with_test,
        values=(2,) * attributes,
        classes=2,
        make=uniform_attributes,
        parameters={"attributes": attributes, "positive": positive},
        chance_error=0.5 if positive == 0.5 else None,
        references=(BOUCKAERT_2003,),
    )


record = uniform_attributes()
