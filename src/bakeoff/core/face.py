"""How nouns are shown: reports know the nouns, and nouns do not know reports.

The package says once who shows them, so that no room has to import upwards.
"""

from collections.abc import Callable
from typing import Any, Protocol


class Faces(Protocol):
    """All the ways in which a verdict, or the result of an experiment, shows itself."""

    def sentence(self, noun: Any, /) -> str:
        """One sentence."""

    def text(self, noun: Any, /) -> str:
        """Text for a terminal."""

    def html(self, noun: Any, /) -> str:
        """HTML for a notebook."""

    def values(self, noun: Any, /) -> dict[str, Any]:
        """Plain values for strict JSON."""


_shown_by: list[Callable[[], Faces]] = []


def shown_by(load: Callable[[], Faces]) -> None:
    """Say who shows nouns; it is loaded when the first is shown."""
    _shown_by[:] = [load]


def face() -> Faces:
    """Who shows nouns."""
    (load,) = _shown_by
    return load()
