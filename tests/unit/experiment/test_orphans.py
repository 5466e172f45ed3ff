"""Whether a worker ends is seen at its end of a pipe, which the system closes."""

import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest

from bakeoff.experiment import orphans

WORKER = """
import importlib.util, os, sys, time
sys.path.append(sys.argv[3])
spec = importlib.util.spec_from_file_location("orphans", sys.argv[1])
orphans = importlib.util.module_from_spec(spec)
spec.loader.exec_module(orphans)
orphans.LOOK_SECONDS = 0.05
orphans.end_with(os.getppid(), sys.argv[2] == "at once")
os.kill(os.getpid(), {signal})
print("ready", flush=True)
time.sleep(60)
"""
SOURCE = Path(orphans.__file__).parents[2]  # without the packages of the environment
PARENT = """
import signal, subprocess, sys, time
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup, where it runs the tests, would have it ignored
subprocess.Popen([sys.executable, "-S", "-c", *sys.argv[1:]])
time.sleep(60)
"""


@pytest.mark.slow
@pytest.mark.parametrize("way", ["at once", "by looking"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGHUP, signal.SIGSEGV])
def test_a_worker_ends_with_its_parent_and_not_before(way, number):
    worker = WORKER.format(signal=int(signal.SIGTERM))  # which a worker leaves to its parent
    command = [sys.executable, "-S", "-c", PARENT, worker, Path(orphans.__file__), way, SOURCE]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as parent:
        assert parent.stdout.readline() == b"ready\n"
        parent.send_signal(number)
        start = monotonic()
        assert parent.stdout.read() == b""
        assert monotonic() - start < 5
