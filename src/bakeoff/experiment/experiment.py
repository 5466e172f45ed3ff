"""An experiment: learners, data, design, and the questions about them."""

from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from bakeoff.core.design import at_least
from bakeoff.core.exceptions import InputError, unknown_name
from bakeoff.core.family import parse_tried
from bakeoff.core.result import level_of
from bakeoff.designs import RepeatedKFold
from bakeoff.experiment.data import Data
from bakeoff.experiment.learner import Learner

HALVINGS = 15
FEWEST_RUNS = 3  # to see by how much they differ


@dataclass(frozen=True, kw_only=True, eq=False)
class Experiment:
    """What to run and which questions to answer.

    ``design`` is one of ours, or a splitter of scikit-learn.
    ``metrics``: the first decides, the others are reported too. ``baseline`` names the learner that all
    others are compared with; None compares all pairs. ``adjustment`` is for several comparisons.
    ``most_runs`` lets repeated folds have more runs than the design while these could change a decision.
    ``options`` are those of the method (such as ``df``). ``halvings`` are for methods that need them.
    ``permutations`` of the labels are for the randomization reference of every learner (SIG-29). ``tried`` is
    how many comparisons were made in all, by this experiment or before it (PIT-7), and ``tuned_on_test``
    whether these data helped to choose the learners (PIT-8).
    ``level`` is that of the intervals, None for 1 - ``alpha``.
    ``source`` is the file that it was read from and ``notes`` what was done to its data.
    """

    data: tuple[Data, ...]
    learners: tuple[Learner, ...]
    design: Any = field(default_factory=RepeatedKFold)
    metrics: tuple[str, ...] = ("accuracy",)
    method: str = "auto"
    baseline: str | None = None
    adjustment: str = "holm"
    positive: Any = None
    halvings: int = HALVINGS
    most_runs: int | None = None
    permutations: int = 0
    alpha: float = 0.05
    level: float | None = None
    alternative: str = "two-sided"
    margin: float | None = None
    rng: int = 0
    tried: int = 1
    tuned_on_test: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    source: str = ""
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for what, named, least in (("data set", self.data, 1), ("learner", self.learners, 2)):
            names = [each.name for each in named]
            if len(names) < least:
                raise InputError(f"the number of {what}s is {len(names)}; expected at least {least}")
            for name in names:
                if names.count(name) > 1:
                    raise InputError(f"two {what}s are called {name!r}; give each a different name")
        if self.baseline is not None and self.baseline not in self.names:
            raise unknown_name("learner", self.baseline, self.names)
        if not self.metrics:
            raise InputError("there is no metric; expected at least one, such as accuracy")
        at_least(2, halvings=self.halvings)
        _check_limit(self.design, self.most_runs)
        parse_tried(self.tried)
        if self.permutations != 0:
            at_least(2, permutations=self.permutations)

    @property
    def limit(self) -> int:
        """How many runs of folds there may be."""
        return self.most_runs or 0

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the learners."""
        return tuple(each.name for each in self.learners)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The names of the learners that are compared."""
        if self.baseline is None:
            return list(combinations(self.names, 2))
        return [(name, self.baseline) for name in self.names if name != self.baseline]

    @property
    def interval_level(self) -> float:
        """The level of all intervals."""
        return level_of(self.alpha, self.level)

    @property
    def common(self) -> dict[str, Any]:
        """The options that all methods share."""
        names = ("alpha", "level", "alternative", "margin", "rng", "tried", "tuned_on_test")
        return {name: getattr(self, name) for name in names}


def _check_limit(design: object, most_runs: int | None) -> None:
    """Refuse a limit of runs that the design exceeds already, or that does not apply to it."""
    if most_runs is None:
        return
    if not isinstance(design, RepeatedKFold) or design.runs < FEWEST_RUNS:
        raise InputError(
            f"most_runs is {most_runs!r}, but the design is {design!r}; expected repeated folds with at "
            f"least {FEWEST_RUNS} runs, such as RepeatedKFold(runs=5, folds=10), to which runs can be "
            f"added"
        )
    at_least(design.runs, most_runs=most_runs)
