"""Advice on a terminal: what is not given is asked, key by key."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time

import pytest

UP, DOWN, ENTER, ESCAPE, CTRL_C = b"\x1b[A", b"\x1b[B", b"\r", b"\x1b", b"\x03"
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>78]")
HINT = "(arrows or digits, Enter)"
LONG = 30


class Terminal:
    """A command on a terminal of its own."""

    def __init__(self, start, arguments):
        self._ours, self._theirs = pty.openpty()
        fcntl.ioctl(self._theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self._ran = start("advise", *arguments, streams=[os.ttyname(self._theirs)] * 3)
        self.shown = ""

    def until(self, words):
        """Read until the words are shown; where the cursor is asked for, answer as terminals do."""
        start, deadline = len(self.plain), time.monotonic() + LONG
        while words not in self.plain[start:]:
            assert time.monotonic() < deadline, f"waited in vain for {words!r}: {self.plain[start:]!r}"
            assert self._more(), f"it ended before {words!r}: {self.plain[start:]!r}"

    def press(self, *keys):
        for key in keys:
            os.write(self._ours, key)

    def end(self):
        """Its exit code, once all that it says is read."""
        while self._more():
            pass
        return self._ran.wait()

    def close(self):
        self._let_go()
        os.close(self._ours)

    def _let_go(self):
        """Leave the other side to the command alone, once it has opened it, to see when it ends."""
        if self._theirs is not None:
            os.close(self._theirs)
            self._theirs = None

    @property
    def plain(self):
        return CODES.sub("", self.shown)

    def _more(self):
        readable, _, _ = select.select([self._ours], [], [], LONG)
        assert readable, f"it hangs: {self.plain!r}"
        try:
            part = os.read(self._ours, 65536)
        except OSError:  # Linux ends a terminal that nobody holds with an error
            return False
        self._let_go()
        for _ in range(part.count(b"\x1b[6n")):
            os.write(self._ours, b"\x1b[1;1R")
        self.shown += part.decode()
        return bool(part)


@pytest.fixture
def advise(load, start):
    load("bakeoff.cli.advise", "questionary")
    terminals = []

    def begin(*arguments):
        terminals.append(Terminal(start, arguments))
        return terminals[-1]

    yield begin
    for each in terminals:
        each.close()


def test_arrow_keys_and_digits_lead_to_the_advice(advise):
    terminal = advise()
    terminal.until("What do you want to know? " + HINT)
    terminal.press(DOWN)
    terminal.until("» 2) Which of two is better")
    terminal.press(ENTER)
    terminal.until("Is it about classifiers or learning algorithms? " + HINT)
    terminal.press(b"2")
    terminal.until("» 2) Learning algorithms")
    terminal.press(ENTER)
    terminal.until("Where should the answer hold? " + HINT)
    terminal.press(ENTER)
    terminal.until("How many items are there? " + HINT)
    terminal.press(DOWN, ENTER)
    terminal.until("How often can each learner be trained? " + HINT)
    terminal.press(DOWN, DOWN, DOWN, UP, ENTER)
    terminal.until("Which property of the answers matters? " + HINT)
    terminal.press(ENTER)
    terminal.until("Which error would be worse? " + HINT)
    terminal.press(ENTER)
    assert terminal.end() == 0
    answer = "Run ten-fold cross-validation, and compare with items-folds-t."
    assert answer in " ".join(terminal.plain.split())
    # What was answered stays in view.
    for line in (
        "What do you want to know? Which of two is better",
        "Is it about classifiers or learning algorithms? Learning algorithms",
        "Where should the answer hold? In one domain",
        "How many items are there? Enough for one training set",
        "How often can each learner be trained? About 10 times",
        "Which error would be worse? Reporting a difference that does not exist",
    ):
        assert line in terminal.plain
    assert "\x1b[1;32mRun ten-fold" in terminal.shown


def test_what_is_given_is_not_asked(advise):
    terminal = advise("--have", "two", "--subject", "classifier", "--domains", "one", "--sample", "large")
    terminal.until("Were both classifiers tested on the same items? " + HINT)
    terminal.press(DOWN, ENTER)
    terminal.until("Which property of the answers matters? " + HINT)
    terminal.press(ENTER)
    assert terminal.end() == 0
    assert "What do you want to know?" not in terminal.plain
    assert "Compare the two error rates as independent samples." in terminal.plain


@pytest.mark.parametrize("key", [ESCAPE, CTRL_C], ids=["escape", "ctrl-c"])
def test_one_may_leave_at_any_time(advise, key):
    terminal = advise("--have", "two")
    terminal.until(HINT)
    terminal.press(key)
    assert terminal.end() == 130
    assert "Traceback" not in terminal.plain
    assert "Compare" not in terminal.plain
    assert terminal.plain.endswith("\n"), "the prompt of the shell has a line of its own"


def test_for_programs_nothing_is_asked_on_a_terminal_either(advise):
    terminal = advise("--json")
    assert terminal.end() == 2
    assert terminal.plain.startswith("error: advice needs more answers; give --have (one or two or many), ")
    assert "\x1b" not in terminal.shown


def test_nor_where_the_answer_goes_into_a_file(refused):
    assert "give --have (one or two or many)" in refused("advise")


def test_the_library_that_asks_is_loaded_when_it_asks():
    code = (
        "import sys; from bakeoff.cli.main import main; main(['advise', '--have', 'one', '--subject', "
        "'classifier', '--domains', 'one', '--sample', 'large', '--quiet']); "
        "assert not {'questionary', 'prompt_toolkit', 'sklearn', 'numba', 'matplotlib'} & set(sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
