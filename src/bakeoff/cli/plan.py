"""``bakeoff plan``: how many items a comparison needs."""

import re
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from bakeoff.cli.asked import Flag, Json, whole_number
from bakeoff.cli.hints import named_in, with_hint
from bakeoff.core.exceptions import InputError, UnknownNameError

if TYPE_CHECKING:
    from bakeoff.core.verdict import Verdict

Two = Annotated[tuple[float, float] | None, Parameter(negative="")]
OWN_NAMES = {"disagreement": "disagree"}
COUNTS = re.compile(r"(\d{1,15})/(\d{1,15})")


def plan(
    *,
    difference: float | None = None,
    disagree: float | None = None,
    errors: Two = None,
    pilot: str | None = None,
    items: str | None = None,
    power: float = 0.8,
    alpha: float | None = None,
    margin: float | None = None,
    method: str = "mcnemar-mid-p",
    half_width: float | None = None,
    deviation: float | None = None,
    noise: Two = None,
    answers: str = "1",
    cluster_size: float = 1.0,
    icc: float | None = None,
    pilot_b: str | None = None,
    truth: str | None = None,
    truth_file: str | None = None,
    a: str | None = None,
    b: str | None = None,
    id: Annotated[str | None, Parameter(name="--id")] = None,  # noqa: A002 - the word of the command line
    cluster: str | None = None,
    metric: str | None = None,
    positive: str | None = None,
    filter: Annotated[str | None, Parameter(name="--filter")] = None,  # noqa: A002
    missing: Literal["wrong", "drop"] | None = None,
    report: str | None = None,
    json: Json = False,
    quiet: Flag = False,
) -> None:
    """Find how many items a comparison of two models needs, or what a number of items can show.

    Give two of --items, --difference and --power (0.8 unless given); the third is found. Say how far the
    models' answers differ with one of --disagree, --errors, --pilot and --deviation.

    Parameters
    ----------
    difference
        Smallest difference that matters, such as 0.03 for 3 points. With --margin: the true difference A
        minus B that is expected (default: 0).
    disagree
        Share of items that exactly one of the two models gets right.
    errors
        Error rates of A and of B, where nothing else is known.
    pilot
        File of a pilot study, as `bakeoff compare` reads it, or its counts as DISCORDANT/ITEMS, such as
        12/100. The upper 80 % limit of its disagreement is used, never its own difference.
    items
        Number of items.
    power
        Chance to find the difference.
    alpha
        Significance level (default: 0.05 two-sided; with --margin 0.025 one-sided).
    margin
        Plan to show that A is not worse than B by this much or more.
    method
        Test that will be used: mcnemar-mid-p, mcnemar-exact or mcnemar.
    half_width
        Plan for an interval of this half-width rather than for a power.
    deviation
        Standard deviation of an item's difference, for any score that is averaged over items.
    noise
        With --deviation: standard deviations of A's and of B's scores when the same item is answered again.
    answers
        With --noise: number of answers to each item that are averaged.
    cluster_size
        Mean number of items of a cluster.
    icc
        Intraclass correlation of the differences within a cluster.
    pilot_b
        B's predictions in the pilot study, joined with A's on --id.
    truth
        Column of the pilot's true labels.
    truth_file
        File with the pilot's ids and true labels, where the files of predictions do not have them; joined
        on --id.
    a
        Column of A's predictions in the pilot.
    b
        Column of B's predictions in the pilot.
    id
        Column that names the pilot's items.
    cluster
        Column with the cluster of each item of the pilot.
    metric
        Metric to plan for, with a pilot (default: accuracy).
    positive
        Positive class of the metric.
    filter
        Which filter of a pilot in logs of lm-evaluation-harness (default: the only one, or the first of the
        task).
    missing
        What items of the pilot without an answer count as: wrong or drop (left out).
    report
        File for the power curve (.svg, .png, .pdf), or for the plan (.html, .md, .txt, .json).
    quiet
        Print the answer alone.
    """
    from bakeoff.plan.items import plan_items
    from bakeoff.plan.names import named_by
    from bakeoff.report.plan import PlanSheet
    from bakeoff.report.render import check_sheet, write_sheet
    from bakeoff.report.terminal import print_json

    if report is not None:
        check_sheet(report)
    columns = {
        "truth": truth,
        "truth_file": truth_file,
        "a": a,
        "b": b,
        "id": id,
        "cluster": cluster,
        "metric": metric,
    }
    seen = _pilot(pilot, pilot_b, columns | {"positive": positive, "filter": filter, "missing": missing})
    with named_by(_option):
        found = plan_items(
            difference=difference,
            disagreement=disagree,
            errors=errors,
            pilot=seen,
            items=None if items is None else whole_number(items, "--items", example=1000, least=1),
            power=power,
            alpha=alpha,
            margin=margin,
            method=method,
            half_width=half_width,
            deviation=deviation,
            noise=noise,
            answers=whole_number(answers, "--answers", example=5, least=1),
            cluster_size=cluster_size,
            icc=icc,
        )
    sheet = PlanSheet(found)
    if json:
        print_json(sheet.values)
    else:
        sys.stdout.write(f"{found.sentence}\n" if quiet else sheet.text)
    if report is not None:
        write_sheet(sheet, report)


def _option(parameter: str) -> str:
    """The option that sets a parameter of `plan_items`."""
    return f"--{OWN_NAMES.get(parameter, parameter).replace('_', '-')}"


def _pilot(
    pilot: str | None, pilot_b: str | None, asked: dict[str, str | None]
) -> "tuple[int, int] | Verdict | None":
    """The counts of a pilot, or the verdict on its files."""
    given = {name: value for name, value in asked.items() if value is not None}
    if pilot is None or COUNTS.fullmatch(pilot):
        if given or pilot_b:
            name = next(iter(given), "pilot_b")
            raise InputError(
                f"{_option(name)} is for the file of a pilot; give one with --pilot, or leave it out"
            )
        counts = COUNTS.fullmatch(pilot or "")
        return None if counts is None else (int(counts[1]), int(counts[2]))
    from bakeoff.compare.source import Request, compare_source

    files = (pilot,) if pilot_b is None else (pilot, pilot_b)
    request = Request(files=files, attributes=(), **given)  # type: ignore[arg-type]
    try:
        return compare_source(request).verdict
    except UnknownNameError as problem:
        raise with_hint(problem, replace(named_in(request), takes="plan takes two models", many="")) from None
