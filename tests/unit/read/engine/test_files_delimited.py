import pytest
from tests.looping import in_one_test
from tests.packing import KIND, PACKERS
from tests.unit.read.engine.pairs import read_tally

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.engine.reading import read_items, read_labels

ROWS = "truth,a,b\ncat,cat,dog\ndog,dog,dog\n"


def counts(source, **columns):
    tally = read_tally(source, **columns)
    return tally.labels, tally.counts.tolist()


@in_one_test(
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
        ROWS.replace("dog\n", "dog\r\n", 1),
        ROWS.replace("dog,dog", "  \ndog,dog"),
        ROWS.replace(",cat", ',"cat" '.replace('"', "")),
        ',truth,a,b\n0,cat,cat,dog\n1,dog,dog,"dog"\n',
        '"tr""uth",truth,"a\nb",a,b\nx,cat,"y\nz",cat,dog\nx,dog,y,dog,dog\n',
    ],
)
def test_every_way_to_write_a_table(source, text):
    assert counts(source(x_csv=text)) == (("cat", "dog"), [1, 1])
    for ending, pack in PACKERS.items():
        packed = source(**{f"x_csv_{ending}": pack(text.encode())})
        assert counts(packed) == (("cat", "dog"), [1, 1]), ending


@pytest.mark.parametrize(
    "odd",
    ['cat ,"dog",dog\n', 'cat, "dog",dog\n', 'cat,dog,"dog" \n', "cat,dog,dog,\n", "cat\0,dog,dog\n", '""\n'],
)
def test_a_compressed_file_is_read_as_the_plain_one(source, odd):
    def read(**files):
        try:
            return counts(source(**files))
        except InputError as problem:
            return str(problem).replace(".gz", "").replace(".zst", "")

    text = (ROWS + odd).encode()
    packed = [read(**{f"x_csv_{ending}": pack(text)}) for ending, pack in PACKERS.items()]
    assert packed == [read(x_csv=text)] * 2


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
        ("truth,a,b\n", "has a header but no items; expected"),
        ("truth,truth,b\n1,1,1\n", "two columns called 'truth'"),
        ("truth,,b\n1,1,1\n", "no name for column 2"),
        (ROWS + "cat,dog\n", r"row 3 \(line 4\) of \S*x.csv has 2 fields, but the header has 3"),
        (ROWS + "cat,dog,dog,dog\n", r"row 3 \(line 4\) of \S*x.csv has 4 fields"),
        (ROWS + "cat,dog,dog,\n", r"row 3 \(line 4\) of \S*x.csv has 4 fields"),
        (ROWS + 'cat,"dog,cat\n', "starts in line 4 cannot be read"),
        (
            ROWS.encode() + b"cat,d\xffg,cat\n",
            r"line 4 of \S*x.csv is not UTF-8: byte 0xff at byte offset 39",
        ),
        (ROWS + "cat,do\0g,cat\n", "NUL byte"),
    ],
)
def test_bad_files_are_told_as_the_careful_reader_tells_them(source, content, said):
    with pytest.raises(InputError, match=said) as caught:
        read_tally(source(x_csv=content))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("ending", PACKERS)
def test_compressed_files(source, ending):
    packed = PACKERS[ending](ROWS.encode())
    assert counts(source(**{f"x_csv_{ending}": packed})) == (("cat", "dog"), [1, 1])
    both = {f"p__1_csv_{ending}": packed, "p__2_csv": ROWS}
    assert counts(source("p", **both)) == (("cat", "dog"), [2, 2])


@pytest.mark.parametrize("ending", PACKERS)
def test_what_is_wrong_in_compressed_files_has_a_place(source, ending):
    for rows, said in (
        ("cat,,dog\n", r"missing value \(''\) in row 3 \(line 5\)"),
        ("cat,dog\n", r"row 3 \(line 5\) of .* has 2 fields"),
        ("truth,a,b\n", r"row 3 \(line 5\) of .* repeats the column names"),
    ):
        packed = PACKERS[ending]((ROWS.replace("dog,dog", "\ndog,dog") + rows).encode())
        with pytest.raises(InputError, match=said):
            read_tally(source(**{f"x_csv_{ending}": packed}))


@pytest.mark.parametrize("ending", ["csv", *(f"csv_{ending}" for ending in PACKERS)])
def test_scores_and_copies_in_every_kind_of_text_file(source, ending):
    """What is compressed otherwise is examined, too."""
    rows = "".join(f"{at},{at % 2},{at % 7 / 7},{at % 5 / 5}\n" for at in range(200))
    text = "id,truth,a,b\n" + rows + rows
    found = source(**{f"x_{ending}": PACKERS[ending[4:]](text.encode()) if ending[4:] else text})
    panel = read_items([found], {"a": None, "b": None}, Wanted())
    assert (panel.n, panel.copies.repeated, panel.copies.shared) == (400, 200, "id")
    assert read_labels([found], {"a": None, "b": None}, Wanted()).copies == panel.copies


@pytest.mark.parametrize("ending", PACKERS)
@pytest.mark.parametrize("share", [0.02, 0.5, 0.99])
def test_a_compressed_file_that_is_cut_off(source, share, ending):
    lines = "".join(f"{i % 7},{i * i % 5},{i * i * i % 11}\n" for i in range(30000))
    packed = PACKERS[ending](b"truth,a,b\n" + lines.encode())
    said = f"x.csv.{ending} is truncated or damaged: it does not unpack as {KIND[ending]}"
    with pytest.raises(FileError, match=said):
        read_tally(source(**{f"x_csv_{ending}": packed[: int(share * len(packed))]}))


def test_zstd_whole_and_cut_off(source, duck, tmp_path):
    duck.fetch(
        f"COPY (SELECT i % 3 AS truth, i % 2 AS a, hash(i) % 3 AS b FROM range(50000) t(i)) "
        f"TO '{tmp_path / 'x.csv.zst'}' (HEADER, COMPRESSION zstd)"
    )
    assert read_tally(source("x.csv.zst")).n == 50000
    whole = (tmp_path / "x.csv.zst").read_bytes()
    with pytest.raises(FileError, match="truncated or damaged: it does not unpack as zstd"):
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


def plain(table, text):
    return {name: column.tolist() for name, column in table(text).columns.items()}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("delimiter", [",", "\t", ";"])
def test_delimiters_and_line_ends(table, delimiter, end):
    text = end.join(["truth,a,b", "cat,1,0.5", "dog,2,1", ""]).replace(",", delimiter)
    assert plain(table, text) == {"truth": ["cat", "dog"], "a": [1, 2], "b": [0.5, 1.0]}


def test_a_delimiter_within_quotes_does_not_decide(table):
    assert plain(table, '"a;b;c;d",x\n1,2\n') == {"a;b;c;d": [1], "x": [2]}
    assert plain(table, "a;b\n0,5;1\n") == {"a": ["0,5"], "b": [1]}


def test_quoted_newlines_delimiters_and_quotes_are_legal(table):
    found = table('truth,note\ncat,"two\nlines, ""quoted"""\ndog,x\n')
    assert found.column("note").tolist() == ['two\nlines, "quoted"', "x"]
    assert list(found.lines) == [2, 4]


def test_spaces_around_cells_make_no_new_class(table):
    assert plain(table, "truth, a\ncat, cat\ndog ,cat\n") == {"truth": ["cat", "dog"], "a": ["cat", "cat"]}


def test_blank_lines_are_skipped_and_counted(table):
    found = table("\n\ntruth,a\n\nx,y\n   \nx,\n")
    assert (found.rows, found.lines) == (2, [5, 7])
    with pytest.raises(
        InputError, match=r"column 'a' of p.csv has a missing value \(''\) in row 2 \(line 7\)"
    ):
        found.column("a")


def test_unnamed_row_names_of_pandas_and_r_are_left_out(table):
    assert plain(table, ",truth,a\n0,x,y\n") == {"truth": ["x"], "a": ["y"]}
    assert plain(table, '"","truth"\n"1","x"\n') == {"truth": ["x"]}


@pytest.mark.parametrize("cell", ["", "NA", "NaN", "nan", "null", "NULL", "N/A", "<NA>", "None", " "])
def test_missing_cells_are_an_error_only_when_their_column_is_used(table, cell):
    found = table(f"truth,a\nx,1\ny,{cell}\nz,{cell}\n")
    assert found.column("truth").tolist() == ["x", "y", "z"]
    with pytest.raises(InputError) as error:
        found.column("a")
    expected = f"column 'a' of p.csv has a missing value ({cell.strip()!r}) in row 2 (line 3) (2 of 3 items)"
    assert str(error.value).startswith(expected)


def test_cells_are_kept_as_written(table):
    found = table("a,b\n1.50,x\n2,y\n")
    assert found.column("a").tolist() == [1.5, 2.0]
    assert found.texts["a"].tolist() == ["1.50", "2"]


def test_labels_that_look_like_numbers_and_booleans_stay_text(table):
    assert plain(table, "a,b,c\n01,true,1_000\n2,false,3\n") == {
        "a": ["01", "2"], "b": ["true", "false"], "c": ["1_000", "3"]
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message"),
    [("", "p.csv is empty; expected a line of column names"),
     ("\n \n\n", "p.csv is empty"),
     ("truth,a,b\n", "p.csv has a header but no items; expected"),
     ("truth,a,b\n\n\n", "no items; expected"),
     ("truth,a,b\nx,y,z\nx,y\n", r"row 2 \(line 3\) of p.csv has 2 fields, but the header has 3"),
     ("truth,a\nx,y,z\n", r"row 1 \(line 2\) of p.csv has 3 fields, but the header has 2"),
     ('truth,a\n"x\ny",z\nx\n', r"row 2 \(line 4\) of p.csv has 1 field"),
     ("a,b,a\n1,2,3\n", r"two columns called 'a' \(columns 1 and 3\)"),
     ("a,,b\n1,2,3\n", "no name for column 2"),
     ('a,b\n1,2\n3,"4\n5,6\n',
      r"starts in line 3 cannot be read \(unexpected end of data\).*expected closed quotes"),
     ('a,b\n"1"2,3\n', r"starts in line 2 cannot be read \(',' expected after '\"'\)"),
     ("a,b\r1,2\r", r"starts in line 1 cannot be read \(new-line character seen.*that end with a newline")],
)  # fmt: skip
def test_broken_files_say_where(table, text, message):
    with pytest.raises(FileError, match=message):
        table(text)


@pytest.mark.slow
def test_a_quote_left_open_does_not_swallow_the_file(table):
    with pytest.raises(FileError, match=r"starts in line 2 cannot be read \(field larger than field limit"):
        table('a,b\n"x,y\n' + "x,y\n" * 100_000)
    with pytest.raises(FileError, match=r"starts in line 2 cannot be read \(no end of it in sight\)"):
        table("a,b\n" + '"x\n",' * 300_000)


def test_a_header_in_the_middle(table):
    with pytest.raises(FileError, match=r"row 2 \(line 3\) of all.csv repeats the column names"):
        table("truth,a,b\ncat,cat,dog\ntruth,a,b\ndog,dog,dog\n", "all.csv")
