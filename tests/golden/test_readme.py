"""What the README shows is what happens."""

import doctest
import re
import shutil
from pathlib import Path

import pytest

from bakeoff.cli.main import main

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
CONSOLE = re.findall(r"```console\n\$ bakeoff (.+?)\n(.*?)```", README.read_text(encoding="utf-8"), re.S)


def test_the_python_tour_runs_as_shown():
    failed, tried = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert tried >= 7
    assert failed == 0


@pytest.mark.parametrize("page", ["watch.md", "ledger.md"])
def test_pages_with_examples_run_as_shown(page):
    failed, tried = doctest.testfile(str(ROOT / "docs" / page), module_relative=False, encoding="utf-8")
    assert tried >= 4
    assert failed == 0


@pytest.mark.parametrize(("arguments", "shown"), CONSOLE)
def test_the_commands_print_what_is_shown(arguments, shown, tmp_path, monkeypatch, capsys):
    # in a copy: a run leaves its store beside the experiment
    shutil.copytree(ROOT / "examples", tmp_path / "examples", ignore=shutil.ignore_patterns("*.bakeoff*"))
    demo = Path("src/bakeoff/cli/demo.csv")
    (tmp_path / demo).parent.mkdir(parents=True)
    shutil.copy(ROOT / demo, tmp_path / demo)
    monkeypatch.chdir(tmp_path)
    main(arguments.split())
    assert capsys.readouterr().out == shown


def test_there_are_commands_to_check():
    assert CONSOLE


def test_linked_files_exist():
    links = re.findall(r"\]\(([^)#:]+)\)", README.read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
