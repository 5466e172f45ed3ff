"""What the README shows is what happens."""

import doctest
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
VERDICTS = ROOT / "docs" / "verdicts.md"
CONSOLE = [
    shown
    for page in (README, VERDICTS)
    for shown in re.findall(r"```console\n\$ bakeoff (.+?)\n(.*?)```", page.read_text(encoding="utf-8"), re.S)
]


def test_the_python_tour_runs_as_shown():
    failed, tried = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert tried >= 7
    assert failed == 0


@pytest.mark.parametrize("page", ["watch.md", "ledger.md", "verdicts.md"])
def test_pages_with_examples_run_as_shown(page):
    failed, tried = doctest.testfile(str(ROOT / "docs" / page), module_relative=False, encoding="utf-8")
    assert tried >= 4
    assert failed == 0


@pytest.mark.parametrize(("arguments", "shown"), CONSOLE)
def test_the_commands_print_what_is_shown(arguments, shown, tmp_path):
    # in a copy: a run leaves its store beside the experiment
    shutil.copytree(ROOT / "examples", tmp_path / "examples", ignore=shutil.ignore_patterns("*.bakeoff*"))
    demo = Path("src/bakeoff/cli/demo.csv")
    (tmp_path / demo).parent.mkdir(parents=True)
    shutil.copy(ROOT / demo, tmp_path / demo)
    command = [sys.executable, "-c", "from bakeoff.cli.main import main; main()", *arguments.split()]
    printed = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert printed == shown


def test_there_are_commands_to_check():
    assert CONSOLE


def test_linked_files_exist():
    links = re.findall(r"\]\(([^)#:]+)\)", README.read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
