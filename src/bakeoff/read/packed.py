"""Compressed files: reading them, and whether they are whole and agree with their checksums."""

import gzip
import math
import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from io import BufferedReader
from pathlib import Path
from types import ModuleType
from typing import BinaryIO, cast

from bakeoff.core.exceptions import FileError
from bakeoff.read.opening import LIMIT, damaged

PLAIN = "uncompressed"
COMPRESSED = {".gz": "gzip", ".zst": "zstd"}
MAGIC = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}
SKIPPABLE = b"\x2a\x4d\x18"  # in bytes 2 to 4 of a zstd frame that holds no data
CHUNK = 1 << 18  # bytes that are read, and that are unpacked, at a time
LONGEST = 2 * LIMIT  # bytes of a line
GZIP = 31  # zlib's number of a gzip file with its checksum


def without_packing(name: str) -> str:
    """The name of a file without the ending that compression adds to it.

    >>> without_packing("x.csv.gz"), without_packing("x.json.ZST"), without_packing("x.json")
    ('x.csv', 'x.json', 'x.json')
    """
    stem, ending = os.path.splitext(name)  # noqa: PTH122 - a name, not a path
    return stem if ending.lower() in COMPRESSED else name


def compression_of(stream: BufferedReader) -> str:
    """How a file is compressed, by its first bytes; nothing is taken from the stream."""
    head = stream.peek(4)[:4]
    return next((kind for magic, kind in MAGIC.items() if head.startswith(magic)), PLAIN)


@contextmanager
def unpacking(stream: BufferedReader, name: str, compression: str) -> Iterator[BinaryIO]:
    """The bytes of an opened file, decompressed."""
    if compression == PLAIN:
        yield stream
        return
    opened = gzip.GzipFile(fileobj=stream) if compression == "gzip" else _zstd().ZstdFile(stream)
    try:
        with opened:
            yield cast(BinaryIO, opened)
    except damage():
        raise damaged(name, compression) from None


def damage() -> tuple[type[Exception], ...]:
    """What is raised where a file does not unpack."""
    return EOFError, zlib.error, gzip.BadGzipFile, _zstd().ZstdError


def check_packed(path: Path, name: str, compression: str, *, longest: float = LONGEST) -> int:
    """Refuse a file that is cut off, damaged or followed by something else; the number of its lines.

    Every byte is unpacked, since a reader that stops at the last row, and DuckDB in any case, never looks at
    the checksum and the length at the end. No line may be longer than ``longest`` bytes.
    """
    lines = _Lines(name, longest)
    part = _gzip_part if compression == "gzip" else _zstd_part
    with path.open("rb") as stream:
        data = stream.read(CHUNK)
        while data:
            data = part(stream, data, lines)
    return lines.number + 1


def check_once(path: Path, name: str, compression: str) -> None:
    """The same check of a log, which is opened again and again; repeated only when the file has changed."""
    status = path.stat()
    _checked(path, name, compression, (status.st_size, status.st_mtime_ns, status.st_ino))


@lru_cache(maxsize=10_000)
def _checked(path: Path, name: str, compression: str, _: tuple[int, int, int]) -> int:
    return check_packed(path, name, compression, longest=math.inf)


def _gzip_part(stream: BinaryIO, data: bytes, lines: "_Lines") -> bytes:
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


def _zstd_part(stream: BinaryIO, data: bytes, lines: "_Lines") -> bytes:
    """Unpack one frame, or skip one that holds no data; what comes after it."""
    while len(data) < 8 and (more := stream.read(CHUNK)):
        data += more
    if data[1:4] == SKIPPABLE and 0x50 <= data[0] <= 0x5F:
        return _after_note(stream, data, lines)
    part = _zstd().ZstdDecompressor()
    while not part.eof:
        try:
            piece = part.decompress(data, CHUNK)
        except _zstd().ZstdError as problem:
            raise damaged(lines.name, "zstd", str(problem).rpartition(": ")[2]) from None
        lines.see(piece)
        data = stream.read(CHUNK) if part.needs_input and not part.eof else b""
        if not data and part.needs_input and not part.eof:
            raise damaged(lines.name, "zstd", "it ends too early")
    rest: bytes = part.unused_data
    return rest or stream.read(CHUNK)


def _after_note(stream: BinaryIO, data: bytes, lines: "_Lines") -> bytes:
    end = 8 + int.from_bytes(data[4:8], "little")
    while data and len(data) < end:
        end -= len(data)
        data = stream.read(CHUNK)
    if not data:
        raise damaged(lines.name, "zstd", "it ends too early")
    return data[end:] or stream.read(CHUNK)


def _zstd() -> ModuleType:
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return zstd


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
