"""One file for each metric; the file's name is the metric's key."""

from bakeoff.core.metric import Metric
from bakeoff.core.registry import Registry

METRICS: Registry[Metric] = Registry("metric", __name__, also_called=lambda metric: metric.scikit)
