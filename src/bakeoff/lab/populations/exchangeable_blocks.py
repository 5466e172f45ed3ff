"""Two exchangeable blocks of binary attributes; the class depends on both alike."""

from functools import cache

import numpy as np
from scipy import special

from bakeoff.core.design import at_least
from bakeoff.core.outcomes import Floats
from bakeoff.lab.population import Attributes, Cells, Population
from bakeoff.lab.populations._parts import all_items, at_most, between, block_views


def exchangeable_blocks(
    *, attributes: int = 5, main: float = 0.8, interaction: float = 0.8, offset: float = 0.0
) -> Population:
    r"""Fair binary attributes, and a class whose log-odds are a sum over two blocks.

    With u = -1 or 1 for an attribute that is 0 or 1, the log-odds of class 1 are

    .. math:: o + \sum_{\text{blocks}} \left( m (u_1 + u_2) + i\, u_3 u_4 \right)

    where m is ``main``, i ``interaction`` (which naive Bayes cannot see) and o ``offset`` (which makes the
    classes uneven). Swapping the blocks changes nothing, so a learner that sees one block and the same
    learner that sees the other have equal expected accuracy, at any sample size.

    Examples
    --------
    >>> even, uneven = exchangeable_blocks(), exchangeable_blocks(offset=2.5)
    >>> [round(float(each.cells().class_shares[1]), 3) for each in (even, uneven)]
    [0.5, 0.828]
    """
    at_least(4, attributes=attributes)
    at_most(8, attributes=attributes)
    between(-20, 20, main=main, interaction=interaction, offset=offset)

    def score(block: Attributes) -> Floats:
        u = 2.0 * block - 1
        return np.asarray(main * (u[:, 0] + u[:, 1]) + interaction * u[:, 2] * u[:, 3])

    @cache
    def cells() -> Cells:
        items = all_items((2,) * (2 * attributes))
        positive = special.expit(offset + score(items[:, :attributes]) + score(items[:, attributes:]))
        return Cells(items=items, chances=np.column_stack([1 - positive, positive]) / len(items))

    return Population(
        key="exchangeable-blocks",
        title="two exchangeable blocks of binary attributes that carry equal information about the class",
        sample=lambda n, rng: cells().draw(n, rng),
        values=(2,) * (2 * attributes),
        classes=2,
        make=exchangeable_blocks,
        parameters={"attributes": attributes, "main": main, "interaction": interaction, "offset": offset},
        cells=cells,
        views=block_views(attributes),
        exchangeable=tuple(block_views(attributes)),
    )


record = exchangeable_blocks()
