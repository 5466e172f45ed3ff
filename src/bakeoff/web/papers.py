"""Published tables and figures beside what was computed again.

Computing one takes up to a minute and a half, so what is shown was computed before, by the command that each
page names: ``papers.json`` is written by ``python -m studies.papers``.
"""

import json
from functools import cache
from importlib import resources
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from bakeoff.web.refusals import RefusalError
from bakeoff.web.templates import page


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
