"""The record of one statistical method."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple

from bakeoff.core.arrays import Bools
from bakeoff.core.evidence import Version
from bakeoff.core.outcomes import (
    DatasetScores,
    Floats,
    FoldScores,
    JudgedItems,
    LayoutScores,
    PairedItems,
    PairedLabels,
    PairedScores,
    RankedItems,
    RatePair,
    SampleScores,
)
from bakeoff.core.result import Result

Need = Literal["halvings", "items"]
GIVEN_AS: Mapping[Need, str] = {"halvings": "halves", "items": "items"}
Terms = Callable[[Floats, float], tuple[Floats, Floats]]
QUESTIONS: Mapping[type, str] = {
    PairedItems: "Do two classifiers differ in accuracy on the population that the test set was drawn from?",
    PairedLabels: "Do two classifiers differ in a metric on the population that the test set was drawn from?",
    PairedScores: "Do two models differ in mean score on the population that the test set was drawn from?",
    RankedItems: "Do two models differ in area under the ROC curve on the population of one test set?",
    JudgedItems: "Do two models differ in mean score as people would give it, when a judge scores all items "
    "and people score some?",
    RatePair: "Do two classifiers differ in accuracy, each measured on a separate test set?",
    FoldScores: "Do two learning algorithms differ in expected accuracy when trained on data sets of "
    "this size from this domain?",
    SampleScores: "Do two learning algorithms differ in mean score over independent samples from one domain?",
    DatasetScores: "Is one learning algorithm better than another over data sets like these?",
    LayoutScores: "Do two learning algorithms differ in mean score over training sets and items drawn "
    "at random?",
}
"""The question that each kind of outcomes answers."""


@dataclass(frozen=True, kw_only=True)
class Example:
    """A worked example: numbers in, numbers out, and where they are from."""

    outcomes: Any
    expected: Mapping[str, Any]
    source: str
    options: Mapping[str, Any] = field(default_factory=dict)


class OverRuns(NamedTuple):
    """Estimates and standard errors of many draws of runs; ``floored`` are those with the least error.

    Where a method knows their ratio alone, the errors are 1. ``opposed`` are draws whose ratio does not point
    where the mean difference does, so that a two-sided test favours neither side.
    """

    estimates: Floats
    errors: Floats
    df: float
    floored: Bools
    opposed: Bools | None = None


@dataclass(frozen=True, kw_only=True)
class Method:
    """What a method answers, what it takes, and what it cannot do.

    ``compute(outcomes, *, level, alternative, **options)`` is a pure function. ``valid_in`` names
    worlds in which it holds its level (and its interval its coverage); ``invalid_in`` worlds in
    which it is known not to. Both are measured by the test-suite. ``unsound`` says, for a method
    that people use but should not, what was measured about it, and ``instead`` what to do; ``risk`` says
    what was measured about any other. ``estimates`` says what the estimate is where it is not the difference
    of the two values, ``interval_by`` which method the interval is from where the test has none. A few
    methods do the same to outcomes of other kinds, ``also_takes``.

    ``needs`` is what must be provided beyond the plain outcomes: ``"halvings"``, the differences in halves
    of the data, for which learners are trained further, or ``"items"``, the mean difference of each item.
    ``usual(outcomes)`` gives the options with which ``"auto"`` uses it.
    """

    key: str
    title: str
    takes: type
    compute: Callable[..., Result]
    procedures: tuple[str, ...] = ()
    designs: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    valid_in: tuple[str, ...] = ()
    invalid_in: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    examples: tuple[Example, ...] = ()
    unsound: str = ""
    instead: str = "leave the choice to auto"
    risk: str = ""
    estimates: str = ""
    interval_by: str = ""
    also_takes: tuple[type, ...] = ()
    needs: tuple[Need, ...] = ()
    usual: Callable[[Any], Mapping[str, Any]] = lambda outcomes: {}
    family: str = ""
    """Its family: ``"cv"`` for the tests on repeated cross-validation."""
    terms: Terms | None = None
    """Means and deviations; their average ratio is the statistic before scaling by its degrees of freedom."""
    over_runs: Callable[..., OverRuns] | None = None
    """The components of its t when runs are resampled: one draw for each row of an array of positions."""
    ignores_pairing: bool = False
    """Whether it treats paired scores as scores of different samples."""
    latex: str = ""
    """Its formula, as LaTeX writes it."""
    exact: str = ""
    """The method to use if counts are too small for its normal approximation."""
    version: Callable[..., Version] | None = None
    """Another version of the test, whose p-value follows from outcomes and alternative at once."""

    @property
    def question(self) -> str:
        """What it answers."""
        return QUESTIONS[self.takes]

    @cached_property
    def kinds(self) -> tuple[type, ...]:
        """All kinds of outcomes that it takes."""
        return (self.takes, *self.also_takes)

    def has_all(self, outcomes: object) -> bool:
        """Whether outcomes hold what it needs beyond the plain ones."""
        return all(getattr(outcomes, GIVEN_AS[need], None) is not None for need in self.needs)

    @cached_property
    def needs_halvings(self) -> bool:
        """Whether learners must be trained on halves of the data for it."""
        return "halvings" in self.needs

    @property
    def is_scaled_by_df(self) -> bool:
        """Whether its degrees of freedom scale a ratio, so that they can be calibrated."""
        return self.terms is not None
