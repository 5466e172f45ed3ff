"""A plain install has no compiler: what needs none works, and the rest says what to install."""

import subprocess
import sys

import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.lab.learners import _needs

INSTALL = 'needs numba, which is not installed; install it with: pip install "bakeoff[lab]"'
WITHOUT = "import sys; sys.modules['numba'] = sys.modules['llvmlite'] = None; import numpy as np; "
KEY = "fair-attributes:n-100:naive-bayes-vs-c45"
DATA = f"X, y, KEY = np.zeros((4, 1), int), np.arange(4) % 2, {KEY!r}; "


def without_numba(code):
    return subprocess.run([sys.executable, "-c", WITHOUT + code], capture_output=True, text=True)


@pytest.mark.parametrize(
    ("called", "code"),
    [
        ("NaiveBayes.fit", "from bakeoff.learners import NaiveBayes; NaiveBayes().fit(X, y)"),
        ("C45.fit", "from bakeoff.learners import make; make('c45').fit(X, y)"),
        ("fold_errors", "from bakeoff.lab import fold_errors; fold_errors(X, y, folds=2)"),
        ("lab.size", "from bakeoff.lab import size; size(KEY)"),
        (
            "lab.calibrate",
            "from bakeoff.lab import calibrate; calibrate(KEY)",
        ),
        (
            "dealing items into folds",
            "from bakeoff.lab import fold_assignment; fold_assignment(X, y, folds=2)",
        ),
    ],
)
def test_what_is_compiled_says_what_to_install(called, code):
    ran = without_numba(DATA + code)
    assert ran.stderr.splitlines()[-1] == f"bakeoff.core.exceptions.InputError: {called} {INSTALL}"


@pytest.mark.parametrize(
    ("command", "called"),
    [
        (["lab", "size", KEY], "lab.size"),
        (["papers", "bouckaert-table4", "--quick", "--quiet"], "fold_errors"),
    ],
)
def test_the_command_line_says_it_in_one_line(command, called):
    ran = without_numba(f"from bakeoff.cli.main import main; sys.exit(main({command}))")
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"error: {called} {INSTALL}\n")


@pytest.mark.parametrize("command", [["lab"], ["papers"], ["methods"]])
def test_lists_need_no_compiler(command):
    ran = without_numba(f"from bakeoff.cli.main import main; sys.exit(main({command}))")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout


def test_learners_can_be_named_and_the_majority_needs_no_compiler():
    ran = without_numba(
        DATA
        + "from bakeoff.learners import LEARNERS, Majority, make; print([make(key) for key in LEARNERS][1]); "
        "print(Majority().fit(X, y).predict(X))"
    )
    assert (ran.stdout, ran.stderr) == ("C45()\n[0 0 0 0]\n", "")


def test_where_it_is_installed_nothing_is_said(monkeypatch):
    _needs.needs_numba("anything")
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(InputError, match="anything needs numba"):
        _needs.needs_numba("anything")
