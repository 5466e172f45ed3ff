"""What an estimator predicts: classes, numbers, or something that is not compared here."""

from typing import Any, Literal

EstimatorType = Literal["classifier", "regressor", "other", "unknown"]


def estimator_type(estimator: Any) -> EstimatorType:
    """What scikit-learn takes an estimator for; "unknown" where the estimator does not say.

    >>> from sklearn.linear_model import Ridge
    >>> estimator_type(Ridge())
    'regressor'
    """
    from sklearn.base import is_classifier, is_regressor

    try:
        if is_classifier(estimator):
            return "classifier"
        if is_regressor(estimator):
            return "regressor"
    except AttributeError:
        return "unknown"  # not made from scikit-learn's own parts
    return "other"
