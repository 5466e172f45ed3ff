"""Lines of text out of a file that may be anything, in bounded memory."""

from collections.abc import Iterator
from typing import BinaryIO

from bakeoff.core.exceptions import FileError

LIMIT = 1 << 20  # bytes; a longer line is not one item of a table
_UTF8_MARK = b"\xef\xbb\xbf"


class Lines(Iterator[str]):
    """The lines of a UTF-8 file, line ends kept; ``number`` is that of the last one given."""

    def __init__(self, stream: BinaryIO, source: str) -> None:
        self.stream = stream
        self.source = source
        self.number = 0
        self.offset = 0

    def __next__(self) -> str:
        raw = self.stream.readline(LIMIT + 1)
        if not raw:
            raise StopIteration
        self.number += 1
        if len(raw) > LIMIT:
            raise FileError(
                f"line {self.number} of {self.source} is longer than {LIMIT:,} bytes; "
                f"expected a table with one line for each item"
            )
        start, self.offset = self.offset, self.offset + len(raw)
        return self._decode(raw, start)

    def _decode(self, raw: bytes, start: int) -> str:
        if b"\0" in raw:
            raise FileError(
                f"line {self.number} of {self.source} has a NUL byte (byte offset {start + raw.index(0)}), "
                f"so it is not text in UTF-8; save the table as CSV in UTF-8"
            )
        mark = len(_UTF8_MARK) if self.number == 1 and raw.startswith(_UTF8_MARK) else 0
        try:
            return raw[mark:].decode("utf-8")
        except UnicodeDecodeError as problem:
            at = mark + problem.start
            raise FileError(
                f"line {self.number} of {self.source} is not UTF-8: byte 0x{raw[at]:02x} at byte offset "
                f"{start + at}; save the file again as UTF-8"
            ) from None
