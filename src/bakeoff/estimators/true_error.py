"""The true error where the population is known: on a large sample, or exactly for nearest neighbours."""

from collections.abc import Mapping

from bakeoff.core.design import Design
from bakeoff.core.estimator import ErrorEstimator, Estimate, Losses
from bakeoff.estimators._interval import on_one_test_set
from bakeoff.estimators._losses import items, only_split
from bakeoff.estimators._neighbours import normal_classes, true_error_of_neighbours
from bakeoff.estimators._sources import MARTIN_HIRSCHBERG_1996

__all__ = ["normal_classes", "record", "true_error", "true_error_of_neighbours"]

BIAS = "none: it is what the others estimate, up to the chance in drawing the test items"
SAMPLING = "the interval is for the chance in drawing the test items from the population"


def true_error(tested: Mapping[str, Losses], *, level: float) -> Estimate:
    """The mean loss on a large test set drawn from the population (EST-10).

    For nearest neighbours on one attribute `true_error_of_neighbours` gives it without sampling.

    Examples
    --------
    >>> import numpy as np
    >>> from bakeoff.core.design import Splits
    >>> from bakeoff.designs.given import Given
    >>> splits = Splits(design=Given(), n=10_000, shape=(1, 1), test=(np.arange(10_000),))
    >>> losses = (np.arange(10_000) % 4 == 0).astype(float)
    >>> print(true_error({"test": Losses(splits=splits, values=(losses,))}, level=0.95).sentence)
    error 25.0 %, 95 % interval 24.2 % to 25.9 % (sample of the population, 10000 items)
    """
    found = only_split(tested, estimator="true-error")
    basis = f"sample of the population, {items(len(found.values[0]))}"
    return on_one_test_set(
        "true-error", found, "test", level=level, basis=basis, bias=BIAS, of_interval=SAMPLING
    )


def _designs() -> dict[str, Design]:
    return {}


record = ErrorEstimator(
    key="true-error",
    title="true error",
    formula="P(prediction != class) in the population; m / M on M items drawn from it",
    designs=_designs,
    combine=true_error,
    direction="none",
    bias=BIAS,
    why_interval=SAMPLING,
    needs_test_items=True,
    procedures=("EST-10",),
    references=(MARTIN_HIRSCHBERG_1996,),
)
