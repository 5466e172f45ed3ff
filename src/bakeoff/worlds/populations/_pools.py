"""Real data as a finite pool: a data set is drawn from it, and tested on the rest.

Over all ways to draw, the expected error on the rest is exactly what cross-validation inside a data set
estimates, so that two learners made equal on the rest are equal. Data sets of one pool share items:
rates measured on them are for this pool, and vary less than those of data sets from an endless source.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.population import Attributes, Data, Population, View
from bakeoff.worlds.populations._checks import between
from bakeoff.worlds.populations._damage import CODED, DAMAGED
from bakeoff.worlds.populations._sources import DIETTERICH_1998


def pool_population(
    *,
    key: str,
    load: Callable[[], Data],
    code: Callable[[], View],
    damage: Callable[[float], View],
    amount: float,
    sources: tuple[str, ...],
    **facts: Any,
) -> Population:
    """Data sets drawn without replacement from a pool that is loaded when it is first needed."""
    between(0, 10, damage=amount)
    pool, code = cache(load), cache(code)

    def show_coded(X: Attributes) -> Attributes:
        view = code()
        return view(X)

    def sample(n: int, rng: np.random.Generator) -> Data:
        return with_test(n, rng)[0]

    def with_test(n: int, rng: np.random.Generator) -> tuple[Data, Data]:
        X, y = pool()
        if n >= len(y):
            raise InputError(f"n is {n}; expected fewer than the {len(y)} items that {key} has")
        order = rng.permutation(len(y))
        drawn, others = order[:n], order[n:]
        return (X[drawn], y[drawn]), (X[others], y[others])

    return Population(
        key=key,
        sample=sample,
        with_test=with_test,
        parameters={"damage": amount},
        views={CODED: show_coded, DAMAGED: damage(amount)},
        references=(DIETTERICH_1998, *sources),
        **facts,
    )


def standardised(X: Any) -> Any:
    """Attributes with mean 0 and variance 1 in the whole pool."""
    return (X - X.mean(axis=0)) / X.std(axis=0)
