"""The first page: what can be compared, and the forms that do it."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bakeoff.core.exceptions import InputError
from bakeoff.web.asked import Fields
from bakeoff.web.comparing import (
    Compared,
    compare_counted,
    compare_example,
    compare_sent,
    compare_two_rates,
)
from bakeoff.web.ranking import Ranked
from bakeoff.web.refusals import RefusalError
from bakeoff.web.templates import page, smooth
from bakeoff.web.uploads import received

FIELDS = (
    "metric", "method", "positive", "name_a", "name_b", "alpha", "margin", "alternative", "tried", "design",
    "cluster", "by", "filter", "missing", "attributes", "tuned_on_test", "models", "baseline", "only_a",
    "only_b", "n", "both_right", "errors_a", "n_a", "errors_b", "n_b",
)  # fmt: skip

# What is chosen in later steps, and stays chosen in those after them.
CHOSEN = (
    "id",
    "truth",
    "a",
    "b",
    "learner",
    "run",
    "fold",
    "score",
    "learner_a",
    "learner_b",
    "which_truth",
    "which_baseline",
)


def start(request: Request) -> Response:
    """The page as it is at first."""
    return page(request, "start.html", **_values(request, {}))


async def compare(request: Request) -> Response:
    """The verdict on one file or two, or the ranking of more models."""
    settings = request.app.state.settings
    async with received(request, settings) as sent:
        return await _answer(request, "files", sent.fields, partial(compare_sent, sent, settings))


async def typed(request: Request) -> Response:
    """The verdict on numbers of one test set that were typed (counts), or of two (rates)."""
    at = request.url.path.strip("/")
    compare = {"counts": compare_counted, "rates": compare_two_rates}[at]
    async with received(request, request.app.state.settings) as sent:
        return await _answer(request, at, sent.fields, partial(compare, sent.fields))


async def example(request: Request) -> Response:
    """The verdict on the example."""
    return await _answer(request, "files", {}, compare_example)


async def _answer(
    request: Request, at: str, fields: Fields, compare: Callable[[], Compared | Ranked]
) -> Response:
    """The address of the result, or the form with errors; a page is redirected, a part redirects itself."""
    try:
        found = await request.app.state.workers.run(compare)
    except (InputError, RefusalError) as problem:
        return _again(request, at, fields, problem)
    address = f"/results/{request.app.state.kept.keep(found)}"
    if smooth(request):
        return Response(status_code=200, headers={"HX-Redirect": address})
    return RedirectResponse(address, status_code=303)


def _again(request: Request, at: str, fields: Fields, problem: InputError | RefusalError) -> Response:
    groups, kind = getattr(problem, "groups", {}), getattr(problem, "kind", "")
    models = getattr(problem, "models", 0)
    if not isinstance(problem, RefusalError):
        asked = groups and not kind
        title = "Which column is which?" if asked else "This cannot be compared"
        problem = RefusalError(200 if asked else 400, title, f"{problem}.", "")
    shown = {choice.field for choices in groups.values() for choice in choices}
    kept = {name: fields[name] for name in CHOSEN if fields.get(name) and groups and name not in shown}
    values = {"problem": problem, "groups": groups, "kind": kind, "kept": kept, "at": at}
    values |= {"title": problem.title, "models": models}
    if smooth(request):
        return page(request, "problem.html", status=problem.status, **values)
    return page(request, "start.html", status=problem.status, **_values(request, fields) | values)


def _values(request: Request, fields: Fields) -> dict[str, Any]:
    given = {name: fields.get(name, "") for name in FIELDS}
    return {
        "title": "Compare",
        "at": "",
        "given": given | {"opened": any(given.values())},
        "most_models": request.app.state.settings.most_models,
        "megabytes": f"{request.app.state.settings.limit / 1e6:g}",
        **_choices(),
    }


@cache
def _choices() -> dict[str, Any]:
    """The choices, from the registries."""
    from bakeoff.core.outcomes import (
        IN_WORDS,
        FoldScores,
        PairedItems,
        PairedLabels,
        PairedScores,
        RankedItems,
        RatePair,
    )
    from bakeoff.methods import METHODS
    from bakeoff.metrics import METRICS

    def group(kind: type) -> tuple[str, list[tuple[str, str]]]:
        taking = [each for each in METHODS if each.takes is kind]
        titles = [(m.key, m.title + (" (unsound)" if m.unsound else "")) for m in taking]
        return IN_WORDS[kind], titles

    of_files = (PairedItems, PairedLabels, PairedScores, RankedItems, FoldScores)
    return {
        "metrics": [(m.key, m.title) for m in METRICS],
        "methods": [group(kind) for kind in of_files],
        "count_methods": [group(PairedItems)],
        "rate_methods": [group(RatePair)],
    }
