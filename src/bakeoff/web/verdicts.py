"""The page of a verdict, and its reports to take along."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from bakeoff.web.comparing import Compared
from bakeoff.web.templates import page

STEM = "bakeoff-verdict"


def result(request: Request) -> Response:
    """The verdict with everything that belongs to it."""
    from markupsafe import Markup

    from bakeoff.report.content import Content
    from bakeoff.report.formats import formats_in_order
    from bakeoff.report.formats.html import fragment

    name = request.path_params["name"]
    found: Compared = request.app.state.kept[name]
    return page(
        request,
        "result.html",
        title="Verdict",
        article=Markup(fragment(Content(found.verdict, found.origin))),  # noqa: S704 - escapes what users gave
        note=found.note,
        name=name,
        stem=STEM,
        forms=[(each.key, each.title) for each in formats_in_order()],
        kept=request.app.state.settings.kept,
    )


def report(request: Request) -> Response:
    """One report, made when it is asked for."""
    from bakeoff.report.formats import FORMATS
    from bakeoff.report.render import render

    form = request.path_params["form"]
    found: Compared = request.app.state.kept[request.path_params["name"]]
    if form not in FORMATS:
        raise HTTPException(404)
    content = render(found.verdict, form, found.origin)
    # As an attachment a report is never shown as a page of this server, whatever is in it.
    headers = {"Content-Disposition": f'attachment; filename="{STEM}.{form}"'}
    return Response(content, media_type=FORMATS[form].media, headers=headers)
