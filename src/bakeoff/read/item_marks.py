"""Fingerprints of test items, independent of their order and their container.

The hashes of the ids of each class are added up, so that the order does not matter and nothing but a few sums
is kept. Databases and files give the same sums.
"""

import datetime
import hashlib
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.core.looks import TestItems
from bakeoff.read.values import BLANK, EXACT, NUMBERS, as_float, date_text, from_values, of_decimal, trimmed

Sums = tuple[int, int, int]  # items, and both halves of the sum of their hashes
MODULUS = 2**64


def text_of(value: object) -> str:
    """An id or a label as text, the same whether it was a number or was written in a file.

    >>> [text_of(value) for value in (7, 7.0, " 7", True, "True", 0.5)]
    ['7', '7', '7', 'true', 'true', '0.5']
    """
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    if isinstance(value, datetime.date | np.datetime64):
        return str(date_text(value))
    if isinstance(value, Decimal):
        value = of_decimal(value)
    if isinstance(value, NUMBERS):
        number = as_float(value)
        whole = isinstance(value, int | np.integer) or (number.is_integer() and abs(number) < EXACT)
        return str(int(value)) if whole else repr(number)
    text = str(value).strip(BLANK)
    return text.lower() if text.lower() in ("true", "false") else text


def halves(text: str) -> tuple[int, int]:
    """The two halves of the hash of an id: the lower and the upper 64 bits of DuckDB's ``md5_number``."""
    digest = hashlib.md5(text.encode("utf-8", "surrogatepass"), usedforsecurity=False).digest()
    return int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:], "little")


def added(sums: dict[str, Sums], label: str, new: Sums) -> None:
    """Add to the sums of a label."""
    old = sums.get(label, (0, 0, 0))
    n, upper, lower = (one + other for one, other in zip(old, new, strict=True))
    sums[label] = (n, upper % MODULUS, lower % MODULUS)


def count_ids(sums: dict[str, Sums], pairs: Iterable[tuple[object, object]]) -> None:
    """Add items, each by its id and its truth; None where that is not known."""
    for name, label in pairs:
        added(sums, "" if label is None else f"={text_of(trimmed(label))}", (1, *halves(text_of(name))))


def items_of(sums: Mapping[str, Sums], *, by_ids: bool) -> TestItems:
    """The fingerprint of items by the sums of each label: ``=`` and its text, or nothing without a truth."""
    n = sum(each[0] for each in sums.values())
    labels = _hashed((label, each[0]) for label, each in sums.items()) if any(sums) else ""
    found = _hashed((label, *each) for label, each in sums.items()) if by_ids else labels
    return TestItems(
        fingerprint=found or _hashed([("", n)]), by="ids" if by_ids else "labels", n=n, labels=labels
    )


def items_in_memory(truth: npt.ArrayLike | None, ids: npt.ArrayLike | None = None) -> TestItems:
    """The fingerprint of items in memory.

    >>> one = items_in_memory(["cat", "dog"], [1, 2])
    >>> one == items_in_memory(np.array(["dog", "cat"]), ["2", "1"]), one.by
    (True, 'ids')
    """
    true, names = (None if each is None else _listed(each) for each in (truth, ids))
    sums: dict[str, Sums] = {}
    if names is None:
        for label in true or []:
            added(sums, f"={text_of(trimmed(label))}", (1, 0, 0))
    else:
        count_ids(sums, zip(names, true or [None] * len(names), strict=True))
    return items_of(sums, by_ids=names is not None)


def rows_in_memory(rows: Iterable[Iterable[Any]], truth: npt.ArrayLike) -> TestItems:
    """The fingerprint of items that are known by all of their attributes."""
    from dataclasses import replace

    names = ("\x1f".join(text_of(cell) for cell in row) for row in rows)
    sums: dict[str, Sums] = {}
    count_ids(sums, zip(names, _listed(truth), strict=True))
    return replace(items_of(sums, by_ids=True), by="rows")


def _listed(values: npt.ArrayLike) -> list[Any]:
    array = values if isinstance(values, np.ndarray) else from_values(list(values))  # type: ignore[arg-type]
    listed: list[Any] = array.tolist()
    return listed


def _hashed(lines: Iterable[tuple[object, ...]]) -> str:
    digest = hashlib.sha256()
    for line in sorted("\x1f".join(map(str, each)) for each in lines):
        digest.update(f"{line}\n".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:32]
