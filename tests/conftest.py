"""A server for tests that ask one, and a loud word where there is no browser to ask with."""

import atexit
import gc
import http.client
import json
import os
import shutil
import signal
import sys
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from hypothesis import settings

# Matrices in tests are small: to share one with a second thread, which waits by asking again and again, takes
# a tenth of the time of all tests.
for library in ("OPENBLAS", "OMP", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

# Tests start Python many times; each start would compile the package anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A shell that runs tests in the background has Ctrl-C ignored, and processes would inherit it: those that are
# to be stopped would go on for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples in every run, so that a failure is one of the change and not of the day;
# `pytest --hypothesis-profile=explore` looks for new ones.
settings.register_profile("same", derandomize=True, deadline=None, max_examples=60)
settings.register_profile("explore", deadline=None, print_blob=True)
settings.load_profile("same")

# What these share is made once in each process: a browser, a database server, compiled code.
TOGETHER = {
    "a browser": ("browser/",),
    "a database": ("warehouse/",),
    "compiled code": (
        "unit/lab/",
        "unit/cli/test_lab.py",
        "every/test_learners.py",
        "properties/test_learners.py",
        "oracles/learners/",
        "calibration/test_dietterich.py",
        "journeys/test_a_study_goes_on.py",
    ),
}
QUICK = ("unit/", "every/", "oracles/")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
LOUD = "BROWSER TESTS DID NOT RUN: there is no Chromium here (Debian: apt-get install chromium)"


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict
    body: bytes = field(repr=False)

    @property
    def text(self):
        return self.body.decode()

    @property
    def json(self):
        return json.loads(self.body)


@dataclass(frozen=True)
class Site:
    """A server in a thread of its own, asked as a program would ask it."""

    port: int
    app: object

    @property
    def host(self):
        return f"127.0.0.1:{self.port}"

    @property
    def url(self):
        return f"http://{self.host}"

    def left(self):
        """The files that it has not removed."""
        return sorted(self.app.state.folder.rglob("*"))

    def ask(self, method, path, body=None, **headers):
        """One request; underscores in the names of headers stand for hyphens."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            given = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body=body, headers=given)
            answer = connection.getresponse()
            named = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, named, answer.read())
        finally:
            connection.close()

    def get(self, path, **headers):
        return self.ask("GET", path, **headers)

    def post(self, path, body=b"", kind="application/x-www-form-urlencoded", **headers):
        return self.ask("POST", path, body, **{"Origin": self.url, "Content-Type": kind} | headers)

    def multipart(self, fields, files):
        return multipart(fields, files)

    def send(self, path="/compare", fields=(), files=(), **headers):
        """A form as a browser sends it; files are (field, name, content)."""
        body, kind = multipart(dict(fields), files)
        return self.post(path, body, kind, **headers)

    def verdict(self, *given, **more):
        """What the verdict on a form is, read from its report."""
        answer = self.send(*given, **more)
        assert answer.status == 303, answer.text
        return self.get(answer.headers["location"] + "/report.json").json


def multipart(fields, files, boundary="0123456789abcdef"):
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    for field_name, name, content in files:
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{field_name}"; filename="{name}"\r\n'
        kind = "Content-Type: application/octet-stream\r\n\r\n"
        data = content if isinstance(content, bytes) else content.encode()
        parts.append(head.encode() + kind.encode() + data + b"\r\n")
    return b"".join(parts) + f"--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"


@contextmanager
def running(**settings):
    """A server with these settings, gone afterwards."""
    from bakeoff.web.serving import listen, server_for
    from bakeoff.web.settings import Settings

    sockets = listen(0)
    server = server_for(sockets, Settings(**settings))
    thread = threading.Thread(target=server.run, kwargs={"sockets": sockets}, daemon=True)
    thread.start()
    deadline = time.monotonic() + 60
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        assert time.monotonic() < deadline, "the server does not start"
        time.sleep(0.005)
    try:
        yield Site(sockets[0].getsockname()[1], server.config.app.app)
    finally:
        server.should_exit = True
        thread.join(60)
        for each in sockets:
            each.close()


@pytest.fixture(scope="session")
def serving():
    """Start a server with settings of its own."""
    return running


@pytest.fixture(scope="session")
def site():
    """A server with the usual settings, for tests that change nothing of it."""
    with running() as started:
        yield started


def shared(path):
    """What tests of a file share with tests of other files, or else the file itself."""
    return next((name for name, places in TOGETHER.items() if path.startswith(places)), path)


def path_of(nodeid):
    return nodeid.partition("::")[0].removeprefix("tests/")


def pytest_addoption(parser):
    parser.addoption("--half", choices=("1", "2"), help="run one half of the files; 1 has the quick folders")


def pytest_ignore_collect(collection_path, config):
    """Leave files of the other half unread."""
    path = collection_path.relative_to(config.rootpath / "tests").as_posix()
    if config.getoption("half") and path.endswith(".py"):
        first = path.startswith(QUICK) or shared(path) == "compiled code"
        return True if first != (config.getoption("half") == "1") else None
    return None


def pytest_collection_modifyitems(items):
    for item in items:
        path = path_of(item.nodeid)
        if shared(path) == "compiled code" or not path.startswith(QUICK):
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Keep what shares something in one process, where there are several (``-n 2``)."""
    from xdist.scheduler import LoadScopeScheduling

    class Together(LoadScopeScheduling):
        # Not marks: with pytest 9.2, xdist 3.8 does not see those of `xdist_group`, and says nothing.
        def _split_scope(self, nodeid):
            return shared(path_of(nodeid))

    return Together(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file():
    """Examples are in src and in the README; to look for them in tests takes a tenth of collecting."""
    return [each for each in (yield) if type(each) is pytest.Module]


def pytest_collection():
    gc.disable()


def pytest_collection_finish():
    # Ten thousand tests live to the end; to search them for garbage takes a sixth of the time of the others.
    gc.enable()
    gc.freeze()
    # What tests load lives to the end, too: all is searched once in 700,000 new objects, not in 70,000.
    gc.set_threshold(7_000, 10, 10)


def pytest_unconfigure():
    gc.unfreeze()
    gc.collect()
    # pytest searches twice more; Python, as it ends, finds what compiled libraries would call leaks.
    gc.freeze()
    atexit.register(gc.unfreeze)


def chromium():
    """The path of a browser, None where there is none."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def pytest_terminal_summary(terminalreporter):
    if chromium() is None and any(
        "browser" in each.nodeid for each in terminalreporter.stats.get("skipped", [])
    ):
        terminalreporter.write_sep("!", LOUD, red=True, bold=True)
