"""Progression of diabetes in two classes, in place of Dietterich's Pima Indians diabetes data."""

import numpy as np

from bakeoff.lab.population import Data, Population
from bakeoff.lab.populations._damage import coded, quantile_thresholds
from bakeoff.lab.populations._pools import pool_population, standardised

ATTRIBUTES, PARTS, POSITIVE = 10, 8, 0.35


def _load() -> Data:
    from sklearn.datasets import load_diabetes

    X, progression = load_diabetes(return_X_y=True)
    y = progression > np.quantile(progression, 1 - POSITIVE)
    return standardised(np.asarray(X, dtype=np.float64)), y.astype(np.int64)


def diabetes_pool(*, damage: float = 0.0) -> Population:
    """The 442 patients of scikit-learn's diabetes data; class 1 is the 35 % with the most progression.

    35 % is the share of the positive class in the Pima data. The view ``coded`` cuts each attribute at its
    octiles, and ``damaged`` multiplies it by exp(damage z) with a fixed standard normal z.
    """
    return pool_population(
        key="diabetes-pool",
        title="data sets from 442 diabetes patients, with and without much progression",
        load=_load,
        code=lambda X: coded(quantile_thresholds(X, PARTS)),
        damage=damage,
        attributes=ATTRIBUTES,
        classes=2,
        make=diabetes_pool,
        stands_for=(
            "Dietterich's Pima Indians diabetes data (768 items), which do not ship with scikit-learn: "
            "another study of diabetes, its outcome cut into two classes of the same shares"
        ),
        sources=("Efron, Hastie, Johnstone & Tibshirani 2004, Annals of Statistics 32:407-499",),
    )


record = diabetes_pool()
