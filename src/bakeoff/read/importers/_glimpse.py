"""The beginning of a file, by which formats are told apart."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read.importers._json_values import JsonValues, read_bytes, unpacked
from bakeoff.read.opening import Lines, file_path
from bakeoff.read.table import Table
from bakeoff.read.tables import read_table

HEAD = 1 << 16
MOST_KEYS = 10_000
LONG = "samples"  # what a log may have millions of, after what is said of them all
ZIP, PARQUET = b"PK\x03\x04", b"PAR1"


@dataclass(frozen=True, kw_only=True, eq=False)
class Glimpse:
    """A file, folder or pattern: what messages call it, and what it begins with."""

    path: Path
    called: str

    @cached_property
    def head(self) -> bytes:
        """The first bytes of a file, unpacked; none of a folder, or where they cannot be read."""
        if not self.path.is_file():
            return b""
        try:
            with unpacked(self.path, self.called, expected="a log or a table") as stream:
                return read_bytes(stream, HEAD, self.called).removeprefix(b"\xef\xbb\xbf").lstrip()
        except FileError:
            return b""

    @property
    def is_text(self) -> bool:
        """Whether it may be a text file."""
        return bool(self.head) and not self.head.startswith((ZIP, PARQUET))

    @cached_property
    def first(self) -> Mapping[str, Any]:
        """The first JSON object in a file, alone or in a list; empty where there is none."""
        if self.head[:1] not in (b"{", b"["):
            return {}
        try:
            with unpacked(self.path, self.called, expected="a log") as stream:
                return _first(JsonValues(stream, self.called))
        except InputError:
            return {}  # whoever reads it as a plain table says what is wrong

    @cached_property
    def first_line(self) -> str:
        """The first line of a text that is not JSON, blank lines and comments left out."""
        if not self.is_text or self.head[:1] in (b"{", b"["):
            return ""
        try:
            with unpacked(self.path, self.called, expected="a table") as stream:
                lines = Lines(stream, self.called)
                return next((line for line in lines if line.strip() and not line.startswith("%")), "")
        except InputError:
            return ""

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns, where the first line has them."""
        delimiter = max(",\t;", key=self.first_line.count)
        return tuple(cell.strip().strip("\"'") for cell in self.first_line.split(delimiter))

    @cached_property
    def table(self) -> Table:
        """The whole file as a table."""
        return read_table(self.path, name=self.called)


def glimpse_of(path: str | os.PathLike[str], called: str | None = None) -> Glimpse:
    """A glimpse of a path; messages speak of it as it was given, unless it is ``called`` otherwise."""
    file, source = file_path(path)
    return Glimpse(path=file, called=called or source)


def _first(text: JsonValues) -> Mapping[str, Any]:
    if text.next_character() == "[":
        element = next(text.elements(), None)
        return element if isinstance(element, dict) else {}
    found: dict[str, Any] = {}
    for key in text.members():
        if (key == LONG and "eval" in found) or len(found) >= MOST_KEYS:
            break
        found[key] = text.value()
    return found if len(found) < MOST_KEYS else {}
