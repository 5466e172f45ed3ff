"""All kinds of interval for one error rate, side by side."""

from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from bakeoff.core.exceptions import InputError
from bakeoff.web.asked import LONGEST, number, whole
from bakeoff.web.refusals import RefusalError
from bakeoff.web.templates import page, smooth

if TYPE_CHECKING:
    from bakeoff.core.rate_interval import RateInterval

MOST = 1_000_000
FIRST = {"errors": 8, "n": 100, "level": 95}  # what is shown at first
LEVELS = (50.0, 99.9)  # per cent


def intervals(request: Request) -> Response:
    """The explorer with its numbers; only the numbers where only they are requested."""
    given = dict(request.query_params)
    try:
        errors, n, level = _asked(given)
    except InputError as problem:
        if smooth(request):
            raise
        return _again(request, given, problem)
    values: dict[str, Any] = {"errors": errors, "n": n, "level": f"{level:g}", "title": "Intervals"}
    template = "intervals-found.html" if smooth(request) else "intervals.html"
    return page(request, template, **values, most=MOST, **found(errors, n, level / 100))


def _again(request: Request, given: dict[str, str], problem: InputError) -> Response:
    """The form as it was sent, with what is wrong with it."""
    told = RefusalError(
        400, "There is no such rate", f"{problem}.", "Change the numbers above, and press Show."
    )
    values = {name: given.get(name, str(usual))[:LONGEST] for name, usual in FIRST.items()}
    return page(
        request,
        "intervals.html",
        status=told.status,
        **values,
        title=told.title,
        most=MOST,
        problem=told,
    )


def _asked(fields: dict[str, str]) -> tuple[int, int, float]:
    errors = whole(fields, "errors", "The number of errors", default=FIRST["errors"])
    n = whole(fields, "n", "The number of items", default=FIRST["n"], least=1)
    level = number(fields, "level", "The level in per cent", default=FIRST["level"], example="95") or 0.0
    if n > MOST:
        raise InputError(f"the number of items is {n:,}; expected at most {MOST:,}")
    if errors > n:
        raise InputError(
            f"there are {errors:,} errors among {n:,} items; expected at most {n:,}: lower the "
            f"errors, or raise the items"
        )
    if not LEVELS[0] <= level <= LEVELS[1]:
        raise InputError(f"the level is {level:g} %; expected {LEVELS[0]:g} to {LEVELS[1]:g}")
    return errors, n, level


def found(errors: int, n: int, level: float) -> dict[str, Any]:
    """The table and the picture of all intervals, and which is recommended."""
    from bakeoff.intervals import INTERVALS
    from bakeoff.intervals._rate import applicability
    from bakeoff.report.draw.figures import inline_svg
    from bakeoff.report.rate import Rate

    rules = applicability(errors, n)
    rows = [_row(record, errors, n, level) for record in INTERVALS]
    alt = f"Intervals of every kind for {errors} errors among {n} items; the numbers are in the table."
    return {
        "rate": f"{100 * errors / n:.4g}",
        "rows": rows,
        "recommendation": rules.recommendation,
        "picture": Markup(inline_svg(Rate(errors=errors, n=n, level=level).figure, alt=alt)),  # noqa: S704 - drawn here
    }


def _row(record: "RateInterval", errors: int, n: int, level: float) -> dict[str, str]:
    from bakeoff.intervals._rate import interval

    told = {"key": record.key, "title": record.title, "low": "", "high": "", "width": "", "why": ""}
    try:
        ends = interval(errors, n, method=record.key, level=level)
    except InputError as problem:
        one_level = record.only_tail is not None and record.knows(n)
        return told | {"why": "made for a level of 95 % alone" if one_level else str(problem)}
    low, high = (100 * float(end) for end in (ends.low, ends.high))
    return told | {"low": f"{low:.2f}", "high": f"{high:.2f}", "width": f"{high - low:.2f}"}
