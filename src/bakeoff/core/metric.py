"""The record of one metric."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

Kind = Literal["labels", "ranking", "per-item", "whole"]
Needs = Literal["labels", "scores", "probabilities", "numbers", "values"]
USUALLY_NEEDS: dict[Kind, Needs] = {
    "labels": "labels",
    "ranking": "scores",
    "per-item": "probabilities",
    "whole": "numbers",
}


@dataclass(frozen=True, kw_only=True)
class Metric:
    """A performance metric, with its direction, range, formula and names.

    ``kind`` says what ``compute`` eats: ``"labels"``: confusion matrices [..., predicted, true];
    ``"ranking"``: (is positive, score); ``"per-item"``: (truth, prediction), one loss an item; ``"whole"``:
    (truth, prediction), too, but a value of an item depends on all of them: it is the metric and the
    influence of the item on it, so that the mean over items is the metric.
    ``per_class`` metrics of the labels kind speak of one class against the rest and give an array
    with one value a class.

    ``needs`` says what models must give: ``"labels"``; ``"scores"`` of the positive class;
    ``"probabilities"``; ``"numbers"`` where the truth is one; or ``"values"``, the metric's own, which
    items have already. It follows from the kind unless given.

    ``scikit`` are the names of scikit-learn's scorers of it, which negate losses; they are taken for its
    key. ``aliases`` are other names for it; ``not_to_confuse`` names that mean something else, and what.
    ``with_value`` gives the metric with what follows a colon behind its key, where it takes a value.
    ``misprint`` is the number of the one by which the first of those has this metric's name elsewhere.
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
    """Whether each item has it, as 1 or 0, by being right or wrong."""
    complement_of: str = ""
    """The metric that this one is 1 minus of, and as whose differences its own are told."""
    zero_without_items: bool = False
    """Whether it is 0 for every model where no item is of the class that it speaks of."""
    clips: bool = False
    """Whether probabilities of 0 for what came true are clipped, since they would cost infinity."""
    of_second_class: bool = False
    """Whether it is of the second class's probability alone where there are two classes."""
    chance: float | Callable[[int], float] | None = None
    """What guessing gives, in all or by the number of classes; None where that depends on the data."""
    scikit: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    with_value: "Callable[[str], Metric] | None" = None
    not_to_confuse: tuple[tuple[str, str], ...] = ()
    misprint: str = ""
    undefined: str = ""
    references: tuple[str, ...] = ()
    latex: str = ""
    """Its formula, as LaTeX writes it."""
    procedures: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.needs == "labels":
            object.__setattr__(self, "needs", USUALLY_NEEDS[self.kind])

    @cached_property
    def sign(self) -> int:
        """1 where higher is better, -1 where lower is: what turns it into higher-is-better."""
        return 1 if self.higher_is_better else -1

    @cached_property
    def is_rate(self) -> bool:
        """Whether differences read naturally in points of a hundred."""
        return self.high == 1 and self.low in (0, -1)

    @cached_property
    def is_mean_over_items(self) -> bool:
        """Whether it is the mean of something that every item has."""
        return self.right_or_wrong or self.kind == "per-item"

    @cached_property
    def ranks_items(self) -> bool:
        """Whether only the order of scores counts, so that those of different models cannot be pooled."""
        return self.kind == "ranking" or (self.kind == "whole" and self.needs == "scores")

    @cached_property
    def is_given(self) -> bool:
        """Whether items have it already, so that there is no truth to compute it from."""
        return self.needs == "values"

    @cached_property
    def of_one_class(self) -> bool:
        """Whether it speaks of one class against the rest."""
        return self.per_class or self.kind == "ranking"

    @cached_property
    def is_positive_loss(self) -> bool:
        """Whether lower is better and it is never below 0, so that a negative one was negated."""
        return not self.higher_is_better and self.low >= 0

    def chance_of(self, classes: int) -> float | None:
        """What guessing gives with so many classes; None where that is not known."""
        return self.chance(classes) if callable(self.chance) else self.chance
