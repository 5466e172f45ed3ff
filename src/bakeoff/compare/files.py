"""Comparison of predictions in files and in databases, counted where they are."""

import os
from collections.abc import Callable
from inspect import signature
from typing import Any, Unpack

from bakeoff.compare.imported import compare_imported
from bakeoff.compare.tables import compare_sources
from bakeoff.core.exceptions import InputError
from bakeoff.core.suggest import unknown_name
from bakeoff.core.verdict import Verdict
from bakeoff.judge.answer import COMMON, Common
from bakeoff.methods import METHODS
from bakeoff.metrics._own import metric_of
from bakeoff.read.engine.files import files_source
from bakeoff.read.engine.reading import Columns
from bakeoff.read.engine.sources import Source
from bakeoff.read.meant import names_meant
from bakeoff.read.values import a_kind

Path = str | os.PathLike[str]
Progress = Callable[[float], None]


def compare_files(
    file: Path,
    file_b: Path | None = None,
    *,
    truth: str | None = None,
    a: str | None = None,
    b: str | None = None,
    id: str | None = None,  # noqa: A002 - the word of the command line
    cluster: str | None = None,
    by: str | None = None,
    count: str | None = None,
    positive: Any = None,
    metric: Any = None,
    method: str = "auto",
    resamples: int = 10_000,
    filter: str | None = None,  # noqa: A002 - the word of the logs that have one
    runs: int | None = None,
    progress: Progress | None = None,
    **common: Unpack[Common],
) -> Verdict:
    r"""Compare two models by predictions in files: any size, without loading them.

    Parameters
    ----------
    file, file_b
        CSV, TSV, Parquet or JSON Lines, plain or compressed, a folder of them or a pattern such as
        ``"logs/*.parquet"``; or A's and B's, which are joined on ``id``. Logs of lm-evaluation-harness and
        Inspect, result files of Weka's Experimenter and of scikit-learn are recognised by their content.
    truth, a, b, id, cluster, by
        Names of columns: ``truth``, ``a`` and ``b`` by default; in two files ``prediction`` each.
    count
        A column that says how many items a row stands for.
    metric
        What to compare on: accuracy by default; of logs and result files the first measure in them.
    positive, method, resamples
        As in `compare_predictions`.
    filter
        Which filter of a log of lm-evaluation-harness.
    runs
        How often the folds of a result file of scikit-learn were repeated.
    progress
        Told the share of a long scan that is done, from 0 to 1.
    **common
        ``alpha``, ``level``, ``alternative``, ``names``, ``margin``, ``rng``, ``tried``, ``tuned_on_test``.

    Notes
    -----
    Label metrics need only the joint counts of truth, A and B, and these are all that leaves the engine.
    For ``auc``, ``log-loss``, ``brier`` and ``squared-error`` three numbers for each row are loaded.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for part in ("1", "2"):
    ...         _ = pathlib.Path(folder, f"{part}.csv").write_text("truth,a,b\ncat,cat,dog\ndog,dog,dog\n")
    ...     verdict = compare_files(folder)
    >>> verdict.result.n, verdict.result.estimate
    (4, 0.5)
    """
    from bakeoff.read.importers.recognise import recognise

    columns: Columns = {"truth": truth, "a": a, "b": b, "id": id, "cluster": cluster, "by": by}
    _refuse_early(compare_files, columns, method, common)
    files = _paths((file,) if file_b is None else (file, file_b))
    asked: dict[str, Any] = {"method": method, "resamples": resamples}
    if truth is None and id is None and count is None:
        found = recognise(
            *files, metric=metric, filter=filter, a=a, b=b, by=by, cluster=cluster, progress=progress
        )
        if found is not None:
            return compare_imported(found, by=by, runs=runs, **asked, **common)
    if filter is not None:
        raise InputError(
            f"filter is {filter!r}, but only logs of lm-evaluation-harness have filters; leave it out"
        )
    if runs is not None:
        raise InputError(f"runs is {runs}, but only result files of folds have runs; leave it out")
    common.setdefault("names", names_meant(tuple(str(os.fspath(each)) for each in files), a, b))
    asked |= {"metric": metric_of("accuracy" if metric is None else metric), "positive": positive}
    sources = _sources(files, progress)
    try:
        return compare_sources(sources, columns, count=count, **asked, **common)
    finally:
        sources[0].engine.close()


def _refuse_early(asker: Callable[..., Verdict], columns: Columns, method: str, common: Common) -> None:
    """Refuse what cannot be meant before anything is read, which may take long."""
    for name, value in columns.items():
        if value is not None and not isinstance(value, str):
            raise InputError(f"{name} is {a_kind(value)}; expected the name of one column")
    if method != "auto":
        _ = METHODS[method]
    known = {*COMMON, *(option for each in METHODS for option in each.options)}
    own = [name for name, each in signature(asker).parameters.items() if each.kind != each.VAR_KEYWORD]
    for name in common:
        if name not in known:
            raise unknown_name(f"option of {asker.__name__}", name, [*own, *COMMON])


def _paths(files: tuple[Path, ...]) -> tuple[Path, ...]:
    """The files, if these are what was given."""
    for each in files:
        if not isinstance(each, str | os.PathLike):
            raise InputError(
                f"a file is {a_kind(each)}; expected a path or a pattern (columns in memory are compared by "
                f"compare_predictions)"
            )
    return files


def _sources(files: tuple[Path, ...], progress: Progress | None) -> list[Source]:
    """The files as sources of one engine, which is closed where one of them cannot be read."""
    first = files_source(files[0], progress=progress)
    try:
        return [first, *(files_source(each, engine=first.engine) for each in files[1:])]
    except BaseException:
        first.engine.close()
        raise


def compare_table(
    table: str | None = None,
    table_b: str | None = None,
    *,
    connect: Any,
    query: str | None = None,
    truth: str | None = None,
    a: str | None = None,
    b: str | None = None,
    id: str | None = None,  # noqa: A002 - the word of the command line
    cluster: str | None = None,
    by: str | None = None,
    count: str | None = None,
    positive: Any = None,
    metric: Any = None,
    method: str = "auto",
    resamples: int = 10_000,
    **common: Unpack[Common],
) -> Verdict:
    """Compare two models by predictions in a database, which counts them itself; nothing is written to it.

    Parameters
    ----------
    table, table_b
        Names of tables, with their schema where needed; two of them are joined on ``id``.
    connect
        An address such as ``postgres://user@host/database``, or a connection of Ibis or a Spark session.
    query
        A SELECT that gives the rows, in place of a table.
    truth, a, b, id, cluster, by, count, positive, metric, method, resamples, **common
        As in `compare_files`.

    Examples
    --------
    >>> compare_table("predictions", connect="nowhere")
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: ...
    """
    from bakeoff.read.engine.warehouse import tables_source

    columns: Columns = {"truth": truth, "a": a, "b": b, "id": id, "cluster": cluster, "by": by}
    _refuse_early(compare_table, columns, method, common)
    sources = [tables_source(connect, table, query=query)]
    try:
        if table_b is not None:
            sources.append(tables_source(sources[0].engine, table_b))
        named = tuple(each for each in (table, table_b) if each) or ("",)
        common.setdefault("names", names_meant(named, a, b))
        record = metric_of("accuracy" if metric is None else metric)
        asked = {"metric": record, "method": method, "resamples": resamples, "positive": positive}
        return compare_sources(sources, columns, count=count, **asked, **common)
    finally:
        sources[0].engine.close()
