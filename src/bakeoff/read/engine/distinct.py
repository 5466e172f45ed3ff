"""The few different values of a column that an engine has counted, read by the rules for cells."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Ints
from bakeoff.read.alike import Written
from bakeoff.read.columns import to_array
from bakeoff.read.engine.sources import Source, from_json, gap, place_of
from bakeoff.read.values import MISSING, Column, as_number, missing_positions, parse_cells, stripped


@dataclass(frozen=True, kw_only=True, eq=False)
class Distinct:
    """Different values, and for each row which of them it has."""

    written: Written
    codes: Ints


def distinct(source: Source, name: str, values: Column, counts: Ints) -> Distinct:
    """Read a column of which each row stands for so many items; none may be missing."""
    different, codes = _told_apart(values)
    cells, gaps = cells_of(source, name, different)
    if gaps:
        count = int(counts[np.isin(codes, gaps)].sum())
        raise gap(source, name, cells[gaps[0]], count, int(counts.sum()))
    refuse_change(source, name, cells)
    if source.spelled:
        return Distinct(written=(parse_cells(cells), np.array(cells, dtype=object)), codes=codes)
    given = cells if source.json else different

    def where(at: int) -> str:
        return place_of(source, name, lambda cell: cell == cells[at])

    return Distinct(written=(to_array(given, source.label(name), place=where), None), codes=codes)


def _told_apart(values: Column) -> tuple[Column, Ints]:
    """The different values of an array, in an order of their own, and where each is.

    JSON may have 1, 1.0 and true in one column, of which the first gives the class its name.
    """
    if values.dtype.kind != "O":
        numbers, places = np.unique(values, return_inverse=True)
        return numbers, places.astype(np.int64).reshape(-1)
    listed = values.tolist()
    different = sorted(set(listed), key=str)
    at = {value: place for place, value in enumerate(different)}
    codes = np.fromiter(map(at.__getitem__, listed), dtype=np.int64, count=len(listed))
    return np.fromiter(different, dtype=object, count=len(different)), codes


def cells_of(source: Source, name: str, different: Column) -> tuple[list[Any], list[int]]:
    """The values as they were written in the files, and which of them are missing."""
    if source.spelled:
        cells = [stripped(value) for value in different.tolist()]
        nul = next((cell for cell in cells if "\0" in cell), None)
        if nul is not None:
            raise InputError(
                f"{source.label(name)} has a NUL byte in {nul!r}, so it is not text in UTF-8; "
                f"save the table as CSV in UTF-8"
            )
        return cells, [at for at, cell in enumerate(cells) if cell in MISSING]
    if source.json:
        read = [None if value is None else from_json(source, value) for value in different.tolist()]
        different = np.fromiter(read, dtype=object, count=len(read))
    return different.tolist(), missing_positions(different).tolist()


FIRST = 10_000  # different values of a file that are looked at


def refuse_change(source: Source, name: str, cells: Iterable[object]) -> None:
    """Refuse a column that is numbers alone in one file and text alone in another.

    ``cells`` are the values in all files; only if they are of both kinds the files are looked at one by one.
    """
    if source.parts is None or len(_kinds(cells)) < 2:
        return
    seen: dict[str, str] = {}
    for part in source.parts():
        found = part.engine.fetch(
            f"SELECT DISTINCT {part.column(name)} AS v FROM {part.relation} LIMIT {FIRST}",
            wanted=f"reading {part.name}",
        )
        kinds = _kinds(_cells(part, found["v"].tolist()))
        if len(kinds) == 1:
            seen.setdefault(kinds.pop(), part.name)
        if len(seen) > 1:
            (one, here), (other, there) = list(seen.items())[:2]
            raise InputError(
                f"column {name!r} of {source.name} holds {one} in {here} and {other} in {there}; expected "
                f"one kind of values in all files: write them alike, or compare the files apart"
            )


def _cells(part: Source, values: list[str | None]) -> list[object]:
    there = [value for value in values if value is not None]
    return [from_json(part, value) if part.json else stripped(value) for value in there]


def _kinds(cells: Iterable[object]) -> set[str]:
    """Which kinds of values there are; at most two are told."""
    kinds: set[str] = set()
    for cell in cells:
        if cell is None or (isinstance(cell, str) and cell in MISSING):
            continue
        text = isinstance(cell, bool) or (isinstance(cell, str) and as_number(cell) is None)
        kinds.add("text" if text else "numbers")
        if len(kinds) == 2:
            break
    return kinds
