"""A column that holds numbers in some files and text in others: two tables put together by mistake."""

from collections.abc import Iterable

from bakeoff.core.exceptions import InputError
from bakeoff.read.cells import MISSING, as_number, stripped
from bakeoff.read.engine.blame import from_json
from bakeoff.read.engine.sources import Source

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
