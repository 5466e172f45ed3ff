"""Files that are written whole or not at all: a full disk or a crash leaves the file that was there."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_IMODE, S_ISREG
from typing import BinaryIO


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write to, which gets its name when everything is on disk.

    A link leads to the file that it names, which keeps its permissions. A pipe or a device is written as it
    is.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     report = pathlib.Path(folder, "report.md")
    ...     _ = report.write_text("good")
    ...     try:
    ...         with whole_file(report) as stream:
    ...             _ = stream.write(b"ha")
    ...             raise OSError("no space left")
    ...     except OSError:
    ...         print(report.read_text(), [each.name for each in pathlib.Path(folder).iterdir()])
    good ['report.md']
    """
    place = Path(os.path.realpath(path))
    mode = _mode(place)
    if mode is not None and not S_ISREG(mode):
        with place.open("wb") as stream:
            yield stream
        return
    # The user's name may be as long as the file system allows.
    handle, name = tempfile.mkstemp(dir=place.parent, prefix=".bakeoff-")
    made = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        made.chmod(usual_mode() if mode is None else S_IMODE(mode))
        made.replace(place)
    finally:
        with suppress(FileNotFoundError):  # it has its name
            made.unlink()
    _keep_name(place.parent)


def append_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Append to a file everything or nothing.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     summary = pathlib.Path(folder, "summary.md")
    ...     append_whole(summary, b"one ")
    ...     append_whole(summary, b"two")
    ...     summary.read_text()
    'one two'
    """
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    try:
        kept = os.fstat(handle)
        written = 0
        try:
            while written < len(content):
                written += os.write(handle, content[written:])
            if S_ISREG(kept.st_mode):
                os.fsync(handle)
        except BaseException:
            # Another process may have added its own in the meantime, which stays.
            with suppress(OSError):
                if os.fstat(handle).st_size == kept.st_size + written:
                    os.ftruncate(handle, kept.st_size)
            raise
    finally:
        os.close(handle)


def usual_mode() -> int:
    """The permissions that a new file gets from this process."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _mode(place: Path) -> int | None:
    try:
        return place.stat().st_mode
    except FileNotFoundError:
        return None


def _keep_name(folder: Path) -> None:
    """Put the names in a folder on disk, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
