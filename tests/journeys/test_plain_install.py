"""A plain install has no compiler: the lab says what is missing, and all else works."""

import os
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Read by Python as it starts; an entry of None makes an import fail as if nothing was installed.
WITHOUT = 'import sys\nsys.modules["numba"] = sys.modules["llvmlite"] = None\n'
SETTING = "fair-attributes:n-300:naive-bayes-vs-c45"


@pytest.fixture
def plain(bakeoff, tmp_path):
    """Run the installed command where there is no compiler."""
    folder = tmp_path / "without"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(WITHOUT)
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))

    def run(*arguments):
        return bakeoff(*arguments, PYTHONPATH=path)

    return run


def test_the_compiler_comes_with_the_lab_alone():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert not [each for each in project["dependencies"] if each.startswith(("numba", "llvmlite"))]
    assert [each for each in project["optional-dependencies"]["lab"] if each.startswith("numba")]


@pytest.mark.parametrize(
    "arguments",
    [("interval", "3", "100"), ("methods",), ("papers",), ("demo",), ("lab",)],
    ids=lambda arguments: arguments[0],
)
def test_commands_work(plain, arguments):
    ran = plain(*arguments)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out


def test_a_file_is_compared(plain, predictions):
    ran = plain("compare", predictions, "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json["n"] == 40


@pytest.mark.parametrize(
    "arguments",
    [("lab", "size", SETTING, "--draws", "10"), ("papers", "bouckaert-table2", "--quick")],
    ids=lambda arguments: arguments[0],
)
def test_the_lab_says_what_to_install(plain, arguments):
    ran = plain(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error: ")
    assert ran.err.count("\n") == 1
    assert 'pip install ".[lab]"' in ran.err
