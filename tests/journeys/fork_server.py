"""Starts the command many times without loading the libraries anew: for each request a fork runs it.

A request is a line of JSON on standard input, the answer a line on standard output. Each process gets a
session of its own, so that it can be killed with all its workers, and a terminal to control it where its
standard input is one. On request it loads more for later forks, such as another program to be run.
"""

import atexit
import importlib
import json
import os
import signal
import sys
import tempfile
import threading
import time

LOADED = (
    "bakeoff.cli.app",
    "bakeoff.cli.compare",
    "bakeoff.cli.run",
    "bakeoff.cli.scores",
    "bakeoff.experiment.conduct",
    "bakeoff.experiment.file",
    "bakeoff.experiment.result",
    "bakeoff.read.engine.files",
    "bakeoff.methods.half_sample_t",
    "bakeoff.report.words.experiment",
    "bakeoff.report.progress",
    "bakeoff.report.terminal",
    "duckdb",
    "joblib",
    "sklearn.naive_bayes",
    "sklearn.pipeline",
)


def serve():
    """Answer requests until there are no more; in a fork, give its request back."""
    for line in sys.stdin:
        request = json.loads(line)
        if "load" in request:
            answer = [importlib.import_module(module).__name__ for module in request["load"]]
        elif "wait" in request:
            answer = ended(request["wait"], time.monotonic() + request["seconds"])
        else:
            answer = fork()
            if not answer:
                return request
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
    return None


def fork():
    """Fork, and wait until the new process leads a group that signals can be sent to."""
    reading, writing = os.pipe()
    process = os.fork()
    if not process:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # the command does not run yet
        os.setsid()
    os.close(writing)
    os.read(reading, 1)  # ends when both have closed the other side
    os.close(reading)
    return process


def ended(process, deadline):
    """The exit code of a process, negative where a signal ended it; None where it goes on too long."""
    while time.monotonic() < deadline:
        found, status = os.waitpid(process, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.005)
    return None


def become(request):
    """Run the command, or another program, in this process."""
    os.chdir(request["folder"])
    os.environ.update(request["environment"])
    tempfile.tempdir = None  # a library that made a file while it was loaded has fixed the folder for all
    sys.path[:0] = request["environment"].get("PYTHONPATH", "").split(os.pathsep)
    ways = (os.O_RDONLY, os.O_WRONLY | os.O_CREAT, os.O_WRONLY | os.O_CREAT)
    for descriptor, (path, way) in enumerate(zip(request["streams"], ways, strict=True)):
        # The first terminal that the leader of a session opens is the one that controls it.
        os.dup2(os.open(path, way), descriptor)
    sys.argv[1:] = request["arguments"]
    program = importlib.import_module(request["program"])
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        program.main(*[request["arguments"]] * (request["program"] != "bakeoff.cli.main"))
    except SystemExit as ended:
        leave(ended.code or 0)
    leave(0)


def leave(code):
    """End as Python does, but without taking all libraries apart: that takes longer than the command."""
    threading._shutdown()
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    for module in LOADED:
        importlib.import_module(module)
    asked = serve()
    if asked is not None:
        become(asked)
