"""Pages out of templates; everything is escaped unless it says that it is HTML."""

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

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
    return made


def page(request: Request, template: str, *, status: int = 200, **values: object) -> HTMLResponse:
    """A whole page, or the part of one that a template is."""
    here = "/" + request.url.path.strip("/").partition("/")[0]
    text = _environment().get_template(template).render(here=here, smooth=smooth(request), **values)
    return HTMLResponse(text, status_code=status)


def refusal_page(request: Request, problem: RefusalError) -> HTMLResponse:
    """The page that says what is wrong; only its part where the browser puts it into a page."""
    template = "problem.html" if smooth(request) else "error.html"
    return page(
        request,
        template,
        status=problem.status,
        title=problem.title,
        problem=problem,
        groups={},
        kind="",
        kept={},
    )


def smooth(request: Request) -> bool:
    """Whether a part of a page is asked for."""
    return request.headers.get("hx-request") == "true"
