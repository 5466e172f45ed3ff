from pathlib import Path

import pytest
from tests.packing import PACKERS

from bakeoff.core.exceptions import FileError
from bakeoff.read.engine.text_files import Shard, explained, refuse_damaged, text_of


def shard(path, compression="uncompressed"):
    return Shard(path=Path(path), name=path.name, kind="delimited", compression=compression)


def test_the_text_of_files_plain_and_packed(tmp_path):
    plain, packed, packed_too = (tmp_path / name for name in ("x.csv", "x.csv.gz", "x.csv.zst"))
    plain.write_text("a,b\n1,2\n")
    packed.write_bytes(PACKERS["gz"](plain.read_bytes()))
    packed_too.write_bytes(PACKERS["zst"](plain.read_bytes()))
    for file, compression in ((plain, "uncompressed"), (packed, "gzip"), (packed_too, "zstd")):
        with text_of(shard(file, compression)) as stream:
            assert stream.read() == b"a,b\n1,2\n"
    assert refuse_damaged([shard(packed, "gzip")]) == refuse_damaged([shard(packed_too, "zstd")]) == 3


def test_a_message_is_explained_by_reading_the_file_it_is_about(tmp_path, duck):
    good, bad = tmp_path / "good.csv", tmp_path / "bad.csv"
    shards = [shard(good), shard(bad)]
    for each in (good, bad):
        each.write_text("a,b\n1,2\n")

    def walk(stream, name):
        raise FileError(f"{name} is bad")

    assert str(explained(f"Error in {bad}", shards, walk)) == "bad.csv is bad"
    assert explained("Error elsewhere", shards, walk) is None
    told = explained(f"Error: odd\nfile = {good}", shards, lambda stream, name: iter([]))
    assert str(told).startswith("good.csv cannot be read (odd); expected UTF-8 text")
    assert "truncated" in str(explained(f"Unexpected end of GZIP stream: {good}", shards, walk))


def test_what_is_cut_off_is_not_begun(tmp_path, duck):
    (tmp_path / "x.csv.zst").write_bytes(b"\x28\xb5\x2f\xfd\x20")
    with pytest.raises(FileError, match=r"x.csv.zst is truncated or damaged"):
        refuse_damaged([shard(tmp_path / "x.csv.zst", "zstd")])
