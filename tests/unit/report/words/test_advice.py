import io
import json
import re
import sys

import pytest

from bakeoff import advise
from bakeoff.report.words.advice import show_advice


@pytest.fixture(scope="module")
def found():
    return advise(have="one", subject="classifier", domains="one", sample="large")


@pytest.fixture(scope="module")
def nothing():
    return advise(have="one", subject="classifier", domains="many")


CODES = re.compile(r"\x1b\[[0-9;]*m")


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def on_a_terminal(monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")

    def shown(found, columns=120):
        monkeypatch.setenv("COLUMNS", str(columns))
        with monkeypatch.context() as patched:
            patched.setattr(sys, "stdout", Terminal())
            show_advice(found)
            return sys.stdout.getvalue()

    return shown


def test_in_words(found, capsys):
    show_advice(found)
    assert capsys.readouterr().out == f"{found}\n"


def test_as_json(found, capsys):
    show_advice(found, as_json=True)
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(found.to_dict()))


def test_the_answer_and_the_command_alone(found, capsys):
    show_advice(found, quiet=True)
    assert capsys.readouterr().out == f"{found.answer}\n{found.command}\n"


def test_in_colour(found, nothing, on_a_terminal):
    shown = on_a_terminal(found)
    assert shown.startswith(f"\x1b[1;32m{found.answer}")
    assert "\x1b[36m    bakeoff interval 8 100\x1b[0m" in shown
    assert "\x1b[1m  why\x1b[0m" in shown
    assert on_a_terminal(nothing).startswith("\x1b[1;33mThere is no such procedure")


def test_words_fit_a_narrow_terminal_and_lines_to_copy_stay_whole(found, on_a_terminal):
    shown = CODES.sub("", on_a_terminal(found, columns=50)).splitlines()
    assert found.python.splitlines()[-1] in [line.strip() for line in shown]
    words = [line for line in shown if "print(" not in line]
    assert max(map(len, words)) <= 50
