import pytest
from tests.unit.read.engine.pairs import read_tally

from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.read.engine.sources import Source, literal, quoted

NASTY = [
    'say "x"',
    "a;DROP TABLE t;--",
    "it's",
    "c0",
    "f0",
    "tab\tin",
    "*",
    "%s {x}",
    "\\",
    "naïve",
    "SELECT",
]


@pytest.mark.parametrize("name", NASTY)
def test_names_and_texts_are_quoted(name):
    assert quoted(name)[1:-1].replace('""', "") == name.replace('"', "")
    assert literal(name)[1:-1].replace("''", "'") == name


class Fake:
    name = "nowhere"

    def close(self):
        pass


def test_a_column_or_why_there_is_none():
    kinds = {"truth": "text", "nested": "other", "odd": "whole"}
    source = Source(
        engine=Fake(), origin="files", relation="t", name="x", kinds=kinds, faults={"odd": "odd is odd"}
    )
    assert source.column("truth") == '"truth"'
    with pytest.raises(UnknownNameError, match=r"no column of x is called 'trut'; did you mean 'truth'\?"):
        source.column("trut")
    with pytest.raises(InputError, match="column 'nested' of x holds lists"):
        source.column("nested")
    with pytest.raises(InputError, match=r"^odd is odd$"):
        source.column("odd")


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_blanks_around_names_of_columns_are_left_out(source, kind):
    rows = {"truth ": [1, 0, 1], "a": [1, 0, 1], " b": [0, 0, 1]}
    lines = [dict(zip(rows, row, strict=True)) for row in zip(*rows.values(), strict=True)]
    text = "\n".join(",".join(map(str, row)) for row in [list(rows), *(each.values() for each in lines)])
    given = {"csv": text, "jsonl": lines, "parquet": rows}[kind]
    found = source(**{f"x_{kind}": given})
    assert list(found.kinds) == ["truth", "a", "b"]
    assert read_tally(found).counts.sum() == 3
    with pytest.raises(UnknownNameError, match=r"is called 'truth '; did you mean 'truth'\?"):
        read_tally(found, truth="truth ")
    gap = [*lines, {"truth ": 1, "a": 1, " b": None}]
    if kind != "csv":
        named = {name: [row[name] for row in gap] for name in rows}
        with pytest.raises(InputError, match=r"column 'b' of .* has a missing value .* in row 4"):
            read_tally(source(**{f"y_{kind}": gap if kind == "jsonl" else named}))


def test_names_that_differ_in_blanks_alone_stay_what_they_are(source):
    found = source(x_parquet={"truth": [1, 0], "a": [1, 0], "a ": [0, 0], "b": [1, 1]})
    assert list(found.kinds) == ["truth", "a", "a ", "b"]
    assert read_tally(found, a="a ", b="b").n == 2
