"""Real data as a finite pool: a data set is drawn from it, and tested on the rest.

Over all ways to draw, the expected error on the rest is exactly what cross-validation inside a data set
estimates, so that two learners made equal on the rest are equal. Data sets of one pool share items:
rates measured on them are for this pool, and vary less than those of data sets from an infinite source.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Ints
from bakeoff.core.rng import generator
from bakeoff.lab.population import Attributes, Data, Population, View
from bakeoff.lab.populations._damage import CODED, DAMAGED, damaged
from bakeoff.lab.populations._parts import DIETTERICH_1998, between


def pool_population(
    *,
    key: str,
    load: Callable[[], Data],
    code: Callable[[Attributes], View],
    attributes: int,
    damage: float,
    sources: tuple[str, ...],
    **facts: Any,
) -> Population:
    """Data sets drawn without replacement from a pool that is loaded when it is first needed.

    ``code`` makes the view ``coded`` from the attributes of the pool, and the view ``damaged`` multiplies
    each attribute by exp(damage z) with a fixed standard normal z.
    """
    between(0, 10, damage=damage)
    pool, coded = cache(load), cache(lambda: code(pool()[0]))
    directions = generator(0, "bad-weights", key).standard_normal(attributes)

    def show_coded(X: Attributes) -> Attributes:
        return coded()(X)

    def order(n: int, rng: np.random.Generator) -> Ints:
        items = len(pool()[1])
        if n >= items:
            raise InputError(f"n is {n}; expected fewer than the {items} items that {key} has")
        return rng.permutation(items)

    def sample(n: int, rng: np.random.Generator) -> Data:
        drawn = order(n, rng)[:n]
        X, y = pool()
        return X[drawn], y[drawn]

    def with_test(n: int, rng: np.random.Generator) -> tuple[Data, Data]:
        drawn, rest = np.split(order(n, rng), [n])
        X, y = pool()
        return (X[drawn], y[drawn]), (X[rest], y[rest])

    return Population(
        key=key,
        sample=sample,
        with_test=with_test,
        values=(0,) * attributes,
        parameters={"damage": damage},
        views={CODED: show_coded, DAMAGED: damaged(directions, damage)},
        references=(DIETTERICH_1998, *sources),
        **facts,
    )


def standardised(X: Attributes) -> Attributes:
    """Attributes with mean 0 and variance 1 in the whole pool."""
    return np.asarray((X - X.mean(axis=0)) / X.std(axis=0))
