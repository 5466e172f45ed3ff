"""``bakeoff interval``: the uncertainty of an error rate."""

from typing import Annotated, Literal

from cyclopts import Parameter

from bakeoff.cli.asked import Flag, Json, whole_number


def interval(
    errors: str,
    n: str,
    /,
    *,
    method: str = "jeffreys",
    level: float = 0.95,
    alternative: Literal["two-sided", "greater", "less"] = "two-sided",
    prior: Annotated[tuple[float, float] | None, Parameter(negative="")] = None,
    report: str | None = None,
    json: Json = False,
    quiet: Flag = False,
) -> None:
    """Interval for a true error rate, given errors among n items.

    Parameters
    ----------
    errors
        Number of errors.
    n
        Number of items.
    method
        Kind of interval; `bakeoff methods` lists them.
    level
        Confidence level of the interval.
    alternative
        greater: a lower bound; less: an upper bound.
    prior
        The two parameters of a Beta prior, for method beta.
    report
        File for a picture of all kinds of interval (.svg, .png, .pdf), or for the answer
        (.html, .md, .txt, .json).
    quiet
        Print the answer alone.
    """
    from bakeoff.report.rate import Rate, show_rate

    if report is not None:
        from bakeoff.report.render import check_sheet, write_sheet

        check_sheet(report)
    rate = Rate(
        errors=whole_number(errors, "ERRORS"),
        n=whole_number(n, "N"),
        method=method,
        level=level,
        alternative=alternative,
        prior=prior,
    )
    show_rate(rate, as_json=json, quiet=quiet)
    if report is not None:
        write_sheet(rate, report)
