import pytest

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
