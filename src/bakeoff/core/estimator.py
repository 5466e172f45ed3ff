"""The record of one error estimator, what it is given and what it gives."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bakeoff.core.design import Design
from bakeoff.core.outcomes import Floats
from bakeoff.core.result import Interval
from bakeoff.core.splits import Splits


@dataclass(frozen=True, kw_only=True, eq=False)
class Tested:
    """What one learner lost on the test items of each split: 0 or 1 for classes, squares for numbers."""

    splits: Splits
    losses: tuple[Floats, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class Estimate:
    """An estimate of the error, its parts by split, and an interval where one is justified.

    ``parts[name]`` are the errors of the splits of one design and ``sizes[name]`` their test items, both
    (runs, folds); an estimator that combines others has theirs in ``components``.
    """

    estimator: str
    value: float
    parts: Mapping[str, Floats]
    sizes: Mapping[str, Floats]
    n: int
    interval: Interval | None = None
    level: float = 0.95
    components: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ErrorEstimator:
    """What an estimator needs to be run, how it combines the losses, and how it errs.

    ``designs(**options)`` names the designs that the learner is run under; ``combine(tested, level=...)``
    is a pure function of what was lost under each. ``bias`` says which way it errs and what was
    measured; ``options`` are the keywords of ``designs``.
    """

    key: str
    title: str
    formula: str
    designs: Callable[..., dict[str, Design]]
    combine: Callable[..., Estimate]
    bias: str
    options: Mapping[str, str] = field(default_factory=dict)
    procedures: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    example: Any = None
