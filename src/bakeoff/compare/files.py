"""Comparison of predictions in files and in databases, counted where they are."""

import os
from collections.abc import Callable, Hashable, Sequence
from typing import Unpack

from bakeoff.compare.options import refuse_unknown
from bakeoff.compare.source import Path, Request, compare_source
from bakeoff.core.conditions import conditions_in
from bakeoff.core.exceptions import InputError
from bakeoff.core.missing import Missing, check_missing
from bakeoff.core.verdict import Verdict
from bakeoff.judge.answer import Common
from bakeoff.metrics import MetricLike
from bakeoff.read.engine.duck import Progress
from bakeoff.read.engine.plan import attributes_of
from bakeoff.read.values import a_kind


def compare_files(
    file: Path,
    file_b: Path | None = None,
    *,
    truth_file: Path | None = None,
    truth: str | None = None,
    a: str | None = None,
    b: str | None = None,
    id: str | None = None,  # noqa: A002 - the word of the command line
    cluster: str | None = None,
    by: str | None = None,
    count: str | None = None,
    attributes: str | Sequence[str] | None = None,
    positive: Hashable = None,
    metric: MetricLike | None = None,
    method: str = "auto",
    resamples: int = 10_000,
    filter: str | None = None,  # noqa: A002 - the word of the logs that have one
    may_differ: str | Sequence[str] = (),
    missing: Missing | None = None,
    runs: int | None = None,
    progress: Progress | None = None,
    **common: Unpack[Common],
) -> Verdict:
    r"""Compare two models by predictions in files of any size, without loading the files.

    Parameters
    ----------
    file, file_b
        CSV, TSV, Parquet or JSON Lines, plain or compressed, a folder of them or a pattern such as
        ``"logs/*.parquet"``; or A's and B's, which are joined on ``id``. Logs and result files of Inspect,
        lm-evaluation-harness, promptfoo, HELM, lighteval, Weka's Experimenter and scikit-learn are
        recognised by their content.
    truth_file
        A file with the ids and the truth, if the files of predictions do not have it; joined on ``id``.
    truth, a, b, id, cluster, by
        Names of columns: ``truth``, ``a`` and ``b`` by default; with two files ``prediction``, or the only
        remaining column. In a separate file, the truth may also be the only remaining column.
    count
        A column with the number of items for each row.
    attributes
        Columns of attributes (a list, or names separated by commas) in which equal rows are counted; ``()``
        for none. The default is all other columns of the file, up to 500,000 cells; the verdict then mentions
        equal rows only if there are more than chance explains.
    metric
        The metric to compare: accuracy by default; for logs and result files, their main metric. ``pass@3``,
        ``pass^3``, ``best-of-3`` and ``agreement`` apply to several answers to each question, where ``id``
        identifies the question.
    positive, method, resamples
        As in `compare_predictions`.
    filter
        The filter of logs of lm-evaluation-harness: by default the only one, or the first in the
        configuration of the task.
    may_differ
        Conditions of logs that differ between the models on purpose, such as ``"scorer"`` or ``"version"``: a
        list, or names separated by commas. They then raise no caveat.
    missing
        What items without an answer count as: ``"wrong"``, ``"drop"`` (items that one of the models lacks
        are left out, so that the common ones are compared) or ``"bounds"`` (a conclusion needs the worst and
        the best case to agree). Without it they are refused.
    runs
        The number of runs in a result file of scikit-learn.
    progress
        A function that receives the finished share of a long scan, from 0 to 1.
    **common
        ``alpha``, ``level``, ``alternative``, ``names``, ``margin``, ``rng``, ``tried``, ``tuned_on_test``.

    Notes
    -----
    For label metrics, only the joint counts of truth, A and B are loaded. For ``auc``, ``log-loss``,
    ``brier`` and regression metrics, three numbers for each row are loaded.

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
    files = _paths((file,) if file_b is None else (file, file_b))
    request = Request(
        files=files,
        truth_file=None if truth_file is None else _paths((truth_file,))[0],
        truth=truth,
        a=a,
        b=b,
        id=id,
        cluster=cluster,
        by=by,
        count=count,
        attributes=attributes_of(attributes),
        runs=runs,
        filter=filter,
        may_differ=conditions_in(may_differ),
        missing=check_missing(missing),
        metric=metric,
        positive=positive,
        method=method,
        resamples=resamples,
        progress=progress,
        common=common,
    )
    _refuse_early(compare_files, request)
    return compare_source(request).verdict


def _refuse_early(asker: Callable[..., Verdict], request: Request) -> None:
    """Refuse impossible requests before anything is read, which may take long."""
    for name in ("truth", "a", "b", "id", "cluster", "by"):
        value = getattr(request, name)
        if value is not None and not isinstance(value, str):
            raise InputError(f"{name} is {a_kind(value)}; expected the name of one column")
    refuse_unknown(asker, request.common, method=request.method)


def _paths(files: tuple[Path, ...]) -> tuple[Path, ...]:
    """The files, if these are what was given."""
    for each in files:
        if not isinstance(each, str | os.PathLike):
            raise InputError(
                f"a file is {a_kind(each)}; expected a path or a pattern (to compare columns in memory, "
                f"use compare_predictions)"
            )
    return files


def compare_table(
    table: str | None = None,
    table_b: str | None = None,
    *,
    connect: object,
    query: str | None = None,
    truth: str | None = None,
    a: str | None = None,
    b: str | None = None,
    id: str | None = None,  # noqa: A002 - the word of the command line
    cluster: str | None = None,
    by: str | None = None,
    count: str | None = None,
    attributes: str | Sequence[str] | None = None,
    positive: Hashable = None,
    metric: MetricLike | None = None,
    missing: Missing | None = None,
    method: str = "auto",
    resamples: int = 10_000,
    **common: Unpack[Common],
) -> Verdict:
    """Compare two models by predictions in a database table; the database does the counting, read-only.

    Parameters
    ----------
    table, table_b
        Names of tables, with their schema where needed; two of them are joined on ``id``.
    connect
        An address such as ``postgres://user@host/database``, an Ibis connection or a Spark session.
    query
        A SELECT statement that returns the rows, instead of a table.
    attributes
        As in `compare_files`, but none by default, because their rows would have to leave the database.
    truth, a, b, id, cluster, by, count, positive, metric, missing, method, resamples, **common
        As in `compare_files`.

    Examples
    --------
    >>> compare_table("predictions", connect="nowhere")
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: ...
    """
    request = Request(
        connect=connect,
        tables=tuple(each for each in (table, table_b) if each is not None),
        query=query,
        truth=truth,
        a=a,
        b=b,
        id=id,
        cluster=cluster,
        by=by,
        count=count,
        attributes=attributes_of(attributes),
        metric=metric,
        positive=positive,
        missing=check_missing(missing),
        method=method,
        resamples=resamples,
        common=common,
    )
    _refuse_early(compare_table, request)
    return compare_source(request).verdict
