"""Which requests are answered, and what a browser may do with the answer.

Only this machine reaches the server, but every page in its browser could send requests. So the Host
header must name this server (another name that resolves to it is an attack by DNS), and requests that change
anything must come from its own pages.
"""

import re
import sys
from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bakeoff.report.words.verdict import visible
from bakeoff.web.refusals import RefusalError, fault_here

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
SAFE = ("GET", "HEAD")
# What the Host header may name, with any port: a forwarded port has another number. Another name that leads
# here is an attack by DNS, whatever its port is.
HOST = re.compile(r"(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]{1,5})?", re.ASCII | re.IGNORECASE)
Page = Callable[[Request, RefusalError], Response]


class Guard:
    """The outermost layer: refuses foreign requests, adds headers, and never shows a traceback."""

    def __init__(self, app: ASGIApp, *, page: Page) -> None:
        self.app, self.page = app, page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                _add_headers(message)
            await send(message)

        try:
            refusal = self._refusal(scope)
            if refusal is None:
                await self.app(scope, receive, guarded)
        except ClientDisconnect:
            return  # nobody is left to answer
        except Exception as fault:
            sys.stderr.write(f"error: {visible(' '.join(f'{type(fault).__name__}: {fault}'.split()))}\n")
            refusal = fault_here()
        if refusal is not None and not started:
            await self.page(Request(scope), refusal)(scope, receive, guarded)

    def _refusal(self, scope: Scope) -> RefusalError | None:
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not HOST.fullmatch(hosts[0]):
            return _wrong_host(", ".join(hosts))
        if scope["method"] not in SAFE and not _from_here(headers):
            return _foreign()
        return None


def _from_here(headers: Headers) -> bool:
    """Whether a page of this server sent it.

    Browsers leave the origin out of forms (it is ``null``) where nothing may be said about the referring
    page; then they say by Sec-Fetch-Site, which no page can set, where the request comes from.
    """
    origin, site = headers.get("origin", "null"), headers.get("sec-fetch-site")
    if origin == "null":
        return site == "same-origin"
    return origin.lower() == f"http://{headers['host'].lower()}" and site in (None, "same-origin")


def _add_headers(message: Message) -> None:
    headers = MutableHeaders(scope=message)
    headers["Content-Security-Policy"] = POLICY
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if "server" in headers:
        del headers["server"]


def _wrong_host(got: str) -> RefusalError:
    return RefusalError(
        421,
        "This server has another name",
        f"The request is for {visible(got)[:100] or 'no host'}; expected localhost, 127.0.0.1 or [::1].",
        "Open the address that bakeoff serve printed.",
    )


def _foreign() -> RefusalError:
    return RefusalError(
        403,
        "Sent from somewhere else",
        "Only this server's own pages may send it anything, and this came from another page or program.",
        "Open the start page and send it from there; a program sends the Origin header of this server, or "
        "uses the command line.",
    )
