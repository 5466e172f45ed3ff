"""What is known about a judge that scores models in place of people."""

from dataclasses import asdict, dataclass
from typing import Any, Literal

from bakeoff.core.result import Interval

Use = Literal["judge", "no-gain", "all-labelled", "few-labels", "constant-judge"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Agreement:
    """Quadratically weighted kappa of judge and people on the labelled items; of 0 and 1 Cohen's kappa."""

    kappa: float
    interval: Interval
    scores: int


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgeBias:
    """How much more than people the judge gives the longer answer, or the one that is shown first.

    Of ``length`` for each standard deviation of the difference in length, which is ``spread``, of
    ``position`` between A first and B first; in units of the difference of scores, with its interval.
    """

    by: Literal["length", "position"]
    size: float
    interval: Interval
    spread: float | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Judged:
    """A comparison by a judge's scores of ``items`` and people's of ``labels`` of them.

    ``use`` is whether the judge helped, or why the labels alone decide. ``weight`` is that of the
    judge's difference (lambda), 0 where it is not used. ``judge_alone`` and ``labels_alone`` are A minus B
    by either of them; the latter with its interval. ``worth`` is how many labels alone give an
    interval of the same width; ``labels_to_halve`` how many labels in total would halve it, None where labels
    on all of these items would not.
    """

    items: int
    labels: int
    use: Use
    weight: float
    judge_alone: float
    labels_alone: float
    labels_interval: Interval
    worth: float
    labels_to_halve: int | None
    agreement: Agreement | None = None
    biases: tuple[JudgeBias, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        found = asdict(self)
        found["labels_interval"] = list(self.labels_interval)
        if self.agreement is not None:
            found["agreement"]["interval"] = list(self.agreement.interval)
        found["biases"] = [{**asdict(each), "interval": list(each.interval)} for each in self.biases]
        return found
