"""Every study that a page, a table or a contributor's guide names can be run as it is written there."""

import argparse
import importlib
import re
import shlex
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = (
    *(ROOT / "docs").rglob("*.md"),
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/README.md")),
    *(ROOT / "src").rglob("*.json"),
)
COMMAND = re.compile(r"python -m (studies\.\w+(?: (?:--?[a-z][\w-]*|\w[\w.-]*)(?![^\s`;,\".:)]))*)")
STUDIES = sorted(path.stem for path in (ROOT / "studies").glob("[a-z]*.py"))


class Parsed(Exception):  # noqa: N818 - what is hoped for
    """The words of a command were understood."""


@pytest.fixture
def only_parsed(monkeypatch):
    """A function that runs a command up to where its words are understood."""
    parse = argparse.ArgumentParser.parse_args

    def stop(parser, *given):
        raise Parsed(parse(parser, *given))

    def run(words):
        monkeypatch.setattr(sys, "argv", words)
        importlib.import_module(words[0]).main()

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", stop)
    return run


def commands():
    """What is written anywhere, each once, with a file that has it."""
    return {
        found: path.relative_to(ROOT)
        for path in FILES
        for found in COMMAND.findall(path.read_text(encoding="utf-8"))
    }


def test_commands_are_found_as_they_are_written():
    said = (
        "`python -m studies.many --draws 100 --learners 400`, twice; <!-- python -m studies.gates -->"
        "\n    python -m studies.risk        size and power\n`python -m studies.duplicates fixed`)"
    )
    assert COMMAND.findall(said) == [
        "studies.many --draws 100 --learners 400",
        "studies.gates",
        "studies.risk",
        "studies.duplicates fixed",
    ]


@pytest.mark.slow
def test_every_command_in_the_pages_is_understood(only_parsed, capsys):
    found = commands()
    assert len(found) > 50
    wrong = {}
    for command, path in found.items():
        try:
            only_parsed(shlex.split(command))
        except Parsed:
            continue
        except (SystemExit, ModuleNotFoundError) as error:
            wrong[command] = (str(path), repr(error), capsys.readouterr().err)
    assert wrong == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", STUDIES)
def test_every_study_refuses_options_that_it_does_not_have(only_parsed, name):
    with pytest.raises(SystemExit, match="2"):
        only_parsed([f"studies.{name}", "--no-such-option"])
