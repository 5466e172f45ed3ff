import json
import os
import threading
import time

import pytest

from bakeoff.core.exceptions import FileError
from bakeoff.read import answer_log
from bakeoff.read.answer_log import LONGEST, Answer, AnswerLog


def line(name, a=True, b=False, **more):
    return json.dumps({"id": name, "a_right": a, "b_right": b, **more}) + "\n"


@pytest.fixture
def log(tmp_path):
    def write(content):
        path = tmp_path / "log.jsonl"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def read(path, **options):
    return list(AnswerLog(str(path), **{"follow": False, **options}))


def test_right_and_wrong_and_scores(log):
    path = log(line("x") + "\n" + line(2, 0, 1, note="more keys are welcome"))
    assert read(path) == [Answer("x", 1.0, 0.0, False, 1), Answer(2, 0.0, 1.0, False, 3)]
    path = log('{"id": 1, "a_score": 0.25, "b_score": 1}\n')
    assert read(path) == [Answer(1, 0.25, 1.0, True, 1)]


def test_a_last_line_without_an_end(log):
    whole = AnswerLog(str(log(line(1) + line(2).rstrip("\n"))), follow=False)
    assert len(list(whole)) == 2
    assert not whole.unfinished
    cut = AnswerLog(str(log(line(1) + line(2)[:20])), follow=False)
    assert len(list(cut)) == 1
    assert cut.unfinished


def test_an_item_counts_once(log):
    found = AnswerLog(str(log(line(1) + line(2) + line(1) + line("1"))), follow=False)
    assert [each.id for each in found] == [1, 2, "1"]
    assert found.repeated == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (line(1) + line(1, False), "line 2 of .* repeats item 1 with other values than line 1"),
        (line(1) + "{nonsense}\n" + line(2), "line 2 of .* is not a complete JSON object"),
        (line(1) + "[1]\n", "line 2 of .* expected one JSON object"),
        (
            '{"a_right": true, "b_right": true}\n',
            "line 1 of .* has the keys 'a_right', 'b_right'; expected id",
        ),
        ('{"id": 1, "a_right": true}\n', "line 1 of .* has the keys 'id', 'a_right'; expected id with"),
        ('{"id": 1, "a_right": true, "b_right": true, "a_score": 1}\n', "line 1 of .* has the keys"),
        ('{"id": null, "a_right": true, "b_right": true}\n', "line 1 of .* has the id None; expected text"),
        (
            '{"id": 1, "a_right": "yes", "b_right": true}\n',
            "line 1 of .* has 'yes' as a_right; expected true",
        ),
        (
            '{"id": 1, "a_score": 80, "b_score": 1}\n',
            "line 1 of .* has 80 as a_score; expected a score from 0",
        ),
        ('{"id": 1, "a_score": NaN, "b_score": 1}\n', "line 1 of .* has nan as a_score"),
        ('{"id": 1, "a_score": true, "b_score": 1}\n', "line 1 of .* has True as a_score"),
        (
            line(1) + '{"id": 2, "a_score": 1, "b_score": 1}\n',
            "line 2 of .* has scores and line 1 has right or",
        ),
        (b'{"id": "\xff", "a_right": 1, "b_right": 1}\n', "line 1 of .* is not UTF-8"),
        (line(1) + line("x" * LONGEST), "line 2 of .* is longer than 1,048,576 bytes"),
        (b"x" * (LONGEST + answer_log.CHUNK), "line 1 of .* is longer than 1,048,576 bytes"),
    ],
)
def test_refused(log, content, said):
    with pytest.raises(FileError, match=said):
        read(log(content))


def test_no_file(tmp_path):
    with pytest.raises(FileError, match="there is no file"):
        read(tmp_path / "none.jsonl")
    with pytest.raises(FileError, match="is a folder"):
        read(tmp_path)


@pytest.mark.slow
def test_a_log_is_followed_while_it_grows(log, monkeypatch):
    monkeypatch.setattr(answer_log, "PAUSE", 0.01)
    path = log(line(1))

    def write():
        with path.open("a") as stream:
            for piece in (line(2)[:9], line(2)[9:] + line(3), line(4)):
                time.sleep(0.03)
                stream.write(piece)
                stream.flush()

    writer = threading.Thread(target=write)
    writer.start()
    found = [each.id for each in read(path, follow=True, timeout=0.3)]
    writer.join()
    assert found == [1, 2, 3, 4]


def change_while_waiting(path, change, monkeypatch):
    monkeypatch.setattr(answer_log, "PAUSE", 0)
    left = [change]

    def waiting():
        while left:
            left.pop()()

    return AnswerLog(str(path), timeout=5, waiting=waiting)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda path: path.write_text(line(1)), "became shorter: it had .* bytes and has"),
        (lambda path: path.unlink(), "was removed while it was watched"),
        (
            lambda path: (path.with_name("new").write_text(line(7)), path.with_name("new").replace(path)),
            "was replaced by another file",
        ),
        (lambda path: path.write_text(line(7) * 9), "was rewritten while it was watched"),
    ],
)
def test_a_log_that_does_not_only_grow(log, monkeypatch, change, said):
    path = log(line(1) + line(2))
    with pytest.raises(FileError, match=said):
        list(change_while_waiting(path, lambda: change(path), monkeypatch))


def test_standard_input_ends_with_its_writer(monkeypatch):
    reading, writing = os.pipe()
    os.write(writing, (line(1) + line(2)).encode())
    os.close(writing)
    with os.fdopen(reading) as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert [each.id for each in AnswerLog("-")] == [1, 2]


def test_standard_input_that_says_nothing_more(monkeypatch):
    monkeypatch.setattr(answer_log, "PAUSE", 0.01)
    reading, writing = os.pipe()
    os.write(writing, line(1).encode())
    with os.fdopen(reading) as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert [each.id for each in AnswerLog("-", timeout=0.02)] == [1]
    os.close(writing)


def test_a_pipe_that_nobody_writes_to_does_not_outlast_the_timeout(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    began = time.monotonic()
    assert list(AnswerLog(str(tmp_path / "pipe"), follow=True, timeout=0.1)) == []
    assert time.monotonic() - began < 5


def test_a_broken_line_is_answered_with_an_example_of_a_log(log):
    with pytest.raises(FileError, match=r'such as \{"id"'):
        read(log("no json}\n"))
