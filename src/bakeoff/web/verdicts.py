"""The page of a verdict, its reports to download, and a store of the latest ones."""

import secrets
from collections import OrderedDict

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from bakeoff.web.comparing import Compared
from bakeoff.web.ranking import Ranked
from bakeoff.web.refusals import gone
from bakeoff.web.templates import page


def result(request: Request) -> Response:
    """The verdict or ranking with everything that belongs to it."""
    from markupsafe import Markup

    from bakeoff.report.formats import formats_in_order
    from bakeoff.report.formats.html import fragment
    from bakeoff.report.render import content_of

    name = request.path_params["name"]
    found: Compared | Ranked = request.app.state.kept[name]
    return page(
        request,
        "result.html",
        title=found.title,
        article=Markup(fragment(content_of(found.what, found.origin))),  # noqa: S704 - escapes what users gave
        note=found.note,
        name=name,
        stem=found.stem,
        forms=[(each.key, each.title) for each in formats_in_order()],
        kept=request.app.state.settings.kept,
    )


def report(request: Request) -> Response:
    """One report, made when it is requested."""
    from bakeoff.report.formats import FORMATS
    from bakeoff.report.render import render

    form = request.path_params["form"]
    found: Compared | Ranked = request.app.state.kept[request.path_params["name"]]
    if form not in FORMATS:
        raise HTTPException(404)
    content = render(found.what, form, found.origin)
    # As an attachment a report is never shown as a page of this server, whatever is in it.
    headers = {"Content-Disposition": f'attachment; filename="{found.stem}.{form}"'}
    return Response(content, media_type=FORMATS[form].media, headers=headers)


class Kept:
    """The latest verdicts and rankings, a bounded number of them."""

    def __init__(self, *, most: int) -> None:
        self.most = most
        self._things: OrderedDict[str, Compared | Ranked] = OrderedDict()

    def keep(self, thing: Compared | Ranked) -> str:
        """Store a result; gives its name."""
        name = secrets.token_urlsafe(18)
        self._things[name] = thing
        while len(self._things) > self.most:
            self._things.popitem(last=False)
        return name

    def __getitem__(self, name: str) -> Compared | Ranked:
        if name not in self._things:
            raise gone()
        return self._things[name]
