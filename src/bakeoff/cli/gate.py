"""``bakeoff gate``: may the new model replace the old one."""

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from bakeoff.cli.asked import AllCaveats, Book, Flag, Json, Recording
from bakeoff.cli.hints import Named, with_hint
from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.core.missing import Missing

if TYPE_CHECKING:
    from bakeoff.core.gate import Gate, Gates
    from bakeoff.plan.gates import GateRequest

CODES = {"pass": 0, "fail": 1, "inconclusive": 3}


def gate(
    *file: str,
    margin: float | None = None,
    metric: str | None = None,
    old: str | None = None,
    new: str | None = None,
    truth: str | None = None,
    truth_file: str | None = None,
    id: Annotated[str | None, Parameter(name="--id")] = None,  # noqa: A002 - the word of the command line
    cluster: str | None = None,
    by: str | None = None,
    positive: str | None = None,
    filter: Annotated[str | None, Parameter(name="--filter")] = None,  # noqa: A002
    may_differ: str | None = None,
    missing: Missing | None = None,
    alpha: float | None = None,
    config: str | None = None,
    inconclusive: Literal["pass", "fail"] | None = None,
    summary: str | None = None,
    all_caveats: AllCaveats = False,
    json: Json = False,
    quiet: Flag = False,
    recording: Recording | None = None,
) -> None:
    """Check that a new model is not worse than an old one by more than a margin.

    Exit codes: 0 pass, 1 fail, 3 inconclusive, 2 bad input.

    Parameters
    ----------
    file
        One file with columns truth, old and new; or the old model's file, then the new one's, joined on
        --id; or their logs of lm-evaluation-harness or Inspect; or a gate file that ends in .toml.
    margin
        Largest acceptable loss (0.01 = 1 point). Required; choose it before you see the predictions.
    metric
        What is compared (default: accuracy; of a log the first measure in it).
    old
        Column of the old model's predictions (default: old; prediction where there are two files).
    new
        Column of the new model's predictions (default: new; prediction where there are two files).
    truth
        Column of the true labels (default: truth).
    truth_file
        File with the true labels, joined on --id.
    id
        Column that names the items, to join two files on.
    cluster
        Column with the cluster that each item belongs to (default: the clusters that a log declares; none: do
        not use them).
    by
        Column to slice the items by: all items and each slice are checked with the same margin.
    positive
        Positive class for f1, precision, auc and similar metrics.
    filter
        Which filter of logs of lm-evaluation-harness (default: the only one, or the first of the task).
    may_differ
        Conditions of logs that differ between the models on purpose, with commas between: scorer, version or
        another that the row "differs" shows. Without it a gate on answers that were scored in different ways
        is inconclusive.
    missing
        What items without an answer count as: wrong, drop (items that one model lacks are left out, so that
        the common ones are compared) or bounds (the worst case must pass). Without it they are refused.
    alpha
        Largest probability of a pass where the new model is worse by the margin or more (default: 0.025).
    config
        Gate file (TOML) with several checks, each with its metric, margin and slices.
    inconclusive
        Exit as after pass (code 0) or fail (code 1) where the outcome is inconclusive.
    summary
        Append the outcome as Markdown to this file, such as $GITHUB_STEP_SUMMARY.
    quiet
        Print the outcome alone; caveats go to standard error.
    """
    from bakeoff.core.conditions import conditions_in
    from bakeoff.plan.gates import GateRequest, Wish, gate_source
    from bakeoff.report.terminal import scan_progress, show

    config, file = _config(config, file)
    given: dict[str, Any] = {"old": old, "new": new, "truth": truth, "truth_file": truth_file, "id": id}
    given |= {"cluster": cluster, "filter": filter, "alpha": alpha, "missing": missing}
    given["may_differ"] = conditions_in(may_differ) or None
    if config is None:
        if margin is None:
            raise InputError(
                "no margin is given; expected the largest acceptable loss: --margin 0.02 for 2 points"
            )
        wish = Wish(margin=margin, metric=metric, by=by, positive=positive, whole=True)
        request = GateRequest(files=file, wishes=(wish,))
    else:
        _refuse_beside(config, {"--margin": margin, "--metric": metric, "--by": by, "--positive": positive})
        request = _read(config, file)
    request = replace(request, **{name: each for name, each in given.items() if each is not None})
    _check_summary(summary)
    book = (recording or Recording()).begin("gate")
    try:
        with scan_progress(quiet) as progress:
            found = gate_source(replace(request, progress=progress, seen=book.asks))
    except UnknownNameError as problem:
        raise with_hint(problem, _named(request)) from None
    _record(book, found, quiet=quiet)
    show(found, as_json=json, quiet=quiet, all_caveats=all_caveats)
    _append(summary, found)
    outcome = found.outcome
    if outcome == "inconclusive" and inconclusive is not None:
        outcome = inconclusive
    sys.stdout.flush()
    if CODES[outcome]:
        raise SystemExit(CODES[outcome])


def _named(request: "GateRequest") -> Named:
    """The columns that were named, for a hint."""
    return Named(
        truth=request.truth,
        a=request.old,
        b=request.new,
        others=(request.id, request.cluster, *(wish.by for wish in request.wishes)),
        several=len(request.files) > 1,
        truth_file=None if request.truth_file is None else str(request.truth_file),
        options=("--old", "--new"),
        two="if {} is the old model and {} the new one",
        takes="gate takes two models",
        many="",
    )


def _record(book: Book, found: "Gate | Gates", *, quiet: bool) -> None:
    """Record the look, if there is a ledger, and say how many there were before."""
    if book.address is None:
        return
    from bakeoff.core.gate import Gate
    from bakeoff.core.looks import Finding
    from bakeoff.report.words.looks import looks_told

    gates = (
        [found] if isinstance(found, Gate) else [each.gate for each in found.checks if each.gate is not None]
    )
    looks = book.add(
        Finding(
            names=found.names,
            metric=", ".join(dict.fromkeys(each.metric for each in gates)),
            method=", ".join(dict.fromkeys(each.method for each in gates)),
            decision=found.outcome,
            decided=found.outcome != "inconclusive",
            alpha=found.alpha,
            p_value=found.p_value,
            best=found.names[0],
        )
    )
    if looks is not None and not quiet:
        sys.stderr.write(f"note: {looks_told(looks)}\n")


def _config(config: str | None, file: tuple[str, ...]) -> tuple[str | None, tuple[str, ...]]:
    """The gate file, which may be given like the others, and the others."""
    if config is None and file and file[0].lower().endswith(".toml"):
        return file[0], file[1:]
    return config, file


def _read(config: str, file: tuple[str, ...]) -> "GateRequest":
    from bakeoff.plan.gate_file import read_gate_file

    request = read_gate_file(config)
    if not file and not request.files:
        raise InputError(f"{config} names no files; add files = [...] there, or give them: bakeoff gate FILE")
    return replace(request, files=file) if file else request


def _refuse_beside(config: str, words: dict[str, object]) -> None:
    for option, value in words.items():
        if value is not None:
            raise InputError(f"{option} is given with {config}, which has its own checks; leave one out")


def _check_summary(path: str | None) -> None:
    """Refuse a file that cannot be appended to, before anything is computed."""
    if path is None:
        return
    folder = Path(path).parent
    if not path or Path(path).is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        raise InputError(
            f"the summary cannot be written to {path!r}; expected a file in a folder that exists"
        )


def _append(path: str | None, found: "Gate | Gates") -> None:
    if path is None:
        return
    from bakeoff.core.whole_file import append_whole
    from bakeoff.report.words.gate import summary

    try:
        append_whole(path, summary(found).encode())
    except OSError as problem:
        raise InputError(
            f"the summary could not be written to {path!r}: {problem.strerror}; free some room, or give "
            f"another file"
        ) from None
