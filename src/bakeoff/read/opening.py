"""Opening a file that a user named, and its lines: what can go wrong, in one line each."""

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from bakeoff.core.exceptions import FileError
from bakeoff.read.values import TABLES, a_kind

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


def file_path(path: object) -> tuple[Path, str]:
    """The path, and how to write it in a message even where its name is not text."""
    if not isinstance(path, str | os.PathLike):
        raise FileError(f"{path!r} is {a_kind(path)}; expected the name of a file")
    file = Path(path)
    source = os.fsencode(file).decode("utf-8", "backslashreplace")
    if "\0" in source or not str(path):
        raise FileError(f"{str(path)!r} is not the name of a file; expected one such as predictions.csv")
    return file, source if source.isprintable() else repr(source)


def _without_waiting(pipe: Path) -> BufferedReader:
    return os.fdopen(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), "rb")


@contextmanager
def opened(file: Path, source: str, *, expected: str, wait: bool = True) -> Iterator[BufferedReader]:
    """The file for reading bytes; ``expected`` says what kind of file it should have been.

    Without ``wait`` a pipe is opened even if nothing writes to it yet.
    """
    try:
        if file.is_dir():
            raise FileError(f"{source} is a folder; expected a file in it: {expected}")
        if wait or not file.is_fifo():
            refuse_strange_file(file, source)
        with file.open("rb") if wait or not file.is_fifo() else _without_waiting(file) as stream:
            yield stream
    except FileNotFoundError:
        if file.is_symlink():
            raise dangling(file, source) from None
        raise FileError(f"there is no file {source}{_nearest(file)}") from None
    except PermissionError:
        raise FileError(
            f"{source} cannot be read: permission denied; change its permissions or copy it"
        ) from None
    except OSError as problem:
        raise FileError(f"{source} cannot be read: {problem.strerror or problem}") from None


def dangling(link: Path, source: str) -> FileError:
    """The error for a broken link."""
    leads_to = file_path(link.readlink())[1]
    return FileError(
        f"{source} is a link to {leads_to}, which does not exist; restore the file, or remove the link"
    )


def damaged(name: str, compression: str, problem: str = "") -> FileError:
    """The error for a file that does not unpack."""
    reason = f" ({problem})" if problem else ""
    return FileError(
        f"{name} is truncated or damaged: it does not unpack as {compression}{reason}; copy or export "
        f"it again"
    )


def kept(file: Path, source: str, folder: Path) -> Path:
    """The file, or a copy in the folder of what comes through a pipe, which can be read only once."""
    try:
        if file.is_file() or file.is_dir() or not file.exists():
            return file
    except OSError:
        return file  # opening it will report what is wrong
    copy = folder / f"piped-{len(list(folder.iterdir()))}{file.suffix}"
    with opened(file, source, expected=TABLES) as stream, copy.open("wb") as keeping:
        shutil.copyfileobj(stream, keeping)
    return copy


def readable(file: Path, folder: Path) -> Path:
    """The file, or a link to it in the folder where its path is not UTF-8, which DuckDB cannot open."""
    try:
        str(file.absolute()).encode("utf-8")
    except UnicodeEncodeError:
        link = folder / f"named-{len(list(folder.iterdir()))}"
        link.symlink_to(file.absolute())
        return link
    return file


MADE_UP = ("/proc/", "/sys/")  # folders whose files the system writes while they are read, some without end

OPEN = ("/dev/fd/", "/proc/")  # where files that this process has open already have names


def refuse_strange_file(file: Path, source: str, *, most_bytes: int | None = None) -> None:
    """Refuse what is not a plain file, such as a named pipe without a writer, and what is too large.

    >>> refuse_strange_file(Path("/dev/null"), "/dev/null")
    Traceback (most recent call last):
    bakeoff.core.exceptions.FileError: /dev/null is a device; expected a plain file: copy the data into one
    """
    try:
        status, place = file.stat(), os.path.realpath(file)
    except FileNotFoundError:
        if file.is_symlink():
            raise dangling(file, source) from None
        return
    except OSError:
        return  # opening it will report what is wrong
    if stat.S_ISDIR(status.st_mode):
        return
    kinds = {stat.S_IFREG: "", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}
    kind = kinds.get(stat.S_IFMT(status.st_mode), "a device")
    if not kind and place.startswith(MADE_UP):
        kind = "written by the system while it is read"
    if kind == "a pipe" and place.startswith(OPEN):
        return  # such as <(command) of a shell: somebody writes to it
    if kind:
        raise FileError(f"{source} is {kind}; expected a plain file: copy the data into one")
    if most_bytes is not None and status.st_size > most_bytes:
        raise FileError(
            f"{source} has {status.st_size:,} bytes; expected at most {most_bytes:,}: use fewer "
            f"rows or columns"
        )


def _nearest(file: Path) -> str:
    """The file of the same folder that was probably meant."""
    from difflib import get_close_matches

    if not file.parent.is_dir():
        return f": there is no folder {str(file.parent)!r}"
    try:
        names = sorted(entry.name for entry in islice(file.parent.iterdir(), 10_000))
    except OSError:
        names = []
    near = get_close_matches(file.name, names, n=1, cutoff=0.5)
    return f"; did you mean {near[0]!r}?" if near else "; check its name and folder"
