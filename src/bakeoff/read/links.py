"""The files of a folder or a pattern: each is read once, however many links lead to it."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from glob import has_magic
from pathlib import Path

from bakeoff.core.exceptions import FileError
from bakeoff.read.opening import dangling, file_path


@dataclass(frozen=True, kw_only=True)
class Files:
    """Files in order, and the ``links``: other names of files and folders that are among them already."""

    files: tuple[Path, ...]
    links: tuple[str, ...] = ()


def once(files: Iterable[Path]) -> Files:
    """Each file by one name: its own rather than that of a link. Broken links are refused.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file, link = Path(folder, "run2.csv"), Path(folder, "latest.csv")
    ...     file.touch()
    ...     link.symlink_to(file)
    ...     found = once([link, file])
    >>> [each.name for each in found.files], len(found.links)
    (['run2.csv'], 1)
    """
    found: dict[tuple[int, int], Path] = {}
    links = []
    for file in sorted(files, key=lambda each: (os.path.realpath(each) != str(each.absolute()), each)):
        place = _place(file)
        if place is not None and found.setdefault(place, file) != file:
            links.append(file_path(file)[1])
    return Files(files=tuple(sorted(found.values())), links=tuple(sorted(links)))


def files_in(path: object) -> Files:
    """The plain files of a folder and all folders below it, or those that a pattern matches.

    Names that begin with a dot are left out, and in a folder those that begin with an underscore: marks and
    checksums that a writer of shards leaves next to them.
    """
    place, _ = file_path(path)
    links: list[str] = []
    if place.is_dir():
        within = _folders(place, links, hidden=(".", "_"))
        every = [file for each in within for file in _inside(each) if not file.name.startswith((".", "_"))]
    else:
        top = Path(place.anchor)
        every = list(_matching(top, place.relative_to(top).parts, links))
    found = once(each for each in every if each.is_file() or (each.is_symlink() and not each.exists()))
    return Files(files=found.files, links=tuple(sorted({*links, *found.links})))


def _matching(folder: Path, parts: tuple[str, ...], links: list[str]) -> Iterator[Path]:
    """What a pattern matches in a folder; ``**`` stands for any number of folders, each of which is once."""
    if not parts:
        yield folder
        return
    first, *rest = parts
    if first == "**":
        after = tuple(rest) or ("*",)
        for each in _folders(folder, links, hidden=(".",)):
            yield from _matching(each, after, links)
    elif has_magic(first):
        for each in _inside(folder) if folder.is_dir() else ():
            hidden = each.name.startswith(".") and not first.startswith(".")
            if not hidden and fnmatchcase(each.name, first):
                yield from _matching(each, tuple(rest), links)
    elif os.path.lexists(folder / first):
        yield from _matching(folder / first, tuple(rest), links)


def _folders(top: Path, links: list[str], *, hidden: tuple[str, ...]) -> Iterator[Path]:
    """A folder and those below it, each once: links are followed last, so that loops have an end."""
    seen: set[tuple[int, int]] = set()
    waiting, linked = [top], list[Path]()
    while waiting or linked:
        folder = waiting.pop() if waiting else linked.pop()
        place = _place(folder)
        if place is None:
            continue
        if place in seen:
            links.append(file_path(folder)[1])
            continue
        seen.add(place)
        yield folder
        for each in reversed(_inside(folder)):
            if each.is_dir() and not each.name.startswith(hidden):
                (linked if each.is_symlink() else waiting).append(each)


def _place(file: Path) -> tuple[int, int] | None:
    """The identity of a file for the system, whatever its name; None where it is gone."""
    try:
        status = file.stat()
    except FileNotFoundError:
        if file.is_symlink():
            raise dangling(file, file_path(file)[1]) from None
        return None
    return status.st_dev, status.st_ino


def _inside(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError as problem:
        source = file_path(folder)[1]
        raise FileError(
            f"folder {source} cannot be read: {problem.strerror}; change its permissions"
        ) from None
