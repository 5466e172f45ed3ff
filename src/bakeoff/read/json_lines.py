"""Tables as JSON Lines: one object for each item, its keys the columns."""

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from bakeoff.core.exceptions import FileError
from bakeoff.read.lines import Lines
from bakeoff.read.table import Table, build_table
from bakeoff.read.values import a_kind

MOST_NAMES = 10_000  # a table has so many columns at most; a key of its own on each line makes no table


def read_json_lines(stream: BinaryIO, source: str) -> Table:
    """Read a table with one JSON object a line; a key that an object lacks is a missing value."""
    items: list[dict[str, Any]] = []
    numbers: list[int] = []
    for number, item in objects(stream, source):
        items.append(item)
        numbers.append(number)
    if not items:
        raise FileError(f"{source} has no items at all; expected one JSON object a line")
    names = dict.fromkeys(name for item in items for name in item)
    if len(names) > MOST_NAMES:
        raise FileError(
            f"{source} has {len(names):,} different keys; expected the same few on each line, one for each "
            f"column"
        )
    if "" in names:
        raise FileError(f"{source} has a key without a name; give every column a name")
    named = {name: [item.get(name) for item in items] for name in names}
    return build_table(named, rows=len(items), source=source, lines=numbers)


def objects(stream: BinaryIO, source: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a file as they are read, each with the number of its line; blank lines are skipped."""
    lines = Lines(stream, source)
    for line in lines:
        if line.strip():
            yield lines.number, _parse(line, source, lines.number)
    if not lines.number:
        raise FileError(f"{source} is empty; expected one JSON object a line")


def _parse(line: str, source: str, number: int) -> dict[str, Any]:
    try:
        item = json.loads(line, object_pairs_hook=_unique)
        if "\\u" in line:
            json.dumps(item, ensure_ascii=False).encode("utf-8")  # half a surrogate pair is not text
    except (ValueError, RecursionError) as problem:
        reason = "nested too deeply" if isinstance(problem, RecursionError) else str(problem)
        raise FileError(
            f"line {number} of {source} is not a complete JSON object ({reason}); "
            'expected one object on each line, such as {"truth": 1, "a": 1, "b": 0}'
        ) from None
    if not isinstance(item, dict):
        raise FileError(
            f"line {number} of {source} is {a_kind(item)}; expected one JSON object on each line "
            f"(JSON Lines), not a single array"
        )
    return item


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    item = dict(pairs)
    if len(item) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"it has two keys {next(n for n in names if names.count(n) > 1)!r}")
    return item
