import io
import json
import re
import sys

import pytest

from bakeoff.compare.counts import compare_counts
from bakeoff.report.text import print_json, show

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def on_a_terminal(monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")

    def shown(verdict, **asked):
        with monkeypatch.context() as patched:
            patched.setattr(sys, "stdout", Terminal())
            show(verdict, **asked)
            return sys.stdout.getvalue()

    return shown


def test_in_full(capsys):
    verdict = compare_counts(15, 35, n=412)
    show(verdict)
    assert capsys.readouterr() == (f"{verdict}\n", "")


def test_quiet_is_the_sentence_alone(capsys):
    verdict = compare_counts(15, 35, n=412)
    show(verdict, quiet=True)
    assert capsys.readouterr().out == f"{verdict.sentence}\n"


def test_json_is_one_strict_object_whatever_else_is_asked(capsys):
    verdict = compare_counts(15, 35, n=412)
    show(verdict, as_json=True, quiet=True)
    assert json.loads(capsys.readouterr().out) == verdict.to_dict()


def test_json_and_the_sentence_alone_are_never_coloured(on_a_terminal):
    verdict = compare_counts(15, 35, n=412)
    assert json.loads(on_a_terminal(verdict, as_json=True)) == verdict.to_dict()
    assert on_a_terminal(verdict, quiet=True) == f"{verdict.sentence}\n"


def test_no_number_that_strict_json_lacks():
    with pytest.raises(ValueError, match="not JSON compliant"):
        print_json({"p_value": float("nan")})


@pytest.mark.parametrize(
    ("verdict", "style"),
    [
        (compare_counts(15, 35, n=412), "1;32"),
        (compare_counts(35, 15, n=412), "1;32"),
        (compare_counts(15, 16, n=412), "1;33"),
        (compare_counts(15, 16, n=4120, margin=0.01), "1;36"),
    ],
)
def test_a_terminal_shows_the_decision_in_colour(on_a_terminal, verdict, style):
    assert on_a_terminal(verdict).startswith(f"\x1b[{style}m{verdict.sentence[:20]}")


def test_colours_change_nothing_else(on_a_terminal):
    verdict = compare_counts(2, 7, n=100, method="mcnemar")
    printed = on_a_terminal(verdict)
    assert "\x1b[" in printed
    assert ESCAPE.sub("", printed).split() == str(verdict).split()


@pytest.mark.parametrize("quiet", [True, False])
def test_control_characters_of_names_are_shown_not_obeyed(capsys, quiet):
    show(compare_counts(35, 15, n=412, names=("\x1b[31mred\n", "b\r")), quiet=quiet)
    printed = capsys.readouterr().out
    assert printed.startswith(r"\x1b[31mred\n is better: ")
    assert not set(printed) & {"\x1b", "\r"}


def test_nor_on_a_terminal(on_a_terminal):
    printed = on_a_terminal(compare_counts(35, 15, n=412, names=("\x1b[5mred", "b\x07")))
    assert "\x1b[5m" not in printed
    assert r"\x1b[5mred minus b\x07" in printed
    assert r"\x1b[5mred alone right on 35, b\x07 alone on 15" in printed


def test_no_colour_where_the_user_wants_none(on_a_terminal, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[1;32m" not in on_a_terminal(compare_counts(15, 35, n=412))


def test_names_stay_themselves_in_json(capsys):
    show(compare_counts(35, 15, n=412, names=("\x1b[31mred\n", "<b>")), as_json=True)
    printed = capsys.readouterr().out
    assert json.loads(printed)["names"] == ["\x1b[31mred\n", "<b>"]
    assert "\x1b" not in printed
