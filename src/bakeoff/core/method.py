"""The record of one statistical method."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bakeoff.core.result import Result


@dataclass(frozen=True, kw_only=True)
class Example:
    """A worked example: numbers in, numbers out, and where they are from."""

    outcomes: Any
    expected: Mapping[str, Any]
    source: str
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Method:
    """What a method answers, what it takes, and what it cannot do.

    ``compute(outcomes, *, level, alternative, **options)`` is a pure function. ``valid_in`` names
    worlds in which it holds its level (and its interval its coverage); ``invalid_in`` worlds in
    which it is known not to. Both are measured by the test-suite. ``unsound`` says, for a method
    that people use but should not, what was measured about it; ``risk`` says what was measured
    about any other. ``estimates`` says what the estimate is where it is not the difference of the two
    values, ``interval_by`` whose the interval is where the test alone does not tell. A few methods do the
    same to outcomes of other kinds, ``also_takes``.
    """

    key: str
    title: str
    question: str
    takes: type
    compute: Callable[..., Result]
    procedures: tuple[str, ...] = ()
    designs: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    valid_in: tuple[str, ...] = ()
    invalid_in: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    examples: tuple[Example, ...] = ()
    unsound: str = ""
    risk: str = ""
    estimates: str = ""
    interval_by: str = ""
    also_takes: tuple[type, ...] = ()

    @property
    def kinds(self) -> tuple[type, ...]:
        """All kinds of outcomes that it takes."""
        return (self.takes, *self.also_takes)
