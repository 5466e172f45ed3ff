"""``bakeoff compare``: predictions in files and databases."""

import sys
from typing import Annotated, Any

from cyclopts import Parameter

from bakeoff.cli.asked import Asked, whole_number
from bakeoff.core.exceptions import InputError, UnknownNameError


def compare(
    file: str | None = None,
    file_b: str | None = None,
    /,
    *,
    truth: str | None = None,
    a: str | None = None,
    b: str | None = None,
    id: Annotated[str | None, Parameter(name="--id")] = None,  # noqa: A002 - the word of the command line
    cluster: str | None = None,
    by: str | None = None,
    count: str | None = None,
    positive: str | None = None,
    connect: str | None = None,
    table: str | None = None,
    table_b: str | None = None,
    query: str | None = None,
    filter: Annotated[str | None, Parameter(name="--filter")] = None,  # noqa: A002
    runs: str | None = None,
    interval: str | None = None,
    resamples: str = "10000",
    rng: str = "0",
    asked: Asked | None = None,
) -> None:
    """Compare two models' predictions for the same items.

    Parameters
    ----------
    file
        CSV, TSV, Parquet or JSON Lines with columns truth, a and b, plain or compressed, a folder of them
        or a quoted pattern; or A's predictions. Logs of lm-evaluation-harness, Inspect, Weka and
        scikit-learn are known by what is in them.
    file_b
        B's predictions, joined with A's on --id.
    truth
        Column of the true labels (default: truth).
    a
        Column of A's predictions (default: a; prediction where there are two files).
    b
        Column of B's predictions (default: b; prediction where there are two files).
    id
        Column that names the items, to join two files on.
    cluster
        Column that says which items belong together.
    by
        Column that slices the items: a verdict on each of its values, p-values adjusted.
    count
        Column that says how many items a row stands for.
    positive
        The class that f1, precision, auc and the like speak of (default: of two, the one that sorts
        last).
    connect
        Address of a database that counts the rows of --table itself, such as postgres://user@host/name;
        needs bakeoff[warehouse]. Leave the password to the environment (PGPASSWORD).
    table
        Table in that database, in place of a file.
    table_b
        Table with B's predictions, joined with A's on --id.
    query
        A SELECT in place of a table.
    filter
        Which filter of a log of lm-evaluation-harness (default: the first).
    runs
        How often the folds in a result file of scikit-learn were repeated (RepeatedKFold).
    interval
        Kind of the bootstrap's interval: percentile, bca or expanded (its default); implies --method
        bootstrap.
    resamples
        How often bootstrap and permutation draw.
    rng
        Where random draws start.
    """
    asked = asked or Asked()
    columns = {"truth": truth, "a": a, "b": b, "id": id, "cluster": cluster, "by": by, "count": count}
    given: dict[str, Any] = {
        "positive": positive,
        "resamples": whole_number(resamples, "--resamples", example=10_000),
        "rng": whole_number(rng, "--rng"),
    }
    given |= asked.keywords()
    if interval is not None:
        given |= {"interval": interval} | ({"method": "bootstrap"} if asked.method == "auto" else {})
    try:
        if connect is None:
            _refuse_without_connect(table, table_b, query)
            more = {"filter": filter, "runs": None if runs is None else whole_number(runs, "--runs", least=1)}
            verdict = _of_files(file, file_b, columns | given | more, quiet=asked.quiet)
        else:
            verdict = _of_tables(connect, (file, table, table_b, query), columns | given)
    except UnknownNameError as problem:
        raise _with_hint(problem, columns) from None
    except KeyboardInterrupt:
        sys.stderr.write("note: stopped; nothing was written\n")
        raise
    asked.show(verdict, files=_files_of(file, file_b) if asked.report else (), rng=rng)


def _with_hint(problem: UnknownNameError, columns: dict[str, str | None]) -> UnknownNameError:
    """An error about a column with what to say, unless another was said wrongly."""
    said = [each for role, each in columns.items() if role not in ("truth", "a", "b") and each is not None]
    if not str(problem).startswith("no column ") or any(repr(each) in str(problem) for each in said):
        return problem
    return UnknownNameError(f"{problem}; say which is which by --truth, --a and --b")


def _files_of(*given: str | None) -> list[Any]:
    """Every file that was read: those of a folder or pattern one by one."""
    from bakeoff.read.engine.shards import files_meant

    return [path for each in given if each is not None for path in files_meant(each)]


def _of_files(file: str | None, file_b: str | None, given: dict[str, Any], *, quiet: bool) -> Any:
    from bakeoff.compare.files import compare_files
    from bakeoff.report.scanning import scan_progress

    if file is None:
        raise InputError("no file is named; expected bakeoff compare FILE, or --table NAME --connect ADDRESS")
    with scan_progress(quiet) as progress:
        return compare_files(file, file_b, **given, progress=progress)


def _of_tables(connect: str, named: tuple[str | None, ...], given: dict[str, Any]) -> Any:
    from bakeoff.compare.files import compare_table

    file, table, table_b, query = named
    if file is not None:
        raise InputError(
            f"got the file {file} beside --connect; expected a table of the database: --table NAME or "
            f"--query SELECT"
        )
    if (table is None) == (query is None):
        raise InputError("--connect needs either --table NAME or --query SELECT, and just one of them")
    return compare_table(table, table_b, connect=connect, query=query, **given)


def _refuse_without_connect(table: str | None, table_b: str | None, query: str | None) -> None:
    for option, value in (("--table", table), ("--table-b", table_b), ("--query", query)):
        if value is not None:
            raise InputError(
                f"{option} names something in a database, but none is named; add --connect ADDRESS, such as "
                f"postgres://user@host/name"
            )
