import contextlib
import errno
import io
import os
import pty
import re
import signal
import subprocess
import sys
import time

import pytest
from rich.cells import cell_len
from rich.console import Console

from bakeoff.experiment.observer import Interim, Silent
from bakeoff.report.progress import PATIENCE, PER_SECOND, Line, Progress, progress_for, so_far

NOW = Interim(0.012, -0.003, 0.027, 34, ("logistic", "bayes"), "accuracy", of=100)
CODE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("PYTHON_COLORS", "0")  # tracebacks of Python 3.13


@pytest.fixture
def clock():
    return Clock()


def drawn(progress, width=80):
    """What the progress would show now, line by line."""
    page = Console(file=io.StringIO(), width=width)
    page.print(progress._drawn(width))
    return [line.rstrip() for line in page.file.getvalue().splitlines()]


def begun(clock, total, done, what, width=80):
    progress = Progress(Console(file=io.StringIO(), force_terminal=True, width=width), clock=clock)
    progress.start(total, done, what)
    return progress


def test_cells_rate_and_time_left(clock):
    with begun(clock, 2000, 0, "iris") as progress:
        assert drawn(progress)[1] == "0 of 2000 trainings"
        clock.now = 10.0
        progress.finished(400, 0, None)
        top, figures = drawn(progress)
    assert re.fullmatch(r"iris ━+╸? +20 %", top)
    assert figures == "400 of 2000 trainings  40/s  0:40 left"


def test_a_resumed_run_counts_the_cells_of_this_session_alone(clock):
    with begun(clock, 20_000, 19_000, "iris") as progress:
        clock.now = 10.0
        progress.finished(20, 0, None)
        assert drawn(progress)[1] == "19020 of 20000 trainings  2.0/s  8:10 left"


def test_no_rate_before_a_cell_is_done(clock):
    with begun(clock, 200, 100, "iris") as progress:
        clock.now = 60.0
        assert drawn(progress)[1] == "100 of 200 trainings"
        progress.finished(0, 0, None)
        assert drawn(progress)[1] == "100 of 200 trainings"


def test_failed_cells_are_shown_and_only_then(clock):
    with begun(clock, 200, 0, "iris") as progress:
        clock.now = 2.0
        progress.finished(10, 0, None)
        assert "failed" not in drawn(progress)[1]
        progress.finished(10, 2, None)
        progress.finished(20, 1, None)
        assert drawn(progress)[1] == "40 of 200 trainings  20/s  0:08 left  3 failed"


def test_the_last_interim_difference_stays_until_a_newer_one_comes(clock):
    with begun(clock, 200, 0, "iris", width=100) as progress:
        progress.finished(1, 0, NOW)
        progress.finished(1, 0, None)
        assert drawn(progress, 100)[2:] == [
            "interim, not a verdict: logistic ahead by 1.2 points (-0.3 to 2.7) after 34 of 100 splits"
        ]
        progress.finished(1, 0, Interim(0.02, 0.01, 0.03, 35, ("logistic", "bayes"), "accuracy"))
        assert "logistic ahead by 2.0 points (1.0 to 3.0) after 35 splits" in drawn(progress, 100)[2]


def test_after_the_end_there_is_no_interim_difference_and_no_time_left(clock):
    progress = begun(clock, 200, 0, "iris")
    clock.now = 75.0
    progress.finished(150, 0, NOW)
    progress.stop()
    left = CODE.sub("", progress._console.file.getvalue()).splitlines()
    assert left[-1] == "150 of 200 trainings  2.0/s  in 1:15"
    assert drawn(progress)[1:] == ["150 of 200 trainings  2.0/s  in 1:15"]


def test_a_complete_run_has_no_time_left_even_before_the_end(clock):
    with begun(clock, 200, 0, "iris") as progress:
        clock.now = 2.0
        progress.finished(200, 0, None)
        assert drawn(progress)[1] == "200 of 200 trainings  100/s  in 0:02"


@pytest.mark.parametrize(("total", "done"), [(0, 0), (5, 5), (5, 9)])
def test_nothing_to_do(clock, total, done):
    with begun(clock, total, done, "iris") as progress:
        assert drawn(progress)[0].endswith("100 %")
        assert drawn(progress)[1] == f"{total} of {total} trainings  in 0:00"


def test_another_part_of_a_run_starts_anew(clock):
    with begun(clock, 200, 0, "iris") as progress:
        progress.finished(200, 3, NOW)
        clock.now = 50.0
        progress.start(600, 0, "halves")
        clock.now = 52.0
        progress.finished(100, 0, None)
        top, figures = drawn(progress)
    assert top.startswith("halves ")
    assert figures == "100 of 600 trainings  50/s  0:10 left"


@pytest.mark.parametrize(
    ("metric", "estimate", "low", "high", "told"),
    [
        ("error", -0.012, -0.027, 0.003, "b ahead by 1.2 points (-0.3 to 2.7)"),
        ("accuracy", 0.0, -0.01, 0.01, "no difference (-1.0 to 1.0)"),
        ("log-loss", 0.03, 0.01, 0.05, "a has 0.030 less log loss (0.010 to 0.050)"),
        ("mcc", 0.03, 0.01, 0.05, "a ahead by 3.0 points of Matthews correlation coefficient (1.0 to 5.0)"),
        ("accuracy", 0.1, float("-inf"), float("inf"), "a ahead by 10.0 points"),
        ("accuracy", float("nan"), 0.0, 0.0, "no difference yet"),
    ],
)
def test_who_is_ahead_and_by_how_much(metric, estimate, low, high, told):
    interim = Interim(estimate, low, high, 34, ("a", "b"), metric, of=100)
    assert so_far(interim).plain == f"interim, not a verdict: {told} after 34 of 100 splits"


def test_one_split():
    assert so_far(Interim(0.1, 0.0, 0.2, 1, ("a", "b"), "accuracy")).plain.endswith("after 1 split")


EVIL = "[red]forest\x1b[31m\n\u202e"
SAFE = r"[red]forest\x1b[31m\n\u202e"


def test_names_neither_colour_nor_move_anything(clock):
    with begun(clock, 200, 0, EVIL) as progress:
        assert drawn(progress)[0].startswith(SAFE[:20])
        told = so_far(Interim(0.1, 0.0, 0.2, 5, (EVIL, "b"), "accuracy"))
        assert "\x1b" not in told.plain
        assert told.plain.startswith(f"interim, not a verdict: {SAFE[:10]}")


@pytest.mark.parametrize("width", [120, 80, 40, 20, 10])
def test_no_line_is_wider_than_the_terminal(clock, width):
    with begun(clock, 200_000, 0, "漢字" * 30, width) as progress:
        clock.now = 3.0
        progress.finished(123_456, 7, Interim(0.1, 0.0, 0.2, 5, ("forest" * 20, "b"), "accuracy"))
        lines = drawn(progress, width)
        assert max(map(cell_len, lines)) <= width
        assert "123456of200000trainings" in "".join(lines).replace(" ", "")
        assert len(lines) <= 3 or width < 120


def test_eighty_columns_take_four_lines(clock):
    with begun(clock, 20_000, 0, "breast-cancer") as progress:
        clock.now = 12.0
        progress.finished(1234, 2, NOW)
        top, *rest = drawn(progress)
    assert len(top) <= 80
    assert rest == [
        "1234 of 20000 trainings  103/s  3:02 left  2 failed",
        "interim, not a verdict: logistic ahead by 1.2 points (-0.3 to 2.7) after 34 of",
        "100 splits",
    ]


def test_being_told_of_a_cell_costs_next_to_nothing():
    page = io.StringIO()
    with Progress(Console(file=page, force_terminal=True, width=80)) as progress:
        progress.start(20_000, 0, "iris")
        began = time.perf_counter()
        for _ in range(20_000):
            progress.finished(1, 0, NOW)
        took = time.perf_counter() - began
    assert took / 20_000 < 20e-6
    # Once when it starts, once when it ends, and a few times a second in between.
    assert page.getvalue().count(" trainings") <= 3 + took * PER_SECOND


@pytest.mark.slow
def test_it_moves_while_a_cell_takes_long():
    page = io.StringIO()
    with Progress(Console(file=page, force_terminal=True, width=80)) as progress:
        progress.start(20, 0, "iris")
        time.sleep(2.5 / PER_SECOND)
    assert page.getvalue().count("0 of 20 trainings") >= 3


def test_stopping_twice_or_before_the_start_is_harmless(capfd):
    progress = Progress()
    progress.finished(1, 0, NOW)
    progress.stop()
    progress.stop()
    assert capfd.readouterr() == ("", "")


class Closing(Terminal):
    """A terminal whose window is closed sooner or later."""

    gone = False

    def write(self, text):
        if self.gone:
            raise OSError(errno.EIO, "Input/output error")
        return super().write(text)

    def flush(self):
        self.write("")


@pytest.mark.parametrize("already", [True, False])
def test_a_terminal_that_goes_away_does_not_cost_the_run(capfd, already):
    before, page = sys.stderr, Closing()
    page.gone = already
    with Progress(Console(file=page, force_terminal=True, width=80)) as progress:
        progress.start(200, 0, "iris")
        page.gone = True
        progress.finished(1, 0, NOW)
        time.sleep(1.5 / PER_SECOND)
    assert sys.stderr is before
    assert capfd.readouterr() == ("", "")


def test_standard_output_is_left_alone_and_standard_error_comes_back(clock):
    out, err = sys.stdout, sys.stderr
    progress = begun(clock, 200, 0, "iris")
    assert sys.stdout is out
    progress.stop()
    assert (sys.stdout, sys.stderr) == (out, err)


@pytest.mark.parametrize("quiet", [False, True])
def test_a_bar_for_a_person_at_a_terminal_who_wants_it(monkeypatch, quiet):
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert isinstance(progress_for(quiet), Silent if quiet else Progress)


@pytest.mark.parametrize("closed", [False, True])
def test_no_bar_without_a_terminal(monkeypatch, closed):
    page = io.StringIO()
    if closed:
        page.close()
    monkeypatch.setattr(sys, "stderr", page)
    assert isinstance(progress_for(False), Silent)
    monkeypatch.setattr(sys, "stderr", None)
    assert isinstance(progress_for(False), Silent)


RUN = """
import sys, time
from bakeoff.report.progress import progress_for
with progress_for(quiet="--quiet" in sys.argv) as progress:
    progress.start(200, 0, "iris")
    progress.finished(50, 0, None)
    print("out", flush=True)
    if "--wait" in sys.argv:
        time.sleep(20)
"""


def at_a_terminal(*asked):
    """Run with standard error on a terminal: exit code, standard output, what the terminal got.

    With ``--wait`` it is interrupted as soon as the terminal shows that a cell is done.
    """
    ours, theirs = pty.openpty()
    run = subprocess.Popen([sys.executable, "-c", RUN, *asked], stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    got, interrupted = b"", False
    # Linux says that the other end was closed by an error, other systems by nothing more to read.
    with contextlib.suppress(OSError):
        while piece := os.read(ours, 65536):
            got += piece
            if "--wait" in asked and b"50 of 200" in got and not interrupted:
                run.send_signal(signal.SIGINT)
                interrupted = True
    os.close(ours)
    out, _ = run.communicate(timeout=20)
    return run.returncode, out, got.decode()


@pytest.mark.slow
def test_a_terminal_gets_the_bar():
    code, out, got = at_a_terminal()
    assert (code, out) == (0, b"out\n")
    assert "50 of 200 trainings" in CODE.sub("", got)
    assert got.rindex("\x1b[?25h") > got.rindex("\x1b[?25l")


@pytest.mark.slow
def test_a_terminal_gets_nothing_with_quiet():
    assert at_a_terminal("--quiet") == (0, b"out\n", "")


@pytest.mark.slow
def test_ctrl_c_gives_the_terminal_back():
    code, out, got = at_a_terminal("--wait")
    assert (code, out) == (-signal.SIGINT, b"out\n")
    assert got.index("KeyboardInterrupt") > got.index("50 of 200 trainings")
    assert got.rindex("\x1b[?25h") > got.rindex("\x1b[?25l")
    assert got.endswith("KeyboardInterrupt\r\n")


@pytest.mark.slow
def test_the_cursor_is_never_left_hidden_for_a_kill_to_find():
    _, _, got = at_a_terminal()
    hidden, shown = got.index("\x1b[?25l"), got.index("\x1b[?25h")
    assert "50 of 200 trainings" not in CODE.sub("", got[hidden:shown])


@pytest.mark.slow
def test_a_file_gets_nothing():
    ran = subprocess.run([sys.executable, "-c", RUN], capture_output=True, check=True)
    assert (ran.stdout, ran.stderr) == (b"out\n", b"")


class TestLine:
    def test_it_counts_trainings_and_goes_in_the_end(self, clock):
        page = io.StringIO()
        with Line(page, clock=clock) as line:
            line.start(200, 100, "iris")
            clock.now += PATIENCE
            line.finished(20, 1, None)
            assert page.getvalue() == "\riris: 120 of 200 trainings, 10/s, 0:08 left, 1 failed"
        assert page.getvalue().endswith(f"\r{' ' * 53}\r")

    def test_short_work_shows_nothing(self, clock):
        page = io.StringIO()
        with Line(page, clock=clock) as line:
            line.start(200, 0, "iris")
            for _ in range(200):
                clock.now += PATIENCE / 201
                line.finished(1, 0, None)
        assert page.getvalue() == ""

    def test_it_writes_a_few_times_a_second_at_most(self, clock):
        page = io.StringIO()
        line = Line(page, clock=clock)
        line.start(10_000, 0, "iris")
        clock.now += PATIENCE
        for _ in range(10_000):
            clock.now += 1e-4
            line.finished(1, 0, None)
        assert 1 <= page.getvalue().count("\r") <= 1 + PER_SECOND

    def test_a_line_that_nobody_takes_costs_no_run(self, clock):
        page = io.StringIO()
        line = Line(page, clock=clock)
        line.start(2, 0, "iris")
        clock.now += PATIENCE
        page.close()
        line.finished(1, 0, None)
        line.stop()
