import gzip
import sys
import time

import pytest
from tests.packing import KIND, PACKERS

from bakeoff.core.exceptions import FileError
from bakeoff.read.packed import check_once, check_packed

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

LINES = b"truth,a,b\n" + b"1,1,0\n0,1,0\n" * 400


NOTE = b"\x5a\x2a\x4d\x18" + (5).to_bytes(4, "little") + b"notes"
BOTH = pytest.mark.parametrize("ending", PACKERS)


@pytest.fixture
def put(tmp_path):
    def write(content):
        (tmp_path / "x").write_bytes(content)
        return tmp_path / "x"

    return write


@BOTH
def test_whole_files_have_as_many_lines_as_they_have(put, ending):
    half, pack, kind = len(LINES) // 2, PACKERS[ending], KIND[ending]
    assert check_packed(put(pack(LINES)), "x", kind) == LINES.count(b"\n") + 1
    several = pack(LINES[:half]) + pack(b"") + pack(LINES[half:])
    assert check_packed(put(several), "x", kind) == LINES.count(b"\n") + 1
    large = pack(LINES * 200)
    assert check_packed(put(large), "x", kind) == 200 * LINES.count(b"\n") + 1


def test_zeros_after_gzip_and_notes_in_zstd_are_no_content(put):
    assert check_packed(put(PACKERS["gz"](LINES) + b"\0" * 600_000), "x", "gzip") == LINES.count(b"\n") + 1
    pack = PACKERS["zst"]
    long = b"\x50\x2a\x4d\x18" + (600_000).to_bytes(4, "little") + b"n" * 600_000
    for notes in (NOTE, NOTE + NOTE, long):
        for text in (pack(LINES) + notes, notes + pack(LINES), pack(LINES[:10]) + notes + pack(LINES[10:])):
            assert check_packed(put(text), "x", "zstd") == LINES.count(b"\n") + 1
        for text in (pack(LINES) + notes[:-1], pack(LINES) + notes[:6]):
            with pytest.raises(FileError, match="does not unpack as zstd"):
                check_packed(put(text), "x", "zstd")


@pytest.mark.parametrize("checksum_flag", [0, 1])
@pytest.mark.parametrize("content_size_flag", [0, 1])
@pytest.mark.parametrize("compression_level", [-5, 1, 19])
def test_frames_of_each_layout(put, checksum_flag, content_size_flag, compression_level):
    layout = zstd.CompressionParameter
    flags = {
        layout.checksum_flag: checksum_flag,
        layout.content_size_flag: content_size_flag,
        layout.compression_level: compression_level,
    }
    for text in (b"", b"z" * 900, LINES):
        packed = zstd.compress(text, options=flags)
        assert check_packed(put(packed), "x", "zstd") == text.count(b"\n") + 1
        for end in range(1, len(packed)):
            with pytest.raises(FileError, match="does not unpack as zstd"):
                check_packed(put(packed[:end]), "x", "zstd")


@BOTH
def test_every_damage_is_found(put, ending):
    packed, kind = PACKERS[ending](LINES), KIND[ending]
    cases = [packed[:end] for end in range(1, len(packed))]
    cases += [packed + b"garbage", packed + b"\0\0x", packed + packed[:-1]]
    for case in cases:
        with pytest.raises(FileError, match=rf"^x is truncated or damaged: it does not unpack as {kind} \("):
            check_packed(put(case), "x", kind)
    for at in range(len(packed)):
        damaged = packed[:at] + bytes([packed[at] ^ 4]) + packed[at + 1 :]
        try:
            check_packed(put(damaged), "x", kind)
        except FileError:
            continue
        # some flags, and in gzip the time and the system: nothing is computed from these
        assert (gzip if ending == "gz" else zstd).decompress(damaged) == LINES


@BOTH
def test_a_line_without_end_is_found_at_its_beginning(put, ending):
    path = put(PACKERS[ending](b"truth,a,b\n1,1," + b"x" * (1 << 24)))
    started = time.process_time()
    with pytest.raises(FileError, match=r"line 2 of x is longer than 2,097,152 bytes"):
        check_packed(path, "x", KIND[ending])
    assert time.process_time() - started < 0.1


@BOTH
def test_what_is_opened_often_is_checked_once(put, ending, monkeypatch):
    path = put(PACKERS[ending](LINES))
    check_once(path, "x", KIND[ending])
    monkeypatch.setattr("bakeoff.read.packed.check_packed", lambda *_, **__: pytest.fail("checked again"))
    check_once(path, "x", KIND[ending])
