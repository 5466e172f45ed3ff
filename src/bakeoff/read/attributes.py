"""Columns to learn from: numbers with gaps, and text as the numbers of its categories."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats
from bakeoff.read.columns import to_array
from bakeoff.read.table import Table
from bakeoff.read.values import Column, as_float, as_number, from_values, is_number, missing_positions, shown

MOST_CATEGORIES = 1000  # each becomes a column of zeros and ones
NEARLY_ALL = 0.9
_FEW = 10  # so few rows that every text may well differ
_BOOLEANS = {"false": 0.0, "true": 1.0}


@dataclass(frozen=True, kw_only=True, eq=False)
class Attribute:
    """One column: ``values`` are NaN where missing; of text, the places in ``categories``.

    ``among_numbers`` is a text that stands in a column which holds mostly numbers: it may be how the
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
    numbers = _numbers(present)
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


def _numbers(present: Column) -> Floats | None:
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
    """Whether texts are names of items: nothing can be learnt from what no other item shares."""
    return different > _FEW and (different > MOST_CATEGORIES or different >= NEARLY_ALL * rows)


def _not_learnable(column: str, words: list[str], different: int, odd: str, where: str) -> InputError:
    if odd:
        return InputError(
            f"{column} holds numbers, but text such as {shown(odd)} {where}; expected numbers alone: leave "
            f"cells empty where a value is missing, or name the column under drop"
        )
    return InputError(
        f"{column} holds {different} different texts in {len(words)} rows, such as {shown(words[0])}; "
        f"expected numbers or a few categories: name it under drop if it only identifies the items"
    )
