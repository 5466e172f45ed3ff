"""One file for each metric; the file's name is the metric's key.

Some take a value after a colon: ``pinball:0.9`` is the loss of predicted 0.9 quantiles.
"""

from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.registry import Registry


class Metrics(Registry[Metric]):
    """The metrics by their keys, by scikit-learn's names of scorers, and with a value behind a colon."""

    def __getitem__(self, key: str) -> Metric:
        name, colon, value = key.partition(":") if isinstance(key, str) else (key, "", "")
        if colon and name in self:
            record = self[name]
            if record.with_value is None:
                raise InputError(f"metric is {key!r}, but {name} takes no value; leave it out: {name}")
            return record.with_value(value)
        if isinstance(key, str) and key not in self:
            from bakeoff.metrics._scorers import REFUSED

            if key in REFUSED:
                raise InputError(
                    f"{key} is a scorer of scikit-learn but not a metric of bakeoff: {REFUSED[key]}"
                )
        return super().__getitem__(key)

    def key_of(self, name: str) -> str | None:
        """The key that a name stands for, also with a value behind it."""
        base, colon, _ = name.partition(":")
        return self[name].key if colon and base in self else super().key_of(name)


METRICS = Metrics("metric", __name__, also_called=lambda metric: metric.scikit)
