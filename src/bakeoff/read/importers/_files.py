"""The files that may be logs of a program: one file, those of a folder, or those that a pattern names."""

from collections.abc import Callable, Iterator
from glob import has_magic
from itertools import islice
from pathlib import Path

from bakeoff.read.importers._record import Glimpse, glimpse_of
from bakeoff.read.links import files_in, once
from bakeoff.read.packed import without_packing

MOST_FILES = 10_000


def logs_among(
    glimpse: Glimpse, is_log: Callable[[Glimpse], bool], *, endings: tuple[str, ...], besides: str = "\0"
) -> list[Glimpse]:
    """The logs in a file, a folder (else in the folders just below), or a pattern such as ``out/*.json``.

    Only files with such ``endings``, compressed or not, are looked into, and none that is named like
    ``besides``.
    """
    path = glimpse.path
    if path.is_file():
        return [glimpse] if is_log(glimpse) else []
    if not path.is_dir():
        names = files_in(path).files if has_magic(str(path)) else ()
        return [each for each in map(glimpse_of, names[:MOST_FILES]) if is_log(each)]

    def among(files: Iterator[Path]) -> list[Glimpse]:
        own = (
            file
            for file in files
            if without_packing(file.name).endswith(endings) and not file.name.startswith(besides)
        )
        return [each for each in map(glimpse_of, once(islice(own, MOST_FILES)).files) if is_log(each)]

    return among(_files(path)) or among(file for below in _folders(path) for file in _files(below))


def _files(folder: Path) -> Iterator[Path]:
    return (file for file in _inside(folder) if file.is_file() or not file.exists())


def _folders(folder: Path) -> Iterator[Path]:
    return (each for each in _inside(folder) if each.is_dir())


def _inside(folder: Path) -> list[Path]:
    try:
        return sorted(islice(folder.iterdir(), MOST_FILES))
    except OSError:
        return []  # a folder that may not be read holds no logs
