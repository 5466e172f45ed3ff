"""Pages out of templates, all escaped unless it says that it is HTML, and the files that they load."""

from functools import cache
from importlib import resources

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from bakeoff.web.refusals import RefusalError


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("bakeoff.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["merged"] = lambda one, other: {**one, **other}
    made.globals |= {"problem": None, "groups": {}, "kind": "", "kept": {}}  # of pages where nothing is asked
    return made


def page(request: Request, template: str, *, status: int = 200, **values: object) -> HTMLResponse:
    """A whole page, or the part of one that a template is."""
    here = "/" + request.url.path.strip("/").partition("/")[0]
    text = _environment().get_template(template).render(here=here, smooth=smooth(request), **values)
    return HTMLResponse(text, status_code=status)


def refusal_page(request: Request, problem: RefusalError) -> HTMLResponse:
    """The page that says what is wrong; only its part where the browser puts it into a page."""
    template = "problem.html" if smooth(request) else "error.html"
    return page(request, template, status=problem.status, title=problem.title, problem=problem)


def smooth(request: Request) -> bool:
    """Whether a part of a page is asked for."""
    return request.headers.get("hx-request") == "true"


# A fixed list, read once: what a request says never becomes a path.
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
