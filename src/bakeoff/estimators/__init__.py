"""One file for each error estimator; the file's name is the estimator's key."""

from bakeoff.core.estimator import ErrorEstimator
from bakeoff.core.registry import Registry

ESTIMATORS: Registry[ErrorEstimator] = Registry("estimator", __name__)
