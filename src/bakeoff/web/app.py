"""The application: the handlers of its addresses."""

import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from bakeoff.core.exceptions import InputError
from bakeoff.web import advice, catalogue, explorer, planning, start, verdicts
from bakeoff.web.refusals import RefusalError, fault_here
from bakeoff.web.security import Guard
from bakeoff.web.settings import Settings
from bakeoff.web.templates import asset, refusal_page
from bakeoff.web.work import Workers

ROUTES = [
    Route("/", start.start),
    Route("/compare", start.compare, methods=["POST"]),
    Route("/counts", start.typed, methods=["POST"]),
    Route("/rates", start.typed, methods=["POST"]),
    Route("/example", start.example, methods=["POST"]),
    Route("/results/{name}", verdicts.result),
    Route("/results/{name}/report.{form}", verdicts.report),
    Route("/intervals", explorer.intervals),
    Route("/plan", planning.planning),
    Route("/advice", advice.advice),
    Route("/methods", catalogue.methods),
    Route("/methods/{key}", catalogue.method),
    Route("/pitfalls", catalogue.pitfalls),
    Route("/papers", catalogue.papers),
    Route("/papers/{key}", catalogue.paper),
    Route("/static/{name}", asset),
]


def create_app(settings: Settings) -> ASGIApp:
    """The application for these settings; its folder is made when it starts and removed when it stops."""

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        folder = Path(tempfile.mkdtemp(prefix="bakeoff-"))
        app.state.folder, app.state.workers = folder, Workers(settings)
        try:
            yield
        finally:
            app.state.workers.close()
            shutil.rmtree(folder, ignore_errors=True)

    app = Starlette(
        routes=ROUTES,
        lifespan=running,
        exception_handlers={
            HTTPException: _by_code,
            RefusalError: _refused,
            InputError: _bad_input,
            Exception: _fault,
        },
    )
    app.state.settings, app.state.kept = settings, verdicts.Kept(most=settings.kept)
    return Guard(app, page=refusal_page)


async def _refused(request: Request, problem: Exception) -> HTMLResponse:
    assert isinstance(problem, RefusalError)  # noqa: S101 - registered for these alone
    return refusal_page(request, problem)


async def _bad_input(request: Request, problem: Exception) -> HTMLResponse:
    return refusal_page(
        request, RefusalError(400, "This cannot be used", f"{problem}.", "Change what is said above.")
    )


async def _fault(request: Request, problem: Exception) -> HTMLResponse:
    return refusal_page(request, fault_here())  # `Guard` says on standard error what it was


async def _by_code(request: Request, problem: Exception) -> HTMLResponse:
    code = problem.status_code if isinstance(problem, HTTPException) else 500
    said = {
        404: (
            "There is no such page",
            "No page of this server has this address.",
            "Start from the first page.",
        ),
        405: (
            "Not asked like this",
            f"This address does not answer {request.method[:20]}.",
            "Open it in a browser, or send the form of the start page.",
        ),
    }
    title, text, remedy = said.get(code, ("This cannot be answered", f"The code is {code}.", "Try again."))
    return refusal_page(request, RefusalError(code, title, text, remedy))
