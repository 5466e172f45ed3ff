"""Output into pipes, terminals and full disks."""

import os
import pty
import subprocess

import pytest


def read_all(descriptor):
    parts = []
    while True:
        try:
            part = os.read(descriptor, 65536)
        except OSError:  # Linux ends a terminal that nobody holds with an error
            part = b""
        if not part:
            return b"".join(parts).decode()
        parts.append(part)


@pytest.fixture
def on_a_terminal(start, tmp_path):
    def run(*arguments):
        ours, theirs = pty.openpty()
        ran = start(*arguments, streams=(os.ttyname(theirs), os.ttyname(theirs), str(tmp_path / "err")))
        code = ran.wait()
        os.close(theirs)
        try:
            assert code == 0
            return read_all(ours)
        finally:
            os.close(ours)

    return run


def test_a_terminal_has_colours(on_a_terminal, predictions):
    assert on_a_terminal("compare", "p.csv").startswith("\x1b[1;33mWeak evidence that A is better")


@pytest.mark.parametrize("arguments", [("compare", "p.csv", "--json"), ("compare", "p.csv", "--quiet")])
def test_for_programs_there_are_none(on_a_terminal, predictions, arguments):
    assert "\x1b" not in on_a_terminal(*arguments)


@pytest.mark.parametrize(
    "arguments", [("compare", "p.csv"), ("--help",), ("methods",), ("interval", "8", "100")]
)
def test_a_pipe_has_no_colours(bakeoff, predictions, arguments):
    ran = bakeoff(*arguments)
    assert (ran.code, ran.err) == (0, "")
    assert "\x1b" not in ran.out


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("arguments", ["methods", "methods --json", "--help", "demo"])
def test_a_reader_that_leaves_early_is_no_error(command, plain_environment, arguments, unbuffered):
    line = f"set -o pipefail; {command} {arguments} | head -1"
    ran = subprocess.run(
        ["bash", "-c", line],
        env=plain_environment | {"PYTHONUNBUFFERED": unbuffered},
        capture_output=True,
        timeout=60,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.count(b"\n") == 1


def test_a_reader_that_is_gone_before_the_first_word(command, plain_environment):
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run(
        [command, "methods", "--json"],
        env=plain_environment,
        stdout=writing,
        stderr=subprocess.PIPE,
        timeout=60,
    )
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_a_full_disk_is_one_line(command, plain_environment):
    with open("/dev/full", "wb") as full:  # noqa: PTH123 - a device, not a path to open
        ran = subprocess.run(
            [command, "demo", "--json"],
            env=plain_environment,
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
        )
    assert ran.returncode == 2
    assert ran.stderr.decode() == "error: [Errno 28] No space left on device\n"


def test_a_terminal_of_another_encoding(bakeoff, write):
    write("u.csv", "learner,fold,score\nforêt,1,0.9\nforêt,2,0.8\nforêt,3,0.8\nb,1,0.7\nb,2,0.9\nb,3,0.75\n")
    asked = ("scores", "u.csv", "--method", "corrected-resampled-t", "--metric", "accuracy", "--quiet")
    ran = bakeoff(*asked, PYTHONIOENCODING="ascii")
    assert ran.code == 0
    assert ran.err.startswith("caveat: the variance of the difference")
    assert len(ran.err.splitlines()) == 1
    assert ran.out.startswith(r"Undecided: for\xeat is ahead")


@pytest.mark.parametrize("streams", ["2>&-", "2>/dev/full", ">&- 2>&-", "<&- >&- 2>&-"])
def test_bad_input_ends_with_2_where_nobody_can_read_why(shell, streams):
    """The code 1 would be the answer "fail" of a gate."""
    assert shell(f"gate no.csv --margin 0.02 --quiet {streams}") == 2
    assert shell(f"gate {streams}") == 2


@pytest.mark.parametrize("streams", [">&-", "2>&-", ">&- 2>&-", "2>/dev/full", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("compare p.csv --ledger l.ledger", 0),
        ("gate p.csv --old a --new b --margin 0.5 --ledger l.ledger", 0),
        ("gate p.csv --old a --new b --margin 0.0001", 1),
        ("--help", 0),
    ],
)
def test_answers_stay_where_nobody_can_read_them(shell, bakeoff, predictions, arguments, code, streams):
    assert shell(f"{arguments} {streams}") == code
    if "--ledger" in arguments:  # it was not written to in place of the terminal
        assert bakeoff("ledger", "l.ledger").code == 0


def test_an_answer_that_cannot_be_printed_is_an_error(shell, predictions):
    assert shell("gate p.csv --old a --new b --margin 0.5 >/dev/full 2>/dev/full") == 2


@pytest.fixture
def shell(command, plain_environment, tmp_path):
    """Run a line in a shell; gives its exit code."""

    def run(line):
        ran = subprocess.run(
            ["sh", "-c", f"{command} {line}"], cwd=tmp_path, env=plain_environment, timeout=60
        )
        return ran.returncode

    return run
