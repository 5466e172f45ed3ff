"""Text files, perhaps compressed: opened for a look inside, and what is wrong where DuckDB refuses one."""

import gzip
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from mmap import ACCESS_READ, mmap
from typing import BinaryIO, cast

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read.engine.duck import DuckEngine, first_line
from bakeoff.read.engine.shards import Shard
from bakeoff.read.engine.sources import literal
from bakeoff.read.engine.zstd import is_whole
from bakeoff.read.opening import TABLES, opened

FIRST_LINES = 100
LOOKED_THROUGH = 64 << 20  # bytes; a larger file is taken as DuckDB takes it
CHUNK = 1 << 20
_UNIX = re.compile(rb"(?<!\r)\n")


@contextmanager
def text_of(shard: Shard, engine: DuckEngine) -> Iterator[BinaryIO]:
    """The text of a file for reading bytes; of one compressed by zstd the first lines."""
    if shard.compression == "zstd":
        yield BytesIO(_first_lines(shard, engine))
        return
    with opened(shard.path, shard.name, expected=TABLES) as stream:
        if shard.compression == "uncompressed":
            yield stream
            return
        try:
            with gzip.open(stream) as unpacked:
                yield cast(BinaryIO, unpacked)
        except (EOFError, zlib.error, gzip.BadGzipFile):
            raise _cut_off(shard) from None


def refuse_cut_off(shards: Sequence[Shard]) -> None:
    """Refuse what zstd compressed and is not whole: DuckDB would read the beginning and be content."""
    for shard in shards:
        if shard.compression == "zstd" and not is_whole(shard.path):
            raise _cut_off(shard)


def is_odd(shard: Shard, odd: re.Pattern[bytes]) -> bool:
    """Whether a plain file has anything in it that DuckDB reads otherwise than we do."""
    size = shard.path.stat().st_size
    if shard.compression != "uncompressed" or not 0 < size <= LOOKED_THROUGH:
        return False
    with shard.path.open("rb") as stream, mmap(stream.fileno(), 0, access=ACCESS_READ) as text:
        mixed = text.find(b"\r\n") >= 0 and _UNIX.search(text) is not None
        return mixed or odd.search(text) is not None


def consecutive(shard: Shard, header: int, rows: int) -> bool:
    """Whether each row of a plain file is one line, from the one after the header on."""
    with shard.path.open("rb") as stream:
        ends, last = 0, b""
        while chunk := stream.read(CHUNK):
            ends, last = ends + chunk.count(b"\n"), chunk[-1:]
    return ends + (last != b"\n") == header + rows


def explained(
    message: str, shards: Sequence[Shard], engine: DuckEngine, walk: Callable[[BinaryIO, str], object]
) -> InputError | None:
    """What is wrong with the file that a message is about, in the words of the reader of small files.

    ``walk`` reads a file to its end and raises where it finds a fault.
    """
    shard = next((each for each in shards if _is_about(message, each)), None)
    if shard is None:
        return None
    if "GZIP" in message.upper() or "ZSTD" in message.upper():
        return _cut_off(shard)
    if shard.compression != "zstd":
        try:
            with text_of(shard, engine) as stream:
                walk(stream, shard.name)
        except FileError as problem:
            return problem
    return FileError(
        f"{shard.name} cannot be read ({first_line(message)}); expected text in UTF-8 without a mark at its "
        f"beginning, all lines ended alike: save it again"
    )


def _is_about(message: str, shard: Shard) -> bool:
    return any(each in message for each in (shard.pattern, str(shard.path.absolute())))


def _first_lines(shard: Shard, engine: DuckEngine) -> bytes:
    lines = engine.fetch(
        f"SELECT line FROM read_csv({literal(shard.pattern)}, columns = {{'line': 'VARCHAR'}}, "
        f"compression = {literal(shard.compression)}, auto_detect = false, header = false, delim = '\x01', "
        f"quote = '', escape = '', null_padding = true, strict_mode = false) LIMIT {FIRST_LINES}"
    )["line"]
    return "".join(f"{'' if line is None else line}\n" for line in lines.tolist()).encode()


def _cut_off(shard: Shard) -> FileError:
    return FileError(
        f"{shard.name} is cut off or damaged: it does not unpack as {shard.compression}; "
        f"copy or export it again"
    )
