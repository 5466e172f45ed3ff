"""What has to be known before advice can be given: questions, their answers, and when each is asked.

They are data (``advice.json``), in the order in which they are best asked.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any

from bakeoff.core.exceptions import InputError, unknown_name
from bakeoff.core.figures import filled

Answers = Mapping[str, str]
Conditions = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One answer that can be given, in words, and what it means."""

    value: str
    words: str
    explanation: str


@dataclass(frozen=True, kw_only=True)
class Aspect:
    """Something that has to be known, and the answers before it under which it is asked."""

    key: str
    question: str
    choices: tuple[Choice, ...]
    when: Conditions

    @property
    def values(self) -> tuple[str, ...]:
        """The answers that can be given."""
        return tuple(choice.value for choice in self.choices)


def next_aspect(answers: Answers) -> Aspect | None:
    """What to ask next, None where nothing is left to ask.

    Examples
    --------
    >>> next_aspect({"have": "two", "subject": "algorithm", "domains": "one"}).key
    'sample'
    """
    return next(iter(missing_aspects(answers)), None)


def missing_aspects(answers: Answers) -> list[Aspect]:
    """All open questions, given the answers so far; further answers may add more."""
    return [each for each in aspects() if each.key not in answers and meets(answers, each.when)]


def meets(answers: Answers, when: Conditions) -> bool:
    """Whether each answer that is named is among those that the conditions allow."""
    return all(answers.get(key) in allowed for key, allowed in when.items())


def values_of(key: str) -> tuple[str, ...]:
    """All answers to an aspect, whatever the words in which it is asked."""
    return tuple(dict.fromkeys(value for each in aspects() if each.key == key for value in each.values))


def check_answers(answers: Mapping[str, object]) -> None:
    """Refuse answers that cannot be given."""
    for key, value in answers.items():
        known = values_of(key)
        if not known:
            raise unknown_name("question of advice", key, dict.fromkeys(each.key for each in aspects()))
        if not isinstance(value, str) or value not in known:
            raise InputError(f"{key} is {value!r}; expected {one_of(known)}")


def one_of(values: tuple[str, ...]) -> str:
    """The values, quoted, one of which is expected.

    >>> one_of(("large", "small"))
    '"large" or "small"'
    """
    quoted = [f'"{each}"' for each in values]
    return f"{', '.join(quoted[:-1])} or {quoted[-1]}"


def relevant(given: Answers) -> Answers:
    """Of the answers given those that matter, in the order in which they are asked."""
    found: dict[str, str] = {}
    for aspect in aspects():
        if aspect.key in given and meets(found, aspect.when):
            found[aspect.key] = given[aspect.key]
    return MappingProxyType(found)


@cache
def aspects() -> tuple[Aspect, ...]:
    """All aspects, in the order in which they are asked."""
    return tuple(
        Aspect(
            key=each["key"],
            question=each["question"],
            choices=tuple(Choice(**choice) for choice in each["choices"]),
            when=conditions(each["when"]),
        )
        for each in table()["aspects"]
    )


def conditions(given: Mapping[str, list[str]]) -> Conditions:
    """Conditions as the table has them, none of which can be changed afterwards."""
    return MappingProxyType({key: tuple(values) for key, values in given.items()})


@cache
def table(name: str = "advice") -> dict[str, Any]:
    """One of the tables of this room, whole, with the figures that its texts quote."""
    text = resources.files("bakeoff.advice").joinpath(f"{name}.json").read_text(encoding="utf-8")
    content: dict[str, Any] = json.loads(text if name == "recipes" else filled(text))
    return content
