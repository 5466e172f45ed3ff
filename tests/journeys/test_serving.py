"""The page as it is started and stopped."""

import http.client
import json
import re
import signal
import subprocess
import sys

import pytest

HEAVY = {"sklearn", "matplotlib", "numba", "pandas", "polars", "pyarrow", "duckdb", "narwhals", "distributed"}
PREDICTIONS = "truth,a,b\n" + "x,x,y\n" * 20 + "y,y,y\n" * 20


@pytest.fixture
def start_page(load, start, wait_until, tmp_path):
    """Start the server in a folder of its own, with its temporary files there."""
    load("bakeoff.web.app", "bakeoff.web.serving")
    (tmp_path / "temporary").mkdir()

    def begin(*more, **environment):
        page = start("serve", "--port", "0", *more, TMPDIR=str(tmp_path / "temporary"), **environment)
        wait_until(lambda: page.out.exists() and page.out.read_text().endswith("\n"), "where it is")
        return page

    return begin


def port_of(page):
    said = page.out.read_text()
    found = re.fullmatch(r"bakeoff is at http://localhost:(\d+)/ \(Ctrl-C stops it\)\n", said)
    assert found, said
    return int(found[1])


def ask(port, method="GET", path="/", body=None, **headers):
    connection = http.client.HTTPConnection("localhost", port, timeout=60)
    try:
        connection.request(
            method, path, body, {name.replace("_", "-"): text for name, text in headers.items()}
        )
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_is_stopped_and_leaves_nothing(start_page, tmp_path, number):
    page = start_page()
    said = page.out.read_text()
    status, text = ask(port_of(page))
    assert (status, "Is A really better than B?" in text) == (200, True)
    assert [path.name[:8] for path in (tmp_path / "temporary").iterdir()] == ["bakeoff-"]
    page.signal(number)
    ran = page.ended()
    assert ran.code in (0, -signal.SIGTERM)
    assert (ran.out, ran.err) == (said, "")
    assert list((tmp_path / "temporary").iterdir()) == []


def test_it_is_stopped_in_the_middle_of_an_upload(start_page, tmp_path):
    page = start_page()
    port = port_of(page)
    connection = http.client.HTTPConnection("localhost", port, timeout=60)
    connection.putrequest("POST", "/compare")
    connection.putheader("Origin", f"http://localhost:{port}")
    connection.putheader("Content-Type", "multipart/form-data; boundary=zz")
    connection.putheader("Content-Length", "40000000")
    connection.endheaders()
    head = b'--zz\r\nContent-Disposition: form-data; name="file"; filename="p.csv"\r\n\r\ntruth,a,b\n'
    connection.send(head + b"x,x,x\n" * 1_000_000)
    page.signal(signal.SIGTERM)
    ran = page.ended()
    connection.close()
    assert "Traceback" not in ran.err
    assert list((tmp_path / "temporary").iterdir()) == []


def test_where_it_is_as_json(start_page):
    told = json.loads(start_page("--json").out.read_text())
    assert told["address"] == f"http://localhost:{told['port']}/"
    assert ask(told["port"])[0] == 200


def test_a_comparison_by_its_form(start_page):
    port = port_of(start_page())
    body = (
        '--zz\r\nContent-Disposition: form-data; name="file"; filename="p.csv"\r\n\r\n'
        f"{PREDICTIONS}\r\n--zz--\r\n"
    )
    kind = "multipart/form-data; boundary=zz"
    assert ask(port, "POST", "/compare", body, Content_Type=kind)[0] == 403
    own = f"http://localhost:{port}"
    assert ask(port, "POST", "/compare", body, Content_Type=kind, Origin=own)[0] == 303


def test_the_limit_can_be_set(start_page):
    port = port_of(start_page("--limit", "1"))
    own = f"http://localhost:{port}"
    kind = "multipart/form-data; boundary=zz"
    status, page = ask(port, "POST", "/compare", b"x" * 1_000_001, Content_Type=kind, Origin=own)
    assert status == 413
    assert "more than 1 MB" in page


def test_other_machines_cannot_be_served(refused):
    assert "the page is for this machine alone" in refused("serve", "--host", "0.0.0.0")  # noqa: S104
    assert "--port is 'x'" in refused("serve", "--port", "x")
    assert "expected a number of bytes" in refused("serve", "--limit", "0")


def test_a_port_that_is_taken(start_page, refused):
    port = port_of(start_page())
    assert f"port {port} cannot be used" in refused("serve", "--port", str(port))


def test_the_first_page_loads_nothing_heavy():
    code = """
import asyncio, sys
from bakeoff.web.app import create_app
from bakeoff.web.settings import Settings
async def ask():
    scope = {"type": "http", "method": "GET", "path": "/", "raw_path": b"/", "query_string": b"",
             "headers": [(b"host", b"localhost:8765")], "server": ("localhost", 8765), "scheme": "http",
             "root_path": "", "http_version": "1.1"}
    sent = []
    async def receive(): return {"type": "http.request", "body": b""}
    async def send(message): sent.append(message)
    await create_app(Settings())(scope, receive, send)
    assert sent[0]["status"] == 200, sent
asyncio.run(ask())
sys.stderr.write(" ".join(sys.modules))
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(ran.stderr.split())
    assert not {name.split(".")[0] for name in loaded} & HEAVY
    assert "scipy.stats" not in loaded


def test_the_browser_can_be_opened(command, plain_environment, tmp_path, wait_until):
    """What BROWSER names is opened with the address, here by the installed command itself."""
    opener = tmp_path / "opener"
    opener.write_text(
        f'#!/bin/sh\necho "$1" > {tmp_path}/opened.part; mv {tmp_path}/opened.part {tmp_path}/opened\n'
    )
    opener.chmod(0o755)
    environment = plain_environment | {"BROWSER": str(opener)}
    process = subprocess.Popen(
        [command, "serve", "--port", "0", "--open"], env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        address = process.stdout.readline().split()[3]
        wait_until((tmp_path / "opened").exists, "the browser to be opened")
        assert (tmp_path / "opened").read_text().strip() == address
    finally:
        process.terminate()
        process.communicate(timeout=60)
