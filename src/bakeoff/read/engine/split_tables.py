"""Tables that are one JSON object with ``columns`` and ``data``, a list for each row, as JSON Lines.

MLflow and Weights & Biases write them, and pandas with ``orient="split"``.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Any

from bakeoff.core.exceptions import FileError
from bakeoff.read.engine.duck import DuckEngine
from bakeoff.read.engine.sources import check_names
from bakeoff.read.engine.text_files import Shard
from bakeoff.read.json_values import JsonValues, Scan, read_bytes, unpacked
from bakeoff.read.packed import PLAIN
from bakeoff.read.values import a_kind

EXPECTED = "a table of MLflow or Weights & Biases"
HEAD = 1 << 12
_BEGINS = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"(?:columns|index|data|_type|column_types|ncols|nrows)"\s*:')


def as_lines(shard: Shard, engine: DuckEngine) -> Shard:
    """The rows of such a table as JSON Lines, in a separate file; any other file as it is."""
    with unpacked(shard.path, shard.name, expected=EXPECTED) as stream:
        if not _BEGINS.match(read_bytes(stream, HEAD, shard.name)):
            return shard
    columns = _columns(shard.path, shard.name)
    if columns is None:
        return shard
    check_names(columns, shard.name)
    copy = engine.folder / f"split-{len(list(engine.folder.iterdir()))}.jsonl"
    with copy.open("w", encoding="utf-8") as page:
        for row in split_rows(shard.path, shard.name, columns):
            cells = dict(zip(columns, map(_written, row), strict=True))
            page.write(json.dumps(cells) + "\n")
    return replace(shard, path=copy, compression=PLAIN)


def split_rows(
    path: Path, called: str, columns: Sequence[str], scan: Scan | None = None
) -> Iterator[list[Any]]:
    """The rows of a table, each as long as there are columns."""
    if len(set(columns)) < len(columns):
        raise FileError(f"{called} has several columns of one name; expected different names")
    for at, row in enumerate(_data(path, called, scan), start=1):
        if not isinstance(row, list) or len(row) != len(columns):
            got = f"{len(row)} values" if isinstance(row, list) else a_kind(row)
            raise FileError(f"{called} has {got} in row {at}; expected {len(columns)} values")
        yield row


def _data(path: Path, called: str, scan: Scan | None) -> Iterator[Any]:
    with unpacked(path, called, expected=EXPECTED) as stream:
        text = JsonValues(stream, called, None if scan is None else scan.read)
        for key in text.members():
            if key == "data" and text.next_character() == "[":
                yield from text.elements()
            else:
                text.value()


def _written(cell: Any) -> Any:
    """What JSON Lines have for a cell: no number that JSON does not have."""
    return None if isinstance(cell, float) and not isfinite(cell) else cell


def _columns(path: Path, called: str) -> list[str] | None:
    """The names of the columns; None where the first object of a file is not such a table."""
    found: dict[str, Any] = {}
    try:
        with unpacked(path, called, expected=EXPECTED) as stream:
            text = JsonValues(stream, called)
            for key in text.members():
                if key == "data" and text.next_character() == "[":
                    found[key] = not sum(not isinstance(row, list) for row in text.elements())
                else:
                    found[key] = text.value()
    except FileError:
        return None  # reading it as JSON Lines reports what is wrong
    names = found.get("columns")
    named = isinstance(names, list) and bool(names) and all(isinstance(each, str) for each in names)
    return names if named and found.get("data") is True else None
