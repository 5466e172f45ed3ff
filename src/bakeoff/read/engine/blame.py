"""The second pass, once something is wrong: which row is to blame."""

import json
from collections import deque
from collections.abc import Callable, Sequence

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read.cells import MISSING, as_number
from bakeoff.read.columns import missing_value
from bakeoff.read.engine.sources import Cells, Source
from bakeoff.read.place import Place
from bakeoff.read.values import NUMBERS, Column, as_float, is_missing


def find(source: Source, names: Sequence[str], fits: Callable[[Cells], bool]) -> tuple[Place, Cells] | None:
    """The first row whose cells in some columns fit, or None where there is none or rows have no place."""
    if source.walk is None:
        return None
    return next(((place, cells) for place, cells in source.walk(names) if fits(cells)), None)


def place_of(source: Source, name: str, fits: Callable[[object], bool]) -> str:
    """Where the first cell that fits is, in words."""
    found = find(source, [name], lambda cells: fits(cells[0]))
    return "in some rows" if found is None else str(found[0])


def gap(source: Source, name: str, value: object, count: int, items: int) -> InputError:
    """The error for a column with missing values: the first of them, and how many there are."""
    found = find(source, [name], lambda cells: is_gap(source, cells[0]))
    if found is None:
        where = "in one row" if count == 1 else "in some rows"
        return missing_value(source.label(name), value, where, count, items)
    place, cells = found
    problem = missing_value(source.label(name), cells[0], str(place), count, items)
    problem.source, problem.column = source.name, name
    problem.row, problem.line, problem.value = place.row, place.line, cells[0]
    return problem


def is_gap(source: Source, cell: object) -> bool:
    """Whether a cell is missing."""
    return cell in MISSING if source.spelled else is_missing(cell)


def outside_of(source: Source, name: str, values: Column, expected: str) -> InputError:
    """The error for numbers that are not what was expected: the first of them, and how many there are."""
    wrong = set(values.tolist())
    found = find(source, [name], lambda cells: _number(cells[0]) in wrong)
    value, where = (float(values[0]), "") if found is None else (_number(found[1][0]), f" {found[0]}")
    return InputError(
        f"{source.label(name)} has {value!r}{where} ({len(values)} such value(s) in all); "
        f"expected {expected}",
        source=source.name,
        column=name,
        row=None if found is None else found[0].row,
        line=None if found is None else found[0].line,
        value=value,
        expected=expected,
    )


def _number(cell: object) -> float | None:
    if isinstance(cell, str):
        cell = as_number(cell)
    return as_float(cell) if isinstance(cell, NUMBERS) else None


def second_of(source: Source, name: str, same: Callable[[object], bool]) -> Place | None:
    """Where a value occurs for the second time."""
    seen = 0

    def again(cells: Cells) -> bool:
        nonlocal seen
        seen += same(cells[0])
        return seen == 2

    found = find(source, [name], again)
    return None if found is None else found[0]


def refuse_header(source: Source, names: Sequence[str], rows: int) -> None:
    """Refuse rows that hold the names of the columns: files put together with the header of each."""
    if not rows:
        return
    found = find(source, names, lambda cells: list(cells) == list(names))
    if found is None:
        raise repeated_header(source.name, f"{rows} row{'s' if rows > 1 else ''} of {source.name}")
    place = found[0]
    raise repeated_header(source.name, place.words if place.file else f"{place.words} of {source.name}")


def repeated_header(source: str, where: str) -> FileError:
    """The error for a table with its column names among the rows."""
    return FileError(
        f"{where} repeats the column names; expected them once, in the first line: remove the other ones",
        source=source,
    )


def from_json(source: Source, text: str) -> object:
    """The value that a JSON text says; of one that Python does not take, what is wrong with its line."""
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError) as problem:
        if source.walk is not None:
            deque(source.walk([]), maxlen=0)
        raise InputError(f"{source.name} has a value that cannot be read: {problem}") from None
    return value
