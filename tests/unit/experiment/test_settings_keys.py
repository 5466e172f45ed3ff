import datetime
import re

import pytest

from bakeoff.core.exceptions import FileError, InputError, UnknownNameError
from bakeoff.experiment.settings import inside, of_type, refuse_monsters, refuse_unknown, required, texts


def test_errors_say_where_and_keep_their_type():
    with pytest.raises(FileError, match=r"^x\.toml: data: no such file$"), inside("x.toml"), inside("data"):
        raise FileError("no such file")


def test_other_errors_pass():
    with pytest.raises(ZeroDivisionError), inside("x.toml"):
        _ = 1 / 0


def test_unknown_keys():
    refuse_unknown({"grid": 1}, ("grid", "folds"))
    with pytest.raises(UnknownNameError, match=r"no key is called 'fold'; did you mean 'folds'\?"):
        refuse_unknown({"fold": 3}, ("grid", "folds"))


@pytest.mark.parametrize(
    ("value", "kind"), [(1, int), (1, float), (1.5, float), (True, bool), ("x", str), ([1], list), ({}, dict)]
)
def test_values_of_the_right_type(value, kind):
    assert of_type(value, kind, "x") is value


@pytest.mark.parametrize(
    ("value", "kind", "message"),
    [
        ("ten", int, "folds is 'ten', a text; expected a whole number, such as 10"),
        (True, int, "folds is True, a boolean; expected a whole number, such as 10"),
        (True, float, "folds is True, a boolean; expected a number"),
        (1.0, int, "folds is 1.0, a number; expected a whole number"),
        (1, bool, "folds is 1, a whole number; expected true or false"),
        (1, str, "folds is 1, a whole number; expected a text"),
        ({}, list, "folds is {}, a table; expected a list"),
        ([], dict, "folds is [], a list; expected a table"),
        (datetime.date(2024, 1, 2), str, "folds is 2024-01-02, a date; expected a text"),
    ],
)
def test_values_of_the_wrong_type(value, kind, message):
    with pytest.raises(InputError, match=re.escape(message)):
        of_type(value, kind, "folds", such_as="10")


def test_lists_of_texts():
    assert texts("id", "drop", such_as="") == ("id",)
    assert texts(["id", "x"], "drop", such_as="") == ("id", "x")
    for wrong, message in (
        (3, "drop is 3, a whole number; expected a list, such as ['a']"),
        ([3], "a member of drop is 3, a whole number; expected a text"),
        (["a", "a"], "drop has 'a' twice; expected each value once"),
    ):
        with pytest.raises(InputError, match=re.escape(message)):
            texts(wrong, "drop", such_as="['a']")


def test_required_keys():
    assert required({"file": "x"}, "file", str, such_as="") == "x"
    with pytest.raises(InputError, match=r'file is missing; write file = "d.csv"'):
        required({}, "file", str, such_as='"d.csv"')


def nested(depth):
    return {"a": nested(depth - 1)} if depth else 1


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (nested(31), "is nested more than 30 levels"),
        ({"rng": 2**63}, "rng has a whole number of more than 64 bits"),
        ({"a": {"b": [1, -(10**5000)]}}, "a.b has a whole number of more than 64 bits"),
        ({"a": {"x\ny": 1}}, r"a key is 'x\ny'; expected a printable name"),
    ],
)
def test_monsters(table, message):
    with pytest.raises(InputError, match=re.escape(message)):
        refuse_monsters(table)


def test_no_monsters():
    refuse_monsters(nested(30) | {"rng": 2**63 - 1, "low": -(2**63), "true": True, "list": [[[1.5, "x"]]]})
