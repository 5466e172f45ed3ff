"""What an experiment found: a verdict for each pair, data set and metric, and a summary of each learner."""

from dataclasses import asdict, dataclass
from typing import Any

from bakeoff.core.design import Design, in_words
from bakeoff.core.ranking import Ranking
from bakeoff.core.verdict import POINTS, Comparison, Unit, Verdict
from bakeoff.core.work import Tuning
from bakeoff.core.written import face
from bakeoff.experiment.randomization import Randomization

ALL_DATA = "all data sets"


@dataclass(frozen=True, kw_only=True)
class Summary:
    """How one learner did by one metric: mean and spread over the splits, and an interval (PRO-2).

    ``unit`` says how its values are written, and ``level`` is that of the interval.
    """

    data: str
    learner: str
    metric: str
    mean: float | None
    sd: float | None = None
    low: float | None = None
    high: float | None = None
    splits: int = 0
    note: str = ""
    unit: Unit = POINTS
    level: float = 0.95

    def to_dict(self) -> dict[str, Any]:
        """The summary as plain values."""
        names = ("data", "learner", "metric", "mean", "sd", "splits", "note")
        ends = None if self.low is None else [self.low, self.high]
        return {name: getattr(self, name) for name in names} | {"interval": ends}


@dataclass(frozen=True, kw_only=True, eq=False)
class RankedData:
    """The learners ranked by one metric on one data set, or over all; ``refused`` says why they are not."""

    data: str
    metric: str
    ranking: Ranking | None = None
    refused: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The ranking as plain values, with what it is over."""
        found = {} if self.ranking is None else self.ranking.to_dict()
        return {"data": self.data, "metric": self.metric, **found, "refused": self.refused}


@dataclass(frozen=True, kw_only=True, eq=False)
class ExperimentResult:
    """All that an experiment found. ``seconds`` is the time of all trainings and tests, by learner.

    ``rankings`` are of three or more learners on each data set, and over several data sets.
    """

    comparisons: tuple[Comparison, ...]
    across: tuple[Comparison, ...]
    summaries: tuple[Summary, ...]
    failed: tuple[tuple[str, str, str, int, str], ...]
    design: Design
    learners: dict[str, str]
    trainings: int
    seconds: dict[str, float]
    randomizations: tuple[tuple[str, Randomization], ...] = ()
    tuning: tuple[Tuning, ...] = ()
    notes: tuple[str, ...] = ()
    rankings: tuple[RankedData, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """The first verdict: that of the first metric on the first data set and pair."""
        return self.comparisons[0].verdict

    def __str__(self) -> str:
        return "\n".join(
            f"{each.data}: {' against '.join(each.names)}: {each.verdict.sentence}"
            for each in self.comparisons
        )

    def _repr_html_(self) -> str:
        return face().html(self)

    @property
    def deciding(self) -> tuple[Comparison, ...]:
        """The comparisons by the first metric, which decides."""
        return tuple(each for each in self.comparisons if each.metric == self.comparisons[0].metric)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for strict JSON; where one comparison decides, its fields are at the top level.

        Times are left out: a run that was stopped and resumed gives the same values as an uninterrupted one.
        """
        names = ("data", "learner", "part", "split", "error")
        top = self.comparisons[0].to_dict() if len(self.deciding) == 1 else {}
        return top | {
            "design": in_words(self.design),
            "learners": self.learners,
            "trainings": self.trainings,
            "comparisons": [each.to_dict() for each in self.comparisons],
            "across": [each.to_dict() for each in self.across],
            "rankings": [each.to_dict() for each in self.rankings],
            "summaries": [each.to_dict() for each in self.summaries],
            "failed": [dict(zip(names, each, strict=True)) for each in self.failed],
            "references": [{"data": data, **each.to_dict()} for data, each in self.randomizations],
            "tuning": [asdict(each) for each in self.tuning],
            "remarks": list(self.notes),
        }
