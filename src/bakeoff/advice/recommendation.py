"""What is recommended, and its page: the answer first, then why, how, what else, and what not."""

import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from bakeoff.advice.aspects import Answers
from bakeoff.advice.questions import Advice, Question
from bakeoff.advice.words import WIDTH, others, wrapped


class Section(NamedTuple):
    """A heading and the lines under it; those ``to_copy`` are never broken."""

    heading: str
    lines: list[str]
    to_copy: bool = False


@dataclass(frozen=True, kw_only=True)
class Recommendation:
    """What to do, why, what else could be done, and how to do it.

    ``question`` is one of Dietterich's nine, None where it is not among them; ``procedure`` is None where
    there is none, and ``answer`` then says what to do instead. ``measured`` says in a sentence what was
    measured about it, ``""`` where nothing was. ``command`` and ``python`` run as they are
    once what ``given`` names is there and ``files`` are written.
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
        asked = self.question
        return {
            "key": self.key,
            "answers": dict(self.answers),
            "answer": self.answer,
            "question": None if asked is None else {"number": asked.number, "asks": asked.asks},
            "procedure": None if self.procedure is None else _plain(self.procedure),
            "reasons": list(self.reasons),
            "measured": self.measured,
            "alternatives": [_plain(each) for each in self.alternatives],
            "avoid": dict(self.avoid),
            "command": self.command,
            "files": dict(self.files),
            "python": self.python,
            "given": dict(self.given),
        }

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
        Section("what else could be done", table + points(rest)),
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


def _plain(advice: Advice) -> dict[str, Any]:
    """An advice as plain values, with what was measured about it."""
    from bakeoff.core.design import in_words

    names = ("key", "by", "when", "why", "function", "command", "alpha", "false_alarms", "power", "trainings")
    several = ("methods", "intervals", "estimators", "metrics", "adjustments")
    return (
        {name: getattr(advice, name) for name in names}
        | {name: list(getattr(advice, name)) for name in several}
        | {"options": dict(advice.options), "design": advice.design and in_words(advice.design)}
    )
