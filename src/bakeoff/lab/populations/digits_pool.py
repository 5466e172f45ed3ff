"""Handwritten digits, in place of Dietterich's letter recognition data."""

import numpy as np

from bakeoff.lab.population import Data, Population
from bakeoff.lab.populations._damage import coded
from bakeoff.lab.populations._pools import pool_population

PIXELS, MIDDLE = 64, 7.5


def digits_pool(*, damage: float = 0.0) -> Population:
    """The 1797 digits of scikit-learn: 8 x 8 pixels of 0 to 16, ten classes.

    The view ``damaged`` multiplies each pixel by exp(damage z) with a fixed standard normal z, and the
    view ``coded`` says whether a pixel is dark.
    """

    def load() -> Data:
        from sklearn.datasets import load_digits

        X, y = load_digits(return_X_y=True)
        return np.asarray(X, dtype=np.float64), y.astype(np.int64)

    return pool_population(
        key="digits-pool",
        title="data sets from 1797 handwritten digits, with a damaged metric for nearest neighbours",
        load=load,
        code=lambda _: coded([np.array([MIDDLE])] * PIXELS),
        damage=damage,
        attributes=PIXELS,
        classes=10,
        make=digits_pool,
        stands_for=(
            "Dietterich's letter recognition data (20,000 items, 26 classes), which do not ship with "
            "scikit-learn; he kept half of them for calibration, here the rest of the pool serves"
        ),
        sources=("Alpaydin & Kaynak 1998, Optical recognition of handwritten digits, UCI repository",),
    )


record = digits_pool()
