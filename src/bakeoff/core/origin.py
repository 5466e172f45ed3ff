"""Where a verdict came from: what is needed to reproduce it."""

import hashlib
import platform
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from os import PathLike
from pathlib import Path

from bakeoff.core.exceptions import FileError
from bakeoff.core.version import VERSION

LIBRARIES = ("numpy", "scipy")
CHUNK = 1 << 20


@dataclass(frozen=True, kw_only=True)
class Origin:
    """The command, input files and program versions behind a verdict.

    ``command`` is the command line, quoted for a shell; ``files`` are the name and SHA-256 of each file that
    was read. ``rng`` is the random seed, if random draws were made; ``versions`` are the name and version of
    each program that computed the numbers.
    """

    command: str = ""
    files: tuple[tuple[str, str], ...] = ()
    rng: str = ""
    versions: tuple[tuple[str, str], ...] = ()


def origin_here(*, command: str = "", files: Iterable[str | PathLike[str]] = (), rng: object = "") -> Origin:
    """The origin of what is computed now: files are hashed, versions looked up.

    Examples
    --------
    >>> [name for name, version in origin_here().versions]
    ['bakeoff', 'Python', 'numpy', 'scipy']
    """
    return Origin(
        command=command,
        files=tuple((Path(path).name, sha256(path)) for path in files),
        rng=str(rng),
        versions=_versions(),
    )


def sha256(path: str | PathLike[str]) -> str:
    """The SHA-256 of a file, read piece by piece."""
    digest = hashlib.sha256()
    try:
        with Path(path).open("rb") as stream:
            while piece := stream.read(CHUNK):
                digest.update(piece)
    except OSError as problem:
        raise FileError(f"{path} cannot be read: {problem.strerror}") from None
    return digest.hexdigest()


@cache
def _versions() -> tuple[tuple[str, str], ...]:
    own = (("bakeoff", VERSION), ("Python", platform.python_version()))
    return own + tuple((name, metadata.version(name)) for name in LIBRARIES)
