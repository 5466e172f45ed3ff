"""Six classes in diagonal bands of a square, in place of Dietterich's EXP6."""

from functools import cache

import numpy as np

from bakeoff.lab.population import Cells, Population
from bakeoff.lab.populations._damage import CODED, DAMAGED, coded, damaged
from bakeoff.lab.populations._parts import DIETTERICH_1998, between

SIDE, STEPS_A_UNIT, CLASSES = 15, 10, 6


def diagonal_bands(*, damage: float = 0.0) -> Population:
    """A point of the square from 0 to 15, on a grid of step 0.1; its class is the band that x + y falls in.

    The six bands are 5 wide in x + y. The grid has 151 x 151 = 22801 points, all equally likely, as many as
    Dietterich calibrated on: here they are the population, so that true errors are exact. Axis-parallel
    splits follow the borders badly, and nearest neighbours do well until their metric is damaged: the view
    ``damaged`` multiplies y by exp(damage). The view ``coded`` gives x and y in steps of 0.5.
    """
    between(0, 10, damage=damage)

    @cache
    def cells() -> Cells:
        steps = SIDE * STEPS_A_UNIT + 1
        tenths = np.indices((steps, steps)).reshape(2, -1).T
        band = np.minimum(tenths.sum(axis=1) // (2 * SIDE * STEPS_A_UNIT // CLASSES), CLASSES - 1)
        return Cells(items=tenths / STEPS_A_UNIT, chances=np.eye(CLASSES)[band] / len(tenths))

    # Between the points of the grid, so that no point is on a threshold.
    halves = np.arange(0.5, SIDE, 0.5) - 0.5 / STEPS_A_UNIT
    return Population(
        key="diagonal-bands",
        title="six classes in diagonal bands of a square, with a damaged metric for nearest neighbours",
        sample=lambda n, rng: cells().draw(n, rng),
        values=(0, 0),
        classes=CLASSES,
        make=diagonal_bands,
        parameters={"damage": damage},
        cells=cells,
        views={CODED: coded([halves, halves]), DAMAGED: damaged(np.array([0.0, 1.0]), damage)},
        stands_for=(
            "Dietterich's EXP6, a problem of two attributes whose regions are not published: the same "
            "square and grid, other regions"
        ),
        references=(DIETTERICH_1998,),
    )


record = diagonal_bands()
