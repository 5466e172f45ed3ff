"""Requests of which only half comes."""

import socket
import time

import pytest

from bakeoff.web import connections


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.2)
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.2)


def answered(site, *pieces, pause=0.0):
    """What the server says until it closes the connection."""
    with socket.create_connection(("127.0.0.1", site.port), timeout=5) as connection:
        for piece in pieces:
            try:
                connection.sendall(piece.encode())
            except OSError:  # it is closed already
                break
            time.sleep(pause)
        said = b""
        try:
            while piece := connection.recv(65536):
                said += piece
        except ConnectionResetError:
            pass
        return said


def head(site, *more):
    return "\r\n".join([f"POST /compare HTTP/1.1\r\nHost: {site.host}", f"Origin: {site.url}", *more])


@pytest.mark.parametrize("pieces", [[], ["G"], ["GET / HTTP/1.1\r\n", *"abcdefghi"]])
def test_half_sent_headers_time_out(site, pieces):
    started = time.monotonic()
    assert answered(site, *pieces, pause=0.05 if len(pieces) > 1 else 0).startswith(b"HTTP/1.1 408 ")
    assert time.monotonic() - started < 3


@pytest.mark.slow
def test_a_second_request_that_is_half_sent_times_out_too(site):
    first = f"GET /static/none HTTP/1.1\r\nHost: {site.host}\r\n\r\n"
    said = answered(site, first, "GET / HT", pause=0.1)
    assert said.count(b"HTTP/1.1 ") == 1
    assert b"404" in said.split(b"\r\n")[0]


@pytest.mark.slow
def test_a_form_that_stops_coming_times_out_and_one_that_drips_does_not(site):
    form = "Connection: close\r\nContent-Type: application/x-www-form-urlencoded"
    said = answered(site, head(site, form, "Content-Length: 50", "", "only_a="), pause=0.1)
    assert said == b""
    drips = [head(site, form, "Content-Length: 8", "", ""), *"only_a=1"]
    assert b" 400 " in answered(site, *drips, pause=0.06).split(b"\r\n")[0]
    assert site.left() == []
