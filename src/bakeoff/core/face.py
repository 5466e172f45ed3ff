"""How nouns are shown: reports know the nouns, and nouns do not know reports.

The package says once who shows them, so that no room has to import upwards.
"""

from collections.abc import Callable
from typing import Any, Protocol


class Faces(Protocol):
    """All the ways in which a noun shows itself."""

    @property
    def sentence(self) -> Callable[..., str]:
        """One sentence."""

    @property
    def text(self) -> Callable[..., str]:
        """Text for a terminal."""

    @property
    def html(self) -> Callable[..., str]:
        """HTML for a notebook."""

    @property
    def values(self) -> Callable[..., dict[str, Any]]:
        """Plain values for strict JSON."""


_shown_by: list[Callable[[], Faces]] = []


def shown_by(load: Callable[[], Faces]) -> None:
    """Say who shows nouns; it is loaded when the first is shown."""
    _shown_by[:] = [load]


def face() -> Faces:
    """Who shows nouns."""
    (load,) = _shown_by
    return load()
