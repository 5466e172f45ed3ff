"""JSON Lines files, one or many of one table, as a source whose cells are JSON still to be read.

DuckDB reads the objects. Python's own reader finds the line that caused an error.
"""

import json
import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import BinaryIO

from bakeoff.core.exceptions import FileError
from bakeoff.read.engine.duck import DuckEngine
from bakeoff.read.engine.sources import Source, literal, quoted
from bakeoff.read.engine.text_files import Shard, explained, is_odd, refuse_damaged, text_of, traced
from bakeoff.read.nesting import UNIQUE_KEYS, parsed
from bakeoff.read.opening import LIMIT, Lines
from bakeoff.read.packed import PLAIN
from bakeoff.read.values import a_kind

EXAMPLE = '{"truth": 1, "a": 1, "b": 0}'
FIRST_OBJECTS = 100_000  # a key that none of these has is missing in them at the least
MOST_NAMES = 10_000  # the most columns of a table; a different key on each line makes no table
# a mark at the beginning, NUL, a carriage return alone, a line that is null
_ODD = re.compile(rb"\A\xef\xbb\xbf|\0|\r(?!\n)|^[ \t]*null[ \t]*\r?$", re.MULTILINE)


def json_source(engine: DuckEngine, shards: Sequence[Shard], name: str) -> Source:
    """The objects of JSON Lines files; each key that the first of them have is a column."""
    most_rows = refuse_damaged(shards)
    from bakeoff.read.engine.split_tables import as_lines

    shards = [as_lines(shard, engine) for shard in shards]
    plain = [_plain(shard, engine) for shard in shards]
    engine.explanations.append(lambda message: explained(message, plain, objects))
    keys = _keys(engine, plain, name)
    source = Source(
        engine=engine,
        origin="files",
        relation=_relation(plain, keys),
        name=name,
        kinds=dict.fromkeys(keys, "text"),
        json=True,
        written={key: f"CAST({quoted(column)} AS VARCHAR)" for key, column in _columns(keys).items()},
        most_rows=most_rows,
    )
    return traced(source, engine, shards, objects, json_source)


def objects(stream: BinaryIO, source: str) -> Iterator[tuple[int, dict[str, object]]]:
    """The objects of a file as they are read, each with the number of its line; blank lines are skipped."""
    lines = Lines(stream, source)
    for line in lines:
        if line.strip():
            yield lines.number, parse_object(line, source, lines.number)
    if not lines.number:
        raise FileError(f"{source} is empty; expected one JSON object on each line")


def parse_object(line: str, source: str, number: int, *, example: str = EXAMPLE) -> dict[str, object]:
    """The object on a line, or what is wrong with it."""
    try:
        item = parsed(UNIQUE_KEYS.decode, line)
        if "\\u" in line:
            json.dumps(item, ensure_ascii=False).encode("utf-8")  # half a surrogate pair is not text
    except ValueError as problem:
        raise FileError(
            f"line {number} of {source} is not a complete JSON object ({problem}); "
            f"expected one object on each line, such as {example}",
            source=source,
            line=number,
        ) from None
    if not isinstance(item, dict):
        raise FileError(
            f"line {number} of {source} is {a_kind(item)}; expected one JSON object on each line "
            f"(JSON Lines), not a single array",
            source=source,
            line=number,
        )
    return item


def _plain(shard: Shard, engine: DuckEngine) -> Shard:
    """A file, or a plain copy of one that DuckDB would read differently."""
    if not is_odd(shard, _ODD):
        return shard
    copy = engine.folder / f"plain-{len(list(engine.folder.iterdir()))}.jsonl"
    with text_of(shard) as stream, copy.open("w", encoding="utf-8", newline="") as page:
        page.writelines(json.dumps(item) + "\n" for _, item in objects(stream, shard.name))
    return replace(shard, path=copy, compression=PLAIN)


def _columns(keys: Sequence[str]) -> dict[str, str]:
    """What DuckDB calls each key: by its own name, or by a number where names differ in case alone."""
    if len({key.casefold() for key in keys}) == len(keys):
        return {key: key for key in keys}
    return {key: f"c{at}" for at, key in enumerate(keys)}


def _relation(shards: Sequence[Shard], keys: Sequence[str]) -> str:
    columns = _columns(keys)
    if all(key == column for key, column in columns.items()):
        listed = ", ".join(f"{literal(key)}: 'JSON'" for key in keys)
        return (
            f"read_json({_files(shards)}, columns = {{{listed}}}, format = 'newline_delimited', "
            f"records = true)"
        )
    pointers = {key: literal("/" + key.replace("~", "~0").replace("/", "~1")) for key in keys}
    chosen = (f"json_extract(json, {pointers[key]}) AS {column}" for key, column in columns.items())
    return f"(SELECT {', '.join(chosen)} FROM read_ndjson_objects({_files(shards)}))"


def _files(shards: Sequence[Shard]) -> str:
    listed = ", ".join(literal(shard.pattern) for shard in shards)
    compression = {shard.compression for shard in shards}
    if len(compression) > 1:
        raise FileError(
            f"{shards[0].name} and other files are compressed in different ways; expected one format: "
            f"select some files with a pattern such as '*.jsonl.gz'"
        )
    return f"[{listed}], compression = {literal(compression.pop())}, maximum_object_size = {2 * LIMIT}"


def _keys(engine: DuckEngine, shards: Sequence[Shard], name: str) -> list[str]:
    """The keys of the objects, in order of appearance."""
    lists = engine.fetch(
        f'SELECT "keys", MIN("row") AS "first" FROM (SELECT json_keys(json) AS "keys", ROW_NUMBER() OVER () '
        f'AS "row" FROM read_ndjson_objects({_files(shards)}) LIMIT {FIRST_OBJECTS}) GROUP BY "keys" '
        f'ORDER BY "first"'
    )["keys"]
    keys = list(dict.fromkeys(str(key) for each in lists for key in each))
    if not keys:
        for shard in shards:
            with text_of(shard) as stream:
                deque(objects(stream, shard.name), maxlen=0)
        empty = all(not shard.path.stat().st_size for shard in shards)
        said = "is empty" if empty else "has no items"
        raise FileError(f"{name} {said}; expected one JSON object on each line", source=name)
    if len(keys) > MOST_NAMES:
        raise FileError(
            f"{name} has {len(keys):,} distinct keys; expected the same few keys on each line, one for "
            f"each column",
            source=name,
        )
    if "" in keys:
        raise FileError(f"{name} has a key without a name; give every column a name", source=name)
    return keys
