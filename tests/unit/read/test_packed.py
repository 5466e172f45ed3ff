import gzip
import time

import duckdb
import pytest

from bakeoff.core.exceptions import FileError
from bakeoff.read.packed import check_gzip, check_gzip_once, is_whole


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    path = tmp_path_factory.mktemp("zstd") / "x.csv.zst"
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT hash(range) AS h FROM range(40000)) TO '{path}' (COMPRESSION zstd)")
    return path.read_bytes()


def test_a_whole_file_is_whole_and_no_part_of_it_is(packed, tmp_path):
    path = tmp_path / "x.zst"
    path.write_bytes(packed)
    assert is_whole(path)
    for length in [*range(1, 40), len(packed) // 3, len(packed) // 2, len(packed) - 1]:
        path.write_bytes(packed[:length])
        assert not is_whole(path), length


def test_frames_one_after_the_other_and_frames_to_be_skipped(packed, tmp_path):
    path = tmp_path / "x.zst"
    note = b"\x5a\x2a\x4d\x18" + (5).to_bytes(4, "little") + b"notes"
    path.write_bytes(packed + note + packed)
    assert is_whole(path)
    path.write_bytes(packed + note[:-1])
    assert not is_whole(path)


def test_frames_of_each_layout(tmp_path):
    path = tmp_path / "x.zst"
    last_raw = (1 | 3 << 3).to_bytes(3, "little") + b"abc"
    run = (1 << 1 | 900 << 3).to_bytes(3, "little") + b"z"
    for flags, header in ((0b0010_0000, 1), (0b0100_0000, 3), (0b1000_0001, 6), (0b1110_0011, 12), (0, 1)):
        path.write_bytes(b"\x28\xb5\x2f\xfd" + bytes([flags]) + b"h" * header + run + last_raw)
        assert is_whole(path), flags
    path.write_bytes(b"\x28\xb5\x2f\xfd" + bytes([0b0010_0100]) + b"h" + last_raw + b"sum")
    assert not is_whole(path)
    path.write_bytes(b"\x28\xb5\x2f\xfd" + bytes([0b0010_0100]) + b"h" + last_raw + b"sums")
    assert is_whole(path)


LINES = b"truth,a,b\n" + b"1,1,0\n0,1,0\n" * 400


@pytest.fixture
def put(tmp_path):
    def write(content, name="x.csv.gz"):
        (tmp_path / name).write_bytes(content)
        return tmp_path / name

    return write


def test_whole_files_have_as_many_lines_as_they_have(put):
    half = len(LINES) // 2
    assert check_gzip(put(gzip.compress(LINES)), "x") == LINES.count(b"\n") + 1
    several = gzip.compress(LINES[:half]) + gzip.compress(b"") + gzip.compress(LINES[half:])
    assert check_gzip(put(several), "x") == LINES.count(b"\n") + 1
    assert check_gzip(put(gzip.compress(LINES) + b"\0" * 600_000), "x") == LINES.count(b"\n") + 1
    large = gzip.compress(LINES * 200)
    assert check_gzip(put(large), "x") == 200 * LINES.count(b"\n") + 1


def test_every_damage_is_found(put):
    packed = gzip.compress(LINES)
    cases = [packed[:end] for end in range(1, len(packed))]
    cases += [packed + b"garbage", packed + b"\0\0x", packed + packed[:-1]]
    for case in cases:
        with pytest.raises(FileError, match=r"^x is truncated or damaged: it does not unpack as gzip \("):
            check_gzip(put(case), "x")
    harmless = set(range(3, 10))  # flags of which some, time and system: nothing is computed from these
    for at in set(range(len(packed))) - harmless:
        with pytest.raises(FileError):
            check_gzip(put(packed[:at] + bytes([packed[at] ^ 4]) + packed[at + 1 :]), "x")


def test_a_line_without_end_is_found_at_its_beginning(put):
    path = put(gzip.compress(b"truth,a,b\n1,1," + b"x" * (1 << 24)))
    started = time.process_time()
    with pytest.raises(FileError, match=r"line 2 of x is longer than 2,097,152 bytes"):
        check_gzip(path, "x")
    assert time.process_time() - started < 0.1


def test_what_is_opened_often_is_checked_once(put, monkeypatch):
    path = put(gzip.compress(LINES))
    check_gzip_once(path, "x")
    monkeypatch.setattr("bakeoff.read.packed.check_gzip", lambda *_, **__: pytest.fail("checked again"))
    check_gzip_once(path, "x")
