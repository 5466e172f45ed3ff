"""A data file of an experiment: its columns by role, as `Data`."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import numpy as np
import numpy.typing as npt

from bakeoff.core.exceptions import InputError, unknown_column
from bakeoff.core.outcomes import Floats
from bakeoff.experiment.data import Data, Kind
from bakeoff.experiment.settings import of_type, refuse_unknown, required, texts
from bakeoff.read.columns import to_array
from bakeoff.read.opening import file_path, refuse_strange_file
from bakeoff.read.table import Table, read_table
from bakeoff.read.values import (
    Column,
    as_float,
    as_number,
    from_values,
    is_number,
    is_text,
    missing_positions,
    shown,
)

MOST_CATEGORIES = 1000  # each becomes a column of zeros and ones
NEARLY_ALL = 0.9
_FEW = 10  # with so few rows, every text may differ
_BOOLEANS = {"false": 0.0, "true": 1.0}


@dataclass(frozen=True, kw_only=True, eq=False)
class Attribute:
    """One column: ``values`` are NaN where missing; of text, the places in ``categories``.

    ``among_numbers`` is a text in a column that is mostly numbers: it may be how the
    file writes a missing value.
    """

    name: str
    values: Floats
    categories: tuple[str, ...] = ()
    among_numbers: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether every value is missing."""
        return bool(np.isnan(self.values).all())


def read_attribute(table: Table, name: str) -> Attribute:
    """A column of a table as numbers to learn from.

    Numbers are numbers, false and true are 0 and 1, and a missing value is NaN. Where any value is
    text or a date, the column is one of categories, in the order of their texts; so many different texts
    that they name the items rather than describe them are refused.

    >>> from bakeoff.read.table import table_of
    >>> table = table_of({"size": [1.5, None, 2], "colour": ["red", "blue", "red"]}, "the table")
    >>> read_attribute(table, "size").values.tolist(), read_attribute(table, "colour").values.tolist()
    ([1.5, nan, 2.0], [1.0, 0.0, 1.0])
    """
    there, present = _present(table, name)
    values = np.full(table.rows, np.nan)
    if not len(there):
        return Attribute(name=name, values=values)
    numbers = _as_numbers(present)
    if numbers is not None:
        values[there] = numbers
        return Attribute(name=name, values=values)
    words = [value if isinstance(value, str) else str(value) for value in present.tolist()]
    categories = tuple(sorted(set(words)))
    odd = _among_numbers(words)
    if _are_names(len(categories), len(words)):
        where = table.place(int(there[words.index(odd or words[0])]))
        raise _not_learnable(f"column {name!r} of {table.source}", words, len(categories), odd, where)
    place = {word: float(at) for at, word in enumerate(categories)}
    values[there] = [place[word] for word in words]
    return Attribute(name=name, values=values, categories=categories, among_numbers=odd)


def _present(table: Table, name: str) -> tuple[Any, Column]:
    """The rows in which a column has a value, and these values."""
    if name not in table.faulty:
        column = table.column(name)
        return np.arange(len(column)), column
    given = table.faulty[name]
    array = given if isinstance(given, np.ndarray) else from_values(given)
    bare = np.ma.getdata(array)
    # a column of Parquet may have both nulls, which are masked, and NaN
    gaps = np.union1d(missing_positions(array), missing_positions(bare))
    there = np.setdiff1d(np.arange(len(bare)), gaps)
    if not len(there):
        return there, np.empty(0)
    where = f"column {name!r} of {table.source}"
    return there, to_array(bare[there], where, place=lambda at: table.place(int(there[at])))


def _as_numbers(present: Column) -> Floats | None:
    if present.dtype.kind in "biuf":
        return present.astype(np.float64)
    if is_number(present):
        return np.array([as_float(value) for value in present.tolist()])
    folded = [value.casefold() if isinstance(value, str) else "" for value in present.tolist()]
    if set(folded) <= _BOOLEANS.keys():
        return np.array([_BOOLEANS[word] for word in folded])
    return None


def _among_numbers(words: list[str]) -> str:
    texts = [word for word in words if as_number(word) is None]
    return texts[0] if texts and len(texts) * 2 < len(words) else ""


def _are_names(different: int, rows: int) -> bool:
    """Whether texts are names of items: nothing can be learnt from values that occur once."""
    return different > _FEW and (different > MOST_CATEGORIES or different >= NEARLY_ALL * rows)


def _not_learnable(column: str, words: list[str], different: int, odd: str, where: str) -> InputError:
    if odd:
        return InputError(
            f"{column} holds numbers, but also text such as {shown(odd)} {where}; expected only numbers: "
            f"leave cells empty where a value is missing, or list the column under drop"
        )
    return InputError(
        f"{column} holds {different} distinct texts in {len(words)} rows, such as {shown(words[0])}; "
        f"expected numbers or a few categories: list the column under drop if it only identifies the "
        f"items"
    )


KEYS = ("file", "name", "target", "drop", "use", "group", "kind")
LARGEST = 1 << 30  # bytes: text takes many times its size while it is read
_ID_NAMES = ("id", "index", "row", "rownames", "unnamed: 0")


@dataclass(frozen=True, kw_only=True, eq=False)
class Loaded:
    """A data set, which of its columns are of categories, and what a user should know about it."""

    data: Data
    categories: tuple[int, ...]
    notes: tuple[str, ...]


def load_data(table: Mapping[str, Any], folder: Path, kind: Kind) -> Loaded:
    """Read the file that a ``[[data]]`` table names, relative to a folder.

    ``kind`` says what the target is where the table does not.
    """
    refuse_unknown(table, KEYS)
    file, source = file_path(required(table, "file", str, such_as='"data.csv"'))
    refuse_strange_file(folder / file, source, most_bytes=LARGEST)
    asked = of_type(table.get("kind", kind), str, "kind")
    if asked not in get_args(Kind):
        raise InputError(f'kind is {asked!r}; expected "classes" or "numbers"')
    rows = read_table(folder / file)
    name = of_type(table.get("name", file.stem), str, "name", such_as='"breast cancer"')
    check_name(name, "name")
    target = required(table, "target", str, such_as=f'"{rows.names[-1]}"')
    group = table.get("group")
    y = _classes(rows, target) if asked == "classes" else _numbers(rows, target)
    groups = None if group is None else rows.column(of_type(group, str, "group"))
    attributes = [read_attribute(rows, each) for each in _chosen(table, rows, target, group)]
    kept = [each for each in attributes if not each.is_empty]
    if not kept:
        raise InputError(f"{rows.source} has no attributes; expected at least one column besides the target")
    X = np.column_stack([each.values for each in kept])
    return Loaded(
        data=Data(X=X, y=y, name=name, kind=asked, groups=groups),
        categories=tuple(at for at, each in enumerate(kept) if each.categories),
        notes=_notes(name, attributes),
    )


def check_name(name: str, what: str) -> None:
    """Refuse names that are invisible or would disturb a terminal."""
    if not name.strip() or not name.isprintable():
        raise InputError(f"{what} is {shown(name)}; expected a printable name")


def _chosen(table: Mapping[str, Any], rows: Table, target: str, group: str | None) -> list[str]:
    """The columns to learn from."""
    roles = {target: "the target", group: "the group"}
    if "use" in table and "drop" in table:
        raise InputError("expected either use or drop, not both")
    for key in ("use", "drop"):
        for each in texts(table.get(key, []), key, such_as='["id"]'):
            if each not in rows:
                raise unknown_column(each, rows.names, rows.source)
            if each in roles and (key == "use" or each == target):
                raise InputError(f"{key} names {each!r}, which is {roles[each]}; leave it out of {key}")
    if "use" in table:
        return list(texts(table["use"], "use", such_as='["age"]'))
    dropped = {*texts(table.get("drop", []), "drop", such_as='["id"]'), *roles}
    return [each for each in rows.names if each not in dropped]


def _classes(rows: Table, target: str) -> npt.NDArray[Any]:
    y = rows.column(target)
    column = f"column {target!r} of {rows.source}"
    if y.dtype.kind == "O" and not is_text(y):
        odd = "both numbers and text" if not is_number(y) else "numbers of many digits"
        raise InputError(f"{column} holds {odd}; expected classes: write all of them as text")
    if y.dtype.kind == "f" and (at := np.flatnonzero(y != np.round(y))).size:
        raise InputError(
            f"{column} holds fractions such as {y[at[0]]:g}, which are not classes; compare regressors, or "
            f"name another target"
        )
    found = np.unique(y.astype(str) if y.dtype.kind == "O" else y)
    if len(found) < 2:
        raise InputError(f"{column} is {shown(y[0])} in every row; expected at least two classes")
    return y


def _numbers(rows: Table, target: str) -> Floats:
    y = rows.column(target)
    column = f"column {target!r} of {rows.source}"
    if y.dtype.kind not in "biuf":
        texts_at = [i for i, value in enumerate(y.tolist()) if isinstance(value, str)]
        at = next((i for i in texts_at if as_number(y[i]) is None), (texts_at or [0])[0])
        raise InputError(f"{column} has {shown(y[at])} {rows.place(at)}; expected numbers to predict")
    numbers = y.astype(np.float64)
    infinite = np.flatnonzero(~np.isfinite(numbers))
    if len(infinite):
        where = rows.place(int(infinite[0]))
        raise InputError(f"{column} has {numbers[infinite[0]]} {where}; expected finite numbers to predict")
    if len(y) < 2:
        raise InputError(f"{rows.source} has one row; expected at least two items")
    return numbers


def _notes(name: str, attributes: list[Attribute]) -> tuple[str, ...]:
    notes = []
    coded = [_in_words(each) for each in attributes if each.categories]
    if coded:
        notes.append(
            f"{name}: these columns are encoded as categories on each training set: {', '.join(coded)}"
        )
    empty = [shown(each.name) for each in attributes if each.is_empty]
    if empty:
        notes.append(f"{name}: these columns are left out because every value is missing: {', '.join(empty)}")
    counting = [shown(each.name) for each in attributes if _counts_rows(each)]
    if counting:
        notes.append(
            f"{name}: this attribute looks like a row number: {', '.join(counting)}; if so, list it "
            f"under drop"
        )
    return tuple(notes)


def _in_words(attribute: Attribute) -> str:
    odd = f", such as {shown(attribute.among_numbers)} among numbers" if attribute.among_numbers else ""
    return f"{shown(attribute.name)} ({len(attribute.categories)} values{odd})"


def _counts_rows(attribute: Attribute) -> bool:
    """Whether a column has a different whole number in each row, and is called an id or counts up."""
    values = attribute.values
    if attribute.categories or len(values) < 3 or not np.array_equal(values, np.round(values)):
        return False
    ordered = np.sort(values)
    steps = np.diff(ordered)
    name = attribute.name.casefold()
    named = name in _ID_NAMES or name.endswith(("_id", " id", "-id"))
    return bool((steps == 1).all() or (named and (steps > 0).all()))
