"""Files that a folder or a pattern holds under several names: each is counted once, with a note."""

import os
from collections.abc import Iterable, Sequence

from bakeoff.core.exceptions import InputError
from bakeoff.read.engine.text_files import is_many
from bakeoff.read.links import files_in
from bakeoff.read.opening import file_path

SHOWN = 3


def link_notes(paths: Iterable[object]) -> tuple[str, ...]:
    """A note on the links in folders and patterns that lead to files that are included already."""
    links = [each for path in paths if is_many(path) for each in files_in(path).links]
    if not links:
        return ()
    listed = ", ".join(links[:SHOWN]) + (f" and {len(links) - SHOWN} more" if len(links) > SHOWN else "")
    lead = "is a link to data that is" if len(links) == 1 else "are links to data that are"
    return (f"{listed} {lead} already in the same place: each file is counted once",)


def refuse_twice(paths: Sequence[object]) -> None:
    """Refuse one file as that of two models: a shell expands a pattern to a link and its file."""
    seen: dict[str, str] = {}
    for path in paths:
        place, source = file_path(path)
        if place.is_file() and seen.setdefault(os.path.realpath(place), source) != source:
            raise InputError(
                f"{source} and {seen[os.path.realpath(place)]} are the same file; expected one file for "
                f"each model: leave the link out"
            )
