"""Connections with time limits: half a request would keep a place forever."""

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_SECONDS = 10.0  # until all headers are there
BODY_SECONDS = 30.0  # from one piece of a form to the next
LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Connection(H11Protocol):
    """A connection that is closed when the rest of a request does not arrive."""

    _timer: asyncio.TimerHandle | None = None
    _part = ""  # of a request that is waited for

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Wait for the rest."""
        super().data_received(data)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop()
        super().connection_lost(exc)

    def _wait(self) -> None:
        """Headers have one time limit in total; a form has one for each of its pieces."""
        part = {h11.IDLE: "headers", h11.SEND_BODY: "body"}.get(self.conn.their_state, "")
        if part == "headers" == self._part:
            return
        self._stop()
        self._part = part
        if part:
            self._timer = self.loop.call_later(
                HEADER_SECONDS if part == "headers" else BODY_SECONDS, self._late
            )

    def _late(self) -> None:
        if self._part == "body" and self.flow.read_paused:  # the server itself is still processing
            self._part = ""
            self._wait()
        elif not self.transport.is_closing():
            if self._part == "headers" and self.cycle is None:
                self.transport.write(LATE)
            self.transport.close()

    def _stop(self) -> None:
        self._part = ""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
