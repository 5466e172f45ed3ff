"""Text files, perhaps compressed: opened for a look inside, and what is wrong where DuckDB refuses one."""

import gzip
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import BinaryIO, cast

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read.engine.duck import DuckEngine, first_line
from bakeoff.read.engine.shards import EXPECTED, Shard
from bakeoff.read.engine.sources import literal
from bakeoff.read.engine.zstd import is_whole
from bakeoff.read.opening import opened

FIRST_LINES = 100


@contextmanager
def text_of(shard: Shard, engine: DuckEngine) -> Iterator[BinaryIO]:
    """The text of a file for reading bytes; of one compressed by zstd the first lines."""
    if shard.compression == "zstd":
        yield BytesIO(_first_lines(shard, engine))
        return
    with opened(shard.path, shard.name, expected=EXPECTED) as stream:
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
