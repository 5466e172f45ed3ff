"""A table that an engine can count: where it is, what its columns are, and how its cells are written."""

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from bakeoff.core.exceptions import InputError
from bakeoff.core.suggest import unknown_column
from bakeoff.read.engine.engine import Engine, Progress
from bakeoff.read.opening import file_path

SMALL = 4_000_000  # bytes; a larger file is counted rather than read row by row


@dataclass(frozen=True, kw_only=True, eq=False)
class Source:
    """Rows in an engine.

    ``relation`` is the SQL text that stands after FROM: a quoted table name, a subquery in parentheses or
    a call such as ``read_parquet(...)``. ``name`` is what messages call it. ``kinds`` has the kind of each
    column. Where the cells are ``spelled``, each is text that is still to be read (CSV); where ``json``,
    each is the JSON text of one value.

    A column that cannot be used is in ``faults`` with the reason, which is raised only when it is asked
    for. ``written`` has the SQL of columns that the relation knows otherwise than by their quoted name.
    ``parts`` are the files by themselves, where several of text make the table.
    """

    engine: Engine
    relation: str
    name: str
    kinds: Mapping[str, str]
    spelled: bool = False
    json: bool = False
    faults: Mapping[str, str] = field(default_factory=dict)
    written: Mapping[str, str] = field(default_factory=dict)
    parts: "Callable[[], Iterator[Source]] | None" = None

    def __contains__(self, name: object) -> bool:
        return name in self.kinds

    def column(self, name: str) -> str:
        """The SQL of a column, or the reason why there is none to be had."""
        if name not in self.kinds:
            raise unknown_column(name, self.kinds, self.name)
        if name in self.faults:
            raise InputError(self.faults[name])
        if self.kinds[name] == "other":
            raise InputError(
                f"column {name!r} of {self.name} holds lists, structures or bytes; "
                f"expected text, a number or a boolean for each item"
            )
        return self.written.get(name) or quoted(name)


def quoted(name: str) -> str:
    """A name as an SQL identifier.

    >>> print(quoted('say "x"; --'))
    "say ""x""; --"
    """
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """A text as an SQL literal.

    >>> print(literal("it's"))
    'it''s'
    """
    return "'" + text.replace("'", "''") + "'"


def needs_engine(path: object) -> bool:
    """Whether predictions are better counted by an engine than read row by row.

    A folder, a pattern, compressed files and all that is larger than a few megabytes; the reader of small
    files gives the same answers, and its errors name the row and the line.
    """
    from bakeoff.read.engine.shards import COMPRESSED, is_many, refuse_elsewhere

    refuse_elsewhere(path)
    if is_many(path):
        return True
    file, _ = file_path(path)
    return file.is_file() and (file.suffix.lower() in COMPRESSED or file.stat().st_size > SMALL)


def files_source(
    path: str | os.PathLike[str], *, engine: Engine | None = None, progress: Progress | None = None
) -> Source:
    r"""A table in files: one, those of a folder, or those that match a pattern such as ``logs/**/*.parquet``.

    The files are CSV, TSV, JSON Lines or Parquet, all of one kind, the former also compressed (``.gz``,
    ``.zst``). Two sources are joined in one ``engine``; ``progress`` is told the share of a long scan that
    is done.

    Raises
    ------
    FileError
        Where there are no such files, or they are not what their names say.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for part in ("1", "2"):
    ...         _ = pathlib.Path(folder, f"{part}.csv").write_text("truth,a,b\ncat,cat,dog\n")
    ...     source = files_source(folder)
    ...     counted = source.engine.fetch(f"SELECT COUNT(*) AS n FROM {source.relation}")
    ...     source.engine.close()
    >>> list(source.kinds), counted["n"].tolist()
    (['truth', 'a', 'b'], [2])
    """
    from bakeoff.read.engine.duck import DuckEngine
    from bakeoff.read.engine.shards import shards_of

    shards, name = shards_of(path)
    if engine is not None and not isinstance(engine, DuckEngine):
        raise InputError(
            f"{name} is a file and cannot be joined with a table in {engine.name}; load it there"
        )
    duck = engine or DuckEngine(progress)
    try:
        return _READERS[shards[0].kind](duck, shards, name)
    except BaseException:
        if engine is None:
            duck.close()
        raise


def _parquet(*given: Any) -> Source:
    from bakeoff.read.engine.parquet import parquet_source

    return parquet_source(*given)


def _delimited(*given: Any) -> Source:
    from bakeoff.read.engine.delimited import delimited_source

    return delimited_source(*given)


def _json(*given: Any) -> Source:
    from bakeoff.read.engine.json_lines import json_source

    return json_source(*given)


_READERS = {"parquet": _parquet, "delimited": _delimited, "json": _json}
