"""The record of one error estimator, what it is given and what it gives."""

import html
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from bakeoff.core.design import Design, Splits
from bakeoff.core.exceptions import InputError, unknown_name
from bakeoff.core.outcomes import LARGEST, Floats
from bakeoff.core.result import Interval
from bakeoff.core.written import in_step

Loss = Literal["zero-one", "squared"]
Direction = Literal["optimistic", "pessimistic", "none", "depends"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Losses:
    """The losses of one learner on the test items of each split: 0 or 1 for classes, squares for numbers.

    ``values[s][i]`` belongs to the item ``splits.test[s][i]``.
    """

    splits: Splits
    values: tuple[Floats, ...]
    kind: Loss = "zero-one"

    def __post_init__(self) -> None:
        lengths = [len(losses) for losses in self.values]
        expected = [len(test) for test in self.splits.test]
        if lengths != expected:
            raise InputError(
                f"there are {sum(lengths)} losses in {len(lengths)} splits; expected one for each of the "
                f"{sum(expected)} test items in {len(expected)} splits"
            )
        every = np.concatenate([np.asarray(losses, dtype=np.float64) for losses in (*self.values, ())])
        if self.kind == "zero-one":
            legal, what = (
                np.isin(every, (0.0, 1.0)),
                "0 (right) or 1 (wrong); for squared errors set kind='squared'",
            )
        elif self.kind == "squared":
            legal, what = (every >= 0) & (every <= LARGEST), f"finite squared errors of at most {LARGEST:g}"
        else:
            raise InputError(f"kind is {self.kind!r}; expected 'zero-one' for classes, 'squared' for numbers")
        if not legal.all():
            raise InputError(f"a loss is {every[~legal][0]:g}; expected {what}")


@dataclass(frozen=True, kw_only=True, eq=False)
class Estimate:
    """An estimate of the error, its parts by split, and an interval where one is justified.

    ``parts[name]`` are the errors of the splits of one design and ``sizes[name]`` their test items, both
    (runs, folds); an estimator that combines others has theirs in ``components``. ``n`` counts the
    different items that were tested. ``basis`` says in words what the value rests on, ``bias`` which way
    it errs as far as that was measured, and ``notes`` why there is an interval or none.
    """

    estimator: str
    value: float
    parts: Mapping[str, Floats]
    sizes: Mapping[str, Floats]
    n: int
    basis: str
    loss: Loss = "zero-one"
    interval: Interval | None = None
    level: float = 0.95
    components: Mapping[str, float] = field(default_factory=dict)
    bias: str = ""
    notes: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The estimate in one sentence."""
        what, factor, unit = ("error", 100, " %") if self.loss == "zero-one" else ("squared error", 1, "")
        ends = () if self.interval is None else (self.interval.low, self.interval.high)
        value, *span = (f"{text}{unit}" for text in in_step(*(factor * x for x in (self.value, *ends))))
        shown = f", {100 * self.level:g} % interval {span[0]} to {span[1]}" if span else ", no interval"
        return f"{what} {value}{shown} ({self.basis})"

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values for strict JSON."""
        return {
            "estimator": self.estimator,
            "sentence": self.sentence,
            "value": self.value,
            "loss": self.loss,
            "interval": None if self.interval is None else [self.interval.low, self.interval.high],
            "level": self.level,
            "n": self.n,
            "basis": self.basis,
            "components": dict(self.components),
            "parts": {name: errors.tolist() for name, errors in self.parts.items()},
            "sizes": {name: sizes.astype(int).tolist() for name, sizes in self.sizes.items()},
            "bias": self.bias,
            "notes": list(self.notes),
        }

    def _remarks(self) -> list[str]:
        rows = [f"{name}: {value:.6g}" for name, value in self.components.items()]
        return rows + [f"note: {text}" for text in self.notes] + ([f"bias: {self.bias}"] if self.bias else [])

    def __str__(self) -> str:
        remarks = [f"  {line}" for line in self._remarks()]
        return "\n".join([self.sentence, "", *remarks] if remarks else [self.sentence])

    def _repr_html_(self) -> str:
        lines = "".join(f"<li>{html.escape(line)}</li>" for line in self._remarks())
        listed = f"<ul>{lines}</ul>" if lines else ""
        return f"<div><p><strong>{html.escape(self.sentence)}</strong></p>{listed}</div>"


@dataclass(frozen=True, kw_only=True)
class ErrorEstimator:
    """What an estimator needs to be run, how it combines the losses, and how it errs.

    ``designs(**options)`` names the designs that the learner is run under; it names none where the
    learner is trained on all data and tested on items that are given (``needs_test_items``).
    ``combine(tested, level=..., **reading)`` is a pure function of the losses under each.
    ``direction`` and ``bias`` say which way it errs and what was measured. ``options`` explains the
    keywords of ``designs`` and ``reading`` those of ``combine`` apart from ``level``.
    """

    key: str
    title: str
    formula: str
    designs: Callable[..., dict[str, Design]]
    combine: Callable[..., Estimate]
    direction: Direction
    bias: str
    why_interval: str
    options: Mapping[str, str] = field(default_factory=dict)
    reading: Mapping[str, str] = field(default_factory=dict)
    latex: str = ""
    """Its formula, as LaTeX writes it."""
    needs_test_items: bool = False
    procedures: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    references: tuple[str, ...] = ()

    def sort_options(self, given: Mapping[str, object]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Which of the given options go to ``designs``, and which to ``combine``."""
        for name in given:
            if name not in self.options and name not in self.reading:
                raise unknown_name(f"option of {self.key}", name, [*self.options, *self.reading])
        return (
            {name: value for name, value in given.items() if name in self.options},
            {name: value for name, value in given.items() if name in self.reading},
        )
