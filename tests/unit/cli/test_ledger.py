import csv
import json
import sqlite3
from contextlib import closing

import pytest

from bakeoff.read import ledger_store

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
    told = "l.ledger was changed: look 2 is not what was recorded"
    assert told in refused("ledger", looked, "--verify")
    assert "look 2 is not what was recorded" in bakeoff("ledger", looked).out


def break_look(path, change, number=2):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TRIGGER no_change")
        connection.execute(f"UPDATE bakeoff_looks SET {change} WHERE number = ?", (number,))
        connection.commit()


def test_a_broken_chain_is_an_error_without_asking_and_is_marked(bakeoff, looked, tmp_path):
    break_look(looked, "decision = 'undecided'")
    ran = bakeoff("ledger", looked, "--export", "o.jsonl")
    assert ran.code == 2
    assert "error: the ledger l.ledger was changed: look 2 is not what was recorded" in ran.err
    assert ran.out.count("(not as recorded)") == 2
    lines = [json.loads(line) for line in (tmp_path / "o.jsonl").read_text().splitlines()]
    assert [each["intact"] for each in lines] == [True, False, False]
    shown = bakeoff("ledger", looked, "--json")
    assert shown.code == 2
    chain = json.loads(shown.out)["chain"]
    assert (chain["intact"], chain["broken_at"]) == (False, 2)


@pytest.mark.parametrize(
    "change",
    [
        "names = replace(hex(zeroblob(50000)), '0', '[')",
        "names = '{}'",
        "names = '[1, 2]'",
        "value = 9e999",
        "p_value = -9e999",
        "n = 'many'",
        "command = x'ff'",
    ],
)
def test_forged_rows_are_refused_in_one_line(bakeoff, looked, change):
    break_look(looked, change)
    for words in (("ledger", looked), ("compare", "x.csv", "--ledger", looked)):
        ran = bakeoff(*words)
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert ran.err.startswith("error: the ledger l.ledger is damaged or not a ledger")


def test_a_spreadsheet_finds_no_formula(bakeoff, write, tmp_path):
    write("x.csv", "id,truth,=HYPERLINK(1),+b\n" + A)
    words = ("compare", "x.csv", "--a", "=HYPERLINK(1)", "--b=+b", "--id", "id", "--ledger", "l.ledger")
    assert bakeoff(*words).code == 0
    bakeoff("ledger", "l.ledger", "--export", "o.csv")
    with (tmp_path / "o.csv").open(newline="") as stream:
        (row,) = csv.DictReader(stream)
    assert row["names"] == "'=HYPERLINK(1) | +b"
    assert not any(each.startswith(("=", "+", "-", "@")) for each in row.values())


@pytest.mark.parametrize(
    "address",
    ["host=db password=s3cret", "dbname = evals", "postgres:x", "mysql:s3cret", "sqlite://x?password=s3cret"],
)
def test_an_address_is_no_file_name(refused, write, tmp_path, address):
    write("x.csv", "id,truth,a,b\n" + A)
    told = refused("compare", "x.csv", "--ledger", address)
    assert "s3cret" not in told
    assert "file" in told or "environment variable" in told
    assert [each.name for each in tmp_path.iterdir()] == ["x.csv"]


def test_an_odd_file_name_can_be_given_as_a_path(bakeoff, write, tmp_path):
    write("x.csv", "id,truth,a,b\n" + A)
    assert bakeoff("compare", "x.csv", "--ledger", "./looks:2026", "--quiet").code == 0
    assert (tmp_path / "looks:2026").exists()


def test_a_ledger_may_be_optional(bakeoff, refused, write, tmp_path):
    write("x.csv", "id,truth,a,b\n" + A)
    (tmp_path / "bad.ledger").write_text("no ledger")
    assert "bad.ledger" in refused("compare", "x.csv", "--ledger", "bad.ledger")
    ran = bakeoff("compare", "x.csv", "--ledger", "bad.ledger", "--ledger-optional", "--quiet")
    assert ran.code == 0
    assert ran.err.startswith("note: this look is not recorded: ")
    words = ("--ledger", "bad.ledger", "--ledger-optional", "--adjust-looks")
    assert "--ledger-optional is given with --adjust-looks" in refused("compare", "x.csv", *words)


def test_a_host_that_does_not_answer(refused, write, monkeypatch):
    """It accepts the connection and says nothing."""
    import socket
    import time

    monkeypatch.setitem(ledger_store.PATIENT, "connect_timeout", "2")  # libpq takes no less
    write("x.csv", "id,truth,a,b\n" + A)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        since = time.monotonic()
        told = refused("compare", "x.csv", "--ledger", f"postgres://ann@127.0.0.1:{port}/evals")
        assert time.monotonic() - since < 8
    assert "cannot be used" in told


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
