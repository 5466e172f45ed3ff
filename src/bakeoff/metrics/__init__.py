"""One file for each metric; the file's name is the metric's key.

Some take a value after a colon: ``pinball:0.9`` is the loss of predicted 0.9 quantiles.
"""

from collections.abc import Callable
from typing import Any

from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.registry import Registry

MetricLike = str | Metric | Callable[[Any], Any]


class Metrics(Registry[Metric]):
    """The metrics by their keys, by scikit-learn's names of scorers, and with a value behind a colon."""

    def _other(self, key: str) -> Metric:
        name, colon, value = key.partition(":")
        if colon and name in self:
            record = self[name]
            if record.with_value is None:
                raise InputError(f"metric is {key!r}, but {name} takes no value; leave it out: {name}")
            return record.with_value(value)
        from bakeoff.metrics._scorers import REFUSED

        if key in REFUSED:
            raise InputError(f"{key} is a scorer of scikit-learn but not a metric of bakeoff: {REFUSED[key]}")
        from bakeoff.metrics._unknown import unknown_metric

        raise unknown_metric(key, self)

    def key_of(self, name: str) -> str | None:
        """The key that a name stands for, also with a value behind it."""
        base, colon, _ = name.partition(":")
        return self[name].key if colon and base in self else super().key_of(name)


METRICS = Metrics("metric", __name__, also_called=lambda metric: (*metric.scikit, *metric.short))


def with_its_value(metric: Metric) -> Metric:
    """The metric, or an error where it needs a value that was not given.

    >>> with_its_value(METRICS["pinball:0.9"]).key
    'pinball:0.9'
    """
    if metric.value_required:
        raise InputError(f"{metric.key} needs {metric.value_required}")
    return metric


def metric_of(metric: MetricLike) -> Metric:
    """The record of a metric: by its key, as it is, or around a function of a confusion matrix.

    The function gets an array [predicted, true] of counts, with the classes in order, and gives a number
    that is higher the better. One that also takes a stack of them, [..., predicted, true], is fast.

    Examples
    --------
    >>> def caught(matrix): return matrix[..., 1, 1] / matrix[..., :, 1].sum(axis=-1)
    >>> metric_of(caught).title, metric_of("f1").title
    ('caught', 'F1')
    """
    if isinstance(metric, str):
        return with_its_value(METRICS[metric])
    from bakeoff.metrics._own import of_function, of_record

    if isinstance(metric, Metric):
        with_its_value(metric)
        return metric if is_known(metric) else of_record(metric)
    return of_function(metric) if callable(metric) else METRICS[metric]


def is_known(metric: Metric) -> bool:
    """Whether a metric has the formula of a registered one.

    None of these depends on the order of the classes, which a function of the user's own may do.
    """
    return metric.key in METRICS and METRICS[metric.key].compute is metric.compute
