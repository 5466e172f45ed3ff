"""All records with their measurements, the pitfalls, and published tables.

Computing a published table takes up to a minute and a half, so what is shown was computed before, by the
command that each page names: ``papers.json`` is written by ``python -m studies.papers``.
"""

import json
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from bakeoff.web.refusals import RefusalError
from bakeoff.web.templates import page

if TYPE_CHECKING:
    from bakeoff.measured.tables import Risk
    from bakeoff.report.words.catalogue import Record

APART = ("key", "title", "measured")


def methods(request: Request) -> Response:
    """The list of all keys by purpose."""
    from bakeoff.core.method import Method
    from bakeoff.report.words.catalogue import groups

    shown = [
        (heading, isinstance(records[0], Method), [_line(each) for each in records])
        for heading, _, records in groups()
        if records
    ]
    return page(request, "methods.html", title="Methods", groups=shown)


def _line(record: "Record") -> tuple[str, str, bool, list[tuple[str, str]]]:
    """Key, title, whether it is unsound, and its false alarms with the design and options of each."""
    from bakeoff.report.words.catalogue import measured_under

    told = [(_alarms(each), measured_under(each, each.under)) for each in _recommended(record)]
    return record.key, record.title, bool(getattr(record, "unsound", "")), told


def _recommended(record: "Record") -> list["Risk"]:
    """What was measured under the design that a method is best used in: of many folds, or of one test set."""
    from bakeoff.core.design import in_words
    from bakeoff.core.method import Method
    from bakeoff.core.outcomes import FoldScores
    from bakeoff.designs import Holdout, RepeatedKFold
    from bakeoff.measured.tables import risks

    if not isinstance(record, Method):
        return []
    measured = [each for each in risks() if each.method == record.key]
    best = in_words(RepeatedKFold(runs=10, folds=10) if record.takes is FoldScores else Holdout())
    fitting = [each for each in measured if each.design == best]
    return fitting or [each for each in measured if each.design == measured[0].design]


def _alarms(risk: "Risk") -> str:
    low, high = risk.sizes()
    return f"{100 * low:.1f} to {100 * high:.1f} %"


def method(request: Request) -> Response:
    """What is known about one key."""
    from bakeoff.core.exceptions import unknown_name
    from bakeoff.measured.tables import about, risks
    from bakeoff.report.words.catalogue import REGISTRIES
    from bakeoff.report.words.catalogue import page as told

    key = request.path_params["key"]
    records = [(noun, told(registry[key])) for noun, registry in REGISTRIES.items() if key in registry]
    if not records:
        every = [name for registry in REGISTRIES.values() for name in registry.keys()]  # noqa: SIM118 - loads nothing
        problem = unknown_name("method, interval, metric, estimator or world", key[:80], every)
        raise RefusalError(404, "There is no such key", f"{problem}.", "Choose one from the list of methods.")
    noun, content = records[0]
    measured = [each for each in risks() if each.method == key] if noun == "method" else []
    return page(
        request,
        "method.html",
        title=content["title"],
        noun=noun,
        record=content,
        rows=[(name, text) for name, text in content.items() if name not in APART],
        measured=[_measured(each) for each in measured],
        made=about() if measured else {},
    )


def _measured(risk: "Risk") -> dict[str, str]:
    from bakeoff.report.words.catalogue import measured_under
    from bakeoff.report.words.facts import setting_told

    least, mean = risk.coverage
    return {
        "design": measured_under(risk, risk.under),
        "alarms": _alarms(risk),
        "worst": setting_told(risk.worst().setting),
        "power": f"{100 * risk.power():.0f} %",
        "coverage": f"{100 * least:.0f} % (mean {100 * mean:.0f} %)",
        "agree": f"{100 * risk.replicability[0]:.0f} %",
        "fits": str(risk.fits),
    }


def pitfalls(request: Request) -> Response:
    """The pitfalls, and what to do instead."""
    from bakeoff.judge.pitfalls import PITFALLS
    from bakeoff.judge.pitfalls.dataset_rankings import PITFALLS_OF_RANKINGS

    return page(request, "pitfalls.html", title="Pitfalls", pitfalls=(*PITFALLS, *PITFALLS_OF_RANKINGS))


def papers(request: Request) -> Response:
    """All tables and figures by paper."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for key, entry in computed().items():
        groups.setdefault(entry["paper"], []).append({"key": key, **entry})
    return page(request, "papers.html", title="Papers", groups=groups)


def paper(request: Request) -> Response:
    """One table or figure."""
    key = request.path_params["key"]
    if key not in computed():
        raise RefusalError(
            404, "There is no such table", "None of the five papers has it.", "Choose one from the list."
        )
    entry = computed()[key]
    picture = Markup(entry["picture"])  # noqa: S704 - drawn by us
    return page(request, "paper.html", title=entry["title"], key=key, entry=entry, picture=picture)


@cache
def computed() -> dict[str, dict[str, Any]]:
    """What was computed, by key, in the order of the papers."""
    text = resources.files("bakeoff.web").joinpath("papers.json").read_text(encoding="utf-8")
    content: dict[str, dict[str, Any]] = json.loads(text)
    return content
