"""Compressed files: whether they are whole and agree with their checksums."""

import math
import zlib
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from bakeoff.core.exceptions import FileError
from bakeoff.read.opening import LIMIT, damaged

FRAME, SKIPPABLE = b"\x28\xb5\x2f\xfd", b"\x2a\x4d\x18"
CHUNK = 1 << 18  # bytes that are read, and that are unpacked, at a time
LONGEST = 2 * LIMIT  # bytes of a line
GZIP = 31  # zlib's number of a gzip file with its checksum


def check_gzip(path: Path, name: str, *, longest: float = LONGEST) -> int:
    """Refuse a gzip file that is cut off, damaged or followed by something else; the number of its lines.

    Every byte is unpacked, since a reader that stops at the last row, and DuckDB in any case, never looks at
    the checksum and the length at the end. No line may be longer than ``longest`` bytes.
    """
    lines = _Lines(name, longest)
    with path.open("rb") as stream:
        data = stream.read(CHUNK)
        while data:
            data = _member(stream, data, lines)
    return lines.number + 1


def check_gzip_once(path: Path, name: str) -> None:
    """The same check of a log, which is opened again and again; repeated only when the file has changed."""
    status = path.stat()
    _checked(path, name, (status.st_size, status.st_mtime_ns, status.st_ino))


@lru_cache(maxsize=10_000)
def _checked(path: Path, name: str, _: tuple[int, int, int]) -> int:
    return check_gzip(path, name, longest=math.inf)


def _member(stream: BinaryIO, data: bytes, lines: "_Lines") -> bytes:
    """Unpack one of the parts of which a file may have several; what comes after it, zeros left out."""
    part = zlib.decompressobj(GZIP)
    while not part.eof:
        try:
            lines.see(part.decompress(data, CHUNK))
        except zlib.error as problem:
            raise damaged(lines.name, "gzip", str(problem).rpartition(": ")[2]) from None
        data = part.unconsumed_tail or (b"" if part.eof else stream.read(CHUNK))
        if not data and not part.eof:
            lines.see(part.flush())
            if not part.eof:
                raise damaged(lines.name, "gzip", "it ends too early")
    rest = part.unused_data.lstrip(b"\0")
    while not rest and (data := stream.read(CHUNK)):
        rest = data.lstrip(b"\0")
    return rest


class _Lines:
    """The number of lines so far, each of an acceptable length."""

    def __init__(self, name: str, longest: float) -> None:
        self.name, self.longest, self.number, self._length = name, longest, 0, 0

    def see(self, piece: bytes) -> None:
        """Count the line ends in a piece, which is shorter than a line may be."""
        first = piece.find(b"\n")
        self._length += len(piece) if first < 0 else first
        if self._length > self.longest:
            raise FileError(
                f"line {self.number + 1} of {self.name} is longer than {self.longest:,} bytes; expected a "
                f"table with one line for each item"
            )
        if first >= 0:
            self.number += piece.count(b"\n")
            self._length = len(piece) - piece.rfind(b"\n") - 1


def is_whole(path: Path) -> bool:
    """Whether every frame of a zstd file ends where it should; nothing is unpacked."""
    size = path.stat().st_size
    with path.open("rb") as stream:
        while stream.tell() < size:
            if not _skip_frame(stream):
                return False
        return stream.tell() == size


def _skip_frame(stream: BinaryIO) -> bool:
    magic = stream.read(4)
    if magic[1:] == SKIPPABLE and 0x50 <= magic[0] <= 0x5F:
        length = stream.read(4)
        stream.seek(int.from_bytes(length, "little"), 1)
        return len(length) == 4
    descriptor = stream.read(1)
    if magic != FRAME or not descriptor:
        return False
    flags = descriptor[0]
    single, checksum = flags >> 5 & 1, flags >> 2 & 1
    content = (single, 2, 4, 8)[flags >> 6]
    stream.seek((0 if single else 1) + (0, 1, 2, 4)[flags & 3] + content, 1)
    return _skip_blocks(stream) and len(stream.read(4 * checksum)) == 4 * checksum


def _skip_blocks(stream: BinaryIO) -> bool:
    while len(head := stream.read(3)) == 3:
        block = int.from_bytes(head, "little")
        last, kind, size = block & 1, block >> 1 & 3, block >> 3
        stream.seek(1 if kind == 1 else size, 1)  # a run is one byte, repeated
        if last:
            return True
    return False
