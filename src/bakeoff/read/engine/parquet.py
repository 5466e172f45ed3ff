"""Parquet files, one or many of one table, as a source."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read.engine.duck import DuckEngine, first_line, kind_of
from bakeoff.read.engine.pages import PageCheck, rows_stated
from bakeoff.read.engine.sources import Cells, Place, Source, check_names, literal, quoted
from bakeoff.read.engine.text_files import Shard, missing_in

WHOLE_DECIMALS = {f"DECIMAL({digits},0)" for digits in range(1, 19)}


def parquet_source(engine: DuckEngine, shards: Sequence[Shard], name: str) -> Source:
    """The rows of Parquet files; a column whose type differs between them, or that some lack, is at fault."""
    engine.explanations.append(lambda message: _explained(message, shards))
    rows = rows_stated(engine, shards)
    layouts = _layouts(engine, shards)
    first = next(iter(layouts))
    for names in layouts:
        check_names([each for each, _ in names], layouts[names].name)
    kinds: dict[str, str] = {}
    for each, typed in (pair for layout in layouts for pair in layout):
        kinds.setdefault(each, kind_of(typed))
    relation = _relation(shards, by_name=len(layouts) > 1)
    written = _written(engine, relation, [each for each, _ in first]) if len(layouts) == 1 else {}
    return Source(
        engine=engine,
        origin="files",
        relation=relation,
        name=name,
        kinds=kinds,
        faults=_faults(layouts, kinds, name),
        written=written,
        most_rows=rows,
        check=PageCheck(engine, shards),
        walk=partial(_walk, engine, shards, written),
    )


Layout = tuple[tuple[str, str], ...]  # the names of the columns in order, each with its type


def _relation(shards: Sequence[Shard], *, by_name: bool = False) -> str:
    files = ", ".join(literal(shard.pattern) for shard in shards)
    # hive_partitioning would invent columns out of folder names such as run=3
    return f"read_parquet([{files}], hive_partitioning = false{', union_by_name = true' if by_name else ''})"


def _layouts(engine: DuckEngine, shards: Sequence[Shard]) -> dict[Layout, Shard]:
    """The different tables that the files hold, each with the first file that holds it."""
    files = ", ".join(literal(shard.pattern) for shard in shards)
    schema = engine.fetch(
        f"SELECT file_name, name, num_children, CONCAT_WS(' ', type, converted_type, logical_type) AS typed "
        f"FROM parquet_schema([{files}])"
    )
    nodes: dict[str, list[tuple[str, int | None, str]]] = {}
    for file, *node in zip(*(values.tolist() for values in schema.values()), strict=True):
        nodes.setdefault(file, []).append((node[0], node[1], node[2]))
    like: dict[tuple[tuple[str, int | None, str], ...], str] = {}
    for file, tree in nodes.items():
        like.setdefault(tuple(tree[1:]), file)
    at = {str(shard.path.absolute()): shard for shard in shards}
    layouts: dict[Layout, Shard] = {}
    for file in like.values():
        shard = at.get(file, shards[0])
        names = _top_level([(node, children) for node, children, _ in nodes[file]])
        typed = engine.types(_relation([shard])).values()
        layouts.setdefault(tuple(zip(names, typed, strict=True)), shard)
    return layouts


def _top_level(schema: list[tuple[str, int | None]]) -> list[str]:
    """The names of the columns proper: the schema lists every node, parents before children."""
    names = []
    skip = 0
    for name, children in schema[1:]:
        if skip:
            skip += (children or 0) - 1
        else:
            names.append(name)
            skip = children or 0
    return names


def _faults(layouts: Mapping[Layout, Shard], kinds: Mapping[str, str], name: str) -> dict[str, str]:
    """Why columns cannot be used that are not the same in all files, or hold anything but plain values."""
    faults = {}
    for column, kind in kinds.items():
        found = {shard: dict(layout).get(column) for layout, shard in layouts.items()}
        had, typed = next((shard, typed) for shard, typed in found.items() if typed is not None)
        for shard, other in found.items():
            if other is None:
                faults[column] = missing_in(column, had, shard, name)
            elif kind_of(other) != kind:
                faults[column] = (
                    f"column {column!r} is {typed} in {had.name} and {other} in {shard.name}; expected "
                    f"one type in every file of {name}: convert one of them"
                )
        if kind == "other" and column not in faults:
            faults[column] = (
                f"column {column!r} of {name} holds {str(typed)[:60]} values; expected text, a number or a "
                f"boolean for each item"
            )
    return faults


def _written(engine: DuckEngine, relation: str, names: Sequence[str]) -> dict[str, str]:
    """The SQL of columns that are the same to DuckDB but for case, and of whole decimals."""
    known = engine.types(relation)
    written = {name: quoted(other) for name, other in zip(names, known, strict=True) if name != other}
    for name, (other, typed) in zip(names, known.items(), strict=True):
        if typed in WHOLE_DECIMALS:  # which are counted and handed over many times as fast
            written[name] = f"CAST({quoted(other)} AS BIGINT)"
    return written


def _walk(
    engine: DuckEngine, shards: Sequence[Shard], written: Mapping[str, str], names: Sequence[str]
) -> Iterator[tuple[Place, Cells]]:
    """Some values of each row, and where it is."""
    chosen = [f"{written.get(name, quoted(name))} AS {quoted(f'v{at}')}" for at, name in enumerate(names)]
    for shard in shards:
        found = engine.masked(f"SELECT {', '.join(chosen) or '1'} FROM {_relation([shard])}")
        for row, cells in enumerate(zip(*found.values(), strict=True), start=1):
            yield Place(row=row, file=shard.name if len(shards) > 1 else ""), cells


def _explained(message: str, shards: Sequence[Shard]) -> InputError | None:
    for shard in shards:
        if str(shard.path.absolute()) in message:
            break
    else:
        if len(shards) > 1:
            return None
    reason = first_line(message)
    return FileError(
        f"{shard.name} cannot be read as Parquet ({reason}); it may be truncated or damaged: export it again"
    )
