"""``bakeoff compare``: predictions in files and databases."""

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from bakeoff.cli.asked import Asked, Recording, whole_number
from bakeoff.cli.hints import named_in, with_hint
from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.core.missing import Missing


def compare(
    file: str | None = None,
    file_b: str | None = None,
    /,
    *,
    truth: str | None = None,
    truth_file: str | None = None,
    a: str | None = None,
    b: str | None = None,
    id: Annotated[str | None, Parameter(name="--id")] = None,  # noqa: A002 - the word of the command line
    cluster: str | None = None,
    by: str | None = None,
    count: str | None = None,
    attributes: str | None = None,
    positive: str | None = None,
    connect: str | None = None,
    table: str | None = None,
    table_b: str | None = None,
    query: str | None = None,
    filter: Annotated[str | None, Parameter(name="--filter")] = None,  # noqa: A002
    may_differ: str | None = None,
    missing: Missing | None = None,
    runs: str | None = None,
    judge_a: str | None = None,
    judge_b: str | None = None,
    human_a: str | None = None,
    human_b: str | None = None,
    length_a: str | None = None,
    length_b: str | None = None,
    a_first: str | None = None,
    interval: str | None = None,
    resamples: str = "10000",
    rng: str = "0",
    asked: Asked | None = None,
    recording: Recording | None = None,
) -> None:
    """Compare two models' predictions for the same items.

    Parameters
    ----------
    file
        CSV, TSV, Parquet or JSON Lines with columns truth, a and b, plain or compressed, a folder of them
        or a quoted pattern; or A's predictions. Logs of Inspect, lm-evaluation-harness, promptfoo, HELM,
        lighteval, Weka and scikit-learn are recognised by their content.
    file_b
        B's predictions, joined with A's on --id.
    truth
        Column of the true labels (default: truth).
    truth_file
        File with the ids and the true labels, where the files of predictions do not have them; joined on
        --id. The truth is its column truth, or the only one besides the id.
    a
        Column of A's predictions (default: a; prediction where there are two files).
    b
        Column of B's predictions (default: b; prediction where there are two files).
    id
        Column that names the items, to join two files on.
    cluster
        Column with the cluster that each item belongs to (default: the clusters that a log declares; none: do
        not use them).
    by
        Column to slice the items by: one verdict for each of its values, with adjusted p-values.
    count
        Column with the number of items that a row stands for.
    attributes
        Columns of attributes, with commas between (a name with a comma in double quotes), in which equal rows
        are counted; none: do not look for equal rows (default: the other columns of a file, up to 500,000
        cells; of a database none).
    positive
        Positive class for f1, precision, auc and similar metrics (default: of two classes, the one that
        sorts last).
    connect
        Address of a database that counts the rows of --table itself, such as postgres://user@host/name;
        needs the extra "warehouse" of bakeoff. Leave the password to the environment (PGPASSWORD).
    table
        Table in that database, in place of a file.
    table_b
        Table with B's predictions, joined with A's on --id.
    query
        A SELECT in place of a table.
    missing
        What items without an answer count as: wrong, drop (items that one model lacks are left out, so that
        the common ones are compared) or bounds (a conclusion needs the worst and the best case to agree).
        Without it they are refused.
    filter
        Which filter of logs of lm-evaluation-harness (default: the only one, or the first of the task).
    may_differ
        Conditions of logs that differ between the models on purpose, with commas between: scorer, version or
        another that the row "differs" shows. They then raise no caveat.
    runs
        Number of runs in a result file of scikit-learn (n_repeats of RepeatedKFold).
    judge_a
        Column of a judge's scores of A for every item. With --judge-b, --human-a and --human-b models are
        compared as people would score them.
    judge_b
        Column of the judge's scores of B.
    human_a
        Column of people's scores of A; empty where an item was not labelled.
    human_b
        Column of people's scores of B.
    length_a
        Column of the length of A's answers, to see whether the judge favours long ones.
    length_b
        Column of the length of B's answers.
    a_first
        Column that says whether A's answer was shown to the judge first (yes or no).
    interval
        Kind of the bootstrap's interval: percentile, bca or expanded (its default); implies --method
        bootstrap.
    resamples
        Number of bootstrap or permutation draws.
    rng
        Seed of the random draws.
    """
    from bakeoff.compare.source import Request, compare_source
    from bakeoff.core.conditions import conditions_in
    from bakeoff.read.engine.plan import attributes_of
    from bakeoff.report.terminal import scan_progress

    asked = asked or Asked()
    if connect is not None and truth_file is not None:
        raise InputError("--truth-file is for files; join the truth of a database in a --query")
    judged = {"judge_a": judge_a, "judge_b": judge_b, "human_a": human_a, "human_b": human_b}
    judged |= {"length_a": length_a, "length_b": length_b, "a_first": a_first}
    if any(each is not None for each in judged.values()):
        if file is None or file_b is not None or connect is not None:
            raise InputError("scores of a judge and of people are expected as columns of one file")
        unused = {"--by": by, "--filter": filter, "--truth-file": truth_file, "--count": count}
        _refuse_with_judge({**unused, "--may-differ": may_differ, "--missing": missing})
        _by_judge(file, judged | {"clusters": cluster}, asked)
        return
    book = (recording or Recording()).begin("compare")
    _refuse_unclear_source(file, connect, {"--table": table, "--table-b": table_b, "--query": query})
    request = Request(
        files=tuple(each for each in (file, file_b) if each is not None),
        connect=connect,
        tables=tuple(each for each in (table, table_b) if each is not None),
        query=query,
        truth=truth,
        truth_file=truth_file,
        a=a,
        b=b,
        id=id,
        cluster=cluster,
        by=by,
        count=count,
        attributes=attributes_of(attributes),
        filter=filter,
        may_differ=conditions_in(may_differ),
        missing=missing,
        runs=None if runs is None else whole_number(runs, "--runs", least=1),
        positive=positive,
        seen=book.asks,
        resamples=whole_number(resamples, "--resamples", example=10_000),
        **asked.wanted(rng=whole_number(rng, "--rng"), interval=interval),
    )
    if interval is not None and request.method == "auto":
        request = replace(request, method="bootstrap")
    try:
        with scan_progress(asked.quiet) as progress:
            verdict = compare_source(replace(request, progress=progress)).verdict
    except UnknownNameError as problem:
        raise with_hint(problem, named_in(request)) from None
    except KeyboardInterrupt:
        sys.stderr.write("note: stopped; nothing was written\n")
        raise
    verdict = book.note(verdict)
    asked.show(verdict, files=_files_of(file, file_b, truth_file) if asked.report else (), rng=rng)


def _refuse_with_judge(given: dict[str, object]) -> None:
    """Options that a comparison by a judge's scores would not heed."""
    if unheeded := [name for name, value in given.items() if value is not None]:
        raise InputError(
            f"{' and '.join(unheeded)} cannot be used with the scores of a judge; write the rows to "
            "compare into a file of their own"
        )


def _by_judge(file: str, columns: dict[str, str | None], asked: Asked) -> None:
    """Compare by a judge's scores and some human scores."""
    from bakeoff.compare.judged import compare_judged_file

    verdict = compare_judged_file(file, columns, **asked.keywords())
    asked.show(verdict, files=_files_of(file) if asked.report else ())


def _files_of(*given: str | None) -> list[Path]:
    """Every file that was read: those of a folder or pattern one by one."""
    from bakeoff.read.engine.text_files import files_meant

    return [path for each in given if each is not None for path in files_meant(each)]


def _refuse_unclear_source(file: str | None, connect: str | None, inside: Mapping[str, str | None]) -> None:
    """Refuse words that do not name one source: files, or something inside a database."""
    table, _, query = inside.values()
    if connect is not None:
        if file is not None:
            raise InputError(
                f"got both the file {file} and --connect; expected a table of the database: --table NAME or "
                f"--query SELECT"
            )
        if (table is None) == (query is None):
            raise InputError("--connect needs either --table NAME or --query SELECT, and just one of them")
        return
    for option, value in inside.items():
        if value is not None:
            raise InputError(
                f"{option} names something in a database, but none is named; add --connect ADDRESS, such as "
                f"postgres://user@host/name"
            )
    if file is None:
        raise InputError("no file is named; expected bakeoff compare FILE, or --table NAME --connect ADDRESS")
