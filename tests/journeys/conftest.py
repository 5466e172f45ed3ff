import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

COMMAND = Path(sys.executable).with_name("bakeoff")


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out, parse_constant=lambda word: pytest.fail(f"{word} is not strict JSON"))


@pytest.fixture(scope="session")
def command():
    assert COMMAND.exists(), "install the package first: make test does"
    return str(COMMAND)


@pytest.fixture(scope="session")
def plain_environment():
    """The environment without what colours output or moves the line width."""
    odd = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "BAKEOFF_TRACEBACK", "PYTHONIOENCODING", "CLICOLOR_FORCE")
    return {name: value for name, value in os.environ.items() if name not in odd} | {"TERM": "xterm-256color"}


@pytest.fixture
def bakeoff(command, plain_environment, tmp_path):
    """Run the installed command in a folder of its own."""

    def run(*arguments, **environment):
        ran = subprocess.run(
            [command, *map(os.fspath, arguments)],
            cwd=tmp_path,
            env=plain_environment | environment,
            capture_output=True,
            timeout=60,
        )
        return Ran(ran.returncode, ran.stdout.decode(), ran.stderr.decode())

    return run


@pytest.fixture
def refused(bakeoff):
    """Run a command that must fail: exit code 2, one line on standard error, nothing else."""

    def run(*arguments, **environment):
        ran = bakeoff(*arguments, **environment)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("error: ")
        assert ran.err.endswith("\n")
        assert ran.err.count("\n") == 1
        assert "Traceback" not in ran.err
        return ran.err

    return run


@pytest.fixture
def write(tmp_path):
    def write_file(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write_file


@pytest.fixture
def predictions(write):
    rows = [("cat", "cat", "dog")] * 12 + [("dog", "cat", "dog")] * 3 + [("dog", "dog", "dog")] * 25
    return write("p.csv", "truth,a,b\n" + "".join(",".join(row) + "\n" for row in rows))
