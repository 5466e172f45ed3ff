"""What goes wrong on the way: exit code 2, one line that says what to do, never a traceback."""

import os

import pytest


def test_files_that_are_no_tables(refused, write, tmp_path):
    write("empty.csv", b"")
    write("cut.parquet", b"PAR1\x15\x04")
    write("cut.jsonl", b'{"truth": 1, "a": 1, "b": 1}\n{"truth": 1,')
    write("latin.csv", b"truth,a,b\nch\xe2t,x,y\n")
    assert "empty.csv is empty" in refused("compare", "empty.csv")
    assert "cut.parquet cannot be read as Parquet" in refused("compare", "cut.parquet")
    assert "line 2 of cut.jsonl is not a complete JSON object" in refused("compare", "cut.jsonl", "--json")
    assert "line 2 of latin.csv is not UTF-8: byte 0xe2 at byte offset 12" in refused("compare", "latin.csv")
    assert "there is no file emty.csv; did you mean 'empty.csv'?" in refused("scores", "emty.csv")


@pytest.mark.parametrize("name", ["long.csv", "long.jsonl", "long.txt"])
def test_a_single_line_of_300_megabytes(refused, tmp_path, name):
    with (tmp_path / name).open("wb") as stream:
        stream.write(b"truth,a,b")
        stream.truncate(300_000_000)  # sparse: takes no room on the disk
    assert "line 1 of" in refused("compare", name)


def test_a_name_that_is_not_text(refused, tmp_path):
    (tmp_path / "p.csv").touch()
    assert r"there is no file \xff.csv" in refused("compare", os.fsdecode(b"\xff.csv"))


def test_hostile_names_reach_the_terminal_as_escapes(refused, bakeoff, write):
    write(
        "h.csv",
        'learner,fold,score\n"\x1b[31m<b>""",1,0.9\n"\x1b[31m<b>""",2,0.7\nb\x07,1,0.6\nb\x07,2,0.65\n',
    )
    ran = bakeoff("scores", "h.csv")
    assert ran.out.startswith(r"Undecided: \x1b[31m<b>" + '" is ahead by ')
    assert not set(ran.out) & {"\x1b", "\x07"}
    assert bakeoff("scores", "h.csv", "--json").json["names"] == ['\x1b[31m<b>"', "b\x07"]
    assert r"There are: \x1b[31m<b>" in refused("scores", "h.csv", "--a", "c\x1b")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("interval", "-1", "10"), "ERRORS is '-1'; expected a whole number of at least 0"),
        (("interval", "2.7", "10"), "ERRORS is '2.7'; expected a whole number of at least 0"),
        (("interval", "8", "10", "11"), "got more than expected: 11; see bakeoff interval --help"),
        (("interval", "11", "10"), "errors is 11, more than n = 10"),
        (("interval", "8"), "N"),
        (("compare", "p.csv", "--level", "95"), "write 0.95 for 95 %"),
        (
            ("compare", "p.csv", "--method", "wilcoxon"),
            "Methods that take them: bootstrap, difference-of-proportions",
        ),
        (("compare", "p.csv", "--a", "truht"), "did you mean 'truth'?"),
        (("compare", "p.csv", "--frob"), "--frob"),
        (("comprae", "p.csv"), "compare"),
        (("methods", "mcnemer"), "did you mean 'mcnemar'?"),
    ],
)
def test_wrong_words_and_numbers(refused, predictions, arguments, message):
    assert message in refused(*arguments)
