"""The pages of a Parquet file: their checksums, where it has some, and sizes that no table has.

DuckDB does not verify the checksums. Only columns that are used are checked: others may be many times as
large.
"""

import zlib
from collections.abc import Sequence
from functools import cached_property
from mmap import ACCESS_READ, mmap

from bakeoff.core.exceptions import FileError
from bakeoff.read.engine.duck import DuckEngine
from bakeoff.read.engine.sources import literal
from bakeoff.read.engine.text_files import Shard
from bakeoff.read.nesting import parsed

LARGEST_PAGE = 1 << 28  # bytes, unpacked; writers make pages of one or a few million
PACKED_PAGE, TIGHTEST = 1 << 24, 200  # a page that is larger, and packed more tightly, is malicious
SIZE, PACKED, CHECKSUM = 2, 3, 4  # fields of the header of a page
MOST_ROWS, PER_BYTE = 10_000_000, 5_000  # more rows in all, and for each byte of a file, are no predictions

Chunk = tuple[int, int]  # of a column: where its first page is, and the length of all


def rows_stated(engine: DuckEngine, shards: Sequence[Shard]) -> int:
    """How many rows files say that they have; more than their bytes can hold are refused."""
    files = ", ".join(literal(shard.pattern) for shard in shards)
    found = engine.fetch(f"SELECT file_name, num_rows FROM parquet_file_metadata([{files}])")
    at = {str(shard.path.absolute()): shard for shard in shards}
    for file, rows in zip(found["file_name"].tolist(), found["num_rows"].tolist(), strict=True):
        shard = at.get(file, shards[0])
        size = shard.path.stat().st_size
        if rows > max(MOST_ROWS, PER_BYTE * size):
            raise FileError(
                f"{shard.name} claims {rows:,} rows in {size:,} bytes, which is not plausible; export it "
                f"again",
                source=shard.name,
            )
    return int(found["num_rows"].sum())


class PageCheck:
    """Checks each column once, when it is first used."""

    def __init__(self, engine: DuckEngine, shards: Sequence[Shard]) -> None:
        self._engine, self._shards, self._checked = engine, shards, set[str]()

    @cached_property
    def _chunks(self) -> dict[tuple[str, str], list[Chunk]]:
        """Where the parts of each column are, by the path of the column and the file."""
        files = ", ".join(literal(shard.pattern) for shard in self._shards)
        found = self._engine.fetch(
            f"SELECT path_in_schema, file_name, COALESCE(LEAST(NULLIF(dictionary_page_offset, 0), "
            f"data_page_offset), data_page_offset) AS start, total_compressed_size AS size "
            f"FROM parquet_metadata([{files}]) WHERE num_values > 0"
        )
        chunks: dict[tuple[str, str], list[Chunk]] = {}
        for path, file, *chunk in zip(*(each.tolist() for each in found.values()), strict=True):
            chunks.setdefault((path, file), []).append((chunk[0], chunk[1]))
        return chunks

    def __call__(self, column: str) -> None:
        """Refuse a column with a page that is not what was written, or that is too large to be unpacked."""
        if column in self._checked:
            return
        at = {str(shard.path.absolute()): shard for shard in self._shards}
        for (path, file), chunks in self._chunks.items():
            if path == column or path.startswith(f"{column}, "):
                _check(at.get(file, self._shards[0]), column, chunks)
        self._checked.add(column)


def _check(shard: Shard, column: str, chunks: Sequence[Chunk]) -> None:
    with shard.path.open("rb") as stream, mmap(stream.fileno(), 0, access=ACCESS_READ) as content:
        pages = [page for chunk in chunks for page in _pages(content, chunk, shard, column)]
        any_sums = any(checksum is not None for _, _, checksum in pages)
        for start, size, checksum in pages if any_sums else ():
            if checksum is None or zlib.crc32(content[start : start + size]) != checksum & 0xFFFFFFFF:
                raise _damaged(shard, column, "does not match its checksum")


def _pages(content: mmap, chunk: Chunk, shard: Shard, column: str) -> list[tuple[int, int, int | None]]:
    """Where the content of each page is, how long it is, and its checksum where it has one."""
    at, length = chunk
    end, found = at + length, []
    if not 0 <= at <= end <= len(content):
        raise _damaged(shard, column, "lies outside the file")
    while at < end:
        try:
            header, start = parsed(_header, content, at)
            size, packed = header[SIZE], header[PACKED]
        except (IndexError, KeyError, ValueError):
            raise _damaged(shard, column, "has a page without a header") from None
        if size < 0 or packed < 0 or start + packed > end:
            raise _damaged(shard, column, "has a page that does not fit")
        if size > LARGEST_PAGE or (size > PACKED_PAGE and size > TIGHTEST * packed):
            raise FileError(
                f"column {column!r} of {shard.name} has a page of {packed:,} bytes that unpacks to {size:,}; "
                f"expected pages of a few million bytes: export it again",
                source=shard.name,
                column=column,
            )
        found.append((start, packed, header.get(CHECKSUM)))
        at = start + packed
    return found


def _damaged(shard: Shard, column: str, what: str) -> FileError:
    return FileError(
        f"column {column!r} of {shard.name} {what}; the file is damaged: export or copy it again",
        source=shard.name,
        column=column,
    )


def _header(content: mmap, at: int) -> tuple[dict[int, int], int]:
    """The whole numbers of a page's header by their field, and where it ends (Thrift's compact protocol)."""
    found: dict[int, int] = {}
    field = 0
    while head := content[at]:
        at += 1
        if head >> 4:
            field += head >> 4
        else:
            field, at = _number(content, at)
        if head & 15 in (4, 5, 6):
            found[field], at = _number(content, at)
        else:
            at = _skipped(content, at, head & 15)
    return found, at + 1


def _number(content: mmap, at: int) -> tuple[int, int]:
    """A whole number of variable length, with its sign in the last bit, and where it ends."""
    unsigned, at = _unsigned(content, at)
    return (unsigned >> 1) ^ -(unsigned & 1), at


def _unsigned(content: mmap, at: int) -> tuple[int, int]:
    value = shift = 0
    while shift < 70:
        byte = content[at]
        value, shift, at = value | (byte & 127) << shift, shift + 7, at + 1
        if byte < 128:
            return value, at
    raise IndexError("a number without end")


def _skipped(content: mmap, at: int, kind: int) -> int:
    """Where a value ends that is not needed."""
    if kind in (1, 2):  # true and false are in the kind itself
        return at
    if kind in (4, 5, 6):
        return _number(content, at)[1]
    if kind == 3:
        return at + 1
    if kind == 7:
        return at + 8
    if kind == 8:
        length, at = _unsigned(content, at)
        return at + length
    if kind in (9, 10):
        return _skipped_list(content, at)
    if kind == 12:
        return _header(content, at)[1]
    raise IndexError("a kind that pages do not have")


def _skipped_list(content: mmap, at: int) -> int:
    head, at = content[at], at + 1
    size = head >> 4
    if size == 15:
        size, at = _unsigned(content, at)
    for _ in range(size):
        at = at + 1 if head & 15 in (1, 2) else _skipped(content, at, head & 15)
    return at
