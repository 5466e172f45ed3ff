import io
import json
import re
import sys
from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console
from tests.rankings import ranking

import bakeoff
from bakeoff import check_not_worse_counts, compare_predictions, rank_predictions
from bakeoff.compare.counts import compare_counts
from bakeoff.core.evidence import Caveat
from bakeoff.judge.slices import with_slices
from bakeoff.report.terminal import full_text, headline_style, print_json, scan_progress, show, show_advice

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def on_a_terminal(monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")

    def shown(told, by=show, **asked):
        with monkeypatch.context() as patched:
            patched.setattr(sys, "stdout", Terminal())
            by(told, **asked)
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


@pytest.mark.parametrize("place", ["names", "slices"])
def test_at_80_columns_no_two_names_become_the_same_text(on_a_terminal, monkeypatch, place):
    monkeypatch.setenv("COLUMNS", "80")
    truth = [0, 1] * 20
    names = [
        f"a-model-of-a-family-of-models-with-rate-{rate}-and-a-great-many-epochs-of-training"
        for rate in "123"
    ]
    if place == "names":
        answers = [truth[shift:] + truth[:shift] for shift in range(3)]
        told = on_a_terminal(rank_predictions(truth, dict(zip(names, answers, strict=True)), rng=0))
    else:
        slices = [names[at % 3] for at in range(40)]
        told = on_a_terminal(compare_predictions(truth, truth, [*truth[1:], 0], by=slices))
    rows = ESCAPE.sub("", told).splitlines()
    assert all(any(line.startswith(f"    a-model-of…-{rate}-") for line in rows) for rate in "123")


def test_a_name_that_fills_a_line_is_not_cut(on_a_terminal, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    names = tuple(f"{'x' * 90}{end}" for end in "12")
    told = ESCAPE.sub("", on_a_terminal(compare_counts(15, 35, n=412, names=names)))
    joined = "".join(told.split())
    assert "…" not in told
    assert all(f"only{name}" in joined for name in names)


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
        (compare_counts(15, 16, n=412), "1"),
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


def test_a_ranking_in_full_as_json_and_quiet(capsys):
    made = ranking()
    show(made)
    assert capsys.readouterr() == (f"{made}\n", "")
    show(made, as_json=True)
    assert json.loads(capsys.readouterr().out) == made.to_dict()
    show(made, quiet=True)
    assert capsys.readouterr() == (f"{made.sentence}\n", f"caveat: {made.caveats[0].text}\n")


@pytest.mark.parametrize(("gap", "style"), [(0, "1;32"), (2, "1")])
def test_a_ranking_in_colour(on_a_terminal, gap, style):
    made = ranking(5, gap=gap)
    printed = on_a_terminal(made)
    assert printed.startswith(f"\x1b[{style}m{made.sentence[:20]}")


def test_a_narrow_terminal_keeps_who_may_be_best_and_who_is_better(on_a_terminal, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    names = tuple(f"a-model-with-a-name-{at}" for at in range(30))
    printed = ESCAPE.sub("", on_a_terminal(ranking(30, names=names, gap=6)))
    assert max(map(len, printed.splitlines())) <= 60
    assert "may be best" in printed and "wins/ties/losses" not in printed
    assert "verdict" in printed and "JSON has all 435" in " ".join(printed.split())


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
    assert r"only \x1b[5mred is right on 35, only b\x07 on 15" in printed


def test_no_colour_where_the_user_wants_none(on_a_terminal, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[1;32m" not in on_a_terminal(compare_counts(15, 35, n=412))


def test_names_stay_themselves_in_json(capsys):
    show(compare_counts(35, 15, n=412, names=("\x1b[31mred\n", "<b>")), as_json=True)
    printed = capsys.readouterr().out
    assert json.loads(printed)["names"] == ["\x1b[31mred\n", "<b>"]
    assert "\x1b" not in printed


def parts():
    def part(only_a, only_b):
        return lambda tried: compare_counts(only_a, only_b, n=100, both_right=40, tried=tried)

    return [("\x1b[31mnorth\n", 100, part(30, 4)), ("south", 100, part(5, 6))]


def test_slices_on_a_terminal(on_a_terminal):
    verdict = with_slices(compare_counts(35, 10, n=200, both_right=80), parts(), by="re\tgion")
    shown = on_a_terminal(verdict)
    plain = ESCAPE.sub("", shown)
    assert "\x1b[31mnorth" not in shown
    heading = (
        "By re\\tgion (p-values are adjusted with Holm's method for 2 slices; intervals are not, nor is the "
        "row for all items):"
    )
    assert heading in " ".join(plain.split())
    lines = [line.split() for line in plain.splitlines()]
    assert ["south", "100", "-1.0", "-8.3"] in [line[:4] for line in lines]
    assert ["\\x1b[31mnorth\\n", "100", "26.0", "15.7"] in [line[:4] for line in lines]
    assert ["all", "items", "200", "12.5", "6.2"] in [line[:5] for line in lines]
    assert "Of 2 slices, A is better in 1 and 1 is undecided;" in plain


def test_slices_in_plain_text_show_what_does_not_print(capsys):
    verdict = with_slices(compare_counts(35, 10, n=200, both_right=80), parts(), by="re\tgion")
    show(verdict)
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert "\t" not in shown
    assert "    \\x1b[31mnorth\\n  100  70.0 %  44.0 %" in shown


@pytest.mark.parametrize(
    ("columns", "head"),
    [
        (120, ["region", "n", "A", "B", "difference", "95", "%", "interval", "p", "verdict"]),
        (70, ["region", "n", "difference", "95", "%", "interval", "p", "verdict"]),
        (58, ["region", "difference", "95", "%", "interval", "p", "verdict"]),
    ],
)
def test_a_narrow_terminal_leaves_columns_out_and_no_name(on_a_terminal, monkeypatch, columns, head):
    monkeypatch.setattr("os.get_terminal_size", lambda *_: (columns, 40))
    listed = [(name, 100, ask) for name, (_, _, ask) in zip(("north", "south"), parts(), strict=True)]
    verdict = with_slices(compare_counts(35, 10, n=200, both_right=80), listed, by="region")
    shown = [line.split() for line in ESCAPE.sub("", on_a_terminal(verdict)).splitlines()]
    assert head in shown
    assert {"north", "south", "all"} <= {line[0] for line in shown if line}
    assert max(len(line) for line in ESCAPE.sub("", on_a_terminal(verdict)).splitlines()) <= columns


def part(only_a, only_b):
    return lambda tried: bakeoff.compare_counts(only_a, only_b, n=100, both_right=40, tried=tried)


def test_answer_numbers_slices_caveats_methods_in_this_order():
    whole = bakeoff.compare_counts(30, 30, n=200, both_right=80, opinions=True)
    verdict = with_slices(whole, [("old", 100, part(25, 2)), ("new", 100, part(5, 28))], by="users")
    text = full_text(verdict)
    assert str(verdict) == text
    places = [
        text.index(each)
        for each in (
            verdict.sentence,
            "\n  accuracy ",
            "\n  By users",
            "\n  Of 2 slices",
            "\n  caveat: ",
            "Results of all methods",
        )
    ]
    assert places == sorted(places)
    assert "\n    new        100  " in text


def test_without_slices_there_is_no_word_of_them():
    text = full_text(bakeoff.compare_counts(15, 35, n=412))
    assert "slice" not in text
    assert text.splitlines()[1] == ""


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


@pytest.fixture(scope="module")
def found():
    return bakeoff.advise(have="one", subject="classifier", domains="one", sample="large")


@pytest.fixture(scope="module")
def nothing():
    return bakeoff.advise(have="one", subject="classifier", domains="many")


def test_advice_in_words(found, capsys):
    show_advice(found)
    assert capsys.readouterr().out == f"{found}\n"


def test_advice_as_json(found, capsys):
    show_advice(found, as_json=True)
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(found.to_dict()))


def test_the_answer_and_the_command_alone(found, capsys):
    show_advice(found, quiet=True)
    assert capsys.readouterr().out == f"{found.answer}\n{found.command}\n"


def test_advice_in_colour(found, nothing, on_a_terminal, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    shown = on_a_terminal(found, show_advice)
    assert shown.startswith(f"\x1b[1;32m{found.answer}")
    assert "\x1b[36m    bakeoff interval 8 100\x1b[0m" in shown
    assert "\x1b[1m  why\x1b[0m" in shown
    assert on_a_terminal(nothing, show_advice).startswith("\x1b[1;33mThere is no such procedure")


def test_words_of_advice_fit_a_narrow_terminal_and_lines_to_copy_stay_whole(
    found, on_a_terminal, monkeypatch
):
    monkeypatch.setenv("COLUMNS", "50")
    shown = ESCAPE.sub("", on_a_terminal(found, show_advice)).splitlines()
    assert found.python.splitlines()[-1] in [line.strip() for line in shown]
    words = [line for line in shown if "print(" not in line]
    assert max(map(len, words)) <= 50


VOID = Caveat(key="k", text="t", importance="invalidates")


@pytest.mark.parametrize(
    ("shown", "style"),
    [
        (compare_counts(40, 1, n=412), "bold green"),
        (compare_counts(7, 1, n=412), "bold yellow"),
        (compare_counts(3, 1, n=412), "bold"),
        (replace(compare_counts(40, 1, n=412), caveats=(VOID,)), "bold red"),
        (compare_counts(20, 21, n=4000, margin=0.05), "bold cyan"),
        (check_not_worse_counts(2, 2, n=300, margin=0.03), "bold green"),
        (check_not_worse_counts(4, 4, n=300, margin=0.03), "bold green"),
        (check_not_worse_counts(12, 8, n=300, margin=0.03), "bold yellow"),
        (check_not_worse_counts(60, 2, n=300, margin=0.03), "bold red"),
        (replace(check_not_worse_counts(2, 2, n=300, margin=0.03), caveats=(VOID,)), "bold red"),
    ],
)
def test_the_colour_of_the_sentence_follows_the_decision_and_its_evidence(shown, style):
    assert headline_style(shown) == style
