from pathlib import Path

import pytest
from tests.packing import PACKERS

from bakeoff.core.exceptions import FileError
from bakeoff.read.engine.text_files import is_many, shards_of

CSV = b"truth,a,b\n1,1,1\n"
PACKED = PACKERS["gz"](CSV)


def put(folder, **files):
    for name, content in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def test_one_file_a_folder_and_patterns(tmp_path):
    put(tmp_path, **{"b_csv": CSV, "a_csv": CSV, "deep__c_csv": CSV})
    assert [shard.path.name for shard in shards_of(tmp_path / "a.csv")[0]] == ["a.csv"]
    assert [shard.path.name for shard in shards_of(tmp_path)[0]] == ["a.csv", "b.csv", "c.csv"]
    assert [shard.path.name for shard in shards_of(f"{tmp_path}/*.csv")[0]] == ["a.csv", "b.csv"]
    assert [shard.path.name for shard in shards_of(f"{tmp_path}/**/*.csv")[0]] == ["a.csv", "b.csv", "c.csv"]
    assert shards_of(tmp_path)[1] == str(tmp_path)


def test_marks_and_checksums_beside_shards_are_left_out(tmp_path):
    put(tmp_path, a_csv=CSV)
    for name in ("_SUCCESS", ".a.csv.crc", "_delta_log/0.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"{}")
    assert [shard.path.name for shard in shards_of(tmp_path)[0]] == ["a.csv"]


def test_compression_is_told_by_content_and_name(tmp_path):
    zst = PACKERS["zst"](CSV)
    put(tmp_path, a_csv_gz=PACKED, b_tsv=PACKED, c_csv_zst=zst, d_tsv=zst)
    told = [(shard.kind, shard.compression) for shard in shards_of(tmp_path)[0]]
    assert told == [("delimited", "gzip")] * 2 + [("delimited", "zstd")] * 2


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("x.csv.bz2", b"BZh9", "is compressed with bzip2; expected .gz or .zst"),
        ("x.csv.xz", b"\xfd7zXZ", "is compressed with xz; expected .gz or .zst"),
        ("x.csv.gz", CSV, "does not begin like gzip"),
        ("x.csv.zst", CSV, "does not begin like zstd"),
        ("x.csv.zst", PACKED, "does not begin like zstd"),
        ("x.csv.zst", b"", "is empty"),
        ("x.gz", PACKED, "its name does not show its format; expected a name such as x.csv.gz"),
        ("x.parquet.gz", PACKED, "its name does not show its format"),
        (
            "x.zst",
            PACKERS["zst"](CSV),
            "its name does not show its format; expected a name such as x.csv.zst",
        ),
        ("x.parquet", CSV, "does not begin like a Parquet file"),
        ("x.csv", b"\xff\xfet", "UTF-16"),
    ],
)
def test_files_that_are_not_what_they_seem(tmp_path, name, content, said):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(FileError, match=said) as caught:
        shards_of(tmp_path / name)
    assert name in str(caught.value)


def test_nothing_there(tmp_path):
    with pytest.raises(FileError, match="there is no file"):
        shards_of(tmp_path / "x.csv")
    with pytest.raises(FileError, match=r"no file matches .*x\*\.csv; check the folder"):
        shards_of(tmp_path / "x*.csv")
    with pytest.raises(FileError, match="holds no files; expected CSV, TSV, Parquet or JSON Lines in it"):
        shards_of(tmp_path)
    with pytest.raises(FileError, match="expected the name of a file"):
        shards_of(7)


def test_kinds_are_not_mixed(tmp_path):
    put(tmp_path, a_csv=CSV, b_jsonl=b'{"truth": 1}')
    with pytest.raises(FileError, match=r"holds CSV or TSV \(a.csv\) and JSON Lines \(b.jsonl\)") as caught:
        shards_of(tmp_path)
    assert str(caught.value).endswith("/*.csv'")


def test_a_file_whose_name_looks_like_a_pattern_is_that_file(tmp_path):
    odd = tmp_path / "run[1]*?.csv"
    odd.write_bytes(CSV)
    (shard,), name = shards_of(odd)
    assert shard.path == odd
    assert not is_many(odd)
    assert name == str(odd)
    assert Path(shard.pattern).name == "run[[]1][*][?].csv"
