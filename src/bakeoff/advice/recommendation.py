"""What is recommended, and its page: the answer first, then why, how, what else, and what not."""

import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, NamedTuple

from bakeoff.advice.aspects import Answers
from bakeoff.advice.questions import Advice, Question

if TYPE_CHECKING:
    from bakeoff.core.design import Design

WIDTH = 100
MOST = 7.5  # per cent: Bradley's (1978) liberal criterion, which tests/calibration apply
# The parts of a recommendation that are plain values.
TOLD = (
    "key", "by", "when", "why", "function", "command", "alpha", "false_alarms", "power", "trainings",
    "methods", "intervals", "estimators", "metrics", "adjustments", "options", "design",
)  # fmt: skip
HEADINGS = ("false alarms", "power", "trainings", "procedure, at a level of 5 %")


class Section(NamedTuple):
    """A heading and the lines under it; those ``to_copy`` are never broken."""

    heading: str
    lines: list[str]
    to_copy: bool = False


@dataclass(frozen=True, kw_only=True)
class Recommendation:
    """A recommended procedure, with reasons, alternatives and the code to run it.

    ``question`` is one of Dietterich's nine questions, or None; ``procedure`` is None if there is none, and
    ``answer`` then says what to do instead. ``measured`` states the measured error rates in a sentence, or is
    ``""``. ``command`` and ``python`` can be run as they are once the inputs in ``given`` exist and ``files``
    are written.
    """

    key: str
    answers: Answers
    answer: str
    question: Question | None
    procedure: Advice | None
    reasons: tuple[str, ...]
    measured: str
    alternatives: tuple[Advice, ...]
    avoid: Mapping[str, str]
    command: str
    files: Mapping[str, str]
    python: str
    given: Mapping[str, str]

    def to_dict(self) -> dict[str, Any]:
        """Plain values for strict JSON."""
        return {each.name: _plain(getattr(self, each.name)) for each in fields(self)}

    def __str__(self) -> str:
        return page(self)


def page(found: Recommendation) -> str:
    """All that was found, as text."""
    lines = textwrap.wrap(found.answer, WIDTH)
    for heading, body, _ in sections(found):
        lines += ["", heading, *body]
    return "\n".join(lines)


def sections(found: Recommendation, width: int = WIDTH) -> list[Section]:
    """Headings, and the lines under each, indented; lines to copy and tables are left as they are."""
    asked = found.question

    def points(texts: Iterable[str]) -> list[str]:
        return [line for text in texts for line in wrapped(text, width - 4, "- ")]

    def named(texts: Mapping[str, str]) -> list[str]:
        return points(f"{name}: {text}" for name, text in texts.items())

    question = f"{asked.number} of Dietterich's nine: {asked.asks}" if asked else ""
    table, rest = others(found.alternatives)
    parts: list[Section] = [
        Section("the question", wrapped(question, width - 4)),
        Section("why", points(found.reasons)),
        Section("measured", wrapped(found.measured, width - 4)),
        Section("alternatives", table + points(rest)),
        Section("what not to use", named(found.avoid)),
        Section("on the command line", [found.command] if found.command else [], to_copy=True),
        *(Section(f"with this in {name}", text.splitlines(), True) for name, text in found.files.items()),
        Section("in Python", found.python.splitlines(), to_copy=True),
        Section("where", named(found.given)),
    ]
    return [
        Section(f"  {heading}", [f"    {line}".rstrip() for line in body], to_copy)
        for heading, body, to_copy in parts
        if body
    ]


def _plain(value: object) -> Any:
    """A field as plain values; an advice comes with what was measured about it."""
    from bakeoff.core.design import Design, in_words

    if isinstance(value, Question):
        return {"number": value.number, "asks": value.asks}
    if isinstance(value, Advice):
        return {name: _plain(getattr(value, name)) for name in TOLD}
    if isinstance(value, Design):
        return in_words(value)
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return dict(value) if isinstance(value, Mapping) else value


def measured(advice: Advice) -> str:
    """What was measured about a procedure, in a sentence; ``""`` where nothing was.

    Examples
    --------
    >>> from bakeoff.advice.questions import advice_called
    >>> measured(advice_called("interval"))
    ''
    """
    risk = advice.risk
    if risk is None:
        return _on_drawn_outcomes(advice)
    times = f"{risk.fits} time{'s' * (risk.fits > 1)}"
    return (
        f"At a nominal {100 * advice.alpha:g} % it raised a false alarm in {advice.false_alarms:.1f} % "
        f"of data sets in the worst of {len(risk.null)} worlds without a difference, and found the "
        f"better learner in {advice.power:.1f} % on average over {len(risk.different)} worlds with one; "
        f"each learner was trained {times}."
    )


def _on_drawn_outcomes(advice: Advice) -> str:
    """In which worlds the test-suite measures that the methods hold their level, and in which not."""
    from bakeoff.methods import METHODS
    from bakeoff.worlds import WORLDS

    known = [METHODS[key] for key in advice.methods if key in METHODS]
    if not known:
        return ""  # those for many models name no worlds

    def worlds(field: str) -> str:
        keys = dict.fromkeys(key for method in known for key in getattr(method, field))
        return "; ".join(WORLDS[key].title for key in keys)

    held, failed = worlds("valid_in"), worlds("invalid_in")
    but = f" It rejected more often with these: {failed}." if failed else ""
    return (
        f"Measured by the test suite on simulated outcomes with known truth, not with learners: at a "
        f"nominal 5 %, {' or '.join(advice.methods)} did not reject a true null hypothesis more than "
        f"{MOST:g} % of the time, up to Monte-Carlo error, with {held}.{but} Other populations were not "
        f"measured."
    )


def wrapped(text: str, width: int, mark: str = "") -> list[str]:
    """The text in lines of that width, with a mark before the first.

    >>> wrapped("two words", 8, "- ")
    ['- two', '  words']
    """
    return textwrap.wrap(
        text, width, initial_indent=mark, subsequent_indent=" " * len(mark), break_on_hyphens=False
    )


def others(alternatives: tuple[Advice, ...]) -> tuple[list[str], list[str]]:
    """The alternatives: the lines of a table where their risks were measured, and the others in words."""
    known = [each for each in alternatives if each.risk is not None]
    rest = [each for each in alternatives if each.risk is None]
    said = [f"{procedure_words(each)} ({each.by}): {each.when}" for each in rest]
    return (_table(known) if known else []), said


def _table(known: list[Advice]) -> list[str]:
    """Alternatives with what was measured about them at their usual level."""
    rows = [HEADINGS, *(figures(each) for each in known)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(HEADINGS))]
    return [
        "  ".join(
            f"{cell:>{width}}" if at < 3 else cell
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def figures(advice: Advice) -> tuple[str, ...]:
    """A row of the table: what was measured, what it is, and by whom it is advised."""
    return (
        f"{advice.false_alarms:.1f} %",
        f"{advice.power:.1f} %",
        str(advice.trainings),
        f"{procedure_words(advice)} ({advice.by})",
    )


def procedure_words(advice: Advice) -> str:
    """A procedure in few words: methods, options and design, or the function where there is no method.

    Examples
    --------
    >>> from bakeoff.advice.questions import advice_called
    >>> procedure_words(advice_called("cv-all-data"))
    'cv-all-data, df 5, 10 x 10 folds'
    """
    keys = advice.methods or advice.estimators or advice.intervals or advice.adjustments
    words = " or ".join(keys) or advice.function or f"bakeoff {advice.command}"
    if not advice.methods:
        return words
    told = "".join(f", {name} {value}" for name, value in advice.options.items())
    return words + told + (f", {_folds(advice.design)}" if advice.design else "")


def _folds(design: "Design") -> str:
    runs, folds = design.shape or (1, 1)
    return "one split" if runs * folds == 1 else f"{folds} folds" if runs == 1 else f"{runs} x {folds} folds"
