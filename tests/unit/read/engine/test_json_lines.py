import gzip
import json

import pytest

from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.read.engine.reading import read_tally

ROWS = [{"truth": "cat", "a": "cat", "b": "dog", "doc": {"x": [1]}}, {"truth": "dog", "a": "dog", "b": "dog"}]
TEXT = "".join(json.dumps(each) + "\n" for each in ROWS)


def test_objects_are_counted(source):
    tally = read_tally(source(x_jsonl=ROWS))
    assert (tally.labels, tally.counts.tolist()) == (("cat", "dog"), [1, 1])
    packed = gzip.compress(TEXT.encode())
    assert read_tally(source("p", p__1_jsonl_gz=packed, p__2_jsonl_gz=packed)).n == 4


def test_text_and_numbers_stay_apart(source):
    with pytest.raises(InputError, match="truth holds numbers such as 1 and a holds text such as '1'"):
        read_tally(source(x_jsonl=[{"truth": 1, "a": "1", "b": "0"}]))
    tally = read_tally(source(y_jsonl=[{"truth": 1, "a": 1.0, "b": 0}, {"truth": 0, "a": 1, "b": 0}]))
    assert tally.labels == (0, 1)
    assert tally.counts.tolist() == [1, 1]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "has no items at all"),
        (TEXT + '{"truth": "cat",\n', r"line 3 of \S*x.jsonl is not a complete JSON object"),
        (TEXT + "[1]\n", r"line 3 of \S*x.jsonl is a list"),
        (TEXT + '{"truth": 1, "truth": 2}\n', r"line 3 .* two keys 'truth'"),
        (
            TEXT + '{"truth": "cat", "a": "cat"}\n',
            r"column 'b' of \S*x.jsonl has a missing value .* \(1 of 3 items\)",
        ),
        (TEXT + '{"truth": null, "a": 1, "b": 1}\n', "column 'truth' of .* has a missing value"),
        (TEXT.encode() + b'{"truth": "\xff"}\n', "line 3 of .* is not UTF-8"),
        (TEXT + '{"truth": [1], "a": 1, "b": 1}\n', "column 'truth' of .* holds a list in some rows"),
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


@pytest.mark.parametrize("name", ['say "x"', "a/b", "a~1b", "it's", "$.a", "json", "é\n"])
def test_hostile_keys(source, name):
    tally = read_tally(source(x_jsonl=[{name: "cat", "a": "cat", "b": "dog"}]), truth=name)
    assert tally.labels == ("cat", "dog")


def test_keys_that_differ_in_case_alone(source):
    found = source(x_jsonl=[{"truth": 1, "Truth": 2, "a": 1, "b": 0}])
    assert "Truth" in found.kinds
    with pytest.raises(InputError, match="two keys that differ only in case"):
        found.column("truth" if "truth" in found.faults else "Truth")


def test_shards_that_are_compressed_in_different_ways(source):
    with pytest.raises(InputError, match="compressed in different ways"):
        source("p", p__1_jsonl=TEXT, p__2_jsonl_gz=gzip.compress(TEXT.encode()))
