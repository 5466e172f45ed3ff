import csv
import json
import sqlite3
from contextlib import closing

import pytest

pytestmark = pytest.mark.slow  # each runs several commands
ROWS = [(at, "cat" if at % 2 else "dog") for at in range(60)]
A = "".join(f"{at},{t},{t},{'cat' if at % 3 else t}\n" for at, t in ROWS)


@pytest.fixture
def looked(bakeoff, write):
    """A ledger with three looks at two test sets."""
    write("x.csv", "id,truth,a,b\n" + A)
    write("y.csv", "truth,a,b\n" + "".join(f"{t},{t},cat\n" for _, t in ROWS[:30]))
    for words in (("compare", "x.csv"), ("rank", "x.csv"), ("compare", "y.csv")):
        assert bakeoff(*words, "--ledger", "l.ledger", "--quiet").code == 0
    return "l.ledger"


def test_lists_looks_by_test_set(bakeoff, looked):
    ran = bakeoff("ledger", looked)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("Test set ") == 2
    assert "60 items, 2 looks, 2 decided something; ladder: accuracy 1 (known by their ids)" in ran.out
    assert "3 looks at 2 test sets, all as recorded; last hash " in ran.out
    quiet = bakeoff("ledger", looked, "--quiet")
    assert len(quiet.out.splitlines()) == 3


def test_as_json(bakeoff, looked, monkeypatch):
    content = bakeoff("ledger", looked, "--json").json
    assert [len(each["looks"]) for each in content["test_sets"]] == [2, 1]
    assert content["chain"]["intact"] is True
    assert content["test_sets"][0]["looks"][0]["command"].startswith("bakeoff compare x.csv --ledger")
    monkeypatch.setenv("BAKEOFF_LEDGER", looked)
    assert bakeoff("ledger", "--json").json == content


def test_exports(bakeoff, looked, tmp_path):
    ran = bakeoff("ledger", looked, "--export", "o.jsonl", "--quiet")
    assert ran.err == "note: 3 looks written to o.jsonl\n"
    lines = [json.loads(line) for line in (tmp_path / "o.jsonl").read_text().splitlines()]
    assert [each["kind"] for each in lines] == ["compare", "rank", "compare"]
    bakeoff("ledger", looked, "--export", "o.csv")
    with (tmp_path / "o.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["hash"] for row in rows] == [each["hash"] for each in lines]
    assert rows[0]["names"] == "A | B"


def test_verifies(bakeoff, refused, looked):
    assert bakeoff("ledger", looked, "--verify").code == 0
    with closing(sqlite3.connect(looked)) as connection:
        connection.execute("DROP TRIGGER no_change")
        connection.execute("UPDATE bakeoff_looks SET decision = 'undecided' WHERE number = 2")
        connection.commit()
    assert "l.ledger was changed: look 2 is not what was recorded" in refused("ledger", looked, "--verify")
    assert "look 2 is not what was recorded" in bakeoff("ledger", looked).out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "no ledger is named; expected bakeoff ledger FILE, or the variable BAKEOFF_LEDGER"),
        (("none.ledger",), "there is no ledger none.ledger; check its name and folder"),
        (("text.ledger",), "the ledger text.ledger is damaged or not a ledger"),
        (
            ("l.ledger", "--export", "o.xlsx"),
            "--export is 'o.xlsx'; expected a file that ends in .csv or .jsonl",
        ),
        (("l.ledger", "--export", "no/o.csv"), "no/o.csv cannot be written"),
    ],
)
def test_refused(refused, looked, write, monkeypatch, words, said):
    monkeypatch.delenv("BAKEOFF_LEDGER", raising=False)
    write("text.ledger", "this is no database, whatever its name says" * 30)
    assert said in refused("ledger", *words)
