import gzip
import io
import json

import pytest

from bakeoff.core.exceptions import FileError
from bakeoff.read import json_values
from bakeoff.read.json_values import JsonValues, Scan, read_bytes, unpacked


def values(text):
    return JsonValues(io.BytesIO(text if isinstance(text, bytes) else text.encode()), "x.json")


@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 1 << 16])
def test_values_survive_every_way_of_cutting_them(monkeypatch, chunk):
    monkeypatch.setattr(json_values, "CHUNK", chunk)
    rows = [{"a": -1.5e-7, "b": [True, None, "€ \\u20ac \n"]}, 12345, "tail", [], {}, float("inf")]
    assert list(values("\n".join(map(json.dumps, rows))).rows()) == rows
    assert list(values(json.dumps(rows, indent=2)).rows()) == rows
    assert list(values("[ ]").rows()) == list(values(" \n ").rows()) == []


def test_members_and_elements_are_read_when_asked_for():
    text = values('{"version": 2, "samples": [{"id": 1}, {"id": 2}], "last": {}}')
    seen = []
    for key in text.members():
        seen.append((key, list(text.elements()) if key == "samples" else text.value()))
    assert seen == [("version", 2), ("samples", [{"id": 1}, {"id": 2}]), ("last", {})]
    assert text.at_end()
    assert list(values("{}").members()) == []


def test_a_byte_order_mark_is_no_part_of_the_text():
    assert values(b"\xef\xbb\xbf[1]").value() == [1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1', "line 1 .*may be cut off"),
        ('{"a": 1}\n{"a": "unended', "line 2 .*may be cut off"),
        ('{"a": 1}\n\n{"a": nonsense}' + " " * 50, "line 3 .*Expecting value"),
        ("[" * 100_000, "nested too deeply"),
        ("1" * 10_000, "Exceeds the limit"),
        ('{"a": 1, "a": 2}', "two keys 'a'"),
        ("[1] 2", "something follows the end"),
        ("[1 2]", "got '2' where ',' or ']'"),
        (b"\xff\xfe", "not UTF-8"),
        (b'{"a": "\xc3', "not UTF-8"),
    ],
)
def test_broken_text_is_one_clear_line(text, message):
    with pytest.raises(FileError, match=message) as error:
        list(values(text).rows())
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["[1]", "{1: 2}", '{"a" 1}', '{"a": 1;}'])
def test_members_of_what_is_no_object(text):
    reader = values(text)
    with pytest.raises(FileError, match=r"x.json is not complete JSON"):
        for _ in reader.members():
            reader.value()


def test_a_mistake_is_found_without_reading_on():
    class Endless(io.RawIOBase):
        reads = 0

        def readable(self):
            return True

        def read(self, size=-1):
            self.reads += 1
            return b'{"a": wrong}' + b" " * 100 if self.reads == 1 else b" " * size

    stream = Endless()
    with pytest.raises(FileError, match="Expecting value"):
        JsonValues(stream, "x.json").value()
    assert stream.reads == 1


def test_a_value_has_a_largest_size(monkeypatch):
    monkeypatch.setattr(json_values, "LARGEST_PACKED", 1000)
    monkeypatch.setattr(json_values, "CHUNK", 100)
    assert values(json.dumps(["x" * 500] * 20)).next_character() == "["
    with pytest.raises(FileError, match="a value is too long"):
        values(json.dumps("x" * 5000)).value()
    assert len(list(values(json.dumps(["x" * 500] * 20)).elements())) == 20


def test_gzip_is_unpacked_by_content(tmp_path):
    packed = gzip.compress(b'{"a": 1}')
    (tmp_path / "x.bin").write_bytes(packed)
    with unpacked(tmp_path / "x.bin", "x.bin", expected="a log") as stream:
        assert JsonValues(stream, "x.bin").value() == {"a": 1}
    for damaged in (packed[:-4], packed[:12] + b"\x00\xff\x00" + packed[15:], packed[:2]):
        (tmp_path / "x.bin").write_bytes(damaged)
        with (
            pytest.raises(FileError, match="is truncated or damaged: it does not unpack as gzip"),
            unpacked(tmp_path / "x.bin", "x.bin", expected="a log") as stream,
        ):
            JsonValues(stream, "x.bin").value()


def test_a_scan_tells_how_far_it_is(tmp_path):
    (tmp_path / "x").write_bytes(b"1234")
    told = []
    scan = Scan([tmp_path / "x", tmp_path / "x"], told.append)
    for size in (2, 4, 99):
        scan.read(size)
    assert told == [0.25, 0.75, 1.0]
    Scan([tmp_path / "missing"], None).read(3)


def test_bytes_are_read_as_they_are():
    assert read_bytes(io.BytesIO(b"abc"), 2, "x") == b"ab"
