"""What a pitfall is: a record with a trigger that looks at one comparison."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from types import UnionType
from typing import Any, Literal, NamedTuple

from bakeoff.core.design import Design
from bakeoff.core.evidence import Caveat, Importance
from bakeoff.core.family import Adjustment
from bakeoff.core.method import Method
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import FoldScores, Outcomes, PairedItems, PairedLabels, RatePair
from bakeoff.core.result import Alternative, Decision, Equivalence, Result
from bakeoff.core.verdict import Reason, Replicability, Sensitivity, Unit
from bakeoff.judge.pitfalls.support import Support

Noun = Literal["pair", "ranking", "gate"]
EVERY_NOUN: tuple[Noun, ...] = ("pair", "ranking", "gate")
Scope = Literal["pair", "model", "data"]
OURS = "measured here: docs/measured.md"


class Predicted(NamedTuple):
    """What is seen in the predictions of a model: no error at all, or the same prediction for all items."""

    perfect: bool = False
    constant: bool = False


@dataclass(frozen=True, kw_only=True)
class Background:
    """What is known about a comparison apart from its numbers.

    ``tried`` is how many comparisons were made in all and ``tuned_on_test`` whether the test items helped to
    choose; the user says both. ``commonest`` is the most frequent true class and its share, ``predicted``
    what is seen in the predictions of A and of B where outcomes do not show it. An experiment tells the name
    of its ``data``, the learners that ``follow`` the classes' shares, by how much accuracy its stratified
    folds have ``favoured`` the first model, the learners whose models ``omit`` classes, its ``design``, and
    whether the numbers can be drawn again as they are (``repeatable``: not where models were pooled or cells
    failed).
    """

    tried: int = 1
    tuned_on_test: bool = False
    commonest: tuple[str, float] | None = None
    predicted: tuple[Predicted, Predicted] | None = None
    data: str = ""
    follow: tuple[str, ...] = ()
    favoured: float = 0.0
    omit: tuple[str, ...] = ()
    design: Design | None = None
    repeatable: bool = True


@dataclass(frozen=True, kw_only=True, eq=False)
class Asked:
    """A method with all that it is asked; it may be asked at another level, or about other outcomes."""

    outcomes: Outcomes
    method: Method
    options: dict[str, Any]
    level: float
    alternative: Alternative

    def result(self, level: float | None = None) -> Result:
        """What the method says."""
        found = self.about(self.outcomes, level)
        estimates = self.method.estimates
        told = f"the reported difference is {estimates}, not the difference of the two values shown"
        return replace(found, notes=(*found.notes, told)) if estimates else found

    def about(self, outcomes: Outcomes, level: float | None = None) -> Result:
        """What the method says about outcomes."""
        return self.method.compute(
            outcomes, level=level or self.level, alternative=self.alternative, **self.options
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class Case:
    """Everything that is known about one comparison, at which triggers look.

    ``reason`` says why the method was chosen, ``known`` are caveats that were found before.
    """

    asked: Asked
    result: Result
    metric: Metric
    unit: Unit
    alpha: float
    names: tuple[str, str]
    values: tuple[float, float] | None
    margin: float | None = None
    equivalence: Equivalence | None = None
    reason: Reason | None = None
    known: tuple[Caveat, ...] = ()
    decision: Decision = "undecided"
    adjusted_p_value: float | None = None
    adjustment: Adjustment | None = None
    replicability: Replicability | None = None
    sensitivity: Sensitivity | None = None
    noun: Noun = "pair"
    background: Background = field(default_factory=Background)

    @property
    def favoured(self) -> int | None:
        """Which of the two models is trusted more: the better one, or the new one of a gate."""
        if self.noun == "gate":
            return 0
        return {"a-better": 0, "b-better": 1}.get(self.decision)

    @property
    def trusted(self) -> tuple[int, ...]:
        """Which of the two models the decision relies on: the favoured one, or both if equivalent."""
        if self.favoured is None:
            return (0, 1) if self.decision == "equivalent" else ()
        return (self.favoured,)

    @property
    def outcomes(self) -> Any:
        """What the method was asked about."""
        return self.asked.outcomes

    @property
    def design(self) -> Design | None:
        """How the data were reused: known for fold scores, and for items of an experiment."""
        return self.outcomes.design if isinstance(self.outcomes, FoldScores) else self.background.design

    @property
    def method(self) -> Method:
        """Which method was asked."""
        return self.asked.method

    @property
    def options(self) -> dict[str, Any]:
        """The options that it was given."""
        return self.asked.options


def mistakes(got: Outcomes) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Errors and items of A and of B, where they are known."""
    if isinstance(got, RatePair):
        return (got.errors_a, got.n_a), (got.errors_b, got.n_b)
    if isinstance(got, PairedItems) and got.both_right is not None:
        wrong = got.n - got.both_right
        return (wrong - got.only_a, got.n), (wrong - got.only_b, got.n)
    if isinstance(got, PairedLabels):
        n = int(got.table.sum())
        a, b = (n - int(got.table.sum(axis=other).trace()) for other in (2, 1))
        return (a, n), (b, n)
    return None


class Finding(NamedTuple):
    """What was found in one comparison; what to do and how much it matters where that depends on the case."""

    text: str
    remedy: str = ""
    importance: Importance | None = None


Found = Iterable[Finding]
Trigger = Callable[[Case], Found]


def elsewhere(case: Case) -> Found:
    """The trigger of what is found earlier, where data are read or learners run."""
    del case
    return ()


@dataclass(frozen=True, kw_only=True)
class Pitfall:
    """One way to be misled, and what to do instead.

    ``key`` is the name that its caveats carry, ``title`` what goes wrong in a few words, ``when`` when the
    caveat is raised, ``remedy`` what to do instead in general (a finding may say it for its case),
    ``importance`` what it does to the decision, and ``source`` who says so, and where. ``references`` are the
    works that it rests on, and ``support`` is what was measured about it. ``codes`` are numbers of the list
    in docs/procedures.md, such as ``PIT-7``; ``trigger`` finds it in a `Case` with outcomes of
    the types in ``about``, or of any type, and only where learners were ``trained`` here if it says so.
    ``nouns`` are what it limits: the comparison of a pair, a ranking, a gate; caveats about the data and
    their labels limit all of them. ``scope`` is what a finding is about: a pair, one or two models, or the
    data.
    """

    key: str
    importance: Importance
    title: str
    when: str
    remedy: str
    source: str
    support: Support
    references: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    about: type[Outcomes] | UnionType | None = None
    trained: bool = False
    nouns: tuple[Noun, ...] = ("pair",)
    scope: Scope = "pair"
    trigger: Trigger = elsewhere

    def caveats(self, case: Case) -> Iterable[Caveat]:
        """What is found in a comparison."""
        if case.noun not in self.nouns or (self.trained and case.background.design is None):
            return
        if self.about is None or isinstance(case.outcomes, self.about):
            for found in self.trigger(case):
                yield self.caveat(*found)

    def caveat(self, found: str, remedy: str = "", importance: Importance | None = None) -> Caveat:
        """The caveat for what was found, with what to do about it in this case or else in general."""
        remedy = remedy or self.remedy
        return Caveat(
            key=self.key,
            text=f"{found}; {remedy}",
            remedy=remedy,
            source=self.source,
            importance=importance or self.importance,
        )


def by_key(pitfalls: Iterable[Pitfall]) -> dict[str, Pitfall]:
    """Pitfalls by their keys."""
    return {each.key: each for each in pitfalls}
