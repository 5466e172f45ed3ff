import json
import os

import pytest

from bakeoff.plan.ledger import Ledger
from bakeoff.plan.watch import Watch


def lines(steps, start=0):
    return "".join(
        json.dumps({"id": at, "a_right": x > 0, "b_right": x < 0}) + "\n"
        for at, x in enumerate(steps, start=start)
    )


def test_stops_where_it_is_decided(bakeoff, write):
    write("log.jsonl", lines([1, 0] * 40))
    ran = bakeoff("watch", "log.jsonl", "--json")
    content = ran.json
    assert ran.code == 0
    assert content["decision"] == "a-better"
    watch = Watch()
    while watch.decision == "undecided":
        watch.add(True, False)
        if watch.decision == "undecided":
            watch.add(True, True)
    assert content["items"] == watch.items < 80
    assert content["e_value"] == watch.e_value >= 20
    assert content["interval"] == list(watch.interval)
    assert content["share_interval"] == list(watch.share_interval)
    assert [each["key"] for each in content["caveats"]] == ["exchangeable-order"]
    assert "10 items, e-value" in ran.err


def test_in_words(bakeoff, write):
    write("log.jsonl", lines([1, 0, -1] * 10))
    ran = bakeoff("watch", "log.jsonl", "--until-end")
    assert ran.out.startswith("Undecided: no difference, 95 % interval ")
    assert "items       30; only A is right on 10, only B on 10\n" in ran.out
    assert "random order" in ran.out
    assert ran.err.splitlines()[0].startswith("10 items, e-value ")
    quiet = bakeoff("watch", "log.jsonl", "--until-end", "--quiet")
    assert (quiet.out, quiet.err) == (ran.out.splitlines(keepends=True)[0], "")


def test_it_goes_on_until_the_evidence_is_as_strong_as_wanted(bakeoff, write):
    write("log.jsonl", lines([1, 0, 1, -1, 1, 0, 1] * 40))
    stops = {
        wanted: bakeoff("watch", "log.jsonl", "--until-end", "--evidence", wanted, "--json").json
        for wanted in ("weak", "moderate", "strong")
    }
    assert [each["strength"]["grade"] for each in stops.values()] == list(stops)
    assert stops["weak"] == bakeoff("watch", "log.jsonl", "--until-end", "--json").json
    for wanted, least in (("weak", 20), ("moderate", 100), ("strong", 1000)):
        assert least <= stops[wanted]["e_value"] < 2 * least
    first = bakeoff("watch", "log.jsonl", "--until-end")
    assert first.out.startswith("Weak evidence that A is better: ")
    assert "note: the evidence is weak because the command stops at the first decision; use" in first.out
    later = bakeoff("watch", "log.jsonl", "--until-end", "--evidence", "strong")
    assert later.out.startswith("A is better: ")
    assert "--evidence" not in later.out
    assert "e-value" in later.err and " of 1000, " in later.err


def test_a_log_that_ends_before_the_evidence_is_strong(bakeoff, write):
    write("log.jsonl", lines([1] * 12))
    ran = bakeoff("watch", "log.jsonl", "--until-end", "--evidence", "strong")
    assert ran.out.startswith("Weak evidence that A is better: ")


def test_what_is_outside_an_interval_is_in_the_notes(bakeoff, write):
    write("log.jsonl", lines([1] * 12 + [-1] * 12))
    told = bakeoff("watch", "log.jsonl", "--until-end", "--evidence", "strong", "--json").json["notes"]
    assert [each.partition(",")[0] for each in told] == ["the observed difference", "the observed share of A"]


def test_options_reach_the_watch(bakeoff, write):
    write("log.jsonl", lines([1, -1, 0, 0] * 50))
    content = bakeoff("watch", "log.jsonl", "--json", "--margin", 0.3, "--alpha", 0.1, "--prior", 1).json
    assert (content["decision"], content["margin"], content["alpha"], content["prior"]) == (
        "not-worse", 0.3, 0.1, 1.0,
    )  # fmt: skip
    assert content["interval"][0] > -0.3
    assert "A is not worse than B by 30 points or more" in content["sentence"]


def test_scores(bakeoff, write):
    rows = [{"id": at, "a_score": 0.5 + 0.1 * (at % 4), "b_score": 0.5} for at in range(200)]
    write("log.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    content = bakeoff("watch", "log.jsonl", "--json").json
    assert content["decision"] == "a-better"
    assert content["share_interval"] is None
    assert content["only_a"] is None


def test_the_log_is_the_state(bakeoff, write, tmp_path):
    steps = [1, 0, 1, -1, 0, 1] * 20
    write("log.jsonl", lines(steps[:20]))
    first = bakeoff("watch", "log.jsonl", "--until-end", "--json").json
    assert (first["decision"], first["items"]) == ("undecided", 20)
    with (tmp_path / "log.jsonl").open("a") as stream:
        stream.write(lines(steps[20:], start=20))
    later = bakeoff("watch", "log.jsonl", "--until-end", "--json").json
    write("whole.jsonl", lines(steps))
    assert later == bakeoff("watch", "whole.jsonl", "--until-end", "--json").json


def test_standard_input(bakeoff, write, monkeypatch):
    with write("log.jsonl", lines([1, 0])).open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert bakeoff("watch", "-", "--json").json["items"] == 2


def test_notes(bakeoff, write):
    write("log.jsonl", lines([1, 0]) + lines([1]) + '{"id": 9, "a_ri')
    content = bakeoff("watch", "log.jsonl", "--timeout", 0, "--json").json
    assert content["items"] == 2
    assert content["notes"] == [
        "1 repeated line with the same answers left out",
        "the last line breaks off and was left out",
    ]


def test_a_shuffled_order(bakeoff, write):
    write("items.txt", "".join(f"q{at}\r\n" for at in range(30)))
    ran = bakeoff("watch", "--shuffle", "items.txt")
    order = ran.out.split()
    assert sorted(order) == sorted(f"q{at}" for at in range(30)) != order
    assert bakeoff("watch", "--shuffle", "items.txt").out == ran.out
    assert bakeoff("watch", "--shuffle", "items.txt", "--rng", 1).out != ran.out
    write("items.csv", "id,text\n1,x\n2,y\n")
    assert bakeoff("watch", "--shuffle", "items.csv").out.startswith("id,text\n")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"q1\nq\0\n", "line 2 of items.txt has a NUL byte"),
        (b"q1\nq2\nq\xff3\n", "line 3 of items.txt is not UTF-8"),
    ],
)
def test_what_is_not_text_is_not_shuffled(refused, tmp_path, content, message):
    (tmp_path / "items.txt").write_bytes(content)
    assert message in refused("watch", "--shuffle", "items.txt")


def test_a_shuffled_order_of_standard_input(bakeoff, write, monkeypatch, tmp_path):
    write("items.txt", "a\nb\nc\nd\n")
    with (tmp_path / "items.txt").open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        ran = bakeoff("watch", "--shuffle", "-")
    assert ran.out == bakeoff("watch", "--shuffle", "items.txt").out


def test_pipes_and_devices_are_not_shuffled(refused, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for name in (tmp_path / "pipe", "/dev/zero"):
        assert "; expected a plain file" in refused("watch", "--shuffle", name)


def test_recorded_in_a_ledger(bakeoff, write, tmp_path):
    write("log.jsonl", lines([1, 0] * 40))
    first = bakeoff("watch", "log.jsonl", "--ledger", "l.ledger", "--json").json
    assert first["notes"] == ["the first recorded look at these items (known by their ids)"]
    again = bakeoff("watch", "log.jsonl", "--ledger", "l.ledger", "--json").json
    assert again["notes"][0].startswith("1 recorded look at these items before")
    with Ledger(tmp_path / "l.ledger") as ledger:
        look, _ = ledger.looks()
    assert (look.kind, look.n, look.e_value) == ("watch", first["items"], first["e_value"])
    assert (look.decision, look.p_value) == ("a-better", first["p_value"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "no log is named; expected bakeoff watch FILE.jsonl, or - for standard input"),
        (("none.jsonl",), "there is no file none.jsonl"),
        (("--bogus",), "Unknown option: --bogus; see bakeoff watch --help"),
        (("log.jsonl", "--bogus"), "Unknown option: --bogus"),
        (("empty.jsonl", "--until-end"), "empty.jsonl has no answers; expected one JSON object a line"),
        (("bad.jsonl", "--until-end"), "line 2 of bad.jsonl is not a complete JSON object"),
        (("log.jsonl", "--alpha", 0), "alpha is 0.0; expected a number between 0 and 1"),
        (("log.jsonl", "--margin", 3), "margin is 3.0; expected a number between 0 and 1"),
        (("log.jsonl", "--prior", 0.1), "prior is 0.1; expected a number from 0.5 to 10000, such as 5"),
        (("log.jsonl", "--timeout", -1), "--timeout is -1; expected a number of seconds"),
        (("log.jsonl", "--evidence", "great"), "--evidence"),
        (("log.jsonl", "--shuffle", "items.txt"), "--shuffle prints an order and watches nothing"),
        (("--shuffle", "empty.jsonl"), "empty.jsonl has no items; expected one a line"),
    ],
)
def test_refused(refused, write, words, said):
    write("empty.jsonl", "")
    write("log.jsonl", lines([1]))
    write("bad.jsonl", lines([1]) + "{\n" + lines([1]))
    assert said in refused("watch", *words)
