"""A log of answers that is watched while it grows, through a kill."""

import json
import os
import signal

from tests.journeys.conftest import until

STEPS = [1, 0, 1, -1, 0, 1, 1] * 20


def lines(steps, start=0):
    rows = ({"id": at, "a_right": x > 0, "b_right": x < 0} for at, x in enumerate(steps, start=start))
    return "".join(json.dumps(row) + "\n" for row in rows)


def test_a_killed_watch_goes_on_from_the_log(start, bakeoff, tmp_path):
    log = tmp_path / "log.jsonl"
    log.write_text(lines(STEPS[:12]) + lines(STEPS[12:13], start=12)[:15])
    first = start("watch", "log.jsonl", "--json")
    until(lambda: first.said("10 items, e-value"), "the first ten items")
    first.signal(signal.SIGKILL)
    second = start("watch", "log.jsonl", "--json")
    until(lambda: second.said("10 items, e-value"), "the first ten items again")
    with log.open("a") as stream:
        stream.write(lines(STEPS[12:13], start=12)[15:] + lines(STEPS[13:], start=13))
    ran = second.ended()
    assert ran.code == 0
    assert ran.json["decision"] == "a-better"
    (tmp_path / "whole.jsonl").write_text(lines(STEPS))
    assert bakeoff("watch", "whole.jsonl", "--json").json == ran.json


def test_a_pipe_ends_with_its_writer(start, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    watching = start(
        "watch", "-", "--json", streams=(str(tmp_path / "pipe"), str(tmp_path / "o"), str(tmp_path / "e"))
    )
    with (tmp_path / "pipe").open("w") as stream:
        stream.write(lines([1, 0, -1]))
    assert watching.wait() == 0, (tmp_path / "e").read_text()
    found = json.loads((tmp_path / "o").read_text())
    assert (found["decision"], found["items"]) == ("undecided", 3)
