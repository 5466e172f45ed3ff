"""Tables in files, or held in memory, as sources: one file, a folder, or what matches a pattern."""

import os

from bakeoff.core.exceptions import InputError
from bakeoff.read.engine.delimited import delimited_source
from bakeoff.read.engine.duck import DuckEngine, Engine, Progress
from bakeoff.read.engine.json_lines import json_source
from bakeoff.read.engine.parquet import parquet_source
from bakeoff.read.engine.sources import Source
from bakeoff.read.engine.text_files import is_many, refuse_elsewhere, shards_of
from bakeoff.read.opening import file_path, kept

READERS = {"parquet": parquet_source, "delimited": delimited_source, "json": json_source}


def files_source(
    path: str | os.PathLike[str],
    *,
    name: str | None = None,
    engine: Engine | None = None,
    progress: Progress | None = None,
) -> Source:
    r"""A table in files: one, those of a folder, or those that match a pattern such as ``logs/**/*.parquet``.

    The files are CSV, TSV, JSON Lines or Parquet, all of one kind, the former also compressed (``.gz``,
    ``.zst``). Messages call them by ``name`` where it is given. Sources are joined in one ``engine``;
    ``progress`` is told the share of a long scan that is done.

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
    if engine is not None and not isinstance(engine, DuckEngine):
        called = name or file_path(path)[1]
        raise InputError(
            f"{called} is a file and cannot be joined with a table in {engine.name}; load it there"
        )
    refuse_elsewhere(path)
    duck = engine or DuckEngine(progress)
    try:
        if not is_many(path):
            file, called = file_path(path)
            name = name or called
            path = kept(file, name, duck.folder)
        shards, called = shards_of(path, name=name)
        return READERS[shards[0].kind](duck, shards, called)
    except BaseException:
        if engine is None:
            duck.close()
        raise
