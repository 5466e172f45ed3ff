"""A table in memory as a source, so that whatever was read is counted by one engine."""

import json
from collections.abc import Iterator, Sequence

import numpy as np

from bakeoff.read.engine.duck import DuckEngine
from bakeoff.read.engine.sources import Cells, Source, quoted
from bakeoff.read.place import Place
from bakeoff.read.table import Table
from bakeoff.read.values import Column


def table_source(table: Table, engine: DuckEngine) -> Source:
    """The rows of a table: its cells as they were written where that is known, else as JSON.

    >>> from bakeoff.read.frames import table_of
    >>> engine = DuckEngine()
    >>> source = table_source(table_of({"truth": ["cat", "dog"]}, "the table"), engine)
    >>> engine.fetch(f"SELECT {source.column('truth')} AS v FROM {source.relation}")["v"].tolist()
    ['"cat"', '"dog"']
    >>> engine.close()
    """
    spelled = all(name in table.texts for name in table.columns)
    held = table.texts if spelled else {name: _as_json(each) for name, each in table.columns.items()}
    # numbered, because DuckDB would take A and a for one name; the first is there so that there is any
    columns = {"rows": np.arange(table.rows)} | {f"c{at}": each for at, each in enumerate(held.values())}

    def walk(names: Sequence[str]) -> Iterator[tuple[Place, Cells]]:
        chosen = [(table.texts if spelled else table.columns)[name] for name in names]
        for row in range(table.rows):
            line = None if table.lines is None else table.lines[row]
            yield Place(row=row + 1, line=line), tuple(column[row] for column in chosen)

    return Source(
        engine=engine,
        relation=engine.hold(columns),
        name=table.source,
        kinds=dict.fromkeys(table.names, "text"),
        spelled=spelled,
        json=not spelled,
        faults=table.faults,
        written={name: quoted(f"c{at}") for at, name in enumerate(held)},
        walk=walk,
    )


def _as_json(column: Column) -> Column:
    return np.array([json.dumps(value) for value in column.tolist()], dtype=object)
