"""CSV and TSV files, one or many of one table, as a source whose cells are text still to be read."""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import BinaryIO

from bakeoff.read.delimited import Header, begin
from bakeoff.read.engine.duck import DuckEngine
from bakeoff.read.engine.shards import Shard, missing_in
from bakeoff.read.engine.sources import Source, literal, quoted
from bakeoff.read.engine.text_files import explained, refuse_cut_off, text_of


def delimited_source(engine: DuckEngine, shards: Sequence[Shard], name: str) -> Source:
    """The rows of CSV files; a column that some of them lack is at fault."""
    engine.explanations.append(lambda message: explained(message, shards, engine, _walk))
    refuse_cut_off(shards)
    headers = {shard: _header(shard, engine) for shard in shards}
    names = list(dict.fromkeys(each for header in headers.values() for each in header.names))
    # numbered, because DuckDB would take A and a for one name
    written = {each: quoted(f"c{at}") for at, each in enumerate(names)}
    return Source(
        engine=engine,
        relation=f"({' UNION ALL '.join(_selects(headers, written))})",
        name=name,
        kinds=dict.fromkeys(names, "text"),
        spelled=True,
        faults=_faults(headers, names, name),
        written=written,
        parts=(lambda: (delimited_source(engine, [each], each.name) for each in shards))
        if shards[1:]
        else None,
    )


def _header(shard: Shard, engine: DuckEngine) -> Header:
    with text_of(shard, engine) as stream:
        return begin(stream, shard.name)[0]


def _selects(headers: Mapping[Shard, Header], written: Mapping[str, str]) -> list[str]:
    """One SELECT for the files that are laid out alike; nearly always that is one in all."""
    alike: dict[str, list[Shard]] = {}
    like: dict[str, Header] = {}
    for shard, header in headers.items():
        layout = repr((header, shard.compression))
        alike.setdefault(layout, []).append(shard)
        like[layout] = header
    return [_select(shards, like[layout], written) for layout, shards in alike.items()]


def _select(shards: Sequence[Shard], header: Header, written: Mapping[str, str]) -> str:
    known = {name: quoted(f"f{at}") for at, name in enumerate(header.names)}
    chosen = ", ".join(f"{known.get(name, 'NULL')} AS {column}" for name, column in written.items())
    fields = [f"'u{at}': 'VARCHAR'" for at in range(header.unnamed)]
    fields += [f"'f{at}': 'VARCHAR'" for at in range(len(header.names))]
    files = ", ".join(literal(shard.pattern) for shard in shards)
    return (
        f"SELECT {chosen} FROM read_csv([{files}], columns = {{{', '.join(fields)}}}, auto_detect = false, "
        f"header = false, skip = {header.line}, delim = {literal(header.delimiter)}, quote = '\"', "
        f"escape = '\"', strict_mode = true, null_padding = false, hive_partitioning = false, "
        f"compression = {literal(shards[0].compression)})"
    )


def _faults(headers: Mapping[Shard, Header], names: Sequence[str], name: str) -> dict[str, str]:
    """Why columns cannot be used that some files lack."""
    faults = {}
    for each in names:
        has = next(shard for shard, header in headers.items() if each in header.names)
        lacks = next((shard for shard, header in headers.items() if each not in header.names), None)
        if lacks is not None:
            faults[each] = missing_in(each, has, lacks, name)
    return faults


def _walk(stream: BinaryIO, name: str) -> None:
    deque(begin(stream, name)[1], maxlen=0)
