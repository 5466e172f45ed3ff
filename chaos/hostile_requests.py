"""Requests that no browser sends: malformed uploads and forms, paths that climb, half a request.

Each gets an answer that is one of those allowed, or its connection is closed, within the time; nothing that
was sent runs in a page, no file is left, and the next visitor is served.
"""

import random
import re
import socket
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from tests.conftest import Answer, Site, running
from tests.properties.test_upload_fuzz import INJECTIONS, request

from chaos.part import Part

ALLOWED = (200, 303, 400, 403, 404, 405, 411, 413, 414, 415, 421, 422, 431, 501, 503)
SECONDS = 30.0
PATHS = [
    "/",
    "/compare",
    "/rank",
    "/plan",
    "/advise",
    "/methods",
    "/results/x",
    "/static/site.css",
    "/explore",
]


def run(part: Part) -> None:
    """All cases, to one server."""
    before = tempfile.tempdir
    with tempfile.TemporaryDirectory() as folder:
        tempfile.tempdir = folder
        try:
            with running() as site:
                for at, rng in part.cases():
                    _case(part, site, at, rng, folder)
        finally:
            tempfile.tempdir = before
        left = [each.name for each in Path(folder).rglob("*") if each.is_file()]
        if left:
            part.fail(f"{left} are left in the end")


def _case(part: Part, site: Site, at: int, rng: random.Random, folder: str) -> None:
    start, kind = time.monotonic(), rng.choice(["upload", "upload", "form", "path", "raw"])
    try:
        said = {"upload": _upload, "form": _form, "path": _path, "raw": _raw}[kind](site, rng)
    except (OSError, ValueError) as problem:
        part.fail(f"case {at}, {kind}: {type(problem).__name__}: {problem}")
        return
    if time.monotonic() - start > SECONDS:
        part.fail(f"case {at}, {kind}: took {time.monotonic() - start:.0f} s")
    wrong = _wrong(said, folder)
    if wrong:
        part.fail(f"case {at}, {kind}: {wrong}")
    else:
        part.note(f"{kind}: {'answered' if said and said[0] < 400 else 'refused'}")
    if at % 25 == 0 and (site.get("/").status != 200 or site.left()):
        part.fail(f"case {at}, {kind}: the next visitor is not served, or {site.left()} are left")


def _wrong(said: tuple[int, str] | None, folder: str) -> str:
    """What is wrong with an answer; none at all is right, as a connection may be closed."""
    if said is None:
        return ""
    status, text = said
    if status not in ALLOWED:
        return f"status {status}"
    found = [
        word for word in ("Traceback", "<script>alert", "<img src=x", folder, "root:x:0") if word in text
    ]
    return f"the page has {found}" if found else ""


def _told(site: Site, answer: Answer) -> tuple[int, str]:
    if answer.status == 303 and answer.headers["location"].startswith("/"):
        answer = site.get(answer.headers["location"])
    return answer.status, answer.body.decode(errors="replace")


def _upload(site: Site, rng: random.Random) -> tuple[int, str]:
    body, kind = request(rng.randrange(2000, 10**9))
    return _told(site, site.post(rng.choice(["/compare", "/compare", "/rank"]), body, kind))


def _form(site: Site, rng: random.Random) -> tuple[int, str]:
    words = [*INJECTIONS, "1", "0.05", "nan", "-1", "1e999", "accuracy", "9" * 400]
    names = ["difference", "margin", "items", "power", "alpha", "metric", "method", "answer", "q1", "x" * 300]
    fields = "&".join(f"{rng.choice(names)}={rng.choice(words)}" for _ in range(rng.randrange(1, 80)))
    body = re.sub(r"[ \r\n]", "+", fields).encode("utf-8", "replace")
    headers = {} if rng.random() < 0.8 else {"Origin": "http://evil.example"}
    if rng.random() < 0.5:
        return _told(site, site.post(rng.choice(PATHS), body, **headers))
    return _told(site, site.get(rng.choice(PATHS) + "?" + _escaped(body)))


def _path(site: Site, rng: random.Random) -> tuple[int, str]:
    pieces = [
        "..",
        "%2e%2e",
        "etc",
        "passwd",
        "static",
        "results",
        "%00",
        "%ff",
        "a" * 3000,
        "report.json",
        ";",
        "//",
    ]
    path = "/" + "/".join(rng.choice(pieces) for _ in range(rng.randrange(1, 9)))
    method = rng.choice(["GET", "GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"])
    return _told(site, site.ask(method, path))


def _escaped(raw: bytes) -> str:
    return "".join(chr(each) if 33 <= each < 127 and chr(each) not in "#" else f"%{each:02x}" for each in raw)


def _raw(site: Site, rng: random.Random) -> tuple[int, str] | None:
    """Bytes that are hardly a request, or only its beginning."""
    host = f"Host: {site.host}\r\n"
    length = rng.choice(["-1", "5", "99999999999", "x", "5, 6", "0x10"])
    sent = rng.choice(
        [
            bytes(rng.randrange(256) for _ in range(rng.randrange(1, 2000))),
            f"GET / HTTP/1.1\r\n{host}".encode(),
            f"GET / HTTP/9.9\r\n{host}\r\n".encode(),
            b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
            b"GET / HTTP/1.1\r\n\r\n",
            f"GET http://evil.example/ HTTP/1.1\r\n{host}\r\n".encode(),
            f"GET / HTTP/1.1\r\n{host}X: {'y' * rng.randrange(200_000)}\r\n\r\n".encode(),
            f"GET / HTTP/1.1\r\n{host}{'X: y' + chr(13) + chr(10)}{'A: b' * 9}\r\n".encode() * 3,
            f"POST /compare HTTP/1.1\r\n{host}Content-Length: {length}\r\n\r\nabcde".encode(),
            f"POST /compare HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\nZZ\r\nabc".encode(),
            f"POST / HTTP/1.1\r\n{host}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0".encode(),
        ]
    )
    received = b""
    with socket.create_connection(("127.0.0.1", site.port), timeout=SECONDS) as connection, suppress(OSError):
        connection.sendall(sent)
        if rng.random() < 0.7:
            connection.shutdown(socket.SHUT_WR)
        connection.settimeout(1.0)
        while part := connection.recv(65536):
            received += part
    first = re.match(rb"HTTP/1\.[01] (\d{3}) ", received)
    return (int(first[1]), received.decode(errors="replace")) if first else None
