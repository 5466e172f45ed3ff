"""The files that a path means: one, those of a folder, or those that match a pattern."""

import glob
import os
import re
from dataclasses import dataclass
from pathlib import Path

from bakeoff.core.exceptions import FileError
from bakeoff.read.kinds import DELIMITED, JSON, PARQUET, kind_of_table
from bakeoff.read.opening import TABLES, as_pattern, file_path, opened

COMPRESSED = {".gz": "gzip", ".zst": "zstd"}
UNREADABLE = {".bz2": "bzip2", ".xz": "xz", ".zip": "zip", ".lz4": "lz4", ".7z": "7-zip", ".br": "brotli"}
MAGIC = {b"\x1f\x8b": "gzip", b"(\xb5/\xfd": "zstd"}
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
    compression: str = "uncompressed"

    @property
    def pattern(self) -> str:
        """The path as a pattern that matches it alone: DuckDB takes ``*``, ``?`` and ``[`` as wildcards."""
        return as_pattern(self.path)


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
            f"{found[0]}... is an address on a network; expected files on this machine: copy them here "
            f"first, or mount where they are (a database is asked by --table and --connect)"
        )


def shards_of(path: object, *, name: str | None = None) -> tuple[list[Shard], str]:
    """The files that a path means, all of one kind, and what to call them; one file also by another name."""
    file, source = file_path(path)
    if not is_many(path):
        source = name or source
        return [_shard(file, source)], source
    files = _found(file, source)
    shards = [_shard(each, file_path(each)[1]) for each in files]
    for other in shards[1:]:
        if other.kind != shards[0].kind:
            raise FileError(
                f"{source} holds {IN_WORDS[shards[0].kind]} ({shards[0].path.name}) beside "
                f"{IN_WORDS[other.kind]} ({other.path.name}); expected files of one kind: give a pattern "
                f"such as '{file.parent if glob.has_magic(file.name) else file}/*{file_ending(shards[0])}'"
            )
    return shards, shards[0].name if len(shards) == 1 else source


def files_meant(path: object) -> list[Path]:
    """The files that a path means, whatever they hold."""
    file, source = file_path(path)
    return _found(file, source) if is_many(path) else [file]


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
        f"file of {name}: add it, or leave that file out"
    )


def _found(file: Path, source: str) -> list[Path]:
    if file.is_dir():
        found = sorted(each for each in file.rglob("*") if each.is_file() and not _hidden(each, file))
        if not found:
            raise FileError(f"folder {source} holds no files; expected {TABLES} in it")
        return found
    found = sorted(Path(each) for each in glob.glob(str(file), recursive=True) if Path(each).is_file())  # noqa: PTH207
    if not found:
        raise FileError(
            f"no file matches {source}; check the folder and the pattern, and quote it in a shell"
        )
    return found


def _hidden(file: Path, folder: Path) -> bool:
    """Whether a file is a mark or a checksum that a writer of shards left beside them."""
    return any(part.startswith((".", "_")) for part in file.relative_to(folder).parts)


def _shard(file: Path, source: str) -> Shard:
    with opened(file, source, expected=TABLES) as stream:
        head = stream.peek(64)[:64]
    last = file.suffix.lower()
    if last in UNREADABLE:
        raise FileError(f"{source} is compressed by {UNREADABLE[last]}; expected .gz or .zst: compress it so")
    packed = next((each for magic, each in MAGIC.items() if head.startswith(magic)), "uncompressed")
    if last in COMPRESSED and packed != COMPRESSED[last]:
        state = "is empty" if not head else f"does not begin as {COMPRESSED[last]} does"
        raise FileError(f"{source} {state}; export it again, or name it for what it is")
    if packed == "uncompressed":
        return Shard(path=file, name=source, kind=kind_of_table(head, file.suffix, source))
    inner = Path(file.stem).suffix.lower() if last in COMPRESSED else last
    if inner not in _SUFFIXES or _SUFFIXES[inner] == "parquet":
        raise FileError(
            f"{source} is compressed by {packed} and its name does not say what it holds; expected a name "
            f"such as {file.stem.split('.')[0]}.csv{'.gz' if packed == 'gzip' else '.zst'} (or .tsv, .jsonl)"
        )
    return Shard(path=file, name=source, kind=_SUFFIXES[inner], compression=packed)
