"""``--all-caveats``: the three caveats that matter most, or all, on every command that has some."""

import pytest

ROWS = "yes,yes,yes\n" * 70 + "yes,yes,no\n" * 9 + "yes,no,yes\n" * 2 + "no,no,no\n" * 4
MORE = "more caveat"
# Percentages of one partition without the items, tried often and tuned on the test items.
SIDES = (("x", 83, 4), ("y", 80, 3))
FOLDS = "".join(f"{name},1,{at},{base + 1.5 * (at % by)}\n" for name, base, by in SIDES for at in range(10))
GATE = ("gate", "--margin", "0.2", "--old", "a", "--new", "b")


@pytest.fixture
def folds(write):
    return write("f.csv", f"learner,run,fold,score\n{FOLDS}")


def caveats(ran):
    return [line for line in ran.out.splitlines() if line.startswith("  caveat: ")]


def test_three_are_shown_and_the_rest_counted_or_all(bakeoff, folds):
    asked = ("scores", folds, "--design", "kfold", "--tried", "3", "--tuned-on-test", "--metric", "accuracy")
    every = bakeoff(*asked, "--json").json["caveats"]
    assert len(every) > 3
    few, full = bakeoff(*asked), bakeoff(*asked, "--all-caveats")
    assert [f"  caveat: {each['text']}" for each in every] == caveats(full)
    assert caveats(few) == caveats(full)[:3]
    left = len(every) - 3
    assert f"note: {left} more caveat" in few.out and "--all-caveats shows all" in few.out
    assert MORE not in full.out
    assert caveats(full)[0].startswith("  caveat: the test items were used to choose")


def test_so_are_they_where_the_verdict_is_printed_alone(bakeoff, folds):
    asked = (
        "scores",
        folds,
        "--design",
        "kfold",
        "--tried",
        "3",
        "--tuned-on-test",
        "--metric",
        "accuracy",
        "--quiet",
    )
    few, full = bakeoff(*asked), bakeoff(*asked, "--all-caveats")
    assert few.err.count("caveat: ") == 3 and MORE in few.err
    assert full.err.count("caveat: ") > 3 and MORE not in full.err


@pytest.mark.parametrize(
    "command", [("compare",), ("rank",), ("gate", "--margin", "0.2", "--old", "a", "--new", "b")]
)
def test_every_command_takes_it(bakeoff, write, command):
    name, *more = command
    ran = bakeoff(name, write("p.csv", f"truth,a,b\n{ROWS}"), *more, "--all-caveats")
    assert ran.code in (0, 3)
    assert MORE not in ran.out


@pytest.mark.parametrize("command", ["compare", "scores", "rank", "run", "gate"])
def test_help_says_that_quiet_keeps_caveats(bakeoff, command):
    told = bakeoff(command, "--help").out
    quiet = told[told.index("--quiet") :].replace("│", " ")
    assert "alone" in quiet and "caveats go to standard error." in " ".join(quiet.split())
