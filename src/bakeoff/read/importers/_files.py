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
    glimpse: Glimpse,
    is_log: Callable[[Glimpse], bool],
    *,
    endings: tuple[str, ...],
    besides: str = "\0",
    below: int = 1,
) -> list[Glimpse]:
    """The logs in a file, a folder, or a pattern such as ``out/*.json``.

    Of a folder without logs they are those of its folders, so many levels ``below`` it. Only files with such
    ``endings``, compressed or not, are looked into, and none that is named like ``besides``.
    """
    path = glimpse.path
    if path.is_file():
        return [glimpse] if is_log(glimpse) else []
    if not path.is_dir():
        names = files_in(path).files if has_magic(str(path)) else ()
        return [each for each in map(glimpse_of, names[:MOST_FILES]) if is_log(each)]
    left = MOST_FILES

    def among(folder: Path, levels: int) -> list[Glimpse]:
        nonlocal left
        own = (
            file
            for file in _files(folder)
            if without_packing(file.name).endswith(endings) and not file.name.startswith(besides)
        )
        files = once(islice(own, left)).files
        left -= len(files)
        found = [each for each in map(glimpse_of, files) if is_log(each)]
        if found or not levels:
            return found
        return [each for inside in _folders(folder) for each in among(inside, levels - 1)]

    found = among(path, below)
    kept = set(once(each.path for each in found).files)
    return [each for each in found if each.path in kept]


def _files(folder: Path) -> Iterator[Path]:
    return (file for file in _inside(folder) if file.is_file() or not file.exists())


def _folders(folder: Path) -> Iterator[Path]:
    return (each for each in _inside(folder) if each.is_dir())


def _inside(folder: Path) -> list[Path]:
    try:
        return sorted(islice(folder.iterdir(), MOST_FILES))
    except OSError:
        return []  # a folder that may not be read holds no logs
