"""Two exchangeable blocks of nominal attributes of several values, with several classes."""

from collections.abc import Sequence
from functools import cache

import numpy as np

from bakeoff.core.design import at_least
from bakeoff.core.outcomes import Floats
from bakeoff.lab.population import Cells, Population
from bakeoff.lab.populations._parts import all_items, at_most, between, block_views, class_shares, independent


def exchangeable_many_valued(
    *,
    attributes: int = 3,
    values: int = 3,
    shares: Sequence[float] = (0.25, 0.25, 0.25, 0.25),
    strength: float = 0.4,
) -> Population:
    """Classes with given shares; in class c, attribute j of either block tends to value (c + j) mod values.

    It has that value with probability ``strength``, and otherwise any value. Given the class all attributes
    are independent, and the blocks have the same distribution: swapping them changes nothing.
    """
    at_least(1, attributes=attributes)
    at_least(2, values=values)
    at_most(100_000, **{"values ** (2 * attributes)": values ** (2 * attributes)})
    between(0, 1, strength=strength)
    chance_of_class = class_shares(shares)

    def given(label: int, place: int) -> Floats:
        chances = np.full(values, (1 - strength) / values)
        chances[(label + place) % values] += strength
        return chances

    @cache
    def cells() -> Cells:
        items = all_items((values,) * (2 * attributes))
        columns = [
            chance * independent(items, 2 * [given(label, place) for place in range(attributes)])
            for label, chance in enumerate(chance_of_class)
        ]
        return Cells(items=items, chances=np.column_stack(columns))

    return Population(
        key="exchangeable-many-valued",
        title="two exchangeable blocks of attributes of several values, with several classes",
        sample=lambda n, rng: cells().draw(n, rng),
        values=(values,) * (2 * attributes),
        classes=len(chance_of_class),
        make=exchangeable_many_valued,
        parameters={
            "attributes": attributes,
            "values": values,
            "shares": tuple(shares),
            "strength": strength,
        },
        cells=cells,
        views=block_views(attributes),
        exchangeable=tuple(block_views(attributes)),
    )


record = exchangeable_many_valued()
