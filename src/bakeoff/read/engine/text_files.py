"""Text files and shards, perhaps compressed: a look inside, and what is wrong where DuckDB refuses one."""

import glob
import os
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read.engine.duck import DuckEngine, first_line
from bakeoff.read.engine.sources import Cells, Place, Source
from bakeoff.read.opening import damaged, file_path, opened
from bakeoff.read.packed import COMPRESSED, PLAIN, check_packed, compression_of, unpacking
from bakeoff.read.values import BLANK, DELIMITED, JSON, PARQUET, TABLES, kind_of_table

if TYPE_CHECKING:
    from bakeoff.read.links import Files

UNREADABLE = {".bz2": "bzip2", ".xz": "xz", ".zip": "zip", ".lz4": "lz4", ".7z": "7-zip", ".br": "brotli"}
_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_SUFFIXES = {**dict.fromkeys(PARQUET, "parquet"), **dict.fromkeys(JSON, "json"),
             **dict.fromkeys(DELIMITED, "delimited")}  # fmt: skip
IN_WORDS = {"parquet": "Parquet", "json": "JSON Lines", "delimited": "CSV or TSV"}


@dataclass(frozen=True, kw_only=True)
class Shard:
    """One file: where it is, what messages call it, what it holds and how it is compressed."""

    path: Path
    name: str
    kind: str
    compression: str = PLAIN

    @property
    def pattern(self) -> str:
        """The path as a pattern that matches it alone: DuckDB takes ``*``, ``?`` and ``[`` as wildcards.

        >>> Shard(path=Path("/logs/run[1].csv"), name="run", kind="delimited").pattern
        '/logs/run[[]1].csv'
        """
        return "".join(f"[{each}]" if each in "*?[" else each for each in str(self.path.absolute()))


def is_many(path: object) -> bool:
    """Whether a path means a folder or a pattern of files rather than one file."""
    if not isinstance(path, str | os.PathLike):
        return False
    text = os.fsdecode(path)
    try:
        return "\0" not in text and not Path(text).is_file() and (Path(text).is_dir() or glob.has_magic(text))
    except OSError:
        return False  # opening it will say what is wrong


def refuse_elsewhere(path: object) -> None:
    """Refuse addresses of other machines: nothing is fetched from a network."""
    if isinstance(path, str) and (found := _ELSEWHERE.match(path)):
        raise FileError(
            f"{found[0]}... is a network address; expected files on this machine: copy or mount them "
            f"first (for a database, use --table and --connect)"
        )


def shards_of(path: object, *, name: str | None = None) -> tuple[list[Shard], str]:
    """The files that a path means, all of one kind, and what to call them; one file also by another name."""
    file, source = file_path(path)
    if not is_many(path):
        source = name or source
        return [_shard(file, source)], source
    shards = [_shard(each, file_path(each)[1]) for each in _found(file, source).files]
    for other in shards[1:]:
        if other.kind != shards[0].kind:
            raise FileError(
                f"{source} holds {IN_WORDS[shards[0].kind]} ({shards[0].path.name}) and "
                f"{IN_WORDS[other.kind]} ({other.path.name}); expected files of one kind: give a pattern "
                f"such as "
                f"'{file.parent if glob.has_magic(file.name) else file}/*{file_ending(shards[0])}'"
            )
    return shards, shards[0].name if len(shards) == 1 else source


def files_meant(path: object) -> list[Path]:
    """The files that a path means, whatever they hold."""
    file, source = file_path(path)
    return list(_found(file, source).files) if is_many(path) else [file]


def file_ending(shard: Shard) -> str:
    """How the name of a file ends, compression included.

    >>> file_ending(Shard(path=Path("x/part-1.csv.gz"), name="part-1", kind="delimited"))
    '.csv.gz'
    """
    last = shard.path.suffix
    return (Path(shard.path.stem).suffix if last.lower() in COMPRESSED else "") + last


def missing_in(column: str, has: Shard, lacks: Shard, name: str) -> str:
    """The fault of a column that is not in every file."""
    return (
        f"column {column!r} is in {has.name} but not in {lacks.name}; expected the same columns in every "
        f"file of {name}: add the column, or leave that file out"
    )


def _found(file: Path, source: str) -> "Files":
    from bakeoff.read.links import files_in

    found = files_in(file)
    if found.files:
        return found
    if file.is_dir():
        raise FileError(f"folder {source} holds no files; expected {TABLES} in it")
    raise FileError(f"no file matches {source}; check the folder and the pattern, and quote it in a shell")


def _shard(file: Path, source: str) -> Shard:
    with opened(file, source, expected=TABLES) as stream:
        head, packed = stream.peek(64)[:64], compression_of(stream)
    last = file.suffix.lower()
    if last in UNREADABLE:
        raise FileError(
            f"{source} is compressed with {UNREADABLE[last]}; expected .gz or .zst: compress it with one "
            f"of these"
        )
    if last in COMPRESSED and packed != COMPRESSED[last]:
        state = "is empty" if not head else f"does not begin like {COMPRESSED[last]}"
        raise FileError(f"{source} {state}; export it again, or give it the extension of its format")
    if packed == PLAIN:
        return Shard(path=file, name=source, kind=kind_of_table(head, file.suffix, source))
    inner = Path(file.stem).suffix.lower() if last in COMPRESSED else last
    if inner not in _SUFFIXES or _SUFFIXES[inner] == "parquet":
        raise FileError(
            f"{source} is compressed with {packed} and its name does not show its format; expected a "
            f"name such as {file.stem.split('.')[0]}.csv{'.gz' if packed == 'gzip' else '.zst'} (or "
            f".tsv, .jsonl)"
        )
    return Shard(path=file, name=source, kind=_SUFFIXES[inner], compression=packed)


LOOKED_THROUGH = 64 << 20  # bytes; a larger file is taken as DuckDB takes it
CHUNK = 1 << 20
_UNIX = re.compile(rb"(?<!\r)\n")


@contextmanager
def text_of(shard: Shard) -> Iterator[BinaryIO]:
    """The text of a file for reading bytes."""
    with (
        opened(shard.path, shard.name, expected=TABLES) as stream,
        unpacking(stream, shard.name, shard.compression) as text,
    ):
        yield text


def refuse_damaged(shards: Sequence[Shard]) -> int:
    """Refuse what does not unpack as a whole: DuckDB would read the beginning and be content.

    Gives the largest number of rows that there may be.
    """
    return sum(map(_most_rows, shards))


def _most_rows(shard: Shard) -> int:
    if shard.compression == PLAIN:
        return 1 + shard.path.stat().st_size // 2
    return check_packed(shard.path, shard.name, shard.compression)


def is_odd(shard: Shard, odd: re.Pattern[bytes]) -> bool:
    """Whether a file has anything in it that DuckDB reads otherwise than we do."""
    if shard.compression != PLAIN:
        with text_of(shard) as stream:
            unpacked = stream.read(LOOKED_THROUGH + 1)
        return len(unpacked) <= LOOKED_THROUGH and _holds(unpacked, odd)
    if not 0 < shard.path.stat().st_size <= LOOKED_THROUGH:
        return False
    with shard.path.open("rb") as stream, mmap(stream.fileno(), 0, access=ACCESS_READ) as text:
        return _holds(text, odd)


def _holds(text: bytes | mmap, odd: re.Pattern[bytes]) -> bool:
    mixed = text.find(b"\r\n") >= 0 and _UNIX.search(text) is not None
    return mixed or odd.search(text) is not None


def consecutive(shard: Shard, header: int, rows: int) -> bool:
    """Whether each row of a file is one line, from the one after the header on."""
    with text_of(shard) as stream:
        ends, last = 0, b""
        while chunk := stream.read(CHUNK):
            ends, last = ends + chunk.count(b"\n"), chunk[-1:]
    return ends + (last != b"\n") == header + rows


Items = Callable[[BinaryIO, str], Iterator[tuple[int, Mapping[str, object]]]]  # rows, each with its line
Reader = Callable[[DuckEngine, Sequence[Shard], str], Source]


def traced(
    source: Source, engine: DuckEngine, shards: Sequence[Shard], items: Items, reader: Reader
) -> Source:
    """A source whose rows can be walked through in its files, and that can be taken apart into these."""
    several = len(shards) > 1

    def walk(names: Sequence[str]) -> Iterator[tuple[Place, Cells]]:
        for shard in shards:
            with text_of(shard) as stream:
                for row, (line, item) in enumerate(items(stream, shard.name), start=1):
                    place = Place(row=row, line=line, file=shard.name if several else "")
                    yield place, tuple(_cell(item, name) for name in names)

    return replace(
        source,
        parts=(lambda: (reader(engine, [each], each.name) for each in shards)) if several else None,
        walk=walk,
    )


def _cell(item: Mapping[str, object], name: str) -> object:
    """The cell of a column, whose name may have had blanks around it."""
    return item[name] if name in item else next((item[key] for key in item if key.strip(BLANK) == name), None)


def explained(message: str, shards: Sequence[Shard], items: Items) -> InputError | None:
    """What is wrong with the file that a message is about, as reading its items to the end finds it."""
    about = (each for each in shards if each.pattern in message or str(each.path.absolute()) in message)
    shard = next(about, None)
    if shard is None:
        return None
    if "GZIP" in message.upper() or "ZSTD" in message.upper():
        return damaged(shard.name, shard.compression)
    try:
        with text_of(shard) as stream:
            deque(items(stream, shard.name), maxlen=0)
    except FileError as problem:
        return problem
    return FileError(
        f"{shard.name} cannot be read ({first_line(message)}); expected UTF-8 text without a byte order "
        f"mark and with one kind of line ending: save it again"
    )
