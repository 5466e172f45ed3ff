"""Learners by key, as functions of training attributes, training labels and attributes to label.

Those of the lab take nominal attributes. On numbers, nearest neighbours and gaussian naive Bayes are
scikit-learn's.
"""

from typing import Any

import numpy as np
import sklearn
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from bakeoff.learners import make
from bakeoff.worlds.populations._truth import FitPredict

ORIGIN = f"bakeoff.learners; on numeric attributes scikit-learn {sklearn.__version__}"
ON_NUMBERS = {
    "1-nn": lambda: KNeighborsClassifier(1),
    "3-nn": lambda: KNeighborsClassifier(3),
    "gaussian-naive-bayes": GaussianNB,
}


def learner(key: str) -> FitPredict:
    """The learner of a key, for nominal attributes or for numbers, as they come."""

    def fit_predict(X: Any, y: Any, items: Any) -> Any:
        if key == "majority":
            # It looks at no attribute, so it need not see numbers that it would refuse.
            X, items = (np.zeros((len(each), 1), dtype=np.int64) for each in (X, items))
        numeric = np.issubdtype(X.dtype, np.floating)
        estimator = ON_NUMBERS[key]() if numeric else make(key)
        return np.asarray(estimator.fit(X, y).predict(items))

    return fit_predict
