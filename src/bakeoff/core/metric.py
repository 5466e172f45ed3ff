"""The record of one metric."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

Kind = Literal["labels", "ranking", "per-item", "whole"]
Needs = Literal["labels", "scores", "probabilities", "numbers", "values"]
RestsOn = Literal["items", "class", "rest", "classes"]
USUALLY_NEEDS: dict[Kind, Needs] = {
    "labels": "labels",
    "ranking": "scores",
    "per-item": "probabilities",
    "whole": "numbers",
}


@dataclass(frozen=True, kw_only=True)
class Metric:
    """A performance metric, with its direction, range, formula and names.

    ``kind`` is the input of ``compute``: ``"labels"`` takes confusion matrices [..., predicted, true];
    ``"ranking"`` takes (is positive, score); ``"per-item"`` takes (truth, prediction) and gives one loss for
    each item; ``"whole"`` also takes (truth, prediction), but the value of an item depends on all of them: it
    is the metric plus the influence of the item, so the mean over items is the metric. ``per_class`` metrics
    of kind ``"labels"`` compare one class with the rest and give an array with one value for each class.

    ``needs`` is what models must provide: ``"labels"``; ``"scores"`` of the positive class;
    ``"probabilities"``; ``"numbers"`` for a numeric truth; or ``"values"``, given values of the metric for
    each item. It follows from the kind unless given.

    ``scikit`` lists the scikit-learn scorers for it, which negate losses; they are accepted in place of its
    key, as are the names in ``short``. ``aliases`` are other names for it in texts; ``not_to_confuse`` maps
    similar names to their different meaning. ``with_value`` builds the metric from the text after a colon in
    its key, if it takes a value. ``misprint`` is the number of the erratum that gives its name to the first
    entry of ``not_to_confuse``.
    """

    key: str
    title: str
    formula: str
    compute: Callable[..., Any]
    higher_is_better: bool = True
    low: float = 0.0
    high: float = 1.0
    kind: Kind = "labels"
    needs: Needs = "labels"
    per_class: bool = False
    right_or_wrong: bool = False
    """Whether each item has a value, 1 or 0, for being right or wrong."""
    rests_on: RestsOn | None = None
    """Which items determine a metric of labels: all of them alike, as their mean (``items``); those of its
    class (``class``) or of the other classes (``rest``); or those of several classes together (``classes``).
    None if it is unknown."""
    complement_of: str = ""
    """The metric that equals 1 minus this one; differences are reported in that metric."""
    of_counts: bool = True
    """Whether a metric of labels takes the four counts of each class as well as matrices; a user's own may
    not."""
    zero_without_items: bool = False
    """Whether it is 0 for every model if no item belongs to its class."""
    clips: bool = False
    """Whether probabilities of 0 for the true class are clipped, because their loss would be infinite."""
    of_second_class: bool = False
    """Whether, with two classes, it depends on the probability of the second class only."""
    resampled: Callable[..., Any] | None = None
    """For the kind ``"whole"``: the metric of (truth, prediction, weights [resample, item]) by resample."""
    chance: float | Callable[[int], float] | None = None
    """The value that guessing gives, a constant or a function of the number of classes; None if it depends on
    the data."""
    scikit: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    short: tuple[str, ...] = ()
    with_value: "Callable[[str], Metric] | None" = None
    value_required: str = ""
    """What the value after the colon is, where there is no metric without one."""
    not_to_confuse: tuple[tuple[str, str], ...] = ()
    misprint: str = ""
    undefined: str = ""
    assumptions: tuple[str, ...] = ()
    """What must hold for the value to say how well the model will do in use."""
    references: tuple[str, ...] = ()
    latex: str = ""
    """Its formula, as LaTeX writes it."""
    procedures: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.needs == "labels":
            object.__setattr__(self, "needs", USUALLY_NEEDS[self.kind])

    @cached_property
    def sign(self) -> int:
        """1 if higher is better, -1 if lower is better."""
        return 1 if self.higher_is_better else -1

    @cached_property
    def is_rate(self) -> bool:
        """Whether differences are reported in percentage points."""
        return self.high == 1 and self.low in (0, -1)

    @cached_property
    def is_mean_over_items(self) -> bool:
        """Whether it is a mean of one value for each item."""
        return self.right_or_wrong or self.kind == "per-item"

    @cached_property
    def ranks_items(self) -> bool:
        """Whether only the order of the scores matters, so scores of different models cannot be pooled."""
        return self.kind == "ranking" or (self.kind == "whole" and self.needs == "scores")

    @cached_property
    def is_given(self) -> bool:
        """Whether its values are given for each item and not computed from the truth."""
        return self.needs == "values"

    @cached_property
    def of_one_class(self) -> bool:
        """Whether it compares one class with the rest."""
        return self.per_class or self.kind == "ranking"

    @cached_property
    def needs_class(self) -> bool:
        """Whether its value may depend on which of two classes is positive."""
        return self.of_one_class or self.needs in ("scores", "probabilities")

    @cached_property
    def is_positive_loss(self) -> bool:
        """Whether lower is better and it is never negative, so a negative value must have been negated."""
        return not self.higher_is_better and self.low >= 0

    def chance_of(self, classes: int) -> float | None:
        """The value that guessing gives with this number of classes; None if it is unknown."""
        return self.chance(classes) if callable(self.chance) else self.chance
