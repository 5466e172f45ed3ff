"""The server: on loopback only, stopped by Ctrl-C, without leftovers."""

import json
import logging
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import uvicorn

from bakeoff.core.exceptions import InputError
from bakeoff.web.app import create_app
from bakeoff.web.connections import Connection
from bakeoff.web.settings import Settings

LOOPBACK = {"127.0.0.1": socket.AF_INET, "::1": socket.AF_INET6}
LAST_WORDS = 2  # seconds for requests that are being answered when the server is stopped


def listen(port: int, host: str = "localhost") -> list[socket.socket]:
    """Sockets on the addresses of this machine that no other machine can reach.

    Without a host on both of them, if there are two; port 0 is any free one, the same on both.
    """
    hosts = tuple(LOOPBACK) if host == "localhost" else (host,)
    if not set(hosts) <= set(LOOPBACK):
        raise InputError(
            f"host is {host!r}; expected localhost, 127.0.0.1 or ::1: the page is for this machine alone"
        )
    found: list[socket.socket] = []
    for each in hosts:
        try:
            found.append(_bound(each, found[0].getsockname()[1] if found else port))
        except OSError as problem:
            if not found:  # the first is required, the second optional
                raise _taken(port, problem) from None
    return found


def _bound(host: str, port: int) -> socket.socket:
    made = socket.socket(LOOPBACK[host], socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if LOOPBACK[host] == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind((host, port))
        made.listen(128)  # requests before the server is ready wait, and are not refused
    except OSError:
        made.close()
        raise
    return made


def _taken(port: int, problem: OSError) -> InputError:
    return InputError(
        f"port {port} cannot be used ({problem.strerror}); give another, such as --port {port + 1}, or "
        f"--port 0 for any that is free"
    )


def server_for(sockets: Sequence[socket.socket], settings: Settings) -> uvicorn.Server:
    """The server for sockets that are bound already."""
    # It would show on the terminal what strangers sent; the page answers those who sent it.
    logging.getLogger("python_multipart").setLevel(logging.CRITICAL)
    port = sockets[0].getsockname()[1]
    config = uvicorn.Config(
        create_app(replace(settings, port=port)),
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        http=Connection,
        ws="none",
        lifespan="on",
        proxy_headers=False,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=LAST_WORDS,
        h11_max_incomplete_event_size=64 * 1024,
    )
    return uvicorn.Server(config)


def serve(
    settings: Settings, *, host: str = "localhost", open_browser: bool = False, as_json: bool = False
) -> None:
    """Print the address, and serve until stopped."""
    sockets = listen(settings.port, host)
    server = server_for(sockets, settings)
    shown = "localhost" if host == "localhost" else host if ":" not in host else f"[{host}]"
    port = sockets[0].getsockname()[1]
    address = f"http://{shown}:{port}/"
    told = (
        json.dumps({"address": address, "port": port})
        if as_json
        else f"bakeoff is at {address} (Ctrl-C stops it)"
    )
    sys.stdout.write(f"{told}\n")
    sys.stdout.flush()
    if open_browser:
        import webbrowser

        webbrowser.open(address)
    with suppress(KeyboardInterrupt):
        server.run(sockets=list(sockets))
