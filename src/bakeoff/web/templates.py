"""Pages from templates, escaped unless marked as HTML, and the files that they load."""

from functools import cache
from importlib import resources

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from bakeoff.web.refusals import RefusalError

NOTHING_ASKED: dict[str, object] = {"problem": None, "groups": {}, "kind": "", "kept": {}, "models": 0}


def page(request: Request, template: str, *, status: int = 200, **values: object) -> HTMLResponse:
    """A whole page, or the part of one that a template is."""
    from bakeoff.report.formats.html import environment

    here = "/" + request.url.path.strip("/").partition("/")[0]
    known = NOTHING_ASKED | {"here": here, "smooth": smooth(request)} | values
    text = environment("bakeoff.web").get_template(template).render(known)
    return HTMLResponse(text, status_code=status)


def refusal_page(request: Request, problem: RefusalError) -> HTMLResponse:
    """The page that says what is wrong; only its part where the browser puts it into a page."""
    template = "problem.html" if smooth(request) else "error.html"
    return page(request, template, status=problem.status, title=problem.title, problem=problem)


def smooth(request: Request) -> bool:
    """Whether a part of a page is requested."""
    return request.headers.get("hx-request") == "true"


# A fixed list, read once: no part of a request becomes a path.
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
