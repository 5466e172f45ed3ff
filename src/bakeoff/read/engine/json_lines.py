"""JSON Lines files, one or many of one table, as a source whose cells are JSON still to be read."""

from collections import deque
from collections.abc import Sequence
from typing import BinaryIO

from bakeoff.core.exceptions import FileError
from bakeoff.read.engine.duck import DuckEngine
from bakeoff.read.engine.shards import Shard
from bakeoff.read.engine.sources import Source, literal, quoted
from bakeoff.read.engine.text_files import explained, refuse_cut_off
from bakeoff.read.json_lines import objects
from bakeoff.read.lines import LIMIT

FIRST_OBJECTS = 10_000  # a key that none of these has is missing in them at the least


def json_source(engine: DuckEngine, shards: Sequence[Shard], name: str) -> Source:
    """The objects of JSON Lines files; each key that the first of them have is a column."""
    engine.explanations.append(lambda message: explained(message, shards, engine, _walk))
    refuse_cut_off(shards)
    keys = _keys(engine, shards, name)
    told: dict[str, str] = {}
    for key in keys:
        told.setdefault(key.casefold(), key)
    usable = list(told.values())
    faults = {
        key: f"{name} has two keys that differ only in case, {told[key.casefold()]!r} and {key!r}; rename one"
        for key in keys
        if key not in usable
    }
    columns = ", ".join(f"{literal(key)}: 'JSON'" for key in usable)
    return Source(
        engine=engine,
        relation=f"read_json({_files(shards)}, columns = {{{columns}}}, format = 'newline_delimited')",
        name=name,
        kinds=dict.fromkeys(keys, "text"),
        json=True,
        faults=faults,
        written={key: f"CAST({quoted(key)} AS VARCHAR)" for key in usable},
        parts=(lambda: (json_source(engine, [each], each.name) for each in shards)) if shards[1:] else None,
    )


def _files(shards: Sequence[Shard]) -> str:
    listed = ", ".join(literal(shard.pattern) for shard in shards)
    compression = {shard.compression for shard in shards}
    if len(compression) > 1:
        raise FileError(
            f"{shards[0].name} and its like are compressed in different ways; expected all alike: "
            f"name some by a pattern such as '*.jsonl.gz'"
        )
    return f"[{listed}], compression = {literal(compression.pop())}, maximum_object_size = {2 * LIMIT}"


def _keys(engine: DuckEngine, shards: Sequence[Shard], name: str) -> list[str]:
    keys: list[str] = engine.fetch(
        f"SELECT DISTINCT UNNEST(json_keys(json)) AS key FROM (SELECT json FROM "
        f"read_ndjson_objects({_files(shards)}) LIMIT {FIRST_OBJECTS}) WHERE json_type(json) = 'OBJECT' "
        f"ORDER BY key"
    )["key"].tolist()
    if not keys:
        raise FileError(f"{name} has no items at all; expected one JSON object a line")
    if "" in keys:
        raise FileError(f"{name} has a key without a name; give every column a name")
    return keys


def _walk(stream: BinaryIO, name: str) -> None:
    deque(objects(stream, name), maxlen=0)
