"""Dietterich's nine questions and five published protocols: what to do for each, and what became of it.

Both are data (``questions.json``, PRO-1 to PRO-6) and read when they are first needed:
``questions()`` and ``protocols()`` are tuples of records.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, get_args

from bakeoff.advice.aspects import one_of, table
from bakeoff.core.exceptions import InputError, unknown_name

if TYPE_CHECKING:
    from bakeoff.core.design import Design
    from bakeoff.measured.tables import Risk

Subject = Literal["classifier", "algorithm"]
Purpose = Literal["predict", "choose"]
Sample = Literal["large", "small"]
Domains = Literal["one", "many"]


@dataclass(frozen=True, kw_only=True)
class Advice:
    """One thing to do, by whom it is advised, and what it risks.

    ``function`` is one of bakeoff's own and ``command`` what does the same on the command line, ``""``
    where there is none; the other fields hold what to give it, by key. ``alpha`` is the level at which a
    p-value decides.
    """

    key: str
    by: str
    when: str
    why: str
    function: str = ""
    command: str = ""
    design: "Design | None" = None
    methods: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    intervals: tuple[str, ...] = ()
    estimators: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    adjustments: tuple[str, ...] = ()
    alpha: float = 0.05

    @property
    def false_alarms(self) -> float | None:
        """The worst rate of false alarms that was measured at the level, in per cent, if any was."""
        worst = self.risk
        return None if worst is None else round(100 * worst.sizes(self.alpha)[1], 1)

    @property
    def power(self) -> float | None:
        """The mean power that was measured at the level, in per cent, if any was."""
        worst = self.risk
        return None if worst is None else round(100 * worst.power(self.alpha), 1)

    @property
    def trainings(self) -> int | None:
        """How often each learner is trained, where it was measured; scores of folds need no more of it."""
        worst = self.risk
        return None if worst is None else 0 if self.function == "compare_scores" else worst.fits

    @property
    def risk(self) -> "Risk | None":
        """What was measured about the riskiest of the methods under the design."""
        from bakeoff.measured.tables import risk_under

        if self.design is None:
            return None
        found = [risk_under(key, self.design, self.options) for key in self.methods]
        return max((each for each in found if each), key=lambda each: each.sizes()[1], default=None)


@dataclass(frozen=True, kw_only=True)
class Question:
    """One of the nine questions: what is asked, what to do, and what is known about that.

    ``advice`` is bakeoff's own, best first, and that of the text where it differs; ``protocols`` names
    those that answer it too; ``avoid`` says by key what not to use, and why. ``sample`` is ``"either"``
    where the size of the sample makes no difference.
    """

    number: int
    subject: Subject
    purpose: Purpose
    sample: Literal["large", "small", "either"]
    domains: Domains
    asks: str
    advice: tuple[Advice, ...]
    texts: str
    measured: str
    avoid: Mapping[str, str]
    protocols: tuple[str, ...] = ()
    procedures: tuple[str, ...] = ()
    errata: tuple[str, ...] = ()

    @property
    def choices(self) -> tuple[Advice, ...]:
        """All advice: bakeoff's own, then that of the protocols."""
        return self.advice + tuple(each for key in self.protocols for each in protocol(key).advice)


@dataclass(frozen=True, kw_only=True)
class Protocol:
    """A procedure that somebody published as a whole, and what was found wrong with it since."""

    key: str
    code: str
    title: str
    source: str
    steps: tuple[str, ...]
    advice: tuple[Advice, ...]
    since: str
    errata: tuple[str, ...]
    pitfalls: tuple[str, ...]


def which_question(*, subject: Subject, purpose: Purpose, sample: Sample, domains: Domains) -> Question:
    """Determine which of the nine questions applies (PRO-6).

    Parameters
    ----------
    subject
        A trained ``"classifier"``, or the learning ``"algorithm"`` that produces classifiers.
    purpose
        ``"predict"`` the accuracy of one, or ``"choose"`` between two.
    sample
        ``"large"``: items can be held out for testing; ``"small"``: all are needed for training.
    domains
        ``"one"`` population of items, or ``"many"``, for conclusions about new ones.

    References
    ----------
    Dietterich 1998, Neural Computation 10(7):1895-1923, sec. 1.

    Examples
    --------
    >>> question = which_question(subject="algorithm", purpose="choose", sample="small", domains="one")
    >>> question.number, question.advice[0].methods
    (8, ('items-folds-t',))
    """
    asked = {"subject": subject, "purpose": purpose, "sample": sample, "domains": domains}
    for (name, value), known in zip(asked.items(), (Subject, Purpose, Sample, Domains), strict=True):
        if value not in get_args(known):
            raise InputError(f"{name} is {value!r}; expected {one_of(get_args(known))}")
    for question in questions():
        if all(getattr(question, name) in (value, "either") for name, value in asked.items()):
            return question
    raise _not_among_the_nine(subject, sample)


def _not_among_the_nine(subject: str, sample: str) -> InputError:
    if subject == "classifier":
        return InputError(
            'subject is "classifier" and domains is "many", but a classifier belongs to the domain it '
            'was trained for; give subject="algorithm", or domains="one"'
        )
    nearest = 5 if sample == "large" else 6
    return InputError(
        f'purpose is "predict" and domains is "many": accuracy cannot be predicted for domains without '
        f'data; ask question {nearest} in each domain (domains="one"), or give purpose="choose"'
    )


def protocol(key: str) -> Protocol:
    """Look up an evaluation protocol by its key.

    Examples
    --------
    >>> protocol("bouckaert").code
    'PRO-4'
    """
    for each in protocols():
        if each.key == key:
            return each
    raise unknown_name("protocol", key, [each.key for each in protocols()])


def advice_called(key: str) -> Advice:
    """The advice with that key, of whatever question or protocol.

    Examples
    --------
    >>> advice_called("half-sample").methods
    ('half-sample-t',)
    """
    records: tuple[Question | Protocol, ...] = (*questions(), *protocols())
    everything = {each.key: each for record in records for each in record.advice}
    if key not in everything:
        raise unknown_name("advice", key, everything)
    return everything[key]


@cache
def questions() -> tuple[Question, ...]:
    """The nine questions, in their order."""
    return tuple(Question(**_filled(entry)) for entry in table("questions")["questions"])


@cache
def protocols() -> tuple[Protocol, ...]:
    """The published protocols."""
    return tuple(Protocol(**_filled(entry)) for entry in table("questions")["protocols"])


def _filled(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a record, none of which can be changed afterwards."""
    return {name: _advice(value) if name == "advice" else _fixed(value) for name, value in entry.items()}


def _advice(entries: list[dict[str, Any]]) -> tuple[Advice, ...]:
    from bakeoff.designs import DESIGNS

    found = []
    for entry in entries:
        fields = {name: _fixed(value) for name, value in entry.items()}
        if "design" in entry:
            settings = dict(entry["design"])
            fields["design"] = DESIGNS[settings.pop("key")](**settings)
        found.append(Advice(**fields))
    return tuple(found)


def _fixed(value: object) -> Any:
    if isinstance(value, list):
        return tuple(value)
    return MappingProxyType(value) if isinstance(value, dict) else value
