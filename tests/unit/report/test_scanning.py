"""The bar of a long scan."""

from io import StringIO

import pytest
from rich.console import Console

from bakeoff.report.scanning import scan_progress


def watched():
    return Console(file=StringIO(), force_terminal=True, width=80)


def test_nothing_is_shown_before_anything_is_told():
    console = watched()
    with scan_progress(console=console) as told:
        assert told is not None
    assert console.file.getvalue() == ""


def test_the_share_is_shown_and_the_bar_goes():
    console = watched()
    with scan_progress(console=console) as told:
        told(0.25)
        told(0.5)
    page = console.file.getvalue()
    assert "reading the predictions" in page
    assert " 50%" in page
    assert page.endswith("\x1b[?25h\r\x1b[1A\x1b[2K")  # the cursor is back and the line is empty


def test_the_bar_goes_when_the_scan_is_stopped():
    console = watched()
    with pytest.raises(KeyboardInterrupt), scan_progress(console=console) as told:
        told(0.25)
        raise KeyboardInterrupt
    assert console.file.getvalue().endswith("\x1b[2K")


def test_nobody_watches():
    with scan_progress(quiet=True, console=watched()) as told:
        assert told is None
    with scan_progress() as told:  # pytest keeps standard error
        assert told is None


def test_a_bar_on_standard_error_says_what_is_done(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    with scan_progress(what="mh-fig0") as told:
        told(0.5)
    ran = capsys.readouterr()
    assert ran.out == ""
    assert "mh-fig0" in ran.err
