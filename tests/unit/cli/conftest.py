import json
from dataclasses import dataclass

import pytest

from bakeoff.cli.main import main


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out, parse_constant=lambda word: pytest.fail(f"{word} is not strict JSON"))


@pytest.fixture
def bakeoff(capsys, tmp_path, monkeypatch):
    """Run a command inside this process, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        code = 0
        try:
            main([str(argument) for argument in arguments])
        except SystemExit as stop:
            code = stop.code
        return Ran(code, *capsys.readouterr())

    return run


@pytest.fixture
def refused(bakeoff):
    """Run a command that must fail, and give its one line without the word error."""

    def run(*arguments):
        ran = bakeoff(*arguments)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("error: ")
        assert ran.err.count("\n") == 1
        assert ran.err.endswith("\n")
        return ran.err.removeprefix("error: ").rstrip("\n")

    return run


@pytest.fixture
def write(tmp_path):
    def write_file(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write_file
