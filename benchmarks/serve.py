"""How long the first page of ``bakeoff serve`` takes, from the start of the process."""

import http.client
import re
import subprocess
import sys
import time
from pathlib import Path

REPETITIONS = 3
PATIENCE = 30.0  # seconds


def first_page() -> float:
    """Seconds until the whole first page has come: the best of several starts."""
    return min(_once() for _ in range(REPETITIONS))


def _once() -> float:
    start = time.perf_counter()
    command = [Path(sys.executable).with_name("bakeoff"), "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r":(\d+)/", process.stdout.readline())
            assert found, "the server did not say where it is"
            connection = http.client.HTTPConnection("localhost", int(found[1]), timeout=PATIENCE)
            connection.request("GET", "/")
            answer = connection.getresponse()
            assert answer.status == 200
            assert b"Is A really better than B?" in answer.read()
            return time.perf_counter() - start
        finally:
            process.terminate()
