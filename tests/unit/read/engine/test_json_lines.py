import gzip
import json

import pytest
from tests.looping import in_one_test
from tests.unit.read.engine.pairs import read_tally

from bakeoff.core.exceptions import FileError, InputError, UnknownNameError

ROWS = [{"truth": "cat", "a": "cat", "b": "dog", "doc": {"x": [1]}}, {"truth": "dog", "a": "dog", "b": "dog"}]
TEXT = "".join(json.dumps(each) + "\n" for each in ROWS)


def test_objects_are_counted(source):
    tally = read_tally(source(x_jsonl=ROWS))
    assert (tally.labels, tally.counts.tolist()) == (("cat", "dog"), [1, 1])
    packed = gzip.compress(TEXT.encode())
    assert read_tally(source("p", p__1_jsonl_gz=packed, p__2_jsonl_gz=packed)).n == 4


def test_text_and_numbers_stay_apart(source):
    with pytest.raises(
        InputError, match="column 'truth' holds numbers such as 1 and column 'a' holds text such as '1'"
    ):
        read_tally(source(x_jsonl=[{"truth": 1, "a": "1", "b": "0"}]))
    tally = read_tally(source(y_jsonl=[{"truth": 1, "a": 1.0, "b": 0}, {"truth": 0, "a": 1, "b": 0}]))
    assert tally.labels == (0, 1)
    assert tally.counts.tolist() == [1, 1]


@in_one_test(
    ("content", "said"),
    [
        ("", "is empty"),
        ("\n\n", "has no items; expected"),
        (TEXT + "null\n", r"line 3 of \S*x.jsonl is a NoneType; expected one JSON object"),
        (TEXT + "3\n", r"line 3 of \S*x.jsonl is an int; expected one JSON object"),
        (TEXT + '{"truth": "cat",\n', r"line 3 of \S*x.jsonl is not a complete JSON object"),
        (TEXT + "[1]\n", r"line 3 of \S*x.jsonl is a list"),
        (TEXT + '{"truth": 1, "truth": 2}\n', r"line 3 .* two keys 'truth'"),
        (
            TEXT + '{"truth": "cat", "a": "cat"}\n',
            r"column 'b' of \S*x.jsonl has a missing value .* \(1 of 3 items\)",
        ),
        (TEXT + '{"truth": null, "a": 1, "b": 1}\n', "column 'truth' of .* has a missing value"),
        (TEXT.encode() + b'{"truth": "\xff"}\n', "line 3 of .* is not UTF-8"),
        (
            TEXT + '{"truth": [1], "a": 1, "b": 1}\n',
            r"column 'truth' of .* holds a list in row 3 \(line 3\) \(\[1\]\)",
        ),
        ('{"": 1}\n', "a key without a name"),
    ],
)
def test_bad_files_are_told_as_the_careful_reader_tells_them(source, content, said):
    with pytest.raises(InputError, match=said) as caught:
        read_tally(source(x_jsonl=content))
    assert "\n" not in str(caught.value)


def test_a_key_that_none_has(source):
    with pytest.raises(UnknownNameError, match="did you mean 'truth'"):
        read_tally(source(x_jsonl=ROWS), truth="Truth")


@in_one_test("name", ['say "x"', "a/b", "a~1b", "it's", "$.a", "json", "é\n", "0"])
@in_one_test("other", ["x", "B"])
def test_hostile_keys(source, name, other):
    tally = read_tally(source(x_jsonl=[{name: "cat", "a": "cat", "b": "dog", other: 1}]), truth=name)
    assert tally.labels == ("cat", "dog")


def test_keys_that_differ_in_case_alone(source):
    found = source(x_jsonl=[{"truth": 1, "Truth": 2, "a": 1, "b": 0}])
    assert read_tally(found).labels == (0, 1)
    assert read_tally(found, truth="Truth").labels == (0, 1, 2)


def test_shards_that_are_compressed_in_different_ways(source):
    with pytest.raises(InputError, match="compressed in different ways"):
        source("p", p__1_jsonl=TEXT, p__2_jsonl_gz=gzip.compress(TEXT.encode()))


def test_values_keep_their_types(table):
    found = table(
        '\ufeff{"t": "x", "i": 1, "f": 0.5, "b": true}\n\n{"t": "1", "i": 2, "f": 1, "b": false}\r\n',
        "p.jsonl",
    )
    assert {name: column.dtype.kind for name, column in found.columns.items()} == {
        "t": "O", "i": "i", "f": "f", "b": "b"
    }  # fmt: skip
    assert found.column("t").tolist() == ["x", "1"]
    assert (found.rows, list(found.lines)) == (2, [1, 3])


def test_keys_are_united_and_a_lacking_one_is_missing(table):
    found = table('{"a": 1}\n{"b": 2, "a": 3}\n', "p.jsonl")
    assert found.column("a").tolist() == [1, 3]
    with pytest.raises(
        InputError, match=r"column 'b' of p.jsonl has a missing value \(None\) in row 1 \(line 1\)"
    ):
        found.column("b")


@pytest.mark.parametrize("missing", ["null", "NaN"])
def test_null_is_missing_and_text_never_is(table, missing):
    found = table(f'{{"a": "NA", "b": 1}}\n{{"a": "", "b": {missing}}}\n', "p.jsonl")
    assert found.column("a").tolist() == ["NA", ""]
    with pytest.raises(InputError, match=r"missing value \((None|nan)\) in row 2 \(line 2\)"):
        found.column("b")


def test_nested_values_are_an_error_only_when_used(table):
    found = table('{"a": 1, "p": [0.1, 0.9]}\n{"a": 2, "p": [0.5, 0.5]}\n', "p.jsonl")
    assert found.column("a").tolist() == [1, 2]
    with pytest.raises(
        InputError, match=r"column 'p' of p.jsonl holds a list in row 1 \(line 1\) \(\[0.1, 0.9\]\)"
    ):
        found.column("p")


@in_one_test(
    ("text", "message"),
    [("", "p.jsonl is empty"), ("\n\n", "p.jsonl has no items; expected"),
     ('{"a": 1}\n{"a": 2, "b', r"line 2 of p.jsonl is not a complete JSON object \(Unterminated string"),
     ('{"a": 1}\n{"a"', "line 2 of p.jsonl is not a complete JSON object"),
     ('{"a": 1} {"a": 2}', r"line 1 of p.jsonl is not a complete JSON object \(Extra data"),
     ('[{"a": 1}]', "line 1 of p.jsonl is a list; expected one JSON object on each line"),
     ("3", "line 1 of p.jsonl is an int"), ('{"a": 1, "a": 2}', "an object has two keys 'a'"),
     ('{"": 1}', "a key without a name"), ('{"a": ' + "[" * 200_000, "nested too deeply"),
     ('{"a": "\\ud800"}', "line 1 of p.jsonl is not a complete JSON object .*surrogates not allowed"),
     ('{"a": ' + "9" * 5000 + "}", "line 1 of p.jsonl .*Exceeds the limit")],
)  # fmt: skip
def test_broken_files_say_where(table, text, message):
    with pytest.raises(FileError, match=message):
        table(text, "p.jsonl")


def test_escaped_letters_and_whole_pairs_are_text(table):
    assert table('{"a": "\\u00e9\\ud83d\\ude00"}', "p.jsonl").column("a").tolist() == ["é😀"]


def test_a_key_of_its_own_on_each_line_is_no_table(table):
    lines = "".join(f'{{"k{at}": 1}}\n' for at in range(20_000))
    with pytest.raises(FileError, match=r"20,000 distinct keys; expected the same few keys on each line"):
        table(lines, "p.jsonl")
