"""``bakeoff rank``: many models on the same items, or many learners on many data sets."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from bakeoff.cli.asked import (
    AllCaveats,
    Flag,
    Json,
    Recording,
    leave_report,
    report_wanted,
    whole_number,
)
from bakeoff.core.exceptions import InputError
from bakeoff.core.names import names_in

if TYPE_CHECKING:
    from bakeoff.core.ranking import Ranking


def rank(
    *file: str,
    models: str | None = None,
    datasets: Flag = False,
    method: str | None = None,
    metric: str | None = None,
    baseline: str | None = None,
    rope: float | None = None,
    id: Annotated[str | None, Parameter(name="--id")] = None,  # noqa: A002 - the word of the command line
    truth: str | None = None,
    truth_file: str | None = None,
    cluster: str | None = None,
    by: str | None = None,
    count: str | None = None,
    positive: str | None = None,
    connect: str | None = None,
    table: str | None = None,
    query: str | None = None,
    filter: Annotated[str | None, Parameter(name="--filter")] = None,  # noqa: A002
    may_differ: str | None = None,
    missing: Literal["wrong", "drop"] | None = None,
    alpha: float = 0.05,
    margin: float | None = None,
    tried: str = "1",
    tuned_on_test: Flag = False,
    step_down: Flag = False,
    resamples: str | None = None,
    rng: str = "0",
    report: str | None = None,
    all_caveats: AllCaveats = False,
    json: Json = False,
    quiet: Flag = False,
    recording: Recording | None = None,
) -> None:
    """Rank models by their predictions for the same items, or learners over data sets.

    Parameters
    ----------
    file
        One file with the truth and a column for each model, or one file for each model, named after it:
        CSV, TSV, Parquet or JSON Lines, plain or compressed, or folders of them; logs of Inspect,
        lm-evaluation-harness, promptfoo, HELM and lighteval, or one folder with the logs of all models.
    models
        The models to take, separated by commas (default: all; in one file all columns without another role
        whose names and values are not those of ids, folds, times and the like). A name that contains a comma
        is in double quotes: 'tree,"svm, C=10"'.
    datasets
        The rows of the file are data sets and its columns learners; cells are scores. Or it has fold scores:
        the columns dataset, learner, run, fold and score. Compressed files are not read.
    method
        For --datasets: wilcoxon-holm (the default), nemenyi, bayes-signed-rank or another that
        `bakeoff methods` lists for many models.
    metric
        What to rank by (default: accuracy; of a log the first measure in it; with --datasets a score without
        a unit, where higher is better).
    baseline
        The model that all others are compared with (default: all pairs are compared).
    rope
        For --datasets with a Bayesian method: differences smaller than this do not matter.
    id
        Column that names the items; joins several files.
    truth
        Column of the true labels (default: truth).
    truth_file
        File with the true labels, joined on --id.
    cluster
        Column with the cluster of each item, such as a user or a document (default: the clusters that a log
        declares; none: do not use them).
    by
        Column that slices the items: also one ranking for each of its values.
    count
        Column with the number of items that each row represents.
    positive
        Positive class for f1, precision, auc and similar metrics.
    connect
        Address of a database, such as postgres://user@host/name.
    table
        Table of the database, or one for each model, separated by commas.
    query
        A SELECT in place of a table.
    filter
        Which filter of logs of lm-evaluation-harness (default: the only one, or the first of the task).
    may_differ
        Conditions of logs that differ between the models on purpose, with commas between: scorer, version or
        another that the row "differs" shows. They then raise no caveat.
    missing
        What items without an answer count as: wrong or drop (items that any of the models lacks are left out,
        so that the common ones are compared). Without it they are refused.
    alpha
        Probability of any false statement about any pair or rank, and that the set of possible best leaves
        out the best (of several equally good models, a given one).
    margin
        Largest difference that does not matter (0.01 = 1 point); allows the decision equivalent.
    tried
        Number of such rankings tried in total, including this one.
    tuned_on_test
        The items were used to choose the models; the ranking then says what this invalidates.
    step_down
        p-values by the step-down method, which decides more pairs; intervals do not follow it.
    resamples
        Number of draws (default: 10000; for --datasets with a Bayesian method 50000).
    rng
        Seed of the random draws.
    report
        Write a report to this file: .html, .md, .tex, .bib, .json or .txt; .svg, .png or .pdf is its picture.
    quiet
        Print the answer alone; caveats go to standard error.
    """
    from bakeoff.compare.rank_source import RankRequest, rank_source
    from bakeoff.core.conditions import conditions_in
    from bakeoff.report.terminal import scan_progress, show

    report_wanted(report)
    book = (recording or Recording()).begin("rank")
    chosen = names_in(models)
    if datasets:
        _refuse_words_of_items(
            {"--id": id, "--truth": truth, "--truth-file": truth_file, "--cluster": cluster, "--by": by}
            | {"--count": count, "--positive": positive, "--connect": connect, "--table": table}
            | {
                "--query": query,
                "--filter": filter,
                "--may-differ": may_differ,
                "--missing": missing,
                "--margin": margin,
                "--step-down": step_down or None,
            }
            | {"--tried": None if tried == "1" else tried, "--tuned-on-test": tuned_on_test or None}
        )
        draws = None if resamples is None else whole_number(resamples, "--resamples", example=50_000)
        found = _over_data_sets(
            file,
            chosen,
            method=method,
            metric=metric,
            baseline=baseline,
            rope=rope,
            alpha=alpha,
            resamples=draws,
            rng=whole_number(rng, "--rng") or None,
        )
    else:
        _refuse_data_set_words(method=method, rope=rope)
        request = RankRequest(
            files=file,
            models=chosen,
            metric=metric,
            baseline=baseline,
            id=id,
            truth=truth,
            truth_file=truth_file,
            cluster=cluster,
            by=by,
            count=count,
            positive=positive,
            connect=connect,
            tables=tuple(each.strip() for each in (table or "").split(",") if each.strip()),
            query=query,
            filter=filter,
            may_differ=conditions_in(may_differ),
            missing=missing,
            seen=book.asks,
            options={
                "alpha": alpha,
                "margin": margin,
                "tried": whole_number(tried, "--tried", example=20, least=1),
                "tuned_on_test": tuned_on_test,
                "step_down": step_down,
                "resamples": whole_number(resamples or "10000", "--resamples", example=10_000),
                "rng": whole_number(rng, "--rng"),
            },
        )
        with scan_progress(quiet) as progress:
            found = rank_source(replace(request, progress=progress))
    found = book.note(found)
    show(found, as_json=json, quiet=quiet, all_caveats=all_caveats)
    read = [*file, *([] if truth_file is None else [truth_file])]
    leave_report(found, report, files=_files_of(read) if report else (), rng=rng, quiet=quiet)


def _refuse_data_set_words(**words: object) -> None:
    for name, value in words.items():
        if value is not None:
            raise InputError(f"--{name} is for rankings over data sets; add --datasets, or leave it out")


def _refuse_words_of_items(words: Mapping[str, object]) -> None:
    for option, value in words.items():
        if value is not None:
            raise InputError(f"{option} is for rankings of predictions; leave out either it or --datasets")


def _over_data_sets(files: tuple[str, ...], models: tuple[str, ...], **asked: Any) -> "Ranking":
    from bakeoff.compare.rank_datasets import rank_datasets, read_datasets

    if len(files) != 1:
        raise InputError(f"--datasets takes one file with a row for each data set; got {len(files)}")
    given = {name: value for name, value in asked.items() if value is not None}
    return rank_datasets(read_datasets(files[0], models), **given)


def _files_of(given: list[str]) -> list[Path]:
    """Every file that was read: those of a folder or pattern one by one."""
    from bakeoff.read.engine.text_files import files_meant

    return [path for each in given for path in files_meant(each)]
