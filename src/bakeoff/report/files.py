"""Files that reports, figures and tables are written to."""

from collections.abc import Sequence
from pathlib import Path

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.core.whole_file import whole_file


def check_form(path: str, known: Sequence[str], noun: str = "report") -> str:
    """The format for the extension of a file's name; refuses a name or place that cannot be written."""
    form = Path(path).suffix.removeprefix(".").lower()
    if form not in known:
        listed = ", ".join(f".{each}" for each in known)
        raise InputError(f"{noun} is {path!r}; expected a file that ends with one of {listed}")
    check_place(path)
    return form


def check_place(path: str) -> None:
    """Refuse a file that cannot be written, before anything is computed for it."""
    folder = Path(path).parent
    if Path(path).is_dir():
        raise FileError(f"{path} cannot be written: it is a folder; give the name of a file")
    if not folder.is_dir():
        raise FileError(f"{path} cannot be written: there is no folder {str(folder)!r}; make it first")


def write(path: str, content: str | bytes) -> None:
    """Write a file whole, or say why not; what was there stays."""
    try:
        with whole_file(path) as stream:
            stream.write(content.encode() if isinstance(content, str) else content)
    except OSError as problem:
        raise FileError(f"{path} cannot be written: {problem.strerror}") from None
