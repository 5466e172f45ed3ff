"""How nouns are shown: reports know the nouns, and nouns do not know reports.

The package says once who shows them, so that no room has to import upwards.
"""

from collections.abc import Callable
from typing import Literal

How = Literal["sentence", "text", "html"]
Show = Callable[[How, object], str]
_shown_by: list[Show] = []


def shown_by(show: Show) -> None:
    """Say who shows nouns."""
    _shown_by[:] = [show]


def face(how: How, noun: object) -> str:
    """A noun as one sentence, as text for a terminal, or as HTML for a notebook."""
    (show,) = _shown_by
    return show(how, noun)
