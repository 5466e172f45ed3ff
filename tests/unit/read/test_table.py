import numpy as np
import pytest

from bakeoff.core.exceptions import FileError, InputError, UnknownNameError
from bakeoff.read.engine.sources import check_names
from bakeoff.read.table import Table, build_table

TABLE = build_table({"truth": ["x", "y"], "a": ["x", None]}, rows=2, source="p.csv", lines=[2, 5])


def test_a_usable_column_is_given():
    assert TABLE.column("truth").tolist() == ["x", "y"]
    assert TABLE.names == ["truth", "a"] and "a" in TABLE and "b" not in TABLE


def test_a_column_with_gaps_is_an_error_only_when_used():
    with pytest.raises(InputError) as error:
        TABLE.column("a")
    assert str(error.value).startswith(
        "column 'a' of p.csv has a missing value (None) in row 2 (line 5) (1 of 2 items)"
    )


def test_an_unknown_column_brings_the_nearest():
    with pytest.raises(
        UnknownNameError, match=r"no column of p.csv is called 'trth'; did you mean 'truth'\?"
    ):
        TABLE.column("trth")


def test_places_count_as_their_readers_do():
    columns = {"x": np.arange(2)}
    assert Table(columns=columns, rows=2, source="s", lines=[2, 3]).place(1) == "in row 2 (line 3)"
    assert Table(columns=columns, rows=2, source="s").place(1) == "in row 2"
    assert Table(columns=columns, rows=2, source="s", in_memory=True).place(1) == "at position 1"


def test_names_must_tell_columns_apart():
    check_names(["a", "b", "A"], "p.csv")
    with pytest.raises(FileError, match=r"p.csv has two columns called 'a' \(columns 1 and 3\); rename one"):
        check_names(["a", "b", "a"], "p.csv")
    with pytest.raises(FileError, match=r"p.csv has no name for column 2"):
        check_names(["a", ""], "p.csv")


def test_very_many_columns_are_checked_at_once():
    names = [f"c{at}" for at in range(200_000)]
    check_names(names, "p.csv")
    with pytest.raises(FileError, match=r"two columns called 'c7' \(columns 8 and 200001\)"):
        check_names([*names, "c7"], "p.csv")
