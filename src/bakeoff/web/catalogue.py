"""Everything that has a key, what was measured about it, and the ways to be misled."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from bakeoff.web.templates import page

APART = ("key", "title", "measured")


def methods(request: Request) -> Response:
    """The list of all keys by what they are for."""
    from bakeoff.core.outcomes import IN_WORDS
    from bakeoff.estimators import ESTIMATORS
    from bakeoff.intervals import INTERVALS
    from bakeoff.methods import METHODS
    from bakeoff.metrics import METRICS

    groups: list[tuple[str, list[Any]]] = [
        (f"Methods on {words}", [m for m in METHODS if m.takes is kind]) for kind, words in IN_WORDS.items()
    ]
    groups += [
        ("Intervals for a rate", list(INTERVALS)),
        ("Metrics", list(METRICS)),
        ("Estimators of the error of one learner", list(ESTIMATORS)),
    ]
    shown = [(words, [_line(each) for each in records]) for words, records in groups if records]
    return page(request, "methods.html", title="Methods", groups=shown)


def _line(record: Any) -> tuple[str, str, bool, str]:
    """Key, title, whether it is unsound, and its false alarms in the design that it was first measured in."""
    from bakeoff.core.risk import risk_of

    risk = risk_of(record.key) if hasattr(record, "takes") else None
    told = ""
    if risk is not None:
        low, high = risk.sizes()
        told = f"{100 * low:.1f} to {100 * high:.1f} %"
    return record.key, record.title, bool(getattr(record, "unsound", "")), told


def method(request: Request) -> Response:
    """What is known about one key."""
    from bakeoff.core.risk import about, risks
    from bakeoff.core.suggest import unknown_name
    from bakeoff.report.pages import REGISTRIES
    from bakeoff.report.pages import page as told
    from bakeoff.web.refusals import RefusalError

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


def _measured(risk: Any) -> dict[str, str]:
    given = [f"{risk.halvings} halvings"] if risk.halvings else []
    given += [f"{name} {value}" for name, value in risk.options.items()]
    (low, high), (least, mean) = risk.sizes(), risk.coverage
    return {
        "design": ", ".join([risk.design, *given]),
        "alarms": f"{100 * low:.1f} to {100 * high:.1f} %",
        "worst": risk.worst().setting,
        "power": f"{100 * risk.power():.0f} %",
        "coverage": f"{100 * least:.0f} % (mean {100 * mean:.0f} %)",
        "agree": f"{100 * risk.replicability[0]:.0f} %",
        "fits": str(risk.fits),
    }


def pitfalls(request: Request) -> Response:
    """The ways to be misled, and what to do instead."""
    from bakeoff.compare.pitfalls import PITFALLS

    return page(request, "pitfalls.html", title="Pitfalls", pitfalls=PITFALLS)
