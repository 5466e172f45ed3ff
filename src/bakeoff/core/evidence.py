"""What a verdict rests on: numbers to draw, what was run, how slices differ, how replicable it is."""

from dataclasses import dataclass
from typing import Any, Literal

from bakeoff.core.design import Design
from bakeoff.core.outcomes import Floats


@dataclass(frozen=True, kw_only=True, eq=False)
class Curve:
    """A ROC curve as the corners of a line: ``x`` false alarms, ``y`` hits, both from 0 to 1."""

    x: Floats
    y: Floats


@dataclass(frozen=True, kw_only=True, eq=False)
class Evidence:
    """The numbers behind the pictures of a verdict; what the outcomes do not have is None.

    Attributes
    ----------
    kind
        What the outcomes are, such as `FoldScores`.
    fingerprint
        A hash of all of them: two verdicts with the same one were made from the same numbers.
    differences
        A minus B by (run, fold), data set or sample, in units where higher is better.
    counts
        Items that both got right, A alone, B alone, neither; None where a count was not given.
    curves
        The ROC curves of A and of B.
    dominant
        ``"a"`` or ``"b"`` where that curve is nowhere below the other and somewhere above it, else ``""``.
    """

    kind: type
    fingerprint: str = ""
    differences: Floats | None = None
    counts: tuple[int | None, int, int, int | None] | None = None
    curves: tuple[Curve, Curve] | None = None
    dominant: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Heterogeneity:
    """Welch's test of whether the difference is the same in all slices.

    Attributes
    ----------
    statistic
        Welch's F.
    df
        Its two degrees of freedom.
    p_value
        How often slices that do not differ would lie so far apart.
    slices
        How many slices it rests on: those with an interval that tells their error.
    """

    statistic: float
    df: tuple[float, float]
    p_value: float
    slices: int

    def __str__(self) -> str:
        between, within = self.df
        return f"Welch's F = {self.statistic:.3g}, df {between:g} and {within:.4g}"

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "test": "welch",
            "statistic": self.statistic,
            "df": list(self.df),
            "p_value": self.p_value,
            "slices": self.slices,
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Replicability:
    """The chance that a repetition reaches the same decision.

    Attributes
    ----------
    share
        The estimated chance.
    low, high
        How far it may lie from that, at 95 %.
    of
        What is drawn anew: ``"partitions"`` of the same data, or ``"test sets"`` of the same size.
    rests_on
        How many runs, splits or items it was estimated from.
    unit
        Which of these.
    """

    share: float
    low: float
    high: float
    of: Literal["partitions", "test sets"]
    rests_on: int
    unit: Literal["items", "runs", "splits"] = "items"

    @property
    def claim(self) -> str:
        """The chance alone, without what it supposes and how sure it is."""
        anew = {
            "partitions": "new partitions of the same data",
            "test sets": "fresh test sets of the same size",
        }[self.of]
        return f"{_percent(self.share)} of {anew} would give the same decision"

    @property
    def chance(self) -> str:
        """The chance with its interval."""
        low, high, share = (_percent(each).removesuffix(" %") for each in (self.low, self.high, self.share))
        about = "about " if share.isdigit() else ""
        to = "-" if (low + high).isdigit() else " to "
        return f"{about}{share} % (95 % interval {low}{to}{high} %)"

    @property
    def event(self) -> str:
        """What the chance is of."""
        if self.of == "partitions":
            return "a new partition of the same data gives the same decision"
        # Where small differences are usual, an established one is more often luck than it looks alone.
        return (
            "a new test set of this size gives the same decision, assuming no prior knowledge about the "
            "difference"
        )

    def __str__(self) -> str:
        return f"{self.chance} chance that {self.event}"

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "share": self.share,
            "interval": [self.low, self.high],
            "of": self.of,
            "rests_on": self.rests_on,
        }


def _percent(share: float) -> str:
    """A share in per cent; only what is certain is said to be 0 or 100.

    >>> _percent(0.9996), _percent(0.721), _percent(1.0)
    ('>99 %', '72 %', '100 %')
    """
    if 0.99 < share < 1:
        return ">99 %"
    return "<1 %" if 0 < share < 0.01 else f"{100 * share:.0f} %"


@dataclass(frozen=True, kw_only=True)
class Tuning:
    """What a learner tried inside its training parts: each configuration counts as a look at the data.

    ``chosen`` is how often each configuration was chosen, the most frequent first.
    """

    data: str
    learner: str
    trainings: int
    configurations: int
    total: int
    chosen: dict[str, int]


@dataclass(frozen=True, kw_only=True)
class Work:
    """What an experiment ran for one comparison.

    Attributes
    ----------
    data
        The name of the data set.
    items, groups
        How many items it has, and in how many groups; 0 where each is by itself.
    design
        How the data were reused.
    rng
        Where random choices started.
    trainings
        How many models were trained under the design.
    halvings, halves_trainings
        How often the data were halved for a method that needs it, and how many trainings that took.
    tuning
        What learners tuned.
    """

    data: str
    items: int
    design: Design
    rng: int
    trainings: int
    groups: int = 0
    halvings: int = 0
    halves_trainings: int = 0
    tuning: tuple[Tuning, ...] = ()


Counted = Literal[
    "items", "folds", "splits", "samples", "data sets", "runs of folds", "training sets of items"
]


@dataclass(frozen=True, kw_only=True, slots=True)
class Basis:
    """How many items, folds, samples or data sets a verdict rests on.

    Attributes
    ----------
    of
        What was counted.
    counts
        One number where A and B share it; two where each has its own, or of runs and folds, and of training
        sets and items.
    clusters
        In how many clusters the items are; 0 where each is by itself.
    each
        Whether A and B have as many of their own.
    """

    of: Counted
    counts: tuple[int, ...]
    clusters: int = 0
    each: bool = False
