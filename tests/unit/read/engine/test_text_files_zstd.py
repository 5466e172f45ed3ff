import duckdb
import pytest

from bakeoff.read.engine.text_files import is_whole


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
