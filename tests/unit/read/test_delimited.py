import io

import pytest

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read.delimited import read_delimited


def read(text: str):
    return read_delimited(io.BytesIO(text.encode()), "p.csv")


def plain(text: str) -> dict[str, list]:
    return {name: column.tolist() for name, column in read(text).columns.items()}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("delimiter", [",", "\t", ";"])
def test_delimiters_and_line_ends(delimiter, end):
    text = end.join(["truth,a,b", "cat,1,0.5", "dog,2,1", ""]).replace(",", delimiter)
    assert plain(text) == {"truth": ["cat", "dog"], "a": [1, 2], "b": [0.5, 1.0]}


def test_a_delimiter_within_quotes_does_not_decide():
    assert plain('"a;b;c;d",x\n1,2\n') == {"a;b;c;d": [1], "x": [2]}
    assert plain("a;b\n0,5;1\n") == {"a": ["0,5"], "b": [1]}


def test_quoted_newlines_delimiters_and_quotes_are_legal():
    table = read('truth,note\ncat,"two\nlines, ""quoted"""\ndog,x\n')
    assert table.column("note").tolist() == ['two\nlines, "quoted"', "x"]
    assert table.lines == [2, 4]


def test_spaces_around_cells_make_no_new_class():
    assert plain("truth, a\ncat, cat\ndog ,cat\n") == {"truth": ["cat", "dog"], "a": ["cat", "cat"]}


def test_blank_lines_are_skipped_and_counted():
    table = read("\n\ntruth,a\n\nx,y\n   \nx,\n")
    assert (table.rows, table.lines) == (2, [5, 7])
    with pytest.raises(
        InputError, match=r"column 'a' of p.csv has a missing value \(''\) in row 2 \(line 7\)"
    ):
        table.column("a")


def test_unnamed_row_names_of_pandas_and_r_are_left_out():
    assert plain(",truth,a\n0,x,y\n") == {"truth": ["x"], "a": ["y"]}
    assert plain('"","truth"\n"1","x"\n') == {"truth": ["x"]}


@pytest.mark.parametrize("cell", ["", "NA", "NaN", "nan", "null", "NULL", "N/A", "<NA>", "None", " "])
def test_missing_cells_are_an_error_only_when_their_column_is_used(cell):
    table = read(f"truth,a\nx,1\ny,{cell}\nz,{cell}\n")
    assert table.column("truth").tolist() == ["x", "y", "z"]
    with pytest.raises(InputError) as error:
        table.column("a")
    expected = f"column 'a' of p.csv has a missing value ({cell.strip()!r}) in row 2 (line 3) (2 of 3 items)"
    assert str(error.value).startswith(expected)


def test_cells_are_kept_as_written():
    table = read("a,b\n1.50,x\n2,y\n")
    assert table.column("a").tolist() == [1.5, 2.0]
    assert table.texts["a"].tolist() == ["1.50", "2"]


def test_labels_that_look_like_numbers_and_booleans_stay_text():
    assert plain("a,b,c\n01,true,1_000\n2,false,3\n") == {
        "a": ["01", "2"], "b": ["true", "false"], "c": ["1_000", "3"]
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message"),
    [("", "p.csv is empty; expected a line of column names"),
     ("\n \n\n", "p.csv is empty"),
     ("truth,a,b\n", "p.csv has a header but no items at all"),
     ("truth,a,b\n\n\n", "no items at all"),
     ("truth,a,b\nx,y,z\nx,y\n", r"row 2 \(line 3\) of p.csv has 2 field\(s\), but the header has 3"),
     ("truth,a\nx,y,z\n", r"row 1 \(line 2\) of p.csv has 3 field\(s\), but the header has 2"),
     ('truth,a\n"x\ny",z\nx\n', r"row 2 \(line 4\) of p.csv has 1 field\(s\)"),
     ("a,b,a\n1,2,3\n", r"two columns called 'a' \(columns 1 and 3\)"),
     ("a,,b\n1,2,3\n", "no name for column 2"),
     ('a,b\n1,2\n3,"4\n5,6\n',
      r"starts in line 3 cannot be read \(unexpected end of data\).*quote to be closed"),
     ('a,b\n"1"2,3\n', r"starts in line 2 cannot be read \(',' expected after '\"'\)"),
     ("a,b\r1,2\r", r"starts in line 1 cannot be read \(new-line character seen.*lines ended by a newline")],
)  # fmt: skip
def test_broken_files_say_where(text, message):
    with pytest.raises(FileError, match=message):
        read(text)


def test_a_quote_left_open_does_not_swallow_the_file():
    with pytest.raises(FileError, match=r"starts in line 2 cannot be read \(field larger than field limit"):
        read('a,b\n"x,y\n' + "x,y\n" * 100_000)
    with pytest.raises(FileError, match=r"starts in line 2 cannot be read \(no end of it in sight\)"):
        read("a,b\n" + '"x\n",' * 300_000)


def test_a_header_in_the_middle():
    stream = io.BytesIO(b"truth,a,b\ncat,cat,dog\ntruth,a,b\ndog,dog,dog\n")
    with pytest.raises(FileError, match=r"row 2 \(line 3\) of all.csv repeats the column names"):
        read_delimited(stream, "all.csv")
