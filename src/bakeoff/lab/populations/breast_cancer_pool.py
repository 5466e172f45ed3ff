"""Breast tumours, benign or malignant: a second pool of patients, on which error rates are low."""

import numpy as np

from bakeoff.lab.population import Data, Population
from bakeoff.lab.populations._damage import coded, quantile_thresholds
from bakeoff.lab.populations._pools import pool_population, standardised

ATTRIBUTES, PARTS = 30, 6


def _load() -> Data:
    from sklearn.datasets import load_breast_cancer

    X, y = load_breast_cancer(return_X_y=True)
    return standardised(np.asarray(X, dtype=np.float64)), y.astype(np.int64)


def breast_cancer_pool(*, damage: float = 0.0) -> Population:
    """The 569 tumours of scikit-learn's breast cancer data; class 1 is benign (63 %).

    The view ``coded`` cuts each attribute into six parts of one size, and ``damaged`` multiplies it by
    exp(damage z) with a fixed standard normal z.
    """
    return pool_population(
        key="breast-cancer-pool",
        title="data sets from 569 breast tumours, with a damaged metric for nearest neighbours",
        load=_load,
        code=lambda X: coded(quantile_thresholds(X, PARTS)),
        damage=damage,
        attributes=ATTRIBUTES,
        classes=2,
        make=breast_cancer_pool,
        stands_for="a second real problem of two classes in Dietterich's manner; he has none like it",
        sources=("Street, Wolberg & Mangasarian 1993, SPIE 1905:861-870",),
    )


record = breast_cancer_pool()
