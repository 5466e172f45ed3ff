"""Bouckaert's Set 1: independent binary attributes, and a class that is independent of them."""

from functools import cache

import numpy as np

from bakeoff.core.design import at_least
from bakeoff.lab.population import Cells, Population
from bakeoff.lab.populations._parts import BOUCKAERT_2003, all_items, at_most, between


def fair_attributes(*, attributes: int = 10, positive: float = 0.5) -> Population:
    """Binary attributes that are 1 half the time, and a class that is 1 with probability ``positive``.

    With ``positive`` = 1/2 every learner errs on half of the population, so that no two differ. With any
    other value, a learner that predicts the likelier class more often errs less, and learners differ.
    """
    at_least(1, attributes=attributes)
    at_most(16, attributes=attributes)
    between(0, 1, positive=positive)

    @cache
    def cells() -> Cells:
        items = all_items((2,) * attributes)
        chances = np.tile([1 - positive, positive], (len(items), 1)) / len(items)
        return Cells(items=items, chances=chances)

    return Population(
        key="fair-attributes",
        title="independent fair binary attributes that tell nothing about the class (Bouckaert's Set 1)",
        sample=lambda n, rng: cells().draw(n, rng),
        values=(2,) * attributes,
        classes=2,
        make=fair_attributes,
        parameters={"attributes": attributes, "positive": positive},
        cells=cells,
        chance_error=0.5 if positive == 0.5 else None,
        references=(BOUCKAERT_2003,),
    )


record = fair_attributes()
