"""Tables as Parquet files, by DuckDB."""

from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.core.exceptions import FileError
from bakeoff.read.opening import as_pattern
from bakeoff.read.table import Table, build_table, check_names

_READABLE = (
    "BOOLEAN", "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT",
    "FLOAT", "DOUBLE", "DECIMAL", "VARCHAR", "DATE", "TIMESTAMP", "UUID", "NULL", '"NULL"',
)  # fmt: skip


def read_parquet(path: Path, source: str, *, most_rows: int | None = None) -> Table:
    """Read a Parquet file; columns of lists, structures or bytes are known but cannot be used."""
    import duckdb

    offline: dict[str, Any] = {"autoinstall_known_extensions": False, "autoload_known_extensions": False}
    try:
        with duckdb.connect(":memory:", config=offline) as connection:
            named, faults, rows = _fetch(connection, as_pattern(path), source, most_rows)
    except (duckdb.Error, UnicodeDecodeError, RuntimeError, OverflowError) as problem:
        reason = " ".join(str(problem).split())[:200]
        raise FileError(
            f"{source} cannot be read as Parquet ({reason}); it may be cut off or damaged: export it again"
        ) from None
    if not rows:
        raise FileError(f"{source} has columns but no items at all; expected one row for each item")
    return build_table(named, rows=rows, source=source, faults=faults)


def _fetch(
    connection: Any, literal: str, source: str, most_rows: int | None
) -> tuple[dict[str, Any], dict[str, str], int]:
    import duckdb

    schema = connection.execute("SELECT name, num_children FROM parquet_schema(?)", [literal]).fetchall()
    names = top_level(schema)
    check_names(names, source)
    # hive_partitioning would invent columns out of folder names such as run=3
    relation = connection.read_parquet(literal, hive_partitioning=False)
    kinds = [str(kind) for kind in relation.types]
    refused = [at for at, kind in enumerate(kinds) if kind.endswith("]") or not kind.startswith(_READABLE)]
    faults = {
        names[at]: f"column {names[at]!r} of {source} holds {kinds[at][:60]} values; "
        f"expected text, a number or a boolean for each item"
        for at in refused
    }
    usable = [at for at in range(len(names)) if names[at] not in faults]
    rows = int(relation.count("*").fetchall()[0][0])
    if not usable or not rows:
        return {}, faults, rows
    if most_rows is not None and rows > most_rows:
        raise FileError(f"{source} has {rows:,} rows; expected at most {most_rows:,}: use fewer")
    chosen = relation.select(*(duckdb.ColumnExpression(relation.columns[at]) for at in usable))
    arrays = chosen.fetchnumpy()
    return {names[at]: _plain(arrays[relation.columns[at]]) for at in usable}, faults, rows


def top_level(schema: list[tuple[str, int | None]]) -> list[str]:
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


def _plain(array: Any) -> Any:
    if isinstance(array, np.ma.MaskedArray):
        return array
    if array.dtype.kind == "O" and len(array) and type(array[0]).__name__ == "UUID":
        return [str(value) for value in array]
    return array if isinstance(array, np.ndarray) else np.asarray(array)
