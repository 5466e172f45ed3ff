import io

import pytest

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read.json_lines import read_json_lines


def read(text: str):
    return read_json_lines(io.BytesIO(text.encode()), "p.jsonl")


def test_values_keep_their_types():
    table = read(
        '\ufeff{"t": "x", "i": 1, "f": 0.5, "b": true}\n\n{"t": "1", "i": 2, "f": 1, "b": false}\r\n'
    )
    assert {name: column.dtype.kind for name, column in table.columns.items()} == {
        "t": "O", "i": "i", "f": "f", "b": "b"
    }  # fmt: skip
    assert table.column("t").tolist() == ["x", "1"]
    assert (table.rows, table.lines) == (2, [1, 3])


def test_keys_are_united_and_a_lacking_one_is_missing():
    table = read('{"a": 1}\n{"b": 2, "a": 3}\n')
    assert table.column("a").tolist() == [1, 3]
    with pytest.raises(
        InputError, match=r"column 'b' of p.jsonl has a missing value \(None\) in row 1 \(line 1\)"
    ):
        table.column("b")


@pytest.mark.parametrize("missing", ["null", "NaN"])
def test_null_is_missing_and_text_never_is(missing):
    table = read(f'{{"a": "NA", "b": 1}}\n{{"a": "", "b": {missing}}}\n')
    assert table.column("a").tolist() == ["NA", ""]
    with pytest.raises(InputError, match=r"missing value \((None|nan)\) in row 2 \(line 2\)"):
        table.column("b")


def test_nested_values_are_an_error_only_when_used():
    table = read('{"a": 1, "p": [0.1, 0.9]}\n{"a": 2, "p": [0.5, 0.5]}\n')
    assert table.column("a").tolist() == [1, 2]
    with pytest.raises(
        InputError, match=r"column 'p' of p.jsonl holds a list in row 1 \(line 1\) \(\[0.1, 0.9\]\)"
    ):
        table.column("p")


@pytest.mark.parametrize(
    ("text", "message"),
    [("", "p.jsonl is empty"), ("\n\n", "p.jsonl has no items at all"),
     ('{"a": 1}\n{"a": 2, "b', r"line 2 of p.jsonl is not a complete JSON object \(Unterminated string"),
     ('{"a": 1}\n{"a"', "line 2 of p.jsonl is not a complete JSON object"),
     ('{"a": 1} {"a": 2}', r"line 1 of p.jsonl is not a complete JSON object \(Extra data"),
     ('[{"a": 1}]', "line 1 of p.jsonl is a list; expected one JSON object on each line"),
     ("3", "line 1 of p.jsonl is an int"), ('{"a": 1, "a": 2}', "it has two keys 'a'"),
     ('{"": 1}', "a key without a name"), ('{"a": ' + "[" * 200_000, "nested too deeply"),
     ('{"a": "\\ud800"}', "line 1 of p.jsonl is not a complete JSON object .*surrogates not allowed"),
     ('{"a": ' + "9" * 5000 + "}", "line 1 of p.jsonl .*Exceeds the limit")],
)  # fmt: skip
def test_broken_files_say_where(text, message):
    with pytest.raises(FileError, match=message):
        read(text)


def test_escaped_letters_and_whole_pairs_are_text():
    assert read('{"a": "\\u00e9\\ud83d\\ude00"}').column("a").tolist() == ["é😀"]


def test_a_key_of_its_own_on_each_line_is_no_table():
    lines = "".join(f'{{"k{at}": 1}}\n' for at in range(20_000))
    with pytest.raises(FileError, match=r"20,000 different keys; expected the same few on each line"):
        read_json_lines(io.BytesIO(lines.encode()), "p.jsonl")
