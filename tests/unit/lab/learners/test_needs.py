"""A plain install has no compiler: what needs none works, and the rest says what to install."""

import json
import subprocess
import sys

import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.lab.learners import _needs

INSTALL = (
    "simulations and learners of the lab need numba, which is not installed; install bakeoff with the extra "
    '"lab" (in a clone of it: pip install ".[lab]")'
)
KEY = "fair-attributes:n-100:naive-bayes-vs-c45"
COMPILED = {
    "NaiveBayes.fit": "from bakeoff.learners import NaiveBayes; NaiveBayes().fit(X, y)",
    "C45.fit": "from bakeoff.learners import make; make('c45').fit(X, y)",
    "fold_errors": "from bakeoff.lab import fold_errors; fold_errors(X, y, folds=2)",
    "lab.size": "from bakeoff.lab import size; size(KEY)",
    "lab.calibrate": "from bakeoff.lab import calibrate; calibrate(KEY)",
    "dealing items into folds": "from bakeoff.lab import fold_assignment; fold_assignment(X, y, folds=2)",
}
MAJORITY = (
    "from bakeoff.learners import LEARNERS, Majority, make; print([make(key) for key in LEARNERS][1]); "
    "print(Majority().fit(X, y).predict(X))"
)
COMMANDS = (("lab", "size", KEY), ("papers", "bouckaert-table4", "--quick", "--quiet"))
LISTS = ("lab", "papers", "methods")
# To start without a compiler takes a second or two, so one process runs everything.
WITHOUT = f"""
import contextlib, io, json, sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
import numpy as np
from bakeoff.cli.main import main
from bakeoff.core.exceptions import InputError

GIVEN = dict(X=np.zeros((4, 1), int), y=np.arange(4) % 2, KEY={KEY!r}, main=main)

def ran(code):
    ended, out, err = 0, io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            exec(code, dict(GIVEN))
        except InputError as wrong:
            ended = str(wrong)
        except SystemExit as wanted:
            ended = wanted.code or 0
    return ended, out.getvalue(), err.getvalue()

json.dump([ran(code) for code in json.load(sys.stdin)], sys.stdout)
"""


@pytest.fixture(scope="module")
def without_numba():
    """What each code gives where there is no compiler: how it ended, output and errors."""
    commands = [*COMMANDS, *((name,) for name in LISTS)]
    codes = [*COMPILED.values(), MAJORITY, *(called(command) for command in commands)]
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], input=json.dumps(codes), capture_output=True, text=True, check=True
    )
    return dict(zip(codes, map(tuple, json.loads(done.stdout)), strict=True))


def called(command):
    return f"raise SystemExit(main({list(command)}))"


@pytest.mark.parametrize("name", COMPILED)
def test_what_is_compiled_says_what_to_install(without_numba, name):
    assert without_numba[COMPILED[name]] == (INSTALL, "", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_the_command_line_says_it_in_one_line(without_numba, command):
    assert without_numba[called(command)] == (2, "", f"error: {INSTALL}\n")


@pytest.mark.parametrize("name", LISTS)
def test_lists_need_no_compiler(without_numba, name):
    ended, out, err = without_numba[called((name,))]
    assert (ended, err) == (0, "")
    assert out


def test_learners_can_be_named_and_the_majority_needs_no_compiler(without_numba):
    assert without_numba[MAJORITY] == (0, "C45()\n[0 0 0 0]\n", "")


def test_where_it_is_installed_nothing_is_said(monkeypatch):
    _needs.needs_numba()
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(InputError, match="need numba"):
        _needs.needs_numba()
