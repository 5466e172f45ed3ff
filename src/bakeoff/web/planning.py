"""How many items a comparison needs: sliders, the power curve, and the power at other numbers of items."""

from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from bakeoff.core.exceptions import InputError
from bakeoff.web.asked import LONGEST, number, whole
from bakeoff.web.refusals import RefusalError
from bakeoff.web.templates import page, smooth

if TYPE_CHECKING:
    from bakeoff.plan.planned import Plan

FIRST = {"question": "difference", "size": "3", "disagreement": "10", "power": "80", "items": ""}
LIMITS = {"size": (0.5, 50.0), "disagreement": (0.1, 100.0), "power": (50.0, 99.0)}
LABELS = {
    "size": "The difference in points",
    "disagreement": "The disagreement in per cent",
    "power": "The power in per cent",
}


def planning(request: Request) -> Response:
    """The sliders with the plan; only the plan where only that is requested."""
    given: dict[str, str] = FIRST | {
        name: text for name, text in request.query_params.items() if name in FIRST
    }
    try:
        found = _plan(given)
    except InputError as problem:
        if smooth(request):
            raise
        remedy = "Change the numbers above, and press Show."
        told = RefusalError(400, "There is no such plan", f"{problem}.", remedy)
        values: dict[str, Any] = {name: text[:LONGEST] for name, text in given.items()}
        return page(request, "plan.html", status=told.status, **values, title=told.title, problem=told)
    template = "plan-found.html" if smooth(request) else "plan.html"
    return page(request, template, **(_shown(found) | given), title="Plan")


def _plan(given: dict[str, str]) -> "Plan":
    from bakeoff.plan.items import plan_items
    from bakeoff.plan.wishes import USUAL

    asked = {name: _within(given, name) / 100 for name in LIMITS}
    items = whole(given, "items", "The number of items", default=0, least=1) or None
    power = USUAL if items else asked["power"]
    if given["question"] == "margin":
        return plan_items(margin=asked["size"], disagreement=asked["disagreement"], power=power, items=items)
    return plan_items(difference=asked["size"], disagreement=asked["disagreement"], power=power, items=items)


def _within(given: dict[str, str], name: str) -> float:
    low, high = LIMITS[name]
    value = number(given, name, LABELS[name], default=float(FIRST[name]), example=FIRST[name]) or 0.0
    if not low <= value <= high:
        raise InputError(f"{LABELS[name].lower()} is {value:g}; expected {low:g} to {high:g}")
    return value


def _shown(found: "Plan") -> dict[str, Any]:
    from bakeoff.report.draw.figures import inline_svg
    from bakeoff.report.plan import PlanSheet

    sheet = PlanSheet(found)
    _, figure, alt = sheet.chart
    drawn = Markup(inline_svg(figure, alt=alt))  # noqa: S704 - drawn here
    return {"sentence": found.sentence, "tables": sheet.tables, "notes": sheet.notes, "picture": drawn}
