"""Files that pages load: a fixed list, read once; what a request says never becomes a path."""

from functools import cache
from importlib import resources

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

KINDS = {
    "web.css": "text/css",
    "report.css": "text/css",
    "htmx.min.js": "text/javascript",
    "web.js": "text/javascript",
    "icon.svg": "image/svg+xml",
}


def asset(request: Request) -> Response:
    """One of the files."""
    name = request.path_params["name"]
    if name not in KINDS:
        raise HTTPException(404)
    headers = {"Cache-Control": "max-age=300"}
    return Response(_content(name), media_type=KINDS[name], headers=headers)


@cache
def _content(name: str) -> str:
    if name == "report.css":
        from bakeoff.report.formats.html import css

        return css()
    return resources.files("bakeoff.web").joinpath("static", name).read_text(encoding="utf-8")
