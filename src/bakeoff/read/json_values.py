"""JSON one value at a time, from a file of any size: rows on lines, or the elements of one long list."""

import codecs
import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO

from bakeoff.core.exceptions import FileError
from bakeoff.read.nesting import UNIQUE_KEYS, parsed
from bakeoff.read.opening import opened
from bakeoff.read.packed import PLAIN, check_once, compression_of, damage, unpacking

CHUNK = 1 << 16
LARGEST = 1 << 28  # characters in one value: a row of a log, not a whole log
LARGEST_PACKED = 1 << 24  # the same in a packed file, which may be a thousand times smaller
LONGEST_WORD = 16  # characters of -Infinity, or of the escape of an emoji, that may still be to come
_BLANK = re.compile(r"[ \t\r\n]*")


@contextmanager
def unpacked(path: Path, called: str, *, expected: str) -> Iterator[BinaryIO]:
    """The bytes of a file, decompressed (gzip, zstd); messages name the file by ``called``."""
    with opened(path, called, expected=expected) as stream:
        compression = compression_of(stream)
        if compression != PLAIN:
            check_once(path, called, compression)
        with unpacking(stream, called, compression) as plain:
            yield plain


def read_bytes(stream: BinaryIO, size: int, source: str) -> bytes:
    """The next bytes of a file; one that is packed may turn out to be damaged."""
    try:
        return stream.read(size)
    except damage() as problem:
        raise FileError(f"{source} cannot be unpacked ({problem}); copy it again") from None


class Scan:
    """The progress of a scan of several files, reported as a share from 0 to 1."""

    def __init__(self, paths: Iterable[Path], tell: Callable[[float], None] | None) -> None:
        self._tell, self._done = tell, 0
        self._total = max(1, sum(path.stat().st_size for path in paths)) if tell else 1

    def read(self, size: int) -> None:
        """Count bytes that were read; those of a packed file are more than its size."""
        self._done += size
        if self._tell is not None:
            self._tell(min(1.0, self._done / self._total))


class JsonValues:
    r"""The values in a JSON text, each read when it is needed and then forgotten.

    >>> import io
    >>> text = JsonValues(io.BytesIO(b'{"version": 2, "samples": [1, 2]}\n{}'), "x.json")
    >>> [(key, text.value()) for key in text.members()]
    [('version', 2), ('samples', [1, 2])]
    >>> text.value(), text.at_end()
    ({}, True)
    """

    def __init__(self, stream: BinaryIO, source: str, on_read: Callable[[int], None] | None = None) -> None:
        self.source = source
        self._largest = LARGEST if isinstance(stream, BufferedReader) else LARGEST_PACKED
        self._on_read = on_read or (lambda size: None)
        self._stream = stream
        self._decode = codecs.getincrementaldecoder("utf-8-sig")().decode
        self._text, self._at, self._line, self._ended = "", 0, 1, False

    @property
    def line(self) -> int:
        """The line that is read next."""
        return self._line + self._text.count("\n", 0, self._at)

    def at_end(self) -> bool:
        """Whether nothing but blanks is left."""
        return not self.next_character()

    def next_character(self) -> str:
        """The character that the next value begins with, empty at the end."""
        while True:
            blank = _BLANK.match(self._text, self._at)
            self._at = self._at if blank is None else blank.end()
            if self._at < len(self._text) or not self._more():
                return self._text[self._at : self._at + 1]

    def value(self) -> Any:
        """The next value as a whole."""
        self.next_character()
        while True:
            try:
                found, end = parsed(UNIQUE_KEYS.raw_decode, self._text, self._at)
            except json.JSONDecodeError as problem:
                wrong = self._is_wrong(problem)
                if not wrong and self._more():
                    continue
                cut = "the file may be cut off" if self._ended else "a value is too long"
                raise self._broken(problem.msg if wrong else cut) from None
            except ValueError as problem:
                raise self._broken(str(problem)) from None
            if end < len(self._text) or not self._more():  # a number may continue in the next chunk
                self._at = end
                return found

    def members(self) -> Iterator[str]:
        """The keys of an object; read the value of each before the next key."""
        for _ in self._between("{", "}"):
            key = self.value()
            if not isinstance(key, str):
                raise self._broken("a key is not text")
            self._take(":")
            yield key

    def elements(self) -> Iterator[Any]:
        """The elements of a list, one after the other."""
        for _ in self._between("[", "]"):
            yield self.value()

    def _between(self, first: str, last: str) -> Iterator[None]:
        """Once for each element or member between two brackets."""
        self._take(first)
        if self.next_character() == last:
            self._take(last)
            return
        while True:
            yield
            if self._take("," + last) == last:
                return

    def rows(self) -> Iterator[Any]:
        """The elements of a list, or the values that follow each other on lines."""
        if self.next_character() == "[":
            yield from self.elements()
            if not self.at_end():
                raise self._broken("something follows the end of the list")
            return
        while not self.at_end():
            yield self.value()

    def _is_wrong(self, problem: json.JSONDecodeError) -> bool:
        """Whether no further text could complete it: no unfinished text, word or escape."""
        unended = problem.msg.startswith("Unterminated string")
        return not unended and problem.pos < len(self._text) - LONGEST_WORD

    def _take(self, expected: str) -> str:
        found = self.next_character()
        if not found or found not in expected:
            got = repr(found) if found else "the end of the file"
            raise self._broken(f"got {got} where {' or '.join(map(repr, expected))} was expected")
        self._at += 1
        return found

    def _more(self) -> bool:
        """Double the buffer, so that a long value is parsed only a few times."""
        waiting = len(self._text) - self._at
        if self._ended or waiting > self._largest:
            return False
        self._line, self._text, self._at = self.line, self._text[self._at :], 0
        raw = read_bytes(self._stream, max(CHUNK, waiting), self.source)
        self._on_read(len(raw))
        self._ended = not raw
        try:
            self._text += self._decode(raw, final=not raw)
        except UnicodeDecodeError as problem:
            byte = f"0x{problem.object[problem.start]:02x}"
            raise FileError(
                f"{self.source} is not UTF-8 (byte {byte} after line {self._line}); save it again as UTF-8"
            ) from None
        return bool(raw)

    def _broken(self, reason: str) -> FileError:
        return FileError(
            f"{self.source} is not complete JSON in line {self.line} ({reason}); write the log again, or "
            f"copy the complete file"
        )
