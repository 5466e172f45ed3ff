import gzip

import pytest

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read.engine.reading import read_tally

ROWS = "truth,a,b\ncat,cat,dog\ndog,dog,dog\n"


def counts(source, **columns):
    tally = read_tally(source, **columns)
    return tally.labels, tally.counts.tolist()


@pytest.mark.parametrize(
    "text",
    [
        ROWS,
        ROWS.replace("\n", "\r\n"),
        ROWS.replace(",", "\t"),
        ROWS.replace(",", ";"),
        ROWS.replace(",", " , "),
        "\ufeff" + ROWS,
        "\n\n" + ROWS,
        ROWS.replace("dog,dog", "\n\ndog,dog"),
        ROWS.rstrip("\n"),
        ',truth,a,b\n0,cat,cat,dog\n1,dog,dog,"dog"\n',
        '"tr""uth",truth,"a\nb",a,b\nx,cat,"y\nz",cat,dog\nx,dog,y,dog,dog\n',
    ],
)
def test_every_way_to_write_a_table(source, text):
    assert counts(source(x_csv=text)) == (("cat", "dog"), [1, 1])


def test_columns_may_be_in_another_order_in_another_shard(source):
    found = source(
        "p", p__1_csv=ROWS, p__2_csv="b;truth;x;a\ndog;cat;7;cat\n", p__3_tsv=ROWS.replace(",", "\t")
    )
    assert counts(found) == (("cat", "dog"), [3, 2])


def test_a_column_that_a_shard_lacks(source):
    found = source("p", p__1_csv=ROWS, p__2_csv="truth,a\ncat,cat\n")
    with pytest.raises(InputError, match=r"column 'b' is in \S*1.csv but not in \S*2.csv; expected the same"):
        read_tally(found)


def test_columns_that_differ_in_case_alone(source):
    found = source(x_csv="truth,Truth,a,A,b\ncat,x,cat,y,dog\n")
    assert counts(found) == (("cat", "dog"), [1])
    assert counts(found, truth="Truth", a="A", b="b") == (("dog", "x", "y"), [1])


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "is empty"),
        ("\n \n", "is empty"),
        ("truth,a,b\n", "has no items at all"),
        ("truth,truth,b\n1,1,1\n", "two columns called 'truth'"),
        ("truth,,b\n1,1,1\n", "no name for column 2"),
        (ROWS + "cat,dog\n", r"row 3 \(line 4\) of \S*x.csv has 2 field\(s\), but the header has 3"),
        (ROWS + "cat,dog,dog,dog\n", r"row 3 \(line 4\) of \S*x.csv has 4 field\(s\)"),
        (ROWS + 'cat,"dog,cat\n', "starts in line 4 cannot be read"),
        (
            ROWS.encode() + b"cat,d\xffg,cat\n",
            r"line 4 of \S*x.csv is not UTF-8: byte 0xff at byte offset 39",
        ),
        (ROWS + "cat,do\0g,cat\n", "NUL byte"),
        (ROWS + "cat,dog,dog\r\n", "all lines ended alike"),
    ],
)
def test_bad_files_are_told_as_the_careful_reader_tells_them(source, content, said):
    with pytest.raises(InputError, match=said) as caught:
        read_tally(source(x_csv=content))
    assert "\n" not in str(caught.value)


def test_compressed_files(source):
    packed = gzip.compress(ROWS.encode())
    assert counts(source(x_csv_gz=packed)) == (("cat", "dog"), [1, 1])
    assert counts(source("p", p__1_csv_gz=packed, p__2_csv=ROWS)) == (("cat", "dog"), [2, 2])


@pytest.mark.parametrize("share", [0.02, 0.5, 0.99])
def test_a_compressed_file_that_is_cut_off(source, share):
    lines = "".join(f"{i % 7},{i * i % 5},{i * i * i % 11}\n" for i in range(30000))
    packed = gzip.compress(b"truth,a,b\n" + lines.encode())
    with pytest.raises(FileError, match=r"x.csv.gz is cut off or damaged: it does not unpack as gzip"):
        read_tally(source(x_csv_gz=packed[: int(share * len(packed))]))


def test_zstd_whole_and_cut_off(source, duck, tmp_path):
    duck.fetch(
        f"COPY (SELECT i % 3 AS truth, i % 2 AS a, hash(i) % 3 AS b FROM range(50000) t(i)) "
        f"TO '{tmp_path / 'x.csv.zst'}' (HEADER, COMPRESSION zstd)"
    )
    assert read_tally(source("x.csv.zst")).n == 50000
    whole = (tmp_path / "x.csv.zst").read_bytes()
    with pytest.raises(FileError, match="cut off or damaged: it does not unpack as zstd"):
        source(y_csv_zst=whole[: len(whole) // 2])


@pytest.mark.parametrize(
    "name", ['say "x"', "a;DROP TABLE t;--", "it's", "c0", "f0", "*", "\\", "{x}", "SELECT"]
)
def test_hostile_names_of_columns(source, name):
    quoted = '"' + name.replace('"', '""') + '"'
    found = source(x_csv=f"{quoted},a,b\ncat,cat,dog\n")
    assert counts(found, truth=name) == (("cat", "dog"), [1])
    assert counts(found, truth=name, by=name, cluster=name) == (("cat", "dog"), [1])


def test_hostile_names_of_files(source, tmp_path):
    for name in ("it's.csv", "x;y.csv", "[1]*?.csv", 'say "x".csv', "{a,b}.csv"):
        (tmp_path / name).write_text(ROWS)
        assert counts(source(name)) == (("cat", "dog"), [1, 1])
    assert counts(source("")) == (("cat", "dog"), [5, 5])


def test_nothing_is_lost_to_the_header(source):
    """DuckDB counts lines to skip; blank ones, and one that goes on in the next, must not cost a row."""
    for header in ('"x\ny",truth,a,b', '\n\n"x\n\ny",truth,a,b', "\r\n \r\nx,truth,a,b"):
        end = "\r\n" if "\r" in header else "\n"
        text = end.join([header, *(f"q,{i},{i},{i}" for i in range(50))])
        assert read_tally(source(x_csv=text)).n == 50
